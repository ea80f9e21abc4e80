"""A bank takes a deposit back: the player's account gives what it has, the house bears the rest, play stops (PT-05)."""

from datetime import datetime
from typing import Final

from players.cashier.operations.telling import tell_deposit
from players.cashier.operations.withdrawals import give_back
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import Change, Deposit, DepositState, Person, StandingChange, Withdrawal, WithdrawalState
from wallet import operations as wallet

REASON: Final = "charge-back"


def take_back(person: Person, deposit: Deposit, *, now: datetime) -> wallet.ChargedBack:
    """Inside a transaction that holds the person: withdrawals that still wait come back first, then the bank takes."""
    waiting = Withdrawal.objects.select_for_update(of=("self",)).select_related("instrument", "person")
    for withdrawal in waiting.filter(person=person, state__in=[WithdrawalState.HELD, WithdrawalState.READY]):
        give_back(withdrawal, WithdrawalState.CANCELLED, reason=REASON, by=None, now=now)
    taken = wallet.charge_back(
        person_key=person.person_key,
        amount=deposit.amount,
        idempotency_key=deposit.key,
        reference=deposit.instrument.label,
        now=now,
    )
    deposit.state, deposit.finished_at = DepositState.CHARGED_BACK, now
    deposit.save(update_fields=["state", "finished_at"])
    tell_deposit(EventName.DEPOSIT_CHARGED_BACK, deposit, by=None, now=now, taken=taken.taken)
    if person.suspended_at is None:
        person.suspended_at = now
        person.save(update_fields=["suspended_at"])
        reason = f"{REASON} {deposit.key}"
        StandingChange.objects.create(person=person, change=Change.SUSPENDED, reason=reason, created_at=now)
        key = person.person_key
        tell(EventName.ACCOUNT_SUSPENDED, by=None, now=now, key=key, person_id=person.pk, cause=REASON)
    facts = {"amount": deposit.amount, "taken": taken.taken, "label": deposit.instrument.label}
    write_email(person_id=person.pk, kind="charge-back", facts=facts, idempotency_key=deposit.key, now=now)
    return taken
