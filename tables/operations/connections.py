"""Noting which sockets a seated player opened and lost (PT-53). Instants are aware UTC."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from tables.models import Connection, WebProcess


@dataclass(frozen=True, slots=True)
class Opened:
    """A socket of a seated player, since `at`; `code` is the caller's key."""

    code: UUID
    person_id: int
    table_id: int
    at: datetime
    address: str
    device: str


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of a socket: `close_code` as the protocol gives it, null where none came."""

    code: UUID
    at: datetime
    close_code: int | None


@dataclass(frozen=True, slots=True)
class ConnectionsNoted:
    """How many openings and ends are written by now; a repeat counts again and writes nothing."""

    opened: int
    closed: int


def note_connections(
    *, process: UUID, opened: Sequence[Opened], closed: Sequence[Closed], now: datetime
) -> ConnectionsNoted:
    """Write what a web process saw since it last wrote, and that it lives (PT-53).

    May be repeated with the same content: an opening is known by its code, and an end is written once.
    """
    with transaction.atomic():
        WebProcess.objects.update_or_create(code=process, defaults={"seen_at": now})
        Connection.objects.bulk_create([_row(process, one) for one in opened], ignore_conflicts=True)
        ends = {end.code: end for end in closed}
        rows = list(Connection.objects.filter(code__in=ends, closed_at=None))
        for row in rows:
            end = ends[row.code]
            row.closed_at, row.close_code = max(end.at, row.opened_at), end.close_code
        Connection.objects.bulk_update(rows, ["closed_at", "close_code"])
    return ConnectionsNoted(len(opened), len(closed))


def _row(process: UUID, one: Opened) -> Connection:
    return Connection(
        code=one.code,
        process_id=process,
        person_id=one.person_id,
        table_id=one.table_id,
        opened_at=one.at,
        address=one.address[:45],
        device=one.device[:40],
    )
