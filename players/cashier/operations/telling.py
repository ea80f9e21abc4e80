"""The events of payments in and out: each with the amount, and nothing of whose bank it is."""

from datetime import datetime
from typing import Any

from kernel.money import Currency
from players.events.names import EventName
from players.events.telling import tell
from players.models import Deposit, Withdrawal


def tell_deposit(name: EventName, deposit: Deposit, *, by: int | None, now: datetime, **facts: Any) -> None:
    """Tell what became of a deposit."""
    _tell(name, deposit, by, now, facts)


def tell_withdrawal(name: EventName, withdrawal: Withdrawal, *, by: int | None, now: datetime, **facts: Any) -> None:
    """Tell what became of a withdrawal."""
    _tell(name, withdrawal, by, now, facts)


def _tell(name: EventName, payment: Deposit | Withdrawal, by: int | None, now: datetime, facts: dict[str, Any]) -> None:
    money: dict[str, Any] = {"amount": payment.amount, "currency": Currency.EUR.value}
    tell(name, by=by, now=now, key=payment.key, person_id=payment.person_id, **money, **facts)
