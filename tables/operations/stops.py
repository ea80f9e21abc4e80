"""Switches that keep new rounds from opening, everywhere or for one ruleset, until they are lifted (PT-44, C4)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import IntegrityError, transaction

from baccarat.rulesets import PRESETS
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from tables.models import StaffAct, Stop, TableAct

EVERYWHERE: Final = "all"
PROOF: Final = "proof"
"""Everything too, thrown by the house itself when a proof found a difference (D5)."""
HELD: Final = "held"
"""The reason that a table gives while a switch of staff keeps it from going on; under a proof's it is `PROOF`."""
REASONS: Final = frozenset({HELD, PROOF})
REASON_MAX: Final = 300


class StopRejection(StrEnum):
    """Why a switch stays as it is, in the order of checking."""

    NO_SUCH_SCOPE = "no-such-scope"
    NO_REASON = "no-reason"
    ALREADY_STOPPED = "already-stopped"
    NOT_STOPPED = "not-stopped"


class StopRejected(Rejected):
    """`reason` says why."""

    reason: StopRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Stopped:
    """A switch after the act; `at` is when it was thrown or lifted."""

    scope: str
    stopped: bool
    at: datetime


def stop(*, scope: str, by: int, reason: str, now: datetime) -> Stopped:
    """Keep new rounds from opening and new bets from being taken: "all", or a preset's name. Raises `StopRejected`.

    Rounds in play are finished with the bets that they have.
    """
    _check(scope, reason)
    try:
        with transaction.atomic():
            Stop.objects.create(scope=scope, reason=reason.strip(), by_id=by, at=now)
            _note(TableAct.STOP_PLAY, scope, by=by, reason=reason, now=now)
    except IntegrityError as error:
        raise StopRejected(StopRejection.ALREADY_STOPPED) from error
    return Stopped(scope=scope, stopped=True, at=now)


def lift(*, scope: str, by: int, reason: str, now: datetime) -> Stopped:
    """Let rounds open again. Raises `StopRejected`."""
    _check(scope, reason)
    with transaction.atomic():
        if not Stop.objects.filter(scope=scope, lifted_at=None).update(lifted_by_id=by, lifted_at=now):
            raise StopRejected(StopRejection.NOT_STOPPED)
        _note(TableAct.LIFT_PLAY, scope, by=by, reason=reason, now=now)
    return Stopped(scope=scope, stopped=False, at=now)


def close_by_proof(*, reason: str, now: datetime) -> Stopped | None:
    """Stop everything because a proof found a difference; None where it is stopped for that already."""
    try:
        with transaction.atomic():
            Stop.objects.create(scope=PROOF, reason=reason, by_id=None, at=now)
            _note(TableAct.STOP_PLAY, PROOF, by=None, reason=reason, now=now)
    except IntegrityError:
        return None
    return Stopped(scope=PROOF, stopped=True, at=now)


def lift_proof(*, by: int, reason: str, now: datetime) -> Stopped:
    """Let play go on that a proof closed; the database asks for two persons' reopening. Raises `StopRejected`."""
    with transaction.atomic():
        if not Stop.objects.filter(scope=PROOF, lifted_at=None).update(lifted_by_id=by, lifted_at=now):
            raise StopRejected(StopRejection.NOT_STOPPED)
        _note(TableAct.LIFT_PLAY, PROOF, by=by, reason=reason, now=now)
    return Stopped(scope=PROOF, stopped=False, at=now)


def holds(preset: str, scopes: frozenset[str]) -> bool:
    """Whether the active switches keep a ruleset's tables from going on."""
    return not scopes.isdisjoint({EVERYWHERE, PROOF, preset})


def active() -> frozenset[str]:
    """The scopes of the switches that are thrown now."""
    return frozenset(Stop.objects.filter(lifted_at=None).values_list("scope", flat=True))


def _check(scope: str, reason: str) -> None:
    if scope != EVERYWHERE and scope not in PRESETS:
        raise StopRejected(StopRejection.NO_SUCH_SCOPE)
    if not 3 <= len(reason.strip()) <= REASON_MAX:
        raise StopRejected(StopRejection.NO_REASON)


def _note(action: TableAct, scope: str, *, by: int | None, reason: str, now: datetime) -> None:
    StaffAct.objects.create(at=now, by_id=by, action=action, subject=scope, reason=reason.strip())
    name = EventName.PLAY_STOPPED if action is TableAct.STOP_PLAY else EventName.PLAY_LIFTED
    tell(name, by=by, now=now, key=scope, reason=reason.strip())
