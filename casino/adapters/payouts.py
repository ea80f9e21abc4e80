"""Paying out what closed accounts owe (PT-28): once nothing is in play, to the means that funded the account."""

from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID, uuid5

from kernel.money import Currency
from players.accounts import queries as players
from players.accounts.operations.obligations import Notice
from players.cashier import operations
from players.cashier import queries as cashier
from players.cashier.operations import WithdrawalRejected
from players.privacy.operations import pay_out_owed
from tables import queries as tables
from tables.queries.locked import locked_stakes
from wallet import queries as ledger

KEYS: Final = UUID("0d0b7c8a-3a43-4f6b-9d5e-8d1c0a4d7b11")
_FOR_PEOPLE: Final = frozenset({"failed", "refused"})
"""The endings after which a payout must not be requested again automatically: the bank or the staff refused it."""


def pay_what_is_owed(*, now: datetime) -> int:
    """Ask the cashier for every payout that is owed and possible; answers how many. The others wait for staff."""
    return pay_out_owed(act=partial(_pay, now=now), now=now)


def _pay(owed: Notice, *, now: datetime) -> str | None:
    """The outcome, or None while it cannot be paid: the player still plays, died, or has no means of payment."""
    person = players.person(owed.person_id)
    if person is None:
        return None
    if person.closed_at is None:
        return "reopened"  # its holder came back before it could be paid: the balance is in use again
    died = owed.facts.get("cause") == "death"
    if not person.is_active and not died:
        return "death"  # its holder died since: the obligation of the death covers the balance, for its heirs (PT-07)
    if tables.open_session_of(person.id, now=now) is not None or locked_stakes(person.id, Currency.EUR):
        return None
    balance = ledger.balance(person.person_key, Currency.EUR)
    if not balance:
        return "0"
    if died or owed.facts.get("came_back") in _FOR_PEOPLE:
        return None
    key = uuid5(KEYS, str(owed.obligation_id))
    for means in cashier.instruments_of(person.id):
        if means.proven_at is None:
            continue
        try:
            asked = operations.request_withdrawal(
                person_id=person.id, instrument_id=means.id, amount=balance, idempotency_key=key, now=now
            )
        except WithdrawalRejected:
            continue
        return str(asked.key)
    return None
