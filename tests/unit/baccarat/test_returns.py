"""The confidence sequence of what a bet gives back: it holds at all moments at once, and narrows."""

import random
from fractions import Fraction

import pytest

from baccarat.odds import odds_of
from baccarat.returns import returns
from baccarat.rulesets import preset
from tests.rules import rule

ODDS = odds_of(preset("punto-banco")).bets
BANCA = next(odds for chance, odds in ODDS.items() if chance.value == "banca")
TWO, WON, BACK, LOST = Fraction(2), Fraction(195, 100), Fraction(1), Fraction(0)
LAW = {WON: float(BANCA.win), BACK: float(BANCA.push), LOST: float(BANCA.lose)}
"""What a unit on banca brings back, by its chances."""


def drawn(rounds: int, *, seed: int, law: dict[Fraction, float] = LAW) -> list[Fraction]:
    return random.Random(seed).choices(list(law), list(law.values()), k=rounds)


def counted(results: list[Fraction]) -> dict[Fraction, int]:
    return {share: results.count(share) for share in set(results)}


def test_without_rounds_nothing_is_said() -> None:
    assert returns({}, most=TWO) is None


@rule("GL-41", asserts="What banca promises lies between the bounds at every look of 400 pasts, but for one in twenty.")
def test_the_promise_lies_between_the_bounds_at_every_look() -> None:
    looks, missed = (10, 50, 200, 500, 1_000, 2_000), 0
    for seed in range(400):
        results = drawn(looks[-1], seed=seed)
        seen = [returns(counted(results[:rounds]), most=TWO) for rounds in looks]
        missed += not all(each is not None and each.low <= BANCA.rtp <= each.high for each in seen)
    assert missed <= 20, "5 % of the pasts at most, at all looks together"


def test_the_bounds_narrow_around_the_mean() -> None:
    widths = []
    for rounds in (100, 1_000, 10_000, 100_000):
        seen = returns(counted(drawn(rounds, seed=1)), most=TWO)
        assert seen is not None
        assert 0 <= seen.low <= seen.mean <= seen.high <= 2
        widths.append(seen.high - seen.low)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.03


def test_a_bet_that_gives_back_too_little_is_found() -> None:
    tilted = {WON: LAW[WON] - 0.03, BACK: LAW[BACK], LOST: LAW[LOST] + 0.03}
    seen = returns(counted(drawn(60_000, seed=2, law=tilted)), most=TWO)
    assert seen is not None
    assert seen.high < BANCA.rtp


@pytest.mark.parametrize(("share", "low"), [(LOST, 0.0), (TWO, 0.9)])
def test_one_result_alone(share: Fraction, low: float) -> None:
    seen = returns({share: 50}, most=TWO)
    assert seen is not None
    assert seen.low >= low
    assert (seen.low <= share <= seen.high) is True


def test_the_law_of_this_test_is_the_exact_one() -> None:
    assert WON * BANCA.win + BANCA.push == BANCA.rtp
