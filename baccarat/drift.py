"""Whether results drift from what the cards promise, by a test that may be looked at at any time.

The evidence is a likelihood ratio: how much better the results are told by shares learnt from themselves than by the
exact ones. Under the exact shares it is a martingale that starts at 1, so it passes 1,000 at any time, ever, with a
chance of at most 1 in 1,000 (Ville), however often it is looked at, as long as it is counted from one fixed round on.
Over days that slide along, as the floor's light counts, there is no such bound: it says where to look, and proves
nothing. It knows who won, never what was staked.
"""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import e, lgamma, log, log10
from typing import Final

from baccarat.combinations import ShoeCount, outcomes
from baccarat.play import Winner

WEIGHT: Final = 20
"""How many rounds' worth the exact shares count before anything is learnt: with less, few rounds could not speak."""
WATCH: Final = 2
"""Evidence of 100 to 1, as a power of ten: to be looked at."""
ALARM: Final = 3
"""1,000 to 1: a fault until the contrary is shown."""


FEW: Final = 2_000
"""Rounds below which nothing is said for the results: a side that wins some points too often would hardly show yet."""


class Drift(StrEnum):
    """The verdict on the evidence."""

    FEW = "few"
    """Too few rounds to say anything."""
    CALM = "calm"
    WATCH = "watch"
    ALARM = "alarm"


def shares(decks: int) -> dict[Winner, Fraction]:
    """How often each side wins off whole decks, exactly.

    >>> round(100 * shares(8)[Winner.BANCA], 4)
    Fraction(458597, 10000)
    """
    counted = outcomes(ShoeCount.full(decks))
    won = dict.fromkeys(Winner, 0)
    for facts, count in counted.counts.items():
        won[facts.winner] += count
    return {winner: Fraction(count, counted.total) for winner, count in won.items()}


def evidence(counts: Mapping[Winner, int], expected: Mapping[Winner, Fraction]) -> float:
    """The evidence against `expected` as a power of ten; 0 and below: none.

    >>> fair = shares(8)
    >>> evidence({Winner.PONTO: 446, Winner.BANCA: 459, Winner.EMPATE: 95}, fair) < 0
    True
    >>> evidence({Winner.PONTO: 330, Winner.BANCA: 575, Winner.EMPATE: 95}, fair) > 3
    True
    """
    played = sum(counts.values())
    learnt = lgamma(WEIGHT) - lgamma(WEIGHT + played)
    promised = 0.0
    for winner, share in expected.items():
        count = counts.get(winner, 0)
        learnt += lgamma(WEIGHT * share + count) - lgamma(WEIGHT * share)
        promised += count * log(share)
    return (learnt - promised) * log10(e)


def drift(counts: Mapping[Winner, int], *, decks: int) -> Drift:
    """Judge the results of rounds from `decks` decks."""
    against = evidence(counts, shares(decks))
    if against >= WATCH:
        return Drift.ALARM if against >= ALARM else Drift.WATCH
    return Drift.CALM if sum(counts.values()) >= FEW else Drift.FEW
