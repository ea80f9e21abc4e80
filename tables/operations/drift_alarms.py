"""What staff decide on an alarm of the drift court: whether play goes on, and two persons who open it again (RN-10)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import transaction

from kernel.reasons import REASON, stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from tables import scopes
from tables.models import DriftAlarm
from tables.operations import stops
from tables.operations.court import stop_for

TEXT: Final = (3, 1_000)


class AlarmRejection(StrEnum):
    """Why an alarm stays as it is, in the order of checking."""

    NO_REASON = "no-reason"
    NO_CAUSE = "no-cause"
    """Cause and solution are both asked for."""
    NO_SUCH_ALARM = "no-such-alarm"
    ALREADY_DECIDED = "already-decided"
    STOPPED = "stopped"
    """Play is stopped: two persons open it again."""
    NOT_STOPPED = "not-stopped"
    ALREADY_PROPOSED = "already-proposed"
    NOT_PROPOSED = "not-proposed"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class AlarmRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: AlarmRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class AlarmActed:
    """An alarm after the act; `open_again` once nothing of the drift court stops that place any more."""

    alarm_id: int
    stopped: bool
    open_again: bool = False
    repeat: bool = False


def let_on(*, alarm_id: int, reason: str, by: int, now: datetime) -> AlarmActed:
    """Let play go on although the alarm stands, before it stops play by itself; the incident stays open.

    Decided so by the same person already: the same answer. Raises `AlarmRejected`.
    """
    said = _said(reason, REASON, AlarmRejection.NO_REASON)
    with transaction.atomic():
        alarm = _locked(alarm_id)
        if alarm.let_on_by_id == by and alarm.let_on_reason == said:
            return AlarmActed(alarm_id=alarm.pk, stopped=False, repeat=True)
        _require_undecided(alarm)
        if alarm.stop_id is not None:
            raise AlarmRejected(AlarmRejection.STOPPED)
        alarm.let_on_by_id, alarm.let_on_at, alarm.let_on_reason = by, now, said
        alarm.save(update_fields=["let_on_by", "let_on_at", "let_on_reason"])
        _tell(EventName.DRIFT_LET_ON, alarm, by=by, reason=said, now=now)
    return AlarmActed(alarm_id=alarm.pk, stopped=False)


def stop_now(*, alarm_id: int, by: int, now: datetime) -> AlarmActed:
    """Do not wait for the hour: stop play after the round in play. Stopped already: the same answer.

    Raises `AlarmRejected`.
    """
    with transaction.atomic():
        alarm = _locked(alarm_id)
        if alarm.stop_id is not None and alarm.decided_at is None:
            return AlarmActed(alarm_id=alarm.pk, stopped=True, repeat=True)
        _require_undecided(alarm)
        stop_for(alarm, by=by, now=now)
    return AlarmActed(alarm_id=alarm.pk, stopped=True)


def propose_reopening(*, alarm_id: int, cause: str, solution: str, by: int, now: datetime) -> AlarmActed:
    """Propose to a second person to open again, with cause and solution. The same words again: the same answer.

    Raises `AlarmRejected`.
    """
    why, how = _said(cause, TEXT, AlarmRejection.NO_CAUSE), _said(solution, TEXT, AlarmRejection.NO_CAUSE)
    with transaction.atomic():
        alarm = _locked(alarm_id)
        _require_undecided(alarm)
        if alarm.stop_id is None:
            raise AlarmRejected(AlarmRejection.NOT_STOPPED)
        if alarm.proposed_by_id is not None:
            if (alarm.proposed_by_id, alarm.cause, alarm.solution) == (by, why, how):
                return AlarmActed(alarm_id=alarm.pk, stopped=True, repeat=True)
            raise AlarmRejected(AlarmRejection.ALREADY_PROPOSED)
        _propose(alarm, by, now, why, how)
        _tell(EventName.DRIFT_REOPENING_PROPOSED, alarm, by=by, reason=f"{why} / {how}", now=now)
    return AlarmActed(alarm_id=alarm.pk, stopped=True)


def approve_reopening(*, alarm_id: int, by: int, now: datetime) -> AlarmActed:
    """Agree to another person's proposal: rounds open again once every alarm of that stop is agreed on.

    The same person again: the same answer. Raises `AlarmRejected`.
    """
    with transaction.atomic():
        alarm = _locked(alarm_id)
        if alarm.decided_by_id == by:
            return AlarmActed(alarm_id=alarm.pk, stopped=False, open_again=not _others_open(alarm), repeat=True)
        _require_undecided(alarm)
        if alarm.proposed_by_id is None:
            raise AlarmRejected(AlarmRejection.NOT_PROPOSED)
        if alarm.proposed_by_id == by:
            raise AlarmRejected(AlarmRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[alarm.proposed_by_id], now=now)) is not None:
            raise AlarmRejected(AlarmRejection(late.why.value), until=late.until)
        alarm.decided_by_id, alarm.decided_at = by, now
        alarm.save(update_fields=["decided_by", "decided_at"])
        left = _others_open(alarm)
        if not left:
            assert alarm.stop_id is not None, "the database has no proposal without a stop"
            stops.lift_drift(stop_id=alarm.stop_id, by=by, reason=alarm.solution[: REASON[1]], now=now)
    return AlarmActed(alarm_id=alarm.pk, stopped=left, open_again=not left)


def reject_reopening(*, alarm_id: int, reason: str, by: int, now: datetime) -> AlarmActed:
    """Turn a proposal down, or take back one's own: play stays stopped. Raises `AlarmRejected`."""
    said = _said(reason, REASON, AlarmRejection.NO_REASON)
    with transaction.atomic():
        alarm = _locked(alarm_id)
        _require_undecided(alarm)
        if alarm.proposed_by_id is None:
            raise AlarmRejected(AlarmRejection.NOT_PROPOSED)
        proposed_by = alarm.proposed_by_id
        _propose(alarm, None, None, "", "")
        _tell(EventName.DRIFT_REOPENING_REJECTED, alarm, by=by, reason=said, now=now, proposed_by=proposed_by)
    return AlarmActed(alarm_id=alarm.pk, stopped=True)


