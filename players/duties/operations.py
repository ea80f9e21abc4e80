"""Duties that come round: given to a colleague, noted as done with their evidence; the calendar's address; the drills.

Instants are aware UTC. One row a turn, locked by its id alone.
"""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import transaction

from kernel.calendar import lisbon_date
from kernel.reasons import stated
from kernel.rejection import Rejected
from players.duties.calendar import DUTIES, DutyCode, Period, period_named, period_of
from players.duties.drills import DrillFault
from players.events.names import EventName, Subject
from players.events.telling import tell
from players.inbox.operations.work import hand
from players.inbox.things import Thing
from players.models import CalendarFeed, DutyTurn, Person
from players.roles import Action, may
from players.staff.queries import members_who_may

EVIDENCE: Final = (3, 1_000)
"""The fewest and the most characters of what shows that a duty was done."""


class DutyRejection(StrEnum):
    """Why a duty stays as it was, in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    EVIDENCE_MISSING = "evidence-missing"
    NO_SUCH_DUTY = "no-such-duty"
    NOT_YET = "not-yet"
    """Its period has not begun."""
    ALREADY_DONE = "already-done"
    NOT_ONE_OF_US = "not-one-of-us"
    """The owner does no duties."""


class DutyRejected(Rejected):
    """`reason` says why."""

    reason: DutyRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyActed:
    """A turn after the act. `repeat`: it was so already, and nothing was written."""

    code: DutyCode
    period: str
    owner_id: int | None
    done: bool
    repeat: bool = False


def assign(*, code: str, period: str, owner_id: int | None, by: int, now: datetime) -> DutyActed:
    """Give a turn that is not done to a colleague who does duties, or take its owner away; it is in their inbox then.

    Raises `DutyRejected`.
    """
    with transaction.atomic():
        _author(by)
        turn = _open_turn(code, period, now)
        if owner_id is not None and owner_id not in members_who_may(Action.DO_DUTIES):
            raise DutyRejected(DutyRejection.NOT_ONE_OF_US)
        before = turn.owner_id
        if before == owner_id:
            return _acted(turn, repeat=True)
        turn.owner_id = owner_id
        turn.save(update_fields=["owner"])
        thing = Thing(Subject.DUTY, _key(turn))
        hand([thing], person_id=owner_id, by=by, now=now, told=True)
        tell(EventName.DUTY_ASSIGNED, by=by, now=now, key=thing.key, before=before, after=owner_id)
    return _acted(turn)


def note_done(*, code: str, period: str, evidence: str, by: int, now: datetime) -> DutyActed:
    """Note that a turn was done, and what shows it. Raises `DutyRejected`."""
    with transaction.atomic():
        _author(by)
        said = stated(evidence, DutyRejected(DutyRejection.EVIDENCE_MISSING), lengths=EVIDENCE)
        turn = _open_turn(code, period, now)
        turn.done_at, turn.done_by_id, turn.evidence = now, by, said
        turn.save(update_fields=["done_at", "done_by", "evidence"])
        tell(EventName.DUTY_DONE, by=by, now=now, key=_key(turn), evidence=said)
    return _acted(turn)


class DrillRejection(StrEnum):
    """Why a drill was not noted."""

    NO_SUCH_FAULT = "no-such-fault"
    NOT_PAST = "not-past"
    """The copy has a transaction of a moment that is still to come."""
    NEGATIVE = "negative"
    """A count or a time below zero."""


class DrillRejected(Rejected):
    """`reason` says why."""

    reason: DrillRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Drilled:
    """A drill that held. `until`: the copy's last transaction; `lacks`: seconds from there to the drill's beginning;
    `transfers`, `rounds`, `days`: what was proven; `seconds`: how long it took."""

    until: datetime
    lacks: int
    transfers: int
    rounds: int
    days: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedDrill:
    """A drill as it was noted: at which turn of the duty it stands."""

    period: str
    proven: bool


def note_drill_proven(*, backup: str, found: Drilled, now: datetime) -> NotedDrill:
    """Note that a backup was restored elsewhere and held (GL-49). Raises `DrillRejected`."""
    if found.until > now:
        raise DrillRejected(DrillRejection.NOT_PAST)
    if min(found.lacks, found.transfers, found.rounds, found.days, found.seconds) < 0:
        raise DrillRejected(DrillRejection.NEGATIVE)
    facts = {"until": found.until.isoformat(), "lacks": found.lacks, "transfers": found.transfers}
    facts |= {"rounds": found.rounds, "days": found.days, "seconds": found.seconds}
    return _noted(EventName.DRILL_PROVEN, now=now, backup=backup, **facts)


def note_drill_failed(*, backup: str, fault: str, now: datetime) -> NotedDrill:
    """Note that a backup could not be restored, or did not hold, by a `DrillFault`. Raises `DrillRejected`."""
    if fault not in set(DrillFault):
        raise DrillRejected(DrillRejection.NO_SUCH_FAULT)
    return _noted(EventName.DRILL_FAILED, now=now, backup=backup, fault=fault)


def _noted(name: EventName, *, now: datetime, **facts: Any) -> NotedDrill:
    """Drills stand at the turn of the quarter's duty that they fall into: its page tells all of them."""
    duty = DUTIES[DutyCode.RESTORE_DRILL]
    period = period_of(lisbon_date(now), duty.every).key
    with transaction.atomic():
        tell(name, by=None, now=now, key=f"{duty.code}/{period}", **facts)
    return NotedDrill(period=period, proven=name is EventName.DRILL_PROVEN)


