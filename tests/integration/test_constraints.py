"""The rejections of each CHECK and UNIQUE of the database, for every writer: one row that no other refuses.

The rows are written past triggers and foreign keys, so that nothing but the constraint can stand in their way.
"""

from typing import Final

import psycopg
import pytest
from django.db import IntegrityError, connection, transaction

from tests.integration.constraint_cases import AGAIN, BREACHES, EMPTIED, IMPLIED, TWICE, Columns
from tests.integration.planted import KEPT, OTHER, asked, columns_of, empty, put, row_of
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

_CONSTRAINTS: Final = """
SELECT k.conname, c.relname, k.contype::text,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY (k.conkey) ORDER BY attnum)
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
WHERE k.contype IN ('c', 'u', 'x', 'p') AND c.relname ~ '^(wallet|players|tables|reporting)_'
UNION ALL
SELECT i.relname, c.relname, 'u',
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum = ANY (x.indkey) ORDER BY attnum)
FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
WHERE x.indisunique AND c.relname ~ '^(wallet|players|tables|reporting)_'
  AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid)
"""


def constraints() -> dict[str, tuple[str, str, list[str]]]:
    """The table, the kind and the columns of each constraint and each unique index."""
    return {name: (table, kind, columns) for name, table, kind, columns in asked(_CONSTRAINTS)}


def _refused(name: str, table: str, row: Columns) -> None:
    with pytest.raises(IntegrityError) as rejection, transaction.atomic():
        put(table, row)
    assert isinstance(rejection.value.__cause__, psycopg.Error)
    assert rejection.value.__cause__.diag.constraint_name == name


def _stands(table: str, row: Columns) -> None:
    with transaction.atomic():
        empty(table)
        put(table, row)
        transaction.set_rollback(True)


def test_every_check_and_every_unique_has_its_case() -> None:
    there = {name: kind for name, (_, kind, _) in constraints().items() if kind != "p"}
    assert {name for name, kind in there.items() if kind == "c"} == BREACHES.keys() | IMPLIED.keys()
    assert {name for name, kind in there.items() if kind != "c"} == TWICE.keys()


@pytest.mark.parametrize("name", BREACHES)
def test_a_check_refuses_the_row_that_breaks_it(name: str) -> None:
    table = constraints()[name][0]
    row = row_of(table)
    _stands(table, row)
    _refused(name, table, row | BREACHES[name])


@pytest.mark.parametrize("name", EMPTIED)
def test_a_check_refuses_the_row_that_leaves_empty_what_it_compares(name: str) -> None:
    table = constraints()[name][0]
    row = row_of(table)
    _stands(table, row)
    for change in EMPTIED[name]:
        _refused(name, table, row | change)


@pytest.mark.parametrize("name", IMPLIED)
def test_checks_that_another_constraint_refuses_first(name: str) -> None:
    table = constraints()[name][0]
    change, other = IMPLIED[name]
    _refused(other, table, row_of(table) | change)


@pytest.mark.parametrize("name", TWICE)
def test_a_unique_refuses_the_second(name: str) -> None:
    there = constraints()
    table, _, columns = there[name]
    kinds = columns_of(table)
    row = row_of(table)
    row |= {each: KEPT[kinds[each][0]] for each in columns if each not in row} | TWICE[name]
    empty(table)
    put(table, row)
    second = dict(row)
    for other, (of, kind, others) in there.items():
        free = [each for each in others if each not in columns and each in row]
        if of == table and kind in "pu" and other != name and free:
            # Keys and numbers first: a word may be one of a few.
            free.sort(
                key=lambda each: ("uuid", "bigint", "integer", "smallint", "date").count(kinds[each][0]), reverse=True
            )
            second[free[0]] = OTHER[kinds[free[0]][0]]
    if name == "players_person_email_key":
        # It refuses nothing that the index on the address in small letters does not refuse as well.
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("DROP INDEX players_person_email_once")
    _refused(name, table, second | AGAIN.get(name, {}))
