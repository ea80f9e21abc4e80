"""Which sockets the players of a round had while it was played (H3, PT-53)."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db.models import Q

from tables.models import Connection, PlaySession
from tables.queries.by_code import round_by_code

SILENT_AFTER: Final = timedelta(seconds=90)
"""A web process says that it lives twice as often and more; beyond this its sockets count as lost with it."""

_DOTTED: Final = re.compile(r"\d+(\.\d+){3}")


class ConnectionEnd(StrEnum):
    """The state of a connection by the end of the round, or by now where the round is still played."""

    HELD = "held"
    CLOSED = "closed"
    UNKNOWN = "unknown"
    """Its web process died: the end was not noted, and came after the process was last seen."""


@dataclass(frozen=True, slots=True)
class ConnectionCard:
    """One socket of a player of the round."""

    person_id: int
    nickname: str
    opened_at: datetime
    end: ConnectionEnd
    ended_at: datetime | None
    """Of a closed one; of one whose end is unknown: when its process was last seen."""
    close_code: int | None
    address: str
    device: str


def connections_of_round(*, round_code: str, person_id: int | None, now: datetime) -> tuple[ConnectionCard, ...]:
    """The sockets that the seated players (or `person_id` alone) had at the table while the round was played.

    Oldest first. Of a finished round it tells the state at its end: later events change nothing. Empty where
    there is no such round.
    """
    played = round_by_code(round_code)
    if played is None:
        return ()
    until = played.settled_at or played.voided_at or now
    seated = PlaySession.objects.filter(table_id=played.table_id, started_at__lte=until).exclude(
        ended_at__lt=played.opened_at
    )
    rows = (
        Connection.objects.filter(
            Q(closed_at=None) | Q(closed_at__gte=played.opened_at),
            table_id=played.table_id,
            person_id__in=seated.values("person_id"),
            opened_at__lte=until,
        )
        .select_related("person", "process")
        .order_by("opened_at", "pk")
    )
    if person_id is not None:
        rows = rows.filter(person_id=person_id)
    cards = (_card(row, until, now) for row in rows)
    return tuple(card for card in cards if card.end is not ConnectionEnd.UNKNOWN or _at(card) >= played.opened_at)


def _at(card: ConnectionCard) -> datetime:
    return card.ended_at or card.opened_at


def _card(row: Connection, until: datetime, now: datetime) -> ConnectionCard:
    seen = row.process.seen_at
    if row.closed_at is not None and row.closed_at <= until:
        end, ended_at, code = ConnectionEnd.CLOSED, row.closed_at, row.close_code
    elif row.closed_at is not None or seen >= until or seen > now - SILENT_AFTER:
        end, ended_at, code = ConnectionEnd.HELD, None, None
    else:
        end, ended_at, code = ConnectionEnd.UNKNOWN, max(seen, row.opened_at), None
    return ConnectionCard(
        row.person_id, row.person.nickname, row.opened_at, end, ended_at, code, row.address, row.device
    )


def network_of(address: str) -> str:
    """The first half of a network address: enough to see a change of place, too little to name a household."""
    if ":" in address:
        return ":".join(address.split(":")[:3]) + ":…"
    return ".".join(address.split(".")[:2]) + ".…" if _DOTTED.fullmatch(address) else ""