class BackupRejection(StrEnum):
    """Why a backup was not noted."""

    NAME_MISSING = "name-missing"
    NEGATIVE = "negative"
    """A size or a time below zero."""


class BackupRejected(Rejected):
    """`reason` says why."""

    reason: BackupRejection


@dataclass(frozen=True, slots=True)
class NotedBackup:
    """A backup as it was noted."""

    name: str


def note_backup(*, backup: str, full: bool, size: int, seconds: int, now: datetime) -> NotedBackup:
    """Note that a backup was made and verified: its name, size in bytes, how long it took. Raises `BackupRejected`."""
    if not backup or len(backup) > 40:
        raise BackupRejected(BackupRejection.NAME_MISSING)
    if min(size, seconds) < 0:
        raise BackupRejected(BackupRejection.NEGATIVE)
    with transaction.atomic():
        tell(EventName.BACKUP_MADE, by=None, now=now, key=backup, backup=backup, full=full, size=size, seconds=seconds)
    return NotedBackup(backup)


def make_feed(*, person_id: int, now: datetime) -> str:
    """A new secret for the member's calendar, said once; an earlier one opens nothing from now on."""
    secret = secrets.token_urlsafe(32)
    with transaction.atomic():
        _end_feed(person_id, now)
        CalendarFeed.objects.create(member_id=person_id, digest=digest_of(secret), made_at=now)
    return secret


def revoke_feed(*, person_id: int, now: datetime) -> bool:
    """End the member's calendar; answers whether there was one."""
    with transaction.atomic():
        return _end_feed(person_id, now)


def digest_of(secret: str) -> str:
    """As the row knows a secret: 32 random bytes need no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _end_feed(person_id: int, now: datetime) -> bool:
    # The member's own row is held, so that two requests at once leave one address.
    Person.objects.select_for_update(no_key=True).get(pk=person_id)
    return bool(CalendarFeed.objects.filter(member_id=person_id, revoked_at=None).update(revoked_at=now))


def _author(by: int) -> None:
    if not may(Person.objects.filter(pk=by).first(), Action.DO_DUTIES):
        raise DutyRejected(DutyRejection.NOT_ALLOWED)


def _open_turn(code: str, key: str, now: datetime) -> DutyTurn:
    period = _period(code, key)
    if period.first > lisbon_date(now):
        raise DutyRejected(DutyRejection.NOT_YET)
    DutyTurn.objects.get_or_create(code=code, period=key)
    turn = DutyTurn.objects.select_for_update(no_key=True, of=("self",)).get(code=code, period=key)
    if turn.done_at is not None:
        raise DutyRejected(DutyRejection.ALREADY_DONE)
    return turn


def _period(code: str, key: str) -> Period:
    duty = DUTIES[DutyCode(code)] if code in set(DutyCode) else None
    period = period_named(duty, key) if duty is not None else None
    if period is None:
        raise DutyRejected(DutyRejection.NO_SUCH_DUTY)
    return period


def _key(turn: DutyTurn) -> str:
    return f"{turn.code}/{turn.period}"


def _acted(turn: DutyTurn, *, repeat: bool = False) -> DutyActed:
    return DutyActed(
        code=DutyCode(turn.code),
        period=turn.period,
        owner_id=turn.owner_id,
        done=turn.done_at is not None,
        repeat=repeat,
    )
