"""Who deals: a croupier takes a table and leaves it, between rounds, or is relieved by a supervisor."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from tables import broadcast
from tables.models import RoundPhase, Shift, Table
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    Standing,
    locked,
)
from tables.queries.paper import DEALT, in_play


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftActed:
    """A shift after the act. `first_round` is the number of the first round that the croupier deals."""

    table_id: int
    croupier_id: int
    first_round: int
    ended: bool = False
    repeat: bool = False


def take_table(*, table_id: int, by: int, idempotency_key: uuid.UUID, now: datetime) -> ShiftActed:
    """Begin to deal at a table. The croupier who dealt there is relieved, but not while cards lie on it.

    A round that the robot deals is finished by it. Taken already by the same person: the same answer. Raises
    `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        known = Shift.objects.filter(key=idempotency_key).first()
        if known is not None and (known.table_id, known.croupier_id) != (table_id, by):
            raise CroupierRejected(CroupierRejection.KEY_REUSED)
        if known is not None:
            return _acted(known, repeat=True)
        if standing.shift is not None and standing.shift.croupier_id == by:
            return _acted(standing.shift, repeat=True)
        if Shift.objects.filter(croupier_id=by, ended_at=None).exists():
            raise CroupierRejected(CroupierRejection.ON_ANOTHER_TABLE)
        if standing.shift is not None:
            if _deals(standing):
                raise CroupierRejected(CroupierRejection.TABLE_TAKEN)
            _end(standing.shift, by=by, now=now)
        shift = _begin(standing, by, idempotency_key, now=now)
    return _acted(shift)


def leave_table(*, table_id: int, by: int, now: datetime) -> ShiftActed:
    """Stop dealing: not while cards lie on the table (a supervisor may relieve then). Asked again by the croupier who
    left: the same answer. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        shift = standing.shift
        if shift is None or shift.croupier_id != by:
            last = Shift.objects.filter(table_id=table_id, croupier_id=by).order_by("-pk").first()
            if last is None or last.relieved_by_id != by:
                raise CroupierRejected(CroupierRejection.NOT_ON_SHIFT)
            return _acted(last, repeat=True)
        if _deals(standing):
            raise CroupierRejected(CroupierRejection.ROUND_IN_PLAY)
        _end(shift, by=by, now=now)
        wake(standing.table, now=now)
    return _acted(shift)


def relieve(*, table_id: int, shift_id: int, by: int, now: datetime) -> ShiftActed:
    """A supervisor ends this shift at any moment: the round waits, and goes on from its last card with the next
    croupier, whose own shift an act that comes twice does not end. Asked again: the same answer. Raises
    `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        shift = Shift.objects.filter(pk=shift_id, table_id=table_id).first()
        if shift is not None and shift.ended_at is not None and shift.relieved_by_id == by:
            return _acted(shift, repeat=True)
        if shift is None or standing.shift is None or shift.pk != standing.shift.pk:
            raise CroupierRejected(CroupierRejection.SHIFT_OVER)
        _end(standing.shift, by=by, now=now)
        wake(standing.table, now=now)
    return _acted(standing.shift)


def _deals(standing: Standing) -> bool:
    """Whether cards of the croupier's own lie on the table."""
    current = standing.current
    return current is not None and current.phase in DEALT and not standing.robot_deals


def _begin(standing: Standing, by: int, key: uuid.UUID, *, now: datetime) -> Shift:
    table = standing.table
    by_robot = standing.robot_deals and in_play(standing.current)
    first = table.round_count + (1 if by_robot or not in_play(standing.current) else 0)
    shift = Shift.objects.create(key=key, table=table, croupier_id=by, began_at=now, first_round=first)
    tell(EventName.CROUPIER_BEGAN, by=by, now=now, key=table.code, table_id=table.pk, first_round=first)
    wake(table, now=now)
    return shift


def _end(shift: Shift, *, by: int, now: datetime) -> None:
    shift.ended_at, shift.relieved_by_id = now, by
    shift.save(update_fields=["ended_at", "relieved_by"])
    table = shift.table
    tell(EventName.CROUPIER_ENDED, by=by, now=now, key=table.code, table_id=table.pk, croupier=shift.croupier_id)


def wake(table: Table, *, now: datetime) -> None:
    """The dealer looks at a table between rounds at once, and at one that the robot goes on with."""
    current = table.current_round
    if current is None or current.phase != RoundPhase.BETTING:
        table.due_at = now if table.due_at is None else min(now, table.due_at)
        table.save(update_fields=["due_at"])
        broadcast.wake_dealers()


def _acted(shift: Shift, *, repeat: bool = False) -> ShiftActed:
    return ShiftActed(
        table_id=shift.table_id,
        croupier_id=shift.croupier_id,
        first_round=shift.first_round,
        ended=shift.ended_at is not None,
        repeat=repeat,
    )
