"""Applying a provider's notices: credit, reject, pay, give back, take back. Each once, in any order of arrival.

A notice never moves another amount than our own row has (PT-R04).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.money import Currency
from players.accounts.operations.holding import hold_player
from players.cashier.operations import charge_backs
from players.cashier.operations.deposits import DepositRejection, reject, standing_rejection
from players.cashier.operations.holders import registered_name, same_holder
from players.cashier.operations.instruments import note_success
from players.cashier.operations.telling import tell_deposit, tell_withdrawal
from players.cashier.operations.withdrawals import give_back
from players.cashier.payments.provider import Notice, NoticeKind
from players.events.names import EventName
from players.messages.operations.emails import write_email
from players.models import Deposit, DepositState, PaymentNotice, Person, Withdrawal, WithdrawalState
from wallet import operations as wallet


class NoticeOutcome(StrEnum):
    """The outcome of a notice."""

    APPLIED = "applied"
    REFUSED = "refused"
    """The money is not ours to credit: it goes back."""
    NOTHING_NEW = "nothing-new"
    REPEAT = "repeat"
    UNKNOWN = "unknown"
    """No payment of ours has this key."""
    MISMATCH = "mismatch"
    """It speaks of another reference or amount than our row."""


@dataclass(frozen=True, slots=True)
class NoticeTaken:
    """The result of applying a notice."""

    outcome: NoticeOutcome


_OUTWARD: Final = {NoticeKind.PAID_OUT, NoticeKind.PAY_OUT_FAILED}


def take_notice(*, notice: Notice, provider: str, now: datetime) -> NoticeTaken:
    """Do what a verified notice says, as far as it agrees with our own row; the same notice again changes nothing."""
    outward = notice.kind in _OUTWARD
    rows = Withdrawal.objects if outward else Deposit.objects
    owner = rows.filter(key=notice.key).values_list("person_id", flat=True).first()
    with transaction.atomic():
        if owner is None:
            return _noted(notice, provider, NoticeOutcome.UNKNOWN, now)
        person = hold_player(owner)
        assert person is not None, "a payment belongs to a player"
        if PaymentNotice.objects.filter(provider=provider, event=notice.event).exists():
            return NoticeTaken(NoticeOutcome.REPEAT)
        outcome = _payment_out(notice, now) if outward else _payment_in(person, notice, now)
        return _noted(notice, provider, outcome, now)


def _noted(notice: Notice, provider: str, outcome: NoticeOutcome, now: datetime) -> NoticeTaken:
    _, created = PaymentNotice.objects.get_or_create(
        provider=provider,
        event=notice.event,
        defaults={
            "kind": notice.kind,
            "provider_ref": notice.ref,
            "amount": notice.amount,
            "currency": notice.currency,
            "owner_name": notice.holder,
            "outcome": outcome,
            "received_at": now,
        },
    )
    return NoticeTaken(outcome if created else NoticeOutcome.REPEAT)


def _payment_in(person: Person, notice: Notice, now: datetime) -> NoticeOutcome:
    deposit = Deposit.objects.select_for_update(of=("self",)).select_related("instrument").get(key=notice.key)
    if deposit.provider_ref not in {"", notice.ref}:
        return NoticeOutcome.MISMATCH
    return _IN[notice.kind](person, deposit, notice, now)


def _authorised(person: Person, deposit: Deposit, notice: Notice, now: datetime) -> NoticeOutcome:
    return NoticeOutcome.NOTHING_NEW


def _rejected(person: Person, deposit: Deposit, notice: Notice, now: datetime) -> NoticeOutcome:
    if deposit.state != DepositState.PENDING:
        return NoticeOutcome.NOTHING_NEW
    reject(deposit, DepositRejection.PAYER_REJECTED, money_is_here=False, now=now)
    return NoticeOutcome.APPLIED


def _paid_in(person: Person, deposit: Deposit, notice: Notice, now: datetime) -> NoticeOutcome:
    if deposit.state in {DepositState.CREDITED, DepositState.CHARGED_BACK}:
        return NoticeOutcome.NOTHING_NEW
    if deposit.state == DepositState.REJECTED:
        if deposit.refund_due_at is None:
            deposit.refund_due_at = now
            deposit.save(update_fields=["refund_due_at"])
        return NoticeOutcome.REFUSED
    reason, detail = _fault(person, deposit, notice, now)
    if reason is not None:
        reject(deposit, reason, detail=detail, money_is_here=True, now=now)
        facts = {"amount": deposit.amount, "reason": reason.value, "label": deposit.instrument.label}
        write_email(person_id=person.pk, kind="deposit-sent-back", facts=facts, idempotency_key=deposit.key, now=now)
        return NoticeOutcome.REFUSED
    wallet.deposit(
        person_key=person.person_key,
        amount=deposit.amount,
        idempotency_key=deposit.key,
        instrument=deposit.instrument.label,
        now=now,
    )
    # The notice may be here before the answer to our own order: it names the payment all the same.
    deposit.state, deposit.finished_at, deposit.reason = DepositState.CREDITED, now, ""
    deposit.provider_ref = notice.ref
    deposit.save(update_fields=["state", "finished_at", "reason", "provider_ref"])
    note_success(deposit.instrument, now=now)
    tell_deposit(EventName.DEPOSIT_CREDITED, deposit, by=None, now=now)
    return NoticeOutcome.APPLIED


def _fault(person: Person, deposit: Deposit, notice: Notice, now: datetime) -> tuple[DepositRejection | None, str]:
    """Why money that is here is not credited: it is not what was asked for, not the person's, or not allowed."""
    if notice.currency != Currency.EUR:
        return DepositRejection.CURRENCY_DIFFERS, notice.currency
    if notice.amount != deposit.amount:
        return DepositRejection.AMOUNT_DIFFERS, str(notice.amount)
    if not same_holder(registered_name(person.pk) or "", notice.holder):
        return DepositRejection.HOLDER_DIFFERS, notice.holder
    refused = standing_rejection(person, deposit.amount, deposit.key, now)
    if refused is not None:
        return refused.reason, "" if refused.block is None else refused.block.value
    return None, ""


