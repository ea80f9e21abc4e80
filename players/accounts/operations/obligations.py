"""Obligations with a deadline: written with their cause, done by a system or noted by a person. Never forgotten."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from kernel.money import Currency
from kernel.rejection import Rejected
from players.adapters.operations import note_answer, note_failure
from players.events.names import EventName
from players.events.telling import tell
from players.models import Adapter, Obligation, ObligationKind, Person
from players.roles import Action, may
from wallet import queries as ledger

WITHIN: Final = timedelta(hours=24)
"""PT-29: how long the regulator may wait for news of an exclusion."""
AWAY: Final = 5
"""After so many notices in a row that it did not take, the regulator's desk is left alone until the next sweep."""
TO_THE_REGULATOR: Final = (ObligationKind.NOTIFY_EXCLUSION, ObligationKind.NOTIFY_REVOCATION)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to a regulator: about whom, what, since when."""

    obligation_id: int
    kind: ObligationKind
    person_id: int
    subject: str
    facts: Mapping[str, Any]
    due_at: datetime


@dataclass(frozen=True, slots=True)
class ObligationDone:
    """An obligation done. `repeat`: it was already, by whom and when it says."""

    obligation_id: int
    kind: ObligationKind
    done_at: datetime
    note: str
    repeat: bool


class ObligationRejection(StrEnum):
    """Why an obligation was not noted as done; in the order of checking."""

    NOTE_MISSING = "note-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_OBLIGATION = "no-such-obligation"
    BALANCE_REMAINS = "balance-remains"
    """The amount owed is still in the balance: a note does not pay it."""


class ObligationRejected(Rejected):
    """An obligation stays open. `most` is what the balance still holds, in cents, where that is the reason."""

    reason: ObligationRejection


def owe(
    *,
    kind: ObligationKind,
    person_id: int,
    subject: str,
    facts: Mapping[str, Any],
    now: datetime,
    within: timedelta = WITHIN,
) -> int:
    """Write an obligation inside the transaction of what causes it; the same kind and subject: the first one again."""
    obligation, _ = Obligation.objects.get_or_create(
        kind=kind,
        subject=subject,
        defaults={"person_id": person_id, "facts": dict(facts), "created_at": now, "due_at": now + within},
    )
    return obligation.pk


def note_done(*, obligation_id: int, note: str, by: int, now: datetime) -> ObligationDone:
    """Note that a member of staff did what was owed, and how; a balance is not paid while the ledger holds it.

    Raises `ObligationRejected`.
    """
    note = note.strip()
    if not note:
        raise ObligationRejected(ObligationRejection.NOTE_MISSING)
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if not may(author, Action.EXCLUDE_PLAYER):
            raise ObligationRejected(ObligationRejection.NOT_ALLOWED)
        obligation = Obligation.objects.select_for_update(of=("self",)).filter(pk=obligation_id).first()
        if obligation is None:
            raise ObligationRejected(ObligationRejection.NO_SUCH_OBLIGATION)
        balance = _owed_still(obligation)
        if balance:
            raise ObligationRejected(ObligationRejection.BALANCE_REMAINS, rule="PT-28", most=balance)
        return _finish(obligation, note, author, now)


def notify_regulator(*, send: Callable[[Notice], str], now: datetime, limit: int = 50) -> int:
    """Send the notices that are owed, the most urgent first, and note the receipts; answers how many.

    One whose sending raises waits for the next sweep and holds up no other; after `AWAY` in a row the desk is left
    alone until then. Other errors than `OSError` are raised here too, at the end. Killed between sending and
    noting, a notice goes out twice.
    """
    waiting = Obligation.objects.filter(kind__in=TO_THE_REGULATOR, done_at__isnull=True)
    last: list[Exception | None] = []

    def sent(notice: Notice) -> str:
        try:
            receipt = send(notice)
        except Exception as fault:
            last[:] = [fault]
            raise
        last[:] = [None]
        return receipt

    try:
        return _do_each(waiting, sent, now, limit=limit, patience=AWAY)
    finally:
        for fault in last:
            _note_desk(fault, now)


def _note_desk(fault: Exception | None, now: datetime) -> None:
    if fault is None:
        note_answer(adapter=Adapter.REGULATOR_DESK, now=now)
    else:
        note_failure(adapter=Adapter.REGULATOR_DESK, fault=fault, now=now)


def carry_out(*, kind: ObligationKind, act: Callable[[Notice], str | None], now: datetime, limit: int = 50) -> int:
    """Let `act` do each open obligation of `kind` in the obligation's own transaction; its answer is noted on the
    obligation.

    `None` leaves the obligation open and does not hold up the obligations behind it. Returns how many were done.
    """
    return _do_each(Obligation.objects.filter(kind=kind, done_at__isnull=True), act, now, limit=limit, patience=limit)


def _do_each(
    waiting: QuerySet[Obligation], act: Callable[[Notice], str | None], now: datetime, *, limit: int, patience: int
) -> int:
    """Try each obligation, the most urgent first, until `limit` are done or `patience` in a row raised; how many."""
    done = failed = 0
    fault: Exception | None = None
    for obligation_id in list(waiting.order_by("due_at", "pk").values_list("pk", flat=True)):
        if done == limit or failed == patience:
            break
        try:
            done += _do(obligation_id, act, now)
            failed = 0
        except Exception as error:  # kept until the others were tried
            failed += 1
            fault = fault if isinstance(error, OSError) else error
    if fault is not None:
        raise fault
    return done


def _do(obligation_id: int, act: Callable[[Notice], str | None], now: datetime) -> bool:
    with transaction.atomic():
        open_obligation = Obligation.objects.filter(pk=obligation_id, done_at__isnull=True)
        obligation = open_obligation.select_for_update(skip_locked=True, of=("self",)).first()
        note = None if obligation is None else act(_notice(obligation))
        if obligation is None or note is None:
            return False
        _finish(obligation, note, None, now)
    return True


def _owed_still(obligation: Obligation) -> int:
    """Return the balance behind an open payout obligation, in cents; 0 for obligations that are done or of another
    kind.
    """
    if obligation.kind != ObligationKind.PAY_OUT or obligation.done_at is not None:
        return 0
    person = Person.objects.get(pk=obligation.person_id)
    return 0 if person.closed_at is None else ledger.balance(person.person_key, Currency.EUR)


def _notice(obligation: Obligation) -> Notice:
    return Notice(
        obligation.pk,
        ObligationKind(obligation.kind),
        obligation.person_id,
        obligation.subject,
        obligation.facts,
        obligation.due_at,
    )


def _finish(obligation: Obligation, note: str, author: Person | None, now: datetime) -> ObligationDone:
    if obligation.done_at is not None:
        return ObligationDone(
            obligation.pk, ObligationKind(obligation.kind), obligation.done_at, obligation.note, repeat=True
        )
    obligation.done_at, obligation.done_by, obligation.note = now, author, note
    obligation.save(update_fields=["done_at", "done_by", "note"])
    tell(
        EventName.OBLIGATION_DONE,
        by=None if author is None else author.pk,
        now=now,
        key=f"O-{obligation.pk}",
        person_id=obligation.person_id,
        why="" if author is None else note,
        kind=obligation.kind,
    )
    return ObligationDone(obligation.pk, ObligationKind(obligation.kind), now, note, repeat=False)
