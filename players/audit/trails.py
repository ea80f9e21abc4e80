"""The proof of the watched tables: every row that the audit trail tells of, beside what the trail last said of it.

The trail is written by triggers. A row that was changed, added or removed past them says something else than its trail.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import connection

MOST: Final = 1_000
HIDDEN: Final = "•••"


class TrailFault(StrEnum):
    """How a row and its trail differ."""

    ROW_CHANGED = "row-other-than-trail"
    ROW_GONE = "row-gone-without-trail"
    ROW_ADDED = "row-without-trail"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailDifference:
    """One row of a watched table: `subject` names table, row and the columns that differ."""

    subject: str
    why: TrailFault


@dataclass(frozen=True, slots=True)
class _Watched:
    """A table and what of it the trail tells: all columns but the quiet ones, or only those that it waits for."""

    table: str
    key: str
    """The column that the trail names a row by."""
    quiet: frozenset[str]
    only: frozenset[str]


def verify_trails(*, part: int = 0, of: int = 1) -> tuple[TrailDifference, ...]:
    """Compare every watched row with its trail; at most `MOST`. Rows older than their table's watch are left alone.

    `part` is the number, from 0, of one of `of` parts of the rows, which together are all of them.
    """
    found: list[TrailDifference] = []
    for watched in _watched():
        found += _differences(watched, {"part": part, "of": of})
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


def _watched() -> list[_Watched]:
    """Every table with a trigger that writes the trail, by the catalogue."""
    with connection.cursor() as cursor:
        cursor.execute(_TRIGGERS)
        rows = cursor.fetchall()
    tables: dict[str, _Watched] = {}
    for table, arguments, definition, key in rows:
        words = bytes(arguments).split(b"\0")[0].decode().split()
        waits = re.findall(r"\bold\.(\w+)", definition, re.IGNORECASE)
        before = tables.get(table, _Watched(table, key, frozenset(), frozenset()))
        tables[table] = _Watched(table, key, before.quiet | set(words), before.only | set(waits))
    return [tables[name] for name in sorted(tables)]


def _differences(watched: _Watched, part: Mapping[str, int]) -> Iterator[TrailDifference]:
    with connection.cursor() as cursor:
        cursor.execute(
            _COMPARED.format(table=watched.table, key=watched.key), {"table": watched.table, "secret": HIDDEN, **part}
        )
        for row_id, told, held, first in cursor.fetchall():
            said, stored = (None if each is None else json.loads(each) for each in (told, held))
            subject = f"{watched.table} {row_id}"
            if said is None:
                if first is not None:
                    yield TrailDifference(subject=subject, why=TrailFault.ROW_ADDED)
            elif stored is None:
                yield TrailDifference(subject=subject, why=TrailFault.ROW_GONE)
            elif columns := _other(watched, said, stored):
                named = ", ".join(columns)
                yield TrailDifference(subject=f"{subject}: {named}", why=TrailFault.ROW_CHANGED)


def _other(watched: _Watched, said: dict[str, Any], stored: dict[str, Any]) -> list[str]:
    """The columns whose value is another than the trail's last word."""
    told = (watched.only or said.keys()) - watched.quiet
    return sorted(
        name
        for name, value in said.items()
        if name in told and name in stored and value != HIDDEN and not _same(value, stored[name])
    )


def _same(one: Any, other: Any) -> bool:
    """Whether two values are one: a moment may have been written in another zone."""
    if one == other:
        return True
    if isinstance(one, str) and isinstance(other, str):
        try:
            return datetime.fromisoformat(one) == datetime.fromisoformat(other)
        except (ValueError, TypeError):
            return False
    return False


_TRIGGERS: Final = """
SELECT t.tgrelid::regclass::text, t.tgargs, pg_get_triggerdef(t.oid), CASE WHEN EXISTS (
    SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.tgrelid AND a.attname = 'id' AND NOT a.attisdropped
) THEN 'id' ELSE 'reference' END
FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
WHERE p.proname = 'audit_note' AND NOT t.tgisinternal
"""
# The trail's last word on each column, the last of the same name winning; only rows that differ leave the database.
# Materialized: a row's document is made once, and not for each of its columns.
_COMPARED: Final = """
WITH last AS (
    SELECT subject_id, (array_agg(change ORDER BY id DESC))[1] AS change, bool_or(change = 'insert') AS born
    FROM players_auditentry
    WHERE subject = %(table)s AND (%(of)s = 1 OR (hashtext(subject_id) & 1023) %% %(of)s = %(part)s)
    GROUP BY subject_id
),
told AS (
    SELECT entry.subject_id, jsonb_object_agg(part.key, part.value ORDER BY entry.id) AS said
    FROM players_auditentry entry JOIN last ON last.subject_id = entry.subject_id AND last.change <> 'delete',
        jsonb_each(entry.after) part
    WHERE entry.subject = %(table)s AND entry.change <> 'delete' GROUP BY entry.subject_id
),
stored AS MATERIALIZED (
    SELECT t.{key}::text AS id, to_jsonb(t) AS document FROM {table} t
    WHERE %(of)s = 1 OR (hashtext(t.{key}::text) & 1023) %% %(of)s = %(part)s
),
first AS (
    SELECT min(subject_id::bigint) AS id FROM players_auditentry
    WHERE subject = %(table)s AND change = 'insert' AND subject_id ~ '^[0-9]{{1,18}}$'
)
SELECT coalesce(told.subject_id, stored.id), told.said, stored.document,
    (SELECT id FROM first WHERE CASE WHEN stored.id ~ '^[0-9]{{1,18}}$' THEN stored.id::bigint END >= first.id)
FROM told FULL JOIN stored ON stored.id = told.subject_id
WHERE told.subject_id IS NULL OR stored.id IS NULL OR EXISTS (
    SELECT 1 FROM jsonb_each(told.said)
    WHERE stored.document ? key AND value <> stored.document -> key AND value <> to_jsonb(%(secret)s::text)
)
"""
