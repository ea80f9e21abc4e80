"""Houses that many tests want alike: furnished once in a test process, and their rows put back for the tests after it.

    house = furnished(House, floor)

`House(floor)` furnishes the empty house of `floor` and answers with what the test needs to know of it. The second time
nothing is done again: the rows are those of the first time, `floor` stands as it stood then, and the answer is a copy,
so that a test may change it. For what lies in the database alone: files, caches and other servers are not put back.
"""

import copy
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.db import connection

from tests.factories import Floor
from tests.tampering import KEPT, past_triggers

T = TypeVar("T")
Rows = dict[str, bytes]
"""The rows of each table, as `COPY` writes them."""

_furnished: Final[dict[tuple[object, ...], tuple[Rows, Floor, Any]]] = {}


def furnished(furnish: Callable[[Floor], T], floor: Floor, *also: object) -> T:
    """What `furnish` answers; `also` tells houses apart that it furnishes differently, as by the day."""
    place = (furnish.__module__, furnish.__qualname__, *also)
    if place not in _furnished:
        made = furnish(floor)
        stood = copy.deepcopy(floor)
        _furnished[place] = copied(), stood, copy.deepcopy(made, {id(floor): stood})
        return made
    rows, stood, made = _furnished[place]
    put_back(rows)
    vars(floor).update(vars(copy.deepcopy(stood)))
    answer: T = copy.deepcopy(made, {id(stood): floor})
    return answer


def copied() -> Rows:
    """The rows of every table that tests write."""
    rows = {}
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with past_triggers(), connection.cursor() as cursor:
        for table in set(tables) - KEPT:
            with cursor.copy(f"COPY {table} TO STDOUT") as out:
                rows[table] = b"".join(bytes(each) for each in out)
    return {table: content for table, content in rows.items() if content}


def put_back(rows: Rows) -> None:
    """These rows into empty tables, with the numbers that they had: sequences never give those again."""
    with past_triggers(), connection.cursor() as cursor:
        for table, content in rows.items():
            with cursor.copy(f"COPY {table} FROM STDIN") as into:
                into.write(content)
