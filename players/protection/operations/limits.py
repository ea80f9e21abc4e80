"""Setting limits, confirming higher ones, and giving wishes up. A stricter limit holds at once, a looser one waits.

Amounts are whole cents, a session limit is minutes a day; instants are aware UTC.

A later wish for the same limit drops a waiting one: a raise requested twice waits anew, and lowering cancels a waiting
raise. A raise is carried out only by its second confirmation, from the very moment it is due until it lapses.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction

from kernel.periods import Period
from kernel.rejection import Rejected
from players.accounts.operations.holding import hold_player
from players.events.names import EventName
from players.headroom import write_daily_totals
from players.messages.operations.emails import write_email
from players.models import Exclusion, Limit, LimitKind, LimitSource, LimitState, Person
from players.models.limits import COOLING_OFF
from players.protection.operations.telling import tell_limit
from players.roles import Action, may

CONFIRM_WITHIN: Final = timedelta(days=7)
"""How long a higher limit that is due waits for its confirmation before it lapses."""
MOST_CENTS: Final = 10**12
MOST_MINUTES: Final = 24 * 60
_EMAILS: Final = UUID("b2a86d8f-8c8e-4d0e-9d51-7a3cf4f2a0c1")


@dataclass(frozen=True, slots=True)
class LimitSet:
    """A wish as it now stands. `due_at` is when it can be confirmed, None when it holds already."""

    limit_id: int
    kind: LimitKind
    period: Period
    most: int | None
    state: LimitState
    due_at: datetime | None
    lapses_at: datetime | None
    repeat: bool


class LimitRejection(StrEnum):
    """Why a limit was not set, confirmed or given up; in the order of checking."""

    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_PERIOD = "no-such-period"
    AMOUNT_INVALID = "amount-invalid"
    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    KEY_REUSED = "key-reused"
    NO_SUCH_LIMIT = "no-such-limit"
    NOTHING_CHANGES = "nothing-changes"
    EXCLUDED = "excluded"
    """Nothing is loosened during a break."""
    NOT_WAITING = "not-waiting"
    TOO_EARLY = "too-early"
    LAPSED = "lapsed"


class LimitRejected(Rejected):
    """A limit stayed as it was. `until` is when a confirmation that came too early can be given."""

    reason: LimitRejection


def set_limit(
    *, person_id: int, kind: LimitKind, period: Period, most: int | None, idempotency_key: UUID, now: datetime
) -> LimitSet:
    """Set the person's own limit, or with None for `most` have none (PT-21 to PT-24).

    A first or lower limit holds from this moment. A higher one, or none, can be confirmed after 24 hours, and lapses a
    week later without. The same key and facts: the first answer.

    Raises `LimitRejected`.
    """
    _check(kind, period, most)
    with transaction.atomic():
        person = _held(person_id)
        if first := _earlier(person, LimitSource.SELF, kind, period, most, idempotency_key):
            return first
        present, waiting = _standing(person, LimitSource.SELF, kind, period, now=now)
        if (present is None and most is None) or (present is not None and present.most == most):
            raise LimitRejected(LimitRejection.NOTHING_CHANGES, rule="PT-23", asked=most)
        looser = present is not None and (most is None or (present.most is not None and most > present.most))
        if looser and _is_excluded(person, now):
            raise LimitRejected(LimitRejection.EXCLUDED, rule="PT-25", asked=most)
        if waiting is not None:
            _end(waiting, LimitState.DROPPED, now)
        held = None if present is None else present.most
        wish = Limit(person=person, source=LimitSource.SELF, kind=kind, period=period, most=most, key=idempotency_key)
        wish.requested_at = now
        if looser:
            wish.state, wish.due_at = LimitState.WAITING, now + COOLING_OFF
            wish.lapses_at = wish.due_at + CONFIRM_WITHIN
            wish.save(force_insert=True)
            due = wish.due_at
            tell_limit(EventName.LIMIT_ASKED, wish, before=held, by=person_id, now=now, due_at=due)
        else:
            _put_in_force(wish, present, now)
            tell_limit(EventName.LIMIT_SET, wish, before=held, by=person_id, now=now)
        _tell(wish, "limit-waits" if looser else "limit-set", now)
    return _answer(wish)


def confirm_limit(*, person_id: int, limit_id: int, now: datetime) -> LimitSet:
    """Confirm a higher limit, or its removal, once its 24 hours are over: it holds from this moment (PT-24, UK-05).

    Confirming again answers the same.

    Raises `LimitRejected`.
    """
    with transaction.atomic():
        person = _held(person_id)
        wish = Limit.objects.filter(pk=limit_id, person=person, source=LimitSource.SELF).first()
        if wish is None:
            raise LimitRejected(LimitRejection.NO_SUCH_LIMIT)
        if wish.due_at is not None and wish.starts_at is not None:
            return _answer(wish, repeat=True)
        if wish.state == LimitState.LAPSED:
            raise LimitRejected(LimitRejection.LAPSED, rule="UK-05")
        if wish.state != LimitState.WAITING or wish.due_at is None or wish.lapses_at is None:
            raise LimitRejected(LimitRejection.NOT_WAITING)
        if now < wish.due_at:
            raise LimitRejected(LimitRejection.TOO_EARLY, rule="PT-24", until=wish.due_at)
        if now >= wish.lapses_at:
            raise LimitRejected(LimitRejection.LAPSED, rule="UK-05")
        if _is_excluded(person, now):
            raise LimitRejected(LimitRejection.EXCLUDED, rule="PT-25", asked=wish.most)
        present, _ = _standing(person, LimitSource.SELF, LimitKind(wish.kind), Period(wish.period), now=now)
        _put_in_force(wish, present, now)
        held = None if present is None else present.most
        tell_limit(EventName.LIMIT_RAISED, wish, before=held, by=person_id, now=now)
        _tell(wish, "limit-raised", now)
    return _answer(wish)


def cancel_limit(*, person_id: int, limit_id: int, now: datetime) -> LimitSet:
    """Give up a higher limit that waits; the limit in force stays. Giving up again answers the same.

    Raises `LimitRejected`.
    """
    with transaction.atomic():
        person = _held(person_id)
        wish = Limit.objects.filter(pk=limit_id, person=person, source=LimitSource.SELF).first()
        if wish is None:
            raise LimitRejected(LimitRejection.NO_SUCH_LIMIT)
        if wish.state == LimitState.CANCELLED:
            return _answer(wish, repeat=True)
        if wish.state != LimitState.WAITING:
            raise LimitRejected(LimitRejection.NOT_WAITING)
        _end(wish, LimitState.CANCELLED, now)
        tell_limit(EventName.LIMIT_CANCELLED, wish, before=None, by=person_id, now=now)
        _tell(wish, "limit-cancelled", now)
    return _answer(wish)


def set_operators_limit(
    *,
    person_id: int,
    kind: LimitKind,
    period: Period,
    most: int | None,
    reason: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
) -> LimitSet:
    """Set the operator's limit for one person, at once in both directions; the stricter of all holds (GL-09).

    Raises `LimitRejected`.
    """
    _check(kind, period, most)
    reason = reason.strip()
    if not reason:
        raise LimitRejected(LimitRejection.REASON_MISSING, rule="GL-16")
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if not may(author, Action.LIMIT_PLAYER):
            raise LimitRejected(LimitRejection.NOT_ALLOWED, rule="PT-16")
        person = _held(person_id)
        if first := _earlier(person, LimitSource.OPERATOR, kind, period, most, idempotency_key):
            return first
        present, _ = _standing(person, LimitSource.OPERATOR, kind, period, now=now)
        if (None if present is None else present.most) == most:
            raise LimitRejected(LimitRejection.NOTHING_CHANGES, asked=most)
        wish = Limit(
            person=person, source=LimitSource.OPERATOR, kind=kind, period=period, most=most, key=idempotency_key
        )
        wish.requested_at, wish.by, wish.reason = now, author, reason
        _put_in_force(wish, present, now)
        held = None if present is None else present.most
        tell_limit(EventName.LIMIT_SET, wish, before=held, by=by, now=now, why=reason)
        _tell(wish, "limit-by-house", now)
    return _answer(wish)


def lapse_limits(*, now: datetime, limit: int = 500) -> int:
    """Note the higher limits that were not confirmed in time; return how many. Safe twice, safe late."""
    due = Limit.objects.filter(state=LimitState.WAITING, lapses_at__lte=now).order_by("pk")
    lapsed = 0
    for person_id, limit_id in due.values_list("person_id", "pk")[:limit]:
        with transaction.atomic():
            hold_player(person_id)
            wish = Limit.objects.filter(pk=limit_id, state=LimitState.WAITING).first()
            if wish is not None:
                _end(wish, LimitState.LAPSED, now)
                tell_limit(EventName.LIMIT_LAPSED, wish, before=None, by=None, now=now)
                _tell(wish, "limit-lapsed", now)
                lapsed += 1
    return lapsed


def _check(kind: LimitKind, period: Period, most: int | None) -> None:
    if kind is LimitKind.SESSION and period is not Period.DAY:
        raise LimitRejected(LimitRejection.NO_SUCH_PERIOD)
    least, highest = (1, MOST_MINUTES) if kind is LimitKind.SESSION else (0, MOST_CENTS)
    if most is not None and (type(most) is not int or not least <= most <= highest):
        asked = most if type(most) is int else None
        raise LimitRejected(LimitRejection.AMOUNT_INVALID, rule="UK-04", asked=asked, most=highest)


def _held(person_id: int) -> Person:
    person = hold_player(person_id)
    if person is None:
        raise LimitRejected(LimitRejection.NO_SUCH_PERSON)
    return person


def _earlier(
    person: Person, source: LimitSource, kind: LimitKind, period: Period, most: int | None, key: UUID
) -> LimitSet | None:
    first = Limit.objects.filter(person=person, key=key).first()
    if first is None:
        return None
    if (first.source, first.kind, first.period, first.most) != (source, kind, period, most):
        raise LimitRejected(LimitRejection.KEY_REUSED)
    return _answer(first, repeat=True)


def _standing(
    person: Person, source: LimitSource, kind: LimitKind, period: Period, *, now: datetime
) -> tuple[Limit | None, Limit | None]:
    """The limit in force and the one that waits; one whose time is over lapses first."""
    same = Limit.objects.filter(person=person, source=source, kind=kind, period=period)
    waiting = same.filter(state=LimitState.WAITING).first()
    if waiting is not None and waiting.lapses_at is not None and now >= waiting.lapses_at:
        _end(waiting, LimitState.LAPSED, now)
        tell_limit(EventName.LIMIT_LAPSED, waiting, before=None, by=None, now=now)
        _tell(waiting, "limit-lapsed", now)
        waiting = None
    return same.filter(state=LimitState.IN_FORCE).first(), waiting


def _is_excluded(person: Person, now: datetime) -> bool:
    return any(exclusion.is_in_force(now) for exclusion in Exclusion.objects.filter(person=person))


def _put_in_force(wish: Limit, present: Limit | None, now: datetime) -> None:
    if present is not None:
        _end(present, LimitState.REPLACED, now)
    wish.starts_at = now
    wish.state = LimitState.REMOVED if wish.most is None else LimitState.IN_FORCE
    # A wish that waited keeps all that was wished.
    wish.save(update_fields=["starts_at", "state"] if wish.pk else None)
    # From here on every bet counts the person's play: play so far is summed once, now.
    write_daily_totals([wish.person_id])


def _end(limit: Limit, state: LimitState, now: datetime) -> None:
    limit.state, limit.ended_at = state, now
    limit.save(update_fields=["state", "ended_at"])


def _tell(wish: Limit, email: str, now: datetime) -> None:
    facts: Mapping[str, Any] = {
        "kind": wish.kind,
        "period": wish.period,
        "most": wish.most,
        "reason": wish.reason,
        **({"due_at": wish.due_at.isoformat()} if wish.due_at else {}),
        **({"lapses_at": wish.lapses_at.isoformat()} if wish.lapses_at else {}),
        "changed_at": now.isoformat(),
    }
    key = uuid5(_EMAILS, str(wish.pk))
    write_email(person_id=wish.person_id, kind=email, facts=facts, idempotency_key=key, now=now)


def _answer(wish: Limit, *, repeat: bool = False) -> LimitSet:
    return LimitSet(
        limit_id=wish.pk,
        kind=LimitKind(wish.kind),
        period=Period(wish.period),
        most=wish.most,
        state=LimitState(wish.state),
        due_at=wish.due_at,
        lapses_at=wish.lapses_at,
        repeat=repeat,
    )
