"""What given stakes bring the house on average, and how far chance may carry it: under one ruleset, or two on the very
same cards.

Exact: a result is a fraction of a stake, and averages are taken over every order of six cards. Rounding to cents is
left out, as published odds leave it out. Two bets on the same cards are not independent: opposite ones cancel, and a
bet priced in two ways moves with itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import erfc, isqrt, lcm, sqrt
from typing import Final

from baccarat.chances import Chance
from baccarat.combinations import joint_of_decks
from baccarat.play import Facts
from baccarat.rulesets import Ruleset
from baccarat.settlement import Outcome, price

BAND: Final = Fraction(196, 100)
"""Standard deviations to each side within which a normal result falls 95 times of a hundred."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rulesets beside each other, per unit staked: edges by chance, covariances by pair of chances."""

    old: Mapping[Chance, Fraction]
    new: Mapping[Chance, Fraction]
    within_old: Mapping[tuple[Chance, Chance], Fraction]
    within_new: Mapping[tuple[Chance, Chance], Fraction]
    """By pairs in the felt's order, each once."""
    across: Mapping[tuple[Chance, Chance], Fraction]
    """Of a chance under the old ruleset and one under the new. Zeros where they are not dealt from as many decks: then
    there are no same cards to speak of."""


@lru_cache(maxsize=64)
def compare(old: Ruleset, new: Ruleset) -> Comparison:
    """Two rulesets beside each other, off whole decks.

    >>> from baccarat.rulesets import preset
    >>> macau = preset("macau")
    >>> compare(macau, macau).old[Chance.PONTO] == compare(macau, macau).new[Chance.PONTO]
    True
    """
    left = _results(old)
    right = left if old == new else _results(new)
    within_old = _covariances(left, left, pairs(old.chances))
    within_new = within_old if old == new else _covariances(right, right, pairs(new.chances))
    every = [(one, two) for one in old.chances for two in new.chances]
    if old == new:
        across = {(one, two): within_old[(one, two) if (one, two) in within_old else (two, one)] for one, two in every}
    elif old.decks == new.decks:
        across = _covariances(left, right, every)
    else:
        across = dict.fromkeys(every, Fraction(0))
    return Comparison(
        old={chance: left.mean(chance) for chance in old.chances},
        new={chance: right.mean(chance) for chance in new.chances},
        within_old=within_old,
        within_new=within_new,
        across=across,
    )


def pairs(chances: Sequence[Chance]) -> list[tuple[Chance, Chance]]:
    """Every two of these chances once, and each with itself."""
    return [(one, two) for place, one in enumerate(chances) for two in chances[place:]]


def band(variance: Fraction) -> int:
    """Half the width of the band of 95 %, in whole units: rounded up, so that it never promises too much.

    >>> band(Fraction(100)), band(Fraction(0))
    (20, 0)
    """
    square = variance * BAND**2
    root = isqrt(square.numerator // square.denominator)
    return root if root * root == square else root + 1


def chance_of_loss(mean: Fraction, variance: Fraction) -> float:
    """How likely a normal result of this mean and variance is below 0.

    >>> round(chance_of_loss(Fraction(0), Fraction(1)), 3), chance_of_loss(Fraction(-1), Fraction(0))
    (0.5, 1.0)
    """
    if variance == 0:
        return float(mean < 0)
    return erfc(float(mean) / sqrt(2 * float(variance))) / 2


@dataclass(frozen=True, slots=True)
class _Results:
    """The house's result on each chance by what a round comes to, as whole numbers of `scale`ths of a stake."""

    scale: int
    total: int
    counts: Sequence[int]
    by_chance: Mapping[Chance, Sequence[int]]

    def mean(self, chance: Chance) -> Fraction:
        added = sum(result * count for result, count in zip(self.by_chance[chance], self.counts, strict=True))
        return Fraction(added, self.scale * self.total)


def _results(ruleset: Ruleset) -> _Results:
    counted = joint_of_decks(ruleset.decks)
    exact = {chance: [_result(ruleset, chance, facts) for facts in counted.counts] for chance in ruleset.chances}
    scale = lcm(*(result.denominator for results in exact.values() for result in set(results)))
    whole = {chance: [int(result * scale) for result in results] for chance, results in exact.items()}
    return _Results(scale, counted.total, list(counted.counts.values()), whole)


def _result(ruleset: Ruleset, chance: Chance, facts: Facts) -> Fraction:
    its_price = price(ruleset, chance, facts)
    return Fraction(1) if its_price.outcome is Outcome.LOSE else -its_price.net


def _covariances(
    left: _Results, right: _Results, wanted: Sequence[tuple[Chance, Chance]]
) -> dict[tuple[Chance, Chance], Fraction]:
    scale = left.scale * right.scale * left.total
    weighed = {
        chance: [result * count for result, count in zip(results, left.counts, strict=True)]
        for chance, results in left.by_chance.items()
    }
    found = {}
    for one, two in wanted:
        products = sum(a * b for a, b in zip(weighed[one], right.by_chance[two], strict=True))
        found[one, two] = Fraction(products, scale) - left.mean(one) * right.mean(two)
    return found
