"""Paying out: the money leaves the balance at once, waits where it must, and goes where it came from (PT-13)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Sum

from kernel.money import MOST, is_amount
from kernel.reasons import REASON, stated
from kernel.rejection import Rejected
from players.accounts.operations.closing import owe_what_came
from players.accounts.operations.holding import hold_player
from players.accounts.operations.settled import not_yet
from players.cashier.operations.telling import tell_withdrawal
from players.cashier.operations.terms import cashier_terms
from players.events.names import EventName
from players.messages.operations.emails import write_email
from players.models import Instrument, Kind, Person, Withdrawal, WithdrawalState
from players.roles import Action, may
from wallet import operations as wallet

DAY: Final = timedelta(hours=24)
WEEK: Final = timedelta(days=7)
"""The spans whose sums decide whether two persons agree."""
GIVEN_BACK: Final = (WithdrawalState.CANCELLED, WithdrawalState.REFUSED, WithdrawalState.FAILED)
"""The ends after which the money is in the balance again."""
_GIVEN_BACK: Final = {
    WithdrawalState.CANCELLED: EventName.WITHDRAWAL_CANCELLED,
    WithdrawalState.REFUSED: EventName.WITHDRAWAL_REFUSED,
    WithdrawalState.FAILED: EventName.WITHDRAWAL_RETURNED,
}


class WithdrawalRejection(StrEnum):
    """Why nothing is paid out, or nothing more can be changed; in the order of checking."""

    AMOUNT_INVALID = "amount-invalid"
    NO_SUCH_PERSON = "no-such-person"
    KEY_REUSED = "key-reused"
    NO_SUCH_INSTRUMENT = "no-such-instrument"
    NOT_VERIFIED = "not-verified"
    NOT_FUNDING = "not-funding"
    """No deposit was ever credited from this instrument."""
    SHORT_OF_FUNDS = "short-of-funds"
    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_WITHDRAWAL = "no-such-withdrawal"
    SAME_PERSON = "same-person"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""
    TOO_LATE = "too-late"


class WithdrawalRejected(Rejected):
    """A withdrawal was not made or not changed: `reason`, the `rule`, what was `asked` and the `most` possible.

    `until` is from when on the same member of staff may agree.
    """

    reason: WithdrawalRejection


@dataclass(frozen=True, slots=True)
class WithdrawalStands:
    """Where a withdrawal stands after the act. `repeat`: it already stood so."""

    key: UUID
    state: WithdrawalState
    amount: int
    repeat: bool


def request_withdrawal(
    *, person_id: int, instrument_id: int, amount: int, idempotency_key: UUID, now: datetime
) -> WithdrawalStands:
    """Take `amount` cents off the balance, on their way to the instrument that funded it (PT-13).

    Excluded and suspended persons too (PT-27). Two members of staff look at it first if the person is suspended, or if
    everything asked for in 24 hours or seven days is above the amounts of `CashierTerms`. The same key and facts: the
    first answer.

    Raises `WithdrawalRejected`.
    """
    if not is_amount(amount):
        raise WithdrawalRejected(WithdrawalRejection.AMOUNT_INVALID, most=MOST)
    with transaction.atomic():
        person = hold_player(person_id)
        if person is None:
            raise WithdrawalRejected(WithdrawalRejection.NO_SUCH_PERSON)
        earlier = Withdrawal.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if (earlier.person_id, earlier.instrument_id, earlier.amount) != (person_id, instrument_id, amount):
                raise WithdrawalRejected(WithdrawalRejection.KEY_REUSED, asked=amount)
            return _stands(earlier, repeat=True)
        instrument = _funding(person, instrument_id)
        try:
            wallet.request_withdrawal(
                person_key=person.person_key,
                amount=amount,
                idempotency_key=idempotency_key,
                reference=instrument.label,
                now=now,
            )
        except wallet.WithdrawalRejected as error:
            reason = WithdrawalRejection.KEY_REUSED
            if error.reason is wallet.MoveRejection.SHORT_OF_FUNDS:
                reason = WithdrawalRejection.SHORT_OF_FUNDS
            raise WithdrawalRejected(reason, rule=error.rule, asked=amount, most=error.most) from error
        two = person.suspended_at is not None or _needs_two(person, amount, now)
        made = Withdrawal.objects.create(
            person=person,
            instrument=instrument,
            key=idempotency_key,
            amount=amount,
            state=WithdrawalState.HELD if two else WithdrawalState.READY,
            two_persons=two,
            requested_at=now,
        )
        tell_withdrawal(EventName.WITHDRAWAL_ASKED, made, by=person_id, now=now, two_persons=two)
    return _stands(made, repeat=False)


def cancel_withdrawal(*, person_id: int, key: UUID, now: datetime) -> WithdrawalStands:
    """Take a withdrawal back while it waits; the money is in the balance again.

    Raises `WithdrawalRejected`; another's withdrawal does not exist.
    """
    with transaction.atomic():
        if hold_player(person_id) is None:
            raise WithdrawalRejected(WithdrawalRejection.NO_SUCH_PERSON)
        withdrawal = _locked(key)
        if withdrawal is None or withdrawal.person_id != person_id:
            raise WithdrawalRejected(WithdrawalRejection.NO_SUCH_WITHDRAWAL)
        if withdrawal.state == WithdrawalState.CANCELLED:
            return _stands(withdrawal, repeat=True)
        if withdrawal.state not in {WithdrawalState.HELD, WithdrawalState.READY}:
            raise WithdrawalRejected(WithdrawalRejection.TOO_LATE)
        give_back(withdrawal, WithdrawalState.CANCELLED, reason="", by=person_id, now=now)
    return _stands(withdrawal, repeat=False)


def approve_withdrawal(*, key: UUID, reason: str, by: int, now: datetime) -> WithdrawalStands:
    """Agree to a withdrawal that waits; the second of two different members of staff lets it go.

    Raises `WithdrawalRejected`.
    """
    with transaction.atomic():
        withdrawal, author = _for_staff(key, reason, by)
        if by in {withdrawal.first_by_id, withdrawal.second_by_id}:
            if withdrawal.state in {WithdrawalState.CANCELLED, WithdrawalState.REFUSED}:
                raise WithdrawalRejected(WithdrawalRejection.TOO_LATE)
            if withdrawal.second_by_id is None:
                raise WithdrawalRejected(WithdrawalRejection.SAME_PERSON)
            return _stands(withdrawal, repeat=True)
        if withdrawal.state != WithdrawalState.HELD:
            raise WithdrawalRejected(WithdrawalRejection.TOO_LATE)
        if (late := not_yet(by=by, others=[withdrawal.first_by_id], now=now)) is not None:
            raise WithdrawalRejected(WithdrawalRejection(late.why.value), rule="H7", until=late.until)
        if withdrawal.first_by_id is None:
            withdrawal.first_by, withdrawal.first_at, withdrawal.first_reason = author, now, reason.strip()
            withdrawal.save(update_fields=["first_by", "first_at", "first_reason"])
        else:
            withdrawal.second_by, withdrawal.second_at, withdrawal.second_reason = author, now, reason.strip()
            withdrawal.state = WithdrawalState.READY
            withdrawal.save(update_fields=["second_by", "second_at", "second_reason", "state"])
        of_two = 1 if withdrawal.second_by_id is None else 2
        tell_withdrawal(EventName.WITHDRAWAL_APPROVED, withdrawal, by=by, now=now, why=reason, of_two=of_two)
    return _stands(withdrawal, repeat=False)


def refuse_withdrawal(*, key: UUID, reason: str, by: int, now: datetime) -> WithdrawalStands:
    """Turn down a withdrawal that waits for staff; the money is in the balance again, and the person is told why.

    Raises `WithdrawalRejected`.
    """
    with transaction.atomic():
        withdrawal, author = _for_staff(key, reason, by)
        if withdrawal.state == WithdrawalState.REFUSED and withdrawal.refused_by_id == by:
            return _stands(withdrawal, repeat=True)
        if withdrawal.state != WithdrawalState.HELD:
            raise WithdrawalRejected(WithdrawalRejection.TOO_LATE)
        withdrawal.refused_by = author
        give_back(withdrawal, WithdrawalState.REFUSED, reason=reason.strip(), by=by, now=now)
        facts = {"amount": withdrawal.amount, "label": withdrawal.instrument.label, "reason": withdrawal.reason}
        write_email(
            person_id=withdrawal.person_id, kind="withdrawal-refused", facts=facts, idempotency_key=key, now=now
        )
    return _stands(withdrawal, repeat=False)


def give_back(withdrawal: Withdrawal, state: WithdrawalState, *, reason: str, by: int | None, now: datetime) -> None:
    """End a withdrawal unpaid; the person is held by the caller's transaction. A closed account owes it anew."""
    withdrawal.state, withdrawal.reason, withdrawal.finished_at = state, reason, now
    withdrawal.save(update_fields=["state", "reason", "finished_at", "refused_by"])
    wallet.give_back_withdrawal(
        person_key=withdrawal.person.person_key,
        amount=withdrawal.amount,
        idempotency_key=withdrawal.key,
        reference=withdrawal.instrument.label,
        now=now,
    )
    # What staff write as their reason stays in the row; of the house it is a code.
    cause = {"cause": reason if by is None else ""} if state is WithdrawalState.CANCELLED else {}
    why = reason if state is WithdrawalState.REFUSED else ""
    tell_withdrawal(_GIVEN_BACK[state], withdrawal, by=by, now=now, why=why, **cause)
    owe_what_came(withdrawal.person, subject=f"withdrawal:{withdrawal.key}", came_back=state.value, now=now)


