"""The behaviour of the demo history's players: their hours, their bets, their stakes. No money moves here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from random import Random
from typing import Final

from demonstration.invented import AGENTS

HOURS: Final = (30, 22, 14, 8, 4, 2, 2, 3, 5, 8, 11, 14, 17, 18, 18, 19, 22, 27, 33, 40, 48, 54, 50, 41)
"""The relative traffic of each hour in Lisbon: evenings are full, mornings empty."""
WEEKDAYS: Final = (82, 80, 84, 92, 128, 142, 112)
"""The relative traffic of each day of the week, Monday first."""
BASES: Final = (2_00, 3_00, 5_00, 5_00, 10_00, 10_00, 20_00, 25_00, 50_00)
TIMES: Final = (1, 1, 1, 1, 2, 2, 3, 5)
"""The multiples of the usual stake that a player bets."""
CHANCES: Final = ("ponto", "banca", "empate", "par-ponto", "par-banca")
TOP_UP_TIMES: Final = 60
"""A player pays in so many times the usual stake."""
LITTLE: Final = 12
"""So many times the usual stake pays in who does so often, once in `OFTEN` rounds."""
OFTEN: Final = 8
RAISED_MOST: Final = 30
"""The highest stake of one who raises it after losses, in times the usual one."""


class Habit(StrEnum):
    """What a few players do that the house's watch over protection looks for."""

    PAYS_IN_OFTEN = "pays-in-often"
    """A little money every few rounds, though there is some left."""
    MEETS_LIMIT = "meets-limit"
    """Has a limit of their own on the stakes of a day, and goes on trying for some rounds once it is met."""
    RAISES = "raises"
    """Stakes more after each loss, and all day long never less again."""


@dataclass(slots=True)
class HistoryPerson:
    """One player: their ledger key and their preferences. `balance` is carried along as the history goes on."""

    person_id: int
    key: str
    account: int
    base: int
    side: str
    loyal: float
    """The share of rounds in which the player stays with their side."""
    extras: tuple[str, ...]
    extra_often: float
    calm: float
    """The share of rounds that the player sits out."""
    agent: str
    """What the player's browser calls itself."""
    balance: int = 0
    streak: int = field(default=0)
    habit: Habit | None = None
    day_most: int | None = None
    """The player's own limit on the stakes of a day, in cents."""
    day_staked: int = 0
    day_losses: int = 0
    """Bets lost in the day that is being played."""

    @property
    def top_up(self) -> int:
        """What the player pays in at a time, in times the usual stake."""
        return LITTLE if self.habit is Habit.PAYS_IN_OFTEN else TOP_UP_TIMES

    @property
    def spendable(self) -> int:
        """The balance, or what the player's own limit leaves of it."""
        return self.balance if self.day_most is None else min(self.balance, self.day_most - self.day_staked)

    def pays_in(self, staked: int, rounds: int) -> bool:
        """Whether there is too little for a slip of so many cents, or it is time again after so many rounds."""
        often = self.habit is Habit.PAYS_IN_OFTEN and rounds % OFTEN == OFTEN - 1
        return often or self.balance < staked

    def begin_day(self) -> None:
        """What counts by the day begins anew."""
        self.day_staked = self.day_losses = 0


def person(dice: Random, person_id: int, key: str, account: int) -> HistoryPerson:
    """A player with habits of their own."""
    extras = tuple(chance for chance in CHANCES[2:] if dice.random() < 0.3)
    return HistoryPerson(
        person_id=person_id,
        key=key,
        account=account,
        base=dice.choice(BASES),
        side="banca" if dice.random() < 0.56 else "ponto",
        loyal=dice.uniform(0.55, 0.95),
        extras=extras,
        extra_often=dice.uniform(0.05, 0.35),
        calm=dice.uniform(0.02, 0.25),
        agent=dice.choice(AGENTS),
    )


def slip(chance: Callable[[], float], who: HistoryPerson) -> list[tuple[str, int]]:
    """The bets of a player in a round: a side, at times a tie or a pair; none if the player sits the round out.

    After losses some raise their stake: people do, and the reports must be able to show it. `chance` throws the dice:
    any number from 0 to less than 1.
    """
    if chance() < who.calm:
        return []
    side = who.side if chance() < who.loyal else ("ponto" if who.side == "banca" else "banca")
    times = TIMES[int(chance() * len(TIMES))] + min(who.streak, 3)
    if who.habit is Habit.RAISES:
        times = min(RAISED_MOST, 1 + who.day_losses // 2)
    laid = [(side, who.base * times)]
    for extra in who.extras:
        if chance() < who.extra_often:
            laid.append((extra, who.base if who.base <= 10_00 else who.base // 2))
    return laid


def day_weight(day: date) -> int:
    """The relative traffic of a day: by its weekday, and a little by its place in the month (pay-day)."""
    return WEEKDAYS[day.weekday()] + (14 if day.day >= 26 or day.day <= 3 else 0)


def moments(dice: Random, count: int, seconds: int, cycle: int) -> Sequence[int]:
    """The seconds of a day at which rounds open, in order: more of them in busy hours, never two within a cycle.

    A table deals on as long as a player sits there, so rounds come in runs.
    """
    slots = max(count, seconds // cycle)
    hours = len(HOURS)
    weights = [HOURS[min(hours - 1, place * hours // slots)] for place in range(slots)]
    total = sum(weights)
    opened, due = [], dice.random()
    for place, weight in enumerate(weights):
        due += weight * count / total
        if due >= 1:
            due -= 1
            opened.append(place * cycle)
    return opened[:count]
