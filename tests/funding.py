"""Money that came in as money comes in: a deposit's row, the bank's notice and the ledger's line, all three."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import connection, transaction

from players.models import Deposit, DepositState, Instrument, PaymentNotice, Person, Withdrawal, WithdrawalState
from tests.tampering import as_owner
from wallet import operations as wallet

PROVIDER: Final = "test-bank"


def pay_in(person_key: str, amount: int, *, now: datetime, key: uuid.UUID | None = None) -> wallet.Moved:
    """Have the bank pay `amount` cents in for a player, past gates and limits."""
    key = key or uuid.uuid4()
    with transaction.atomic():
        deposit_row(person_key, amount, key=key, now=now)
        return wallet.deposit(person_key=person_key, amount=amount, idempotency_key=key, now=now)


def pay_out(person_key: str, amount: int, *, now: datetime) -> uuid.UUID:
    """Have `amount` cents of a player paid out by the bank, without anybody's approval; the withdrawal's key."""
    key = uuid.uuid4()
    with transaction.atomic():
        wallet.request_withdrawal(person_key=person_key, amount=amount, idempotency_key=key, now=now)
        withdrawal_row(person_key, amount, key=key, now=now)
        wallet.pay_withdrawal(amount=amount, idempotency_key=key, now=now)
    return key


def deposit_row(person_key: str, amount: int, *, key: uuid.UUID, now: datetime) -> None:
    """The cashier's row of a credited deposit, without its line."""
    ref = f"in-{uuid.uuid4()}"
    instrument = _instrument(person_key, now)
    Deposit.objects.create(
        person=instrument.person,
        instrument=instrument,
        key=key,
        amount=amount,
        state=DepositState.CREDITED,
        provider_ref=ref,
        started_at=now,
        finished_at=now,
    )
    _notice("paid-in", ref, amount, now)


def withdrawal_row(person_key: str, amount: int, *, key: uuid.UUID, now: datetime, paid: bool = True) -> None:
    """The cashier's row of a withdrawal that waits or was paid, without its lines."""
    ref = f"out-{uuid.uuid4()}"
    instrument = _instrument(person_key, now)
    Withdrawal.objects.create(
        person=instrument.person,
        instrument=instrument,
        key=key,
        amount=amount,
        state=WithdrawalState.PAID if paid else WithdrawalState.READY,
        two_persons=False,
        provider_ref=ref if paid else "",
        requested_at=now,
        sent_at=now if paid else None,
        finished_at=now if paid else None,
    )
    if paid:
        _notice("paid-out", ref, amount, now)


@contextmanager
def lines_of_no_round() -> Iterator[None]:
    """Let the ledger take stakes of rounds that are words alone, for tests that look at money and not at a game."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_transfer DISABLE TRIGGER tables_line_of_a_round")
    yield
    if not connection.in_atomic_block:  # else the test's end undoes it
        with as_owner(), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE wallet_transfer ENABLE TRIGGER tables_line_of_a_round")


def _instrument(person_key: str, now: datetime) -> Instrument:
    person = Person.objects.get(public_id=person_key)
    # Not proven: tests of paying out name their own means.
    return Instrument.objects.get_or_create(
        fingerprint=f"test-bank {person_key}",
        defaults={
            "person": person,
            "key": uuid.uuid4(),
            "kind": "bank-account",
            "label": "PT50 •••• 0000",
            "registered_at": now,
        },
    )[0]


def _notice(kind: str, ref: str, amount: int, now: datetime) -> None:
    PaymentNotice.objects.create(
        provider=PROVIDER,
        event=f"e-{uuid.uuid4()}",
        kind=kind,
        provider_ref=ref,
        amount=amount,
        currency="EUR",
        owner_name="",
        outcome="applied",
        received_at=now,
    )
