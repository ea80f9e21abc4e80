"""Raising signals, and what staff do about them: note, talk, close with a reason. Nothing is forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from players.models import Person, Signal, SignalStep
from players.models import SignalAct as SignalAct
from players.protection.harm import Sign
from players.roles import Action, may


@dataclass(frozen=True, slots=True)
class SignalStepped:
    """The act on a signal; `closed` says whether the signal is closed."""

    signal_id: int
    act: SignalAct
    at: datetime
    closed: bool


class SignalRejection(StrEnum):
    """Why nothing was noted; in the order of checking."""

    TEXT_MISSING = "text-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_SIGNAL = "no-such-signal"
    CLOSED = "closed"


class SignalRejected(Rejected):
    """Nothing was noted."""

    reason: SignalRejection


def raise_signals(*, person_id: int, day: date, signs: Sequence[Sign], now: datetime) -> int:
    """Write down the signs of a person's day; one already there gets its newer figures. Answers how many are new."""
    new = 0
    with transaction.atomic():
        for sign in signs:
            facts = dict(sign.facts)
            signal, created = Signal.objects.get_or_create(
                person_id=person_id, kind=sign.kind, day=day, defaults={"facts": facts, "raised_at": now}
            )
            if not created and signal.facts != facts and signal.closed_at is None:
                signal.facts = facts
                signal.save(update_fields=["facts"])
            if created:
                key, kind = f"S-{signal.pk}", str(sign.kind)
                tell(EventName.SIGNAL_RAISED, by=None, now=now, key=key, person_id=person_id, kind=kind, day=day)
            new += created
    return new


def step(*, signal_id: int, act: SignalAct, text: str, by: int, now: datetime) -> SignalStepped:
    """Note what was done about a signal, or close it with a reason. Raises `SignalRejected`."""
    text = text.strip()
    if not text:
        raise SignalRejected(SignalRejection.TEXT_MISSING)
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if author is None or not may(author, Action.EXCLUDE_PLAYER):
            raise SignalRejected(SignalRejection.NOT_ALLOWED)
        signal = Signal.objects.select_for_update().filter(pk=signal_id).first()
        if signal is None:
            raise SignalRejected(SignalRejection.NO_SUCH_SIGNAL)
        if signal.closed_at is not None:
            raise SignalRejected(SignalRejection.CLOSED)
        SignalStep.objects.create(signal=signal, act=act, text=text, by=author, at=now)
        if act is SignalAct.CLOSE:
            signal.closed_at = now
            signal.save(update_fields=["closed_at"])
        tell(
            EventName.SIGNAL_STEPPED,
            by=by,
            now=now,
            key=f"S-{signal.pk}",
            person_id=signal.person_id,
            kind=str(signal.kind),
            why=text,
            step=act.value,
        )
    return SignalStepped(signal_id, act, now, closed=act is SignalAct.CLOSE)