def _needs_two(person: Person, amount: int, now: datetime) -> bool:
    """Whether `amount`, with what is on its way or was paid lately, is above an amount for two. The person is held."""
    terms = cashier_terms()
    asked = Withdrawal.objects.filter(person=person).exclude(state__in=GIVEN_BACK)
    return any(
        amount + (asked.filter(requested_at__gt=now - span).aggregate(sum=Sum("amount"))["sum"] or 0) > most
        for span, most in ((DAY, terms.two_persons_over), (WEEK, terms.two_persons_over_week))
    )


def _funding(person: Person, instrument_id: int) -> Instrument:
    instrument = Instrument.objects.filter(pk=instrument_id, person=person).first()
    if instrument is None:
        raise WithdrawalRejected(WithdrawalRejection.NO_SUCH_INSTRUMENT, rule="PT-13")
    if person.verified_at is None:
        raise WithdrawalRejected(WithdrawalRejection.NOT_VERIFIED, rule="PT-13")
    if instrument.proven_at is None:
        raise WithdrawalRejected(WithdrawalRejection.NOT_FUNDING, rule="PT-13")
    return instrument


def _locked(key: UUID) -> Withdrawal | None:
    rows = Withdrawal.objects.select_for_update(of=("self",)).select_related("person", "instrument")
    return rows.filter(key=key).first()


def _for_staff(key: UUID, reason: str, by: int) -> tuple[Withdrawal, Person]:
    stated(reason, WithdrawalRejected(WithdrawalRejection.REASON_MISSING, most=REASON[1]))
    author = Person.objects.filter(pk=by, kind=Kind.STAFF).first()
    if author is None or not may(author, Action.APPROVE_WITHDRAWAL):
        raise WithdrawalRejected(WithdrawalRejection.NOT_ALLOWED)
    owner = Withdrawal.objects.filter(key=key).values_list("person_id", flat=True).first()
    if owner is None:
        raise WithdrawalRejected(WithdrawalRejection.NO_SUCH_WITHDRAWAL)
    hold_player(owner)
    withdrawal = _locked(key)
    assert withdrawal is not None
    return withdrawal, author


def _stands(withdrawal: Withdrawal, *, repeat: bool) -> WithdrawalStands:
    return WithdrawalStands(withdrawal.key, WithdrawalState(withdrawal.state), withdrawal.amount, repeat)