def _charged_back(person: Person, deposit: Deposit, notice: Notice, now: datetime) -> NoticeOutcome:
    if deposit.state != DepositState.CREDITED:
        return NoticeOutcome.NOTHING_NEW
    charge_backs.take_back(person, deposit, now=now)
    return NoticeOutcome.APPLIED


_IN: Final[Mapping[NoticeKind, Callable[[Person, Deposit, Notice, datetime], NoticeOutcome]]] = {
    NoticeKind.AUTHORISED: _authorised,
    NoticeKind.PAID_IN: _paid_in,
    NoticeKind.REJECTED: _rejected,
    NoticeKind.CHARGED_BACK: _charged_back,
}


def _payment_out(notice: Notice, now: datetime) -> NoticeOutcome:
    withdrawal = (
        Withdrawal.objects.select_for_update(of=("self",)).select_related("instrument", "person").get(key=notice.key)
    )
    if withdrawal.provider_ref not in {"", notice.ref} or notice.currency != Currency.EUR:
        return NoticeOutcome.MISMATCH
    if notice.amount != withdrawal.amount:
        return NoticeOutcome.MISMATCH
    if withdrawal.state != WithdrawalState.SENT:
        return NoticeOutcome.NOTHING_NEW
    label = withdrawal.instrument.label
    withdrawal.provider_ref = notice.ref
    if notice.kind is NoticeKind.PAY_OUT_FAILED:
        give_back(withdrawal, WithdrawalState.FAILED, reason="", by=None, now=now)
    else:
        withdrawal.state, withdrawal.finished_at = WithdrawalState.PAID, now
        withdrawal.save(update_fields=["state", "finished_at", "provider_ref"])
        wallet.pay_withdrawal(amount=withdrawal.amount, idempotency_key=withdrawal.key, reference=label, now=now)
        tell_withdrawal(EventName.WITHDRAWAL_PAID, withdrawal, by=None, now=now)
    kind = "withdrawal-paid" if withdrawal.state == WithdrawalState.PAID else "withdrawal-failed"
    facts = {"amount": withdrawal.amount, "label": label}
    write_email(person_id=withdrawal.person_id, kind=kind, facts=facts, idempotency_key=withdrawal.key, now=now)
    return NoticeOutcome.APPLIED
