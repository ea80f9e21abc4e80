"""What the house owes by a deadline: written with its cause, done by a system or noted by a person. Never forgotten."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import transaction

from players.models import Duty, DutyKind, Person
from players.roles import Action, may
from wallet import queries as ledger
from wallet.money import Currency

WITHIN: Final = timedelta(hours=24)
"""PT-29: how long the regulator may wait for news of an exclusion."""
TO_THE_REGULATOR: Final = (DutyKind.NOTIFY_EXCLUSION, DutyKind.NOTIFY_REVOCATION)


@dataclass(frozen=True, slots=True)
class Notice:
    """What a regulator is told: about whom, what, since when."""

    duty_id: int
    kind: DutyKind
    person_id: int
    subject: str
    facts: Mapping[str, Any]
    due_at: datetime


@dataclass(frozen=True, slots=True)
class DutyDone:
    """A duty done. `repeat`: it was already, by whom and when it says."""

    duty_id: int
    kind: DutyKind
    done_at: datetime
    note: str
    repeat: bool


class DutyRefusal(StrEnum):
    """Why a duty was not noted as done; in the order of checking."""

    NOTE_MISSING = "note-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_DUTY = "no-such-duty"
    BALANCE_REMAINS = "balance-remains"
    """What is owed is in the balance still: a note pays nobody."""


class DutyRefused(Exception):
    """A duty stays open. `most` is what the balance still holds, in cents, where that is the reason."""

    def __init__(self, reason: DutyRefusal, *, rule: str = "", most: int | None = None) -> None:
        super().__init__(reason.value)
        self.reason, self.rule, self.most = reason, rule, most


def owe(
    *, kind: DutyKind, person_id: int, subject: str, facts: Mapping[str, Any], now: datetime, within: timedelta = WITHIN
) -> int:
    """Write a duty inside the transaction of what causes it; the same kind and subject: the first one again."""
    duty, _ = Duty.objects.get_or_create(
        kind=kind,
        subject=subject,
        defaults={"person_id": person_id, "facts": dict(facts), "created_at": now, "due_at": now + within},
    )
    return duty.pk


def note_done(*, duty_id: int, note: str, by: int, now: datetime) -> DutyDone:
    """Note that a member of staff did what was owed, and how; a balance is not paid while the ledger holds it.

    Raises `DutyRefused`.
    """
    note = note.strip()
    if not note:
        raise DutyRefused(DutyRefusal.NOTE_MISSING)
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if not may(author, Action.EXCLUDE_PLAYER):
            raise DutyRefused(DutyRefusal.NOT_ALLOWED)
        duty = Duty.objects.select_for_update(of=("self",)).filter(pk=duty_id).first()
        if duty is None:
            raise DutyRefused(DutyRefusal.NO_SUCH_DUTY)
        balance = _owed_still(duty)
        if balance:
            raise DutyRefused(DutyRefusal.BALANCE_REMAINS, rule="PT-28", most=balance)
        return _finish(duty, note, author, now)


def notify_regulator(*, send: Callable[[Notice], str], now: datetime, limit: int = 50) -> int:
    """Send the notices that are owed, the most urgent first, and note the receipts; answers how many.

    One whose sending raises `OSError` waits for the next sweep. Killed between sending and noting, it goes out twice.
    """
    for done in range(limit):
        with transaction.atomic():
            duty = (
                Duty.objects.select_for_update(skip_locked=True, of=("self",))
                .filter(kind__in=TO_THE_REGULATOR, done_at__isnull=True)
                .order_by("due_at", "pk")
                .first()
            )
            if duty is None:
                return done
            try:
                receipt = send(_notice(duty))
            except OSError:
                return done
            _finish(duty, receipt, None, now)
    return limit


def carry_out(*, kind: DutyKind, act: Callable[[Notice], str | None], now: datetime, limit: int = 50) -> int:
    """Let `act` do each open duty of `kind` in the duty's own transaction; what it answers is noted as done.

    `None` leaves the duty open, and in nobody's way: whatever waits behind it is tried too. Answers how many were done.
    """
    waiting = Duty.objects.filter(kind=kind, done_at__isnull=True).order_by("due_at", "pk")
    done = 0
    for duty_id in list(waiting.values_list("pk", flat=True)):
        if done == limit:
            break
        with transaction.atomic():
            duty = (
                Duty.objects.select_for_update(skip_locked=True, of=("self",))
                .filter(pk=duty_id, done_at__isnull=True)
                .first()
            )
            note = None if duty is None else act(_notice(duty))
            if duty is not None and note is not None:
                _finish(duty, note, None, now)
                done += 1
    return done


def _owed_still(duty: Duty) -> int:
    """What the account of a payout that is owed still holds, in cents; 0 for whatever else is owed, or is done."""
    if duty.kind != DutyKind.PAY_OUT or duty.done_at is not None:
        return 0
    person = Person.objects.get(pk=duty.person_id)
    return 0 if person.closed_at is None else ledger.balance(person.person_key, Currency.EUR)


def _notice(duty: Duty) -> Notice:
    return Notice(duty.pk, DutyKind(duty.kind), duty.person_id, duty.subject, duty.facts, duty.due_at)


def _finish(duty: Duty, note: str, author: Person | None, now: datetime) -> DutyDone:
    if duty.done_at is not None:
        return DutyDone(duty.pk, DutyKind(duty.kind), duty.done_at, duty.note, repeat=True)
    duty.done_at, duty.done_by, duty.note = now, author, note
    duty.save(update_fields=["done_at", "done_by", "note"])
    return DutyDone(duty.pk, DutyKind(duty.kind), now, note, repeat=False)
