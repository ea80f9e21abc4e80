"""Switches that keep new rounds from opening, everywhere, for one ruleset or at one table, until they are lifted
(PT-44, C4). A switch is thrown first and reasoned afterwards: nothing may stand between seeing and stopping.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import IntegrityError, transaction

from baccarat.rulesets import PRESETS
from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from tables import scopes
from tables.models import StaffAct, Stop, Table, TableAct
from tables.scopes import EVERYWHERE, PROOF

_TOLD: Final = {
    TableAct.STOP_PLAY: EventName.PLAY_STOPPED,
    TableAct.EXPLAIN_STOP: EventName.PLAY_EXPLAINED,
    TableAct.LIFT_PLAY: EventName.PLAY_LIFTED,
}
HELD: Final = "held"
"""The reason that a table gives while a switch of staff keeps it from going on; under a proof's it is `PROOF`."""
REASONS: Final = frozenset({HELD, PROOF})
EXPLAINED_WITHIN: Final = timedelta(minutes=10)
"""How long a reason may still be given for a switch that was thrown without one."""


class StopRejection(StrEnum):
    """Why a switch stays as it is, in the order of checking."""

    NO_SUCH_SCOPE = "no-such-scope"
    NO_REASON = "no-reason"
    ALREADY_STOPPED = "already-stopped"
    NOT_STOPPED = "not-stopped"
    ALREADY_EXPLAINED = "already-explained"
    THROWN_BY_ANOTHER = "thrown-by-another"
    TOO_LATE = "too-late"


class StopRejected(Rejected):
    """`reason` says why; `until` is until when a reason could be given."""

    reason: StopRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A switch after the act; `at` is when it was thrown or lifted."""

    scope: str
    stopped: bool
    at: datetime


def stop(*, scope: str, by: int, now: datetime, reason: str = "") -> Stopped:
    """Keep new rounds from opening and new bets from being taken: "all", a preset's name, or `scopes.of_table`.

    Rounds in play are finished with the bets that they have. The reason may follow (`explain`). Raises `StopRejected`.
    """
    table_id = _table_of(scope)
    if reason.strip():
        _require_reason(reason)
    try:
        with transaction.atomic():
            Stop.objects.create(scope=scope, reason=reason.strip(), by_id=by, at=now)
            _note(TableAct.STOP_PLAY, scope, by=by, reason=reason, now=now, table_id=table_id)
    except IntegrityError as error:
        raise StopRejected(StopRejection.ALREADY_STOPPED) from error
    return Stopped(scope=scope, stopped=True, at=now)


def explain(*, scope: str, by: int, reason: str, now: datetime) -> Stopped:
    """Give the reason of a switch that was thrown without one: once, by the same person, within ten minutes.

    Raises `StopRejected`.
    """
    table_id = _table_of(scope)
    _require_reason(reason)
    with transaction.atomic():
        row = Stop.objects.select_for_update().filter(scope=scope, lifted_at=None).first()
        if row is None:
            raise StopRejected(StopRejection.NOT_STOPPED)
        if row.reason:
            raise StopRejected(StopRejection.ALREADY_EXPLAINED)
        if row.by_id != by:
            raise StopRejected(StopRejection.THROWN_BY_ANOTHER)
        if now > row.at + EXPLAINED_WITHIN:
            raise StopRejected(StopRejection.TOO_LATE, until=row.at + EXPLAINED_WITHIN)
        row.reason = reason.strip()
        row.save(update_fields=["reason"])
        _note(TableAct.EXPLAIN_STOP, scope, by=by, reason=reason, now=now, table_id=table_id)
    return Stopped(scope=scope, stopped=True, at=row.at)


def lift(*, scope: str, by: int, reason: str, now: datetime) -> Stopped:
    """Let rounds open again. Raises `StopRejected`."""
    table_id = _table_of(scope)
    _require_reason(reason)
    with transaction.atomic():
        if not Stop.objects.filter(scope=scope, lifted_at=None).update(lifted_by_id=by, lifted_at=now):
            raise StopRejected(StopRejection.NOT_STOPPED)
        _note(TableAct.LIFT_PLAY, scope, by=by, reason=reason, now=now, table_id=table_id)
    return Stopped(scope=scope, stopped=False, at=now)


def close_by_proof(*, reason: str, now: datetime) -> Stopped | None:
    """Stop everything because a proof found a difference; None where it is stopped for that already."""
    return _by_house(PROOF, reason=reason, now=now)


def lift_proof(*, by: int, reason: str, now: datetime) -> Stopped:
    """Let play go on that a proof closed; the database asks for two persons' reopening. Raises `StopRejected`."""
    return _lift_of_house(PROOF, by=by, reason=reason, now=now)


