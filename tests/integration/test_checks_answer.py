"""Every CHECK is true or false of every row: one that is NULL refuses nothing, and a column left empty would pass it.

Each condition is asked about rows made of its own words and numbers, their neighbours, NULL wherever a column takes it,
and arrays that hold NULL.
"""

import re
from typing import Final

import pytest
from django.db import connection

from tests.integration.planted import asked
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

_CHECKS: Final = """
SELECT k.conname::text, pg_get_expr(k.conbin, k.conrelid), a.attname::text, format_type(a.atttypid, NULL), a.attnotnull
FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (k.conkey)
WHERE k.contype = 'c' AND c.relname ~ %s ORDER BY k.conname, a.attnum
"""
_OURS: Final = "^(wallet|players|tables|reporting)_"
_WORDS: Final = re.compile(r"'([^']*)'::(?:text|character varying)")
_NUMBERS: Final = re.compile(r"(?<![\w'])\d+(?![\w'])")
_MOMENTS: Final = ["2026-01-01", "2026-01-02", "2026-03-01"]


def _values(kind: str, condition: str) -> list[str | None]:
    """What a column of this kind may hold, as the condition could tell it apart."""
    if kind.endswith("[]"):
        return ["{}", "{NULL}", *(f"{{{each}}}" for each in _values(kind[:-2], condition)[:3] if each)]
    match kind:
        case "text" | "character varying":
            return ["", "x", "a" * 64, *_WORDS.findall(condition)]
        case "bigint" | "integer" | "smallint":
            named = {int(each) for each in _NUMBERS.findall(condition)}
            return [str(each) for each in sorted({-1, 0, 1, 2, *named})]
        case "boolean":
            return ["true", "false"]
        case "timestamp with time zone" | "date":
            return [*_MOMENTS]
        case "jsonb":
            return ["{}"]
        case "bytea":
            return ["", "x"]
    raise AssertionError(f"no values for {kind}")


def _escaped(condition: str) -> str:
    return condition.replace("%", "%%")


def unanswered(tables: str = _OURS) -> dict[str, object]:
    """The CHECKs that are NULL of some row, each with such a row."""
    conditions: dict[str, tuple[str, dict[str, tuple[str, list[str | None]]]]] = {}
    for name, condition, column, kind, filled in asked(_CHECKS, tables):
        values = _values(kind, condition) + ([] if filled else [None])
        conditions.setdefault(name, (condition, {}))[1][column] = (kind, values)
    found = {}
    for name, (condition, columns) in conditions.items():
        rows = ", ".join(f"{each}::{kind} AS {each}" for each, (kind, _) in columns.items())
        places = ", ".join(f"unnest(%s::text[]) AS _{each}({each})" for each in columns)
        answer = asked(
            f"SELECT * FROM (SELECT {rows} FROM {places}) one WHERE ({_escaped(condition)}) IS NULL LIMIT 1",
            *(values for _, values in columns.values()),
        )
        if answer:
            found[name] = dict(zip(columns, answer[0], strict=True))
    return found


def test_no_check_is_null_of_any_row() -> None:
    assert unanswered() == {}


@pytest.mark.parametrize(
    ("condition", "hole"),
    [
        ("fewest > 0", True),
        ("fewest IS NULL OR fewest > 0", False),
        ("fewest IS NULL OR most > fewest", True),
        ("fewest IS NOT NULL AND most IS NOT NULL AND most > fewest", False),
        ("word <> 'capped' OR most > 5", True),
        ("word <> 'capped' OR (most IS NOT NULL AND most > 5)", False),
        ("1 = ANY (members)", True),
        ("(1 = ANY (members)) IS TRUE", False),
    ],
)
def test_a_check_that_would_let_null_pass_is_found(condition: str, hole: bool) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE planted_holes (fewest int, most int, word text NOT NULL, members int[] NOT NULL)")
        cursor.execute(f"ALTER TABLE planted_holes ADD CONSTRAINT planted_hole CHECK ({condition})")
    assert list(unanswered("^planted_holes$")) == ["planted_hole"] * hole
