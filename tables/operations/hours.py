"""Tables that open and close by their hours: a sweep over what is due. Safe twice, safe late, safe never."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from tables.hours import Hours, Turn
from tables.models import Table, TableStatus
from tables.operations.locking import lock_table
from tables.operations.tables import TableRejected, TableRejection, close_after_round, open_table

REASON: Final = "hours"
"""The reason of an act that the hours made."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A boundary of a table's hours that was acted on; where staff had already done it, nothing changed."""

    table_id: int
    turn: Turn
    at: datetime


def apply_hours(*, now: datetime) -> tuple[Turned, ...]:
    """Act on the last boundary of every table's hours that was not acted on yet; acts of staff since then stand."""
    wanted = Table.objects.exclude(hours={}).order_by("pk").values_list("pk", flat=True)
    return tuple(turned for table_id in wanted if (turned := _apply(table_id, now=now)) is not None)


def _apply(table_id: int, *, now: datetime) -> Turned | None:
    with transaction.atomic():
        table = lock_table(table_id)
        assert table is not None, "tables are never deleted"
        boundary = Hours.from_document(table.hours).before(now)
        if boundary is None or (table.hours_applied_at is not None and boundary.at <= table.hours_applied_at):
            return None
        if boundary.turn is Turn.CLOSES and table.status == TableStatus.PAUSED:
            return None  # tried again by the next sweep: it closes once it is resumed
        try:
            _turn(table, boundary.turn, now=now)
        except TableRejected as refused:
            if refused.reason not in {TableRejection.NO_APPROVED_CONFIGURATION, TableRejection.STARTS_LATER}:
                raise
            return None  # tried again by the next sweep: rules may be approved meanwhile
        Table.objects.filter(pk=table_id).update(hours_applied_at=boundary.at)
    return Turned(table.pk, boundary.turn, boundary.at)


def _turn(table: Table, turn: Turn, *, now: datetime) -> None:
    if turn is Turn.OPENS and table.status in {TableStatus.CLOSED, TableStatus.CLOSING}:
        open_table(table_id=table.pk, by=None, now=now, reason=REASON)
    elif turn is Turn.CLOSES and table.status == TableStatus.OPEN:
        close_after_round(table_id=table.pk, by=None, reason=REASON, now=now)
