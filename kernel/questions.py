"""Small questions to the database, many in one statement: how many rows there are, or whether there is any.

An app offers its questions among its queries, and a page gathers those of several apps and asks them together: the
counts in the navigation cost one statement, however many there are. The SQL of a question is made once for a process;
values that change each time are `Given`, such as the present moment. Must not know any app.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.db import connection
from django.db.models import (
    BigIntegerField,
    BooleanField,
    DateField,
    DateTimeField,
    F,
    Field,
    Func,
    QuerySet,
    TextField,
    Value,
)
from psycopg.sql import Literal

from kernel.prepared import reading


class Given(Value):
    """A value that is given when the question is asked; in a filter it stands where the value would."""

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(name, output_field=field)

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:  # type: ignore[override]
        return "%s", [self]


class Among(Func):
    """Whether a column is among the values of an array that is given, as a literal (`kernel.prepared.array`).

    It stands in a filter where `column__in` would, with a list.
    """

    arg_joiner = " = ANY("
    template = "%(expressions)s::%(kind)s[])"

    def __init__(self, column: str, name: str, *, kind: str = "bigint") -> None:
        super().__init__(F(column), Given(name, TextField()), kind=kind, output_field=BooleanField())


def with_literals(sql: str, values: Iterable[Any]) -> tuple[str, tuple[Given, ...]]:
    """The statement with its values written into it, and those that are given each time it is asked."""
    connection.ensure_connection()
    coming, given, text = iter(values), [], ""
    for piece in _PLACE.split(sql):
        if piece != "%s":
            text += piece
        elif isinstance(value := next(coming), Given):
            given.append(value)
            text += piece
        else:
            text += Literal(value).as_string(connection.connection).replace("%", "%%")
    return text, tuple(given)


_PLACE: Final = re.compile("(%[%s])")
"""A sign of per cent, or the place of a value."""


NOW: Final = Given("now", DateTimeField())
TODAY: Final = Given("today", DateField())
"""The day in Lisbon."""
PERSON: Final = Given("person", BigIntegerField())
"""The id of the person who asks."""


@dataclass(frozen=True, eq=False)
class Question:
    """A question about all of `rows` together: how many there are where it `counts`, else whether there is one."""

    rows: "tuple[QuerySet[Any], ...]"
    counts: bool

    @cached_property
    def sql(self) -> tuple[str, tuple[Any, ...]]:
        """The expression that answers it, and its parameters, of which some are `Given`."""
        each = [rows.order_by().values("pk").query.sql_with_params() for rows in self.rows]
        form = "(SELECT count(*) FROM ({}) found)" if self.counts else "EXISTS ({})::int"
        text = (" + " if self.counts else " | ").join(form.format(rows) for rows, _ in each)
        return with_literals(text, [value for _, values in each for value in values])


def how_many(*rows: "QuerySet[Any]") -> Question:
    """The question how many rows there are."""
    return Question(rows, counts=True)


def whether_any(*rows: "QuerySet[Any]") -> Question:
    """The question whether there is a row in any of these: answered by 1 or 0."""
    return Question(rows, counts=False)


def answers(asked: Iterable[Question], **given: Any) -> dict[Question, int]:
    """The answer to each question, in one statement; `given`: the values by name."""
    told = {question: question.sql for question in asked}
    if not told:
        return {}
    values = [given[each.value] for _, of_it in told.values() for each in of_it]
    with reading() as cursor:
        cursor.execute(f"SELECT {', '.join(text for text, _ in told.values())}", values)
        return dict(zip(told, cursor.fetchone(), strict=True))


def answer(question: Question, **given: Any) -> int:
    """The answer to one question alone."""
    return answers((question,), **given)[question]
