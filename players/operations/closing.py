"""Closing an account: no bet and no deposit any more, and the balance owed to its holder (PT-18, PT-28)."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from players.models import AccountClosure, ClosureCause, DutyKind, Exclusion, Person
from players.operations.duties import owe
from wallet import queries as ledger
from wallet.money import Currency

PAYOUT_WITHIN: Final = timedelta(hours=24)


def close_held(
    person: Person,
    *,
    cause: ClosureCause,
    key: UUID,
    now: datetime,
    reason: str = "",
    author: Person | None = None,
    exclusion: Exclusion | None = None,
) -> AccountClosure:
    """Close an account, and owe its balance within a day; call it inside a transaction that holds the player.

    It is open, or its holder died: then it may be closed already, and stays closed from the first moment on.
    """
    assert person.closed_at is None or cause is ClosureCause.DEATH
    balance = ledger.balance(person.person_key, Currency.EUR)
    closure = AccountClosure.objects.create(
        person=person,
        key=key,
        cause=cause,
        reason=reason,
        closed_at=now,
        closed_by=author,
        balance=balance,
        exclusion=exclusion,
    )
    person.closed_at = person.closed_at or now
    person.is_active = person.is_active and cause is not ClosureCause.DEATH
    person.save(update_fields=["closed_at", "is_active"])
    owe(
        kind=DutyKind.PAY_OUT,
        person_id=person.pk,
        subject=f"closure:{closure.pk}",
        facts={"cause": cause.value, "balance": balance},
        now=now,
        within=PAYOUT_WITHIN,
    )
    return closure
