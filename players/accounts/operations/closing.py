"""Closing an account: no bet and no deposit any more, and the balance owed to its holder (PT-18, PT-28)."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from kernel.money import Currency
from players.accounts.operations.obligations import owe
from players.events.names import EventName
from players.events.telling import tell
from players.models import AccountClosure, ClosureCause, Exclusion, ObligationKind, Person
from wallet import queries as ledger

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
    own = person.pk if cause in {ClosureCause.ASKED, ClosureCause.EXCLUSION} else None
    tell(
        EventName.ACCOUNT_CLOSED,
        by=own if author is None else author.pk,
        now=now,
        key=person.person_key,
        person_id=person.pk,
        why=reason,
        cause=cause.value,
        amount=balance,
        currency=Currency.EUR.value,
    )
    _owe(person, cause=cause.value, balance=balance, subject=f"closure:{closure.pk}", now=now)
    return closure


def owe_what_came(person: Person, *, subject: str, now: datetime, came_back: str = "") -> None:
    """Owe what a closed account holds now that money came into it; an open one owes nothing (PT-28).

    `subject` names what brought the money, `came_back` the end of the payment out that did not arrive. Call it inside
    the transaction that moved the money and holds the player.
    """
    if person.closed_at is None:
        return
    cause = AccountClosure.objects.filter(person=person).order_by("-pk").values_list("cause", flat=True).first()
    balance = ledger.balance(person.person_key, Currency.EUR)
    _owe(person, cause=cause or "", balance=balance, subject=subject, came_back=came_back, now=now)


def _owe(person: Person, *, cause: str, balance: int, subject: str, now: datetime, came_back: str = "") -> None:
    facts = {"cause": cause, "balance": balance, **({"came_back": came_back} if came_back else {})}
    owe(kind=ObligationKind.PAY_OUT, person_id=person.pk, subject=subject, facts=facts, now=now, within=PAYOUT_WITHIN)