def stop_by_drift(*, table_id: int | None, reason: str, by: int | None, now: datetime) -> int:
    """Stop a table, None: everything, because the drift court raised an alarm; the number of the stop, which may stand
    already. `reason` is the stream, `by` who did not wait for the house.
    """
    scope = scopes.of_drift(table_id)
    made, created = Stop.objects.get_or_create(
        scope=scope, lifted_at=None, defaults={"reason": reason, "by_id": None, "at": now}
    )
    if created:
        _note(TableAct.STOP_PLAY, scope, by=by, reason=reason, now=now, table_id=table_id)
    return made.pk


def lift_drift(*, stop_id: int, by: int, reason: str, now: datetime) -> None:
    """Let play go on that the drift court stopped; the database asks for two persons' agreement on each alarm."""
    stopped = Stop.objects.select_for_update().get(pk=stop_id)
    stopped.lifted_by_id, stopped.lifted_at = by, now
    stopped.save(update_fields=["lifted_by", "lifted_at"])
    table_id = scopes.stopped_by_drift(stopped.scope)
    _note(TableAct.LIFT_PLAY, stopped.scope, by=by, reason=reason, now=now, table_id=table_id)


def stop_by_line(*, reason: str, now: datetime) -> Stopped | None:
    """Stop everything because the regulator's line fails, `reason` names the part; None where it is stopped already."""
    return _by_house(scopes.REGULATOR, reason=reason, now=now)


def lift_line(*, by: int, reason: str, now: datetime) -> Stopped:
    """Let play go on that the regulator's line stopped; the database asks for two persons. Raises `StopRejected`."""
    return _lift_of_house(scopes.REGULATOR, by=by, reason=reason, now=now)


def active() -> frozenset[str]:
    """The scopes of the switches that are thrown now."""
    return frozenset(Stop.objects.filter(lifted_at=None).values_list("scope", flat=True))


def _by_house(scope: str, *, reason: str, now: datetime) -> Stopped | None:
    try:
        with transaction.atomic():
            Stop.objects.create(scope=scope, reason=reason, by_id=None, at=now)
            _note(TableAct.STOP_PLAY, scope, by=None, reason=reason, now=now)
    except IntegrityError:
        return None
    return Stopped(scope=scope, stopped=True, at=now)


def _lift_of_house(scope: str, *, by: int, reason: str, now: datetime) -> Stopped:
    with transaction.atomic():
        if not Stop.objects.filter(scope=scope, lifted_at=None).update(lifted_by_id=by, lifted_at=now):
            raise StopRejected(StopRejection.NOT_STOPPED)
        _note(TableAct.LIFT_PLAY, scope, by=by, reason=reason, now=now)
    return Stopped(scope=scope, stopped=False, at=now)


def _table_of(scope: str) -> int | None:
    """The table that the scope names, None for everything and for a game. Raises `StopRejected` for what is neither."""
    table_id = scopes.table_in(scope)
    if table_id is not None and Table.objects.filter(pk=table_id).exists():
        return table_id
    if scope != EVERYWHERE and scope not in PRESETS:
        raise StopRejected(StopRejection.NO_SUCH_SCOPE)
    return None


def _require_reason(reason: str) -> None:
    stated(reason, StopRejected(StopRejection.NO_REASON))


def _note(
    action: TableAct, scope: str, *, by: int | None, reason: str, now: datetime, table_id: int | None = None
) -> None:
    """Write the act down; one at a table is told with that table's acts."""
    StaffAct.objects.create(at=now, by_id=by, action=action, table_id=table_id, subject=scope, reason=reason.strip())
    tell(_TOLD[action], by=by, now=now, key=scope, table_id=table_id, reason=reason.strip())
