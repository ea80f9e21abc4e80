"""Rows written past triggers and foreign keys, for tests of what the database refuses by itself."""

from functools import cache
from typing import Any, Final

from django.db import connection
from psycopg import sql

from tests.integration.constraint_cases import MOMENT, ROWS, Columns
from tests.tampering import past_triggers

_COLUMNS: Final = """
SELECT attname, format_type(atttypid, NULL), attnotnull, attidentity <> '' OR atthasdef
FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped
"""
KEPT: Final[dict[str, Any]] = {
    "text": "x",
    "character varying": "x",
    "uuid": "00000000-0000-4000-8000-000000000001",
    "timestamp with time zone": MOMENT,
    "date": "2026-03-01",
    "boolean": False,
    "jsonb": "{}",
    "bytea": b"x",
    "text[]": "{}",
    "character varying[]": "{}",
    "bigint[]": "{}",
    "integer[]": "{}",
    "double precision": 1.0,
    "double precision[]": "{}",
    "bigint": 1,
    "integer": 1,
    "smallint": 1,
}
"""The value of a column that must have one."""
OTHER: Final[dict[str, Any]] = KEPT | {
    "text": "y",
    "character varying": "y",
    "uuid": "00000000-0000-4000-8000-000000000002",
    "date": "2026-03-02",
    "double precision": 2.0,
    "bigint": 2,
    "integer": 2,
    "smallint": 2,
}
"""The value in a second row."""


def asked(query: str, *values: Any) -> list[tuple[Any, ...]]:
    """The rows that the database answers with."""
    with connection.cursor() as cursor:
        cursor.execute(query, values)
        return cursor.fetchall()


@cache
def columns_of(table: str) -> dict[str, tuple[str, bool, bool]]:
    """Of each column its type, whether it must hold something, and whether the database gives it a value."""
    return {name: (kind, must, given) for name, kind, must, given in asked(_COLUMNS, table)}


def row_of(table: str) -> Columns:
    """A row that stands in this table."""
    filled = {name: KEPT[kind] for name, (kind, must, given) in columns_of(table).items() if must and not given}
    return filled | ROWS.get(table, {})


def put(table: str, row: Columns) -> None:
    """Write the row past triggers and foreign keys."""
    statement = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, row)),
        sql.SQL(", ").join(sql.Placeholder() * len(row)),
    )
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(statement, list(row.values()))


def empty(table: str) -> None:
    """Delete every row of the table."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