def _propose(alarm: DriftAlarm, by: int | None, at: datetime | None, cause: str, solution: str) -> None:
    alarm.proposed_by_id, alarm.proposed_at, alarm.cause, alarm.solution = by, at, cause, solution
    alarm.save(update_fields=["proposed_by", "proposed_at", "cause", "solution"])


def _others_open(alarm: DriftAlarm) -> bool:
    """Whether another alarm of the same stop still waits. Read after both rows were held in their order."""
    same = DriftAlarm.objects.select_for_update().filter(stop=alarm.stop, decided_at=None)
    return same.exclude(pk=alarm.pk).order_by("pk").exists()


def _locked(alarm_id: int) -> DriftAlarm:
    alarm = DriftAlarm.objects.select_for_update().filter(pk=alarm_id).first()
    if alarm is None:
        raise AlarmRejected(AlarmRejection.NO_SUCH_ALARM)
    return alarm


def _require_undecided(alarm: DriftAlarm) -> None:
    if alarm.let_on_at is not None or alarm.decided_at is not None:
        raise AlarmRejected(AlarmRejection.ALREADY_DECIDED)


def _said(text: str, length: tuple[int, int], otherwise: AlarmRejection) -> str:
    return stated(text, AlarmRejected(otherwise), lengths=length)


def _tell(name: EventName, alarm: DriftAlarm, *, by: int, reason: str, now: datetime, **facts: Any) -> None:
    scope = scopes.of_drift(alarm.table_id)
    tell(name, by=by, now=now, key=scope, table_id=alarm.table_id, reason=reason, stream=alarm.stream, **facts)
