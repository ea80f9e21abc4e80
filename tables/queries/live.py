"""Queries of the live processes: a table's snapshot, versions to compare with, and due steps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction

from kernel import prepared
from kernel.json_text import encode
from tables.models import Table
from tables.queries import state


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The public state of a table at one version; `text` is the sections as the sockets are told them."""

    table_id: int
    version: int
    sections: dict[str, Any]
    text: str


def table_id(code: str) -> int | None:
    """The id of a table by its code."""
    return Table.objects.filter(code=code).values_list("pk", flat=True).first()


def table_state(*, table_id: int, now: datetime) -> TableState:
    """The whole public state of one instant: a snapshot at v, to which the events after v may be applied.

    Everybody at a table is told the same: one snapshot serves the process until the table's row moves on. Not to be
    changed by who gets it.
    """
    if connection.in_atomic_block:  # what this transaction sees may never come to be
        return _read_state(table_id, now=now)
    mark = Table.objects.values_list(*_MARK).get(pk=table_id)
    known = _known.get(table_id)
    if known is not None and known[0] == mark:
        return known[1]
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        mark = Table.objects.values_list(*_MARK).get(pk=table_id)
        state = _read_state(table_id, now=now)
    if len(_known) >= _KNOWN_MAX:
        _known.clear()
    _known[table_id] = (mark, state)
    return state


_MARK: Final = ("version", "due_at", "current_round_id", "status", "code")
"""The columns that move with every change of a table's public state. A held table's next look moves `due_at` alone."""
_KNOWN_MAX: Final = 2048
_known: dict[int, tuple[tuple[Any, ...], TableState]] = {}


def _read_state(table_id: int, *, now: datetime) -> TableState:
    table = Table.objects.select_related(
        "configuration", "current_round", "current_round__shoe", "current_round__configuration", "shoe"
    ).get(pk=table_id)
    sections = state.snapshot(table, now=now)
    text = encode(sections)
    return TableState(table_id=table.pk, version=table.version, sections=sections, text=text)


_NEWER: Final = """
SELECT held.id, present.version FROM unnest(%(ids)s::bigint[], %(versions)s::bigint[]) held(id, version)
JOIN tables_table present ON present.id = held.id AND present.version > held.version
"""


def newer_versions(held: Mapping[int, int]) -> dict[int, int]:
    """The present version of each table that has moved beyond the one held: its viewers have missed a message."""
    with connection.cursor() as cursor:
        cursor.execute(_NEWER, {"ids": prepared.array(held), "versions": prepared.array(held.values())})
        return {int(table_id): int(version) for table_id, version in cursor.fetchall()}
