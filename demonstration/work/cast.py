"""The players whose work is told: registered by the house's own registration on the first day of the past."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Final

from casino.portal.demo_accounts import DemoAccount
from demonstration import habits
from demonstration import house as demo
from demonstration.habits import Habit
from demonstration.work.past_tense import past_tense
from demonstration.work.stage import PLAYER_DEVICE, Member
from kernel.calendar import LISBON
from kernel.money import Currency
from kernel.periods import Period
from players.accounts import queries as players
from players.cashier import operations as cashier
from players.models import Instrument
from players.protection.operations import limits
from players.protection.queries.protection import LimitKind
from wallet import queries as wallet

FIRST_NAMES: Final = (
    "Abel", "Alda", "Aldo", "Amélia", "Anita", "Berta", "Brás", "Celso", "Clara", "Custódio", "Dália", "Davide",
    "Dulce", "Edgar", "Elvira", "Fausto", "Flora", "Gaspar", "Gilda", "Hélio", "Idália", "Ivo", "Jaime", "Josefa",
    "Lara", "Lúcio", "Mafalda", "Matias", "Nádia", "Nuno", "Olga", "Otávio", "Palmira", "Quirino", "Rosa", "Saul",
)  # fmt: skip
OPENING: Final = 300_00
BASE: Final = 2_00
SHARES: Final = (0.75, 0.5, 0.25, 0.0)
"""For which share of the past's days members play, one after the other."""
HABITS: Final = {4: Habit.MEETS_LIMIT, 12: Habit.RAISES, 20: Habit.PAYS_IN_OFTEN}
"""By number, members whose days at the tables are among the longest and to whom the watch has something to say."""
DAY_MOST: Final = 60_00
"""The limit on the stakes of a day that one of them has from the first day on."""
REGISTERED_EVERY: Final = timedelta(milliseconds=500)


def accounts() -> tuple[DemoAccount, ...]:
    """Everyone of the cast, as the demonstration's accounts are: the published password opens them too."""
    return tuple(
        DemoAccount(
            "player",
            f"exemplo{number:02}@passado.sabot.example",
            f"{name}_{number:02}",
            OPENING,
            f"{name} Exemplo",
            f"100002{number:02}",
        )
        for number, name in enumerate(FIRST_NAMES, start=1)
    )


def register(*, days: Sequence[date], dice: Random, end: datetime) -> tuple[Member, ...]:
    """Register the cast at the past's first midnight, each with money and two means of payment. All or nothing."""
    begin = datetime.combine(days[0], time(), LISBON).astimezone(UTC)
    with past_tense(until=end) as past:
        members = []
        for number, account in enumerate(accounts()):
            at = begin + REGISTERED_EVERY * number
            with past.act(at, origin=f"198.51.100.{number + 1}"):
                demo.register(account, now=at)
                members.append(_member(number, account, len(days), dice, at))
    return tuple(members)


def _member(number: int, account: DemoAccount, days: int, dice: Random, at: datetime) -> Member:
    card = players.by_email(account.email)
    assert card is not None, "the member has just been registered"
    added = cashier.add_instrument(
        person_id=card.id, kind="mbway", number=f"9120000{number + 1:02}",
        idempotency_key=demo.key_of(f"{account.email}:mbway"), now=at,
    )  # fmt: skip
    key = card.person_key
    ledger = wallet.account_id(key, Currency.EUR)
    assert ledger is not None
    person = habits.person(dice, card.id, key, ledger)
    person.base, person.balance, person.agent = BASE, wallet.balance(key, Currency.EUR), PLAYER_DEVICE
    person.habit = HABITS.get(number)
    if person.habit is Habit.MEETS_LIMIT:
        person.day_most = DAY_MOST
        wish = demo.key_of(f"{account.email}:limit")
        limits.set_limit(
            person_id=card.id, kind=LimitKind.STAKE, period=Period.DAY, most=DAY_MOST, idempotency_key=wish, now=at
        )
    bank = Instrument.objects.values_list("pk", flat=True).get(person_id=card.id, kind="bank-account")
    return Member(
        number=number,
        id=card.id,
        account=account,
        person=person,
        bank_account=bank,
        mbway=added.instrument_id,
        plays_until=int(days * SHARES[number % len(SHARES)]),
    )
