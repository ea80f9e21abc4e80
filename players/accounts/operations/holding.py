"""Holding a player still while something about that player changes."""

from kernel.money import Currency
from players.models import Kind, Person
from wallet import queries as ledger
from wallet.operations import lock_balances


def hold_player(person_id: int) -> Person | None:
    """Lock the player and the player's accounts until the caller's transaction ends; None for staff and unknown ids.

    A bet holds its player's account while it asks the gates. So one that was let through is written before the change,
    and every later one meets it: no bet and no exclusion pass each other unseen.
    """
    person = Person.objects.select_for_update(no_key=True).filter(pk=person_id, kind=Kind.PLAYER).first()
    if person is not None:
        accounts = (ledger.account_id(person.person_key, currency) for currency in Currency)
        lock_balances([account for account in accounts if account is not None])
    return person
