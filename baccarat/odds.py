"""The exact odds of every bet: probabilities, house edge, return and spread, off whole decks or a remaining shoe.

Fractions throughout; the only float is the standard deviation, a square root that no fraction is. An edge is stated per
unit staked, returned bets included, and rounding to cents is left out (it is in the player's favour: see `settlement`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from types import MappingProxyType
from typing import Final

from baccarat.chances import Chance
from baccarat.combinations import Outcomes, PairCounts, ShoeCount, outcomes, pairs
from baccarat.paytables import EVENT_OF
from baccarat.play import Winner
from baccarat.rulesets import Ruleset
from baccarat.settlement import Outcome, Price, price_of_event


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of one bet, per unit staked."""

    win: Fraction
    push: Fraction
    lose: Fraction
    edge: Fraction
    """The house's average share of a stake; below 0 where the player is ahead."""
    variance: Fraction

    @property
    def rtp(self) -> Fraction:
        """The player's average return: 1 less the edge."""
        return 1 - self.edge

    @property
    def standard_deviation(self) -> float:
        """The spread of one bet's result, in units staked."""
        return sqrt(self.variance)


@dataclass(frozen=True, slots=True)
class Combinations:
    """The orders of six cards, and how many of them each side wins."""

    total: int
    ponto: int
    banca: int
    empate: int


@dataclass(frozen=True, slots=True)
class OddsTable:
    """The odds of a ruleset's bets off one shoe, in the felt's order."""

    combinations: Combinations
    bets: Mapping[Chance, Odds]


_PAIR_COUNT: Final[Mapping[Chance, Callable[[PairCounts], int]]] = MappingProxyType(
    {
        Chance.PAR_PONTO: lambda counted: counted.ponto,
        Chance.PAR_BANCA: lambda counted: counted.ponto,
        Chance.QUALQUER_PAR: lambda counted: counted.either,
        Chance.PAR_PERFEITO: lambda counted: counted.perfect,
    }
)
"""The chances that look at nothing but pairs -> the orders that win; all others look at anything but pairs."""


def odds(ruleset: Ruleset, shoe: ShoeCount | None = None) -> OddsTable:
    """The exact odds of every bet of a ruleset, off its whole decks or off what remains of a shoe.

    >>> from baccarat.rulesets import preset
    >>> bets = odds(preset("punto-banco")).bets
    >>> [f"{float(100 * bets[chance].rtp):.2f}" for chance in (Chance.BANCA, Chance.PONTO, Chance.EMPATE)]
    ['98.94', '98.76', '85.56']

    Raises `TooFewCards` (a `ValueError`) when fewer than six cards remain.
    """
    counted = shoe or ShoeCount.full(ruleset.decks)
    return odds_of_counts(ruleset, outcomes(counted), pairs(counted))


def odds_of_counts(ruleset: Ruleset, counted: Outcomes, paired: PairCounts) -> OddsTable:
    """The odds from counts already made, for several rulesets off one shoe."""
    bets = {}
    wins = dict.fromkeys(Winner, 0)
    for facts, count in counted.counts.items():
        wins[facts.winner] += count
    for chance in ruleset.chances:
        pair_count = _PAIR_COUNT.get(chance)
        events = _events(chance, counted) if pair_count is None else {("win", 0): pair_count(paired)}
        bets[chance] = _odds(ruleset, chance, events, counted.total)
    combinations = Combinations(counted.total, wins[Winner.PONTO], wins[Winner.BANCA], wins[Winner.EMPATE])
    return OddsTable(combinations, MappingProxyType(bets))


@lru_cache(maxsize=64)
def odds_of(ruleset: Ruleset) -> OddsTable:
    """`odds` of a ruleset's whole decks, kept once worked out; for pages and checks that ask again and again."""
    return odds(ruleset)


def _events(chance: Chance, counted: Outcomes) -> dict[tuple[str, int], int]:
    """The orders of six cards by the event that they come to for a bet, and banca's total; losses left out."""
    event_of = EVENT_OF[chance]
    events: dict[tuple[str, int], int] = {}
    for facts, count in counted.counts.items():
        event = event_of(facts)
        if event is not None:
            key = event, facts.banca_total
            events[key] = events.get(key, 0) + count
    return events


def _odds(ruleset: Ruleset, chance: Chance, events: Mapping[tuple[str, int], int], total: int) -> Odds:
    by_price: dict[Price, int] = {}
    for (event, banca_total), count in events.items():
        its_price = price_of_event(ruleset, chance, event, banca_total)
        by_price[its_price] = by_price.get(its_price, 0) + count
    orders = dict.fromkeys(Outcome, 0)
    won, squares = Fraction(0), Fraction(0)
    for its_price, count in by_price.items():
        orders[its_price.outcome] += count
        won += its_price.net * count
        squares += its_price.net**2 * count
    pushed = orders[Outcome.PUSH]
    lost = total - orders[Outcome.WIN] - pushed
    mean = (won - lost) / total
    return Odds(
        win=Fraction(orders[Outcome.WIN], total),
        push=Fraction(pushed, total),
        lose=Fraction(lost, total),
        edge=-mean,
        variance=(squares + lost) / total - mean**2,
    )
