"""The drift test: silent about fair cards however often one looks, loud about a fault."""

import random

import pytest

from baccarat.drift import ALARM, Drift, drift, evidence, shares
from baccarat.play import Winner
from tests.rules import rule

SIDES = list(Winner)


def draws(weights: list[float], count: int, seed: int) -> list[Winner]:
    return random.Random(seed).choices(SIDES, weights, k=count)


@pytest.mark.parametrize("decks", [6, 8])
def test_fair_results_looked_at_after_every_round_hardly_ever_alarm(decks: int) -> None:
    fair = shares(decks)
    weights = [float(fair[side]) for side in SIDES]
    alarms = 0
    for seed in range(150):
        counts = dict.fromkeys(SIDES, 0)
        for winner in draws(weights, 800, seed):
            counts[winner] += 1
            if evidence(counts, fair) >= ALARM:
                alarms += 1
                break
    assert alarms <= 2  # a chance of 1 in 1,000 each, at most


@rule(
    "PT-74",
    asserts="Results at 40 : 50 : 10 over 8,000 rounds, ties at 20 % over 600, and Ponto alone over 30 each raise the "
    "alarm of drift.",
)
@pytest.mark.parametrize(
    ("weights", "rounds"), [([0.40, 0.50, 0.10], 8_000), ([0.4462, 0.4586, 0.2], 600), ([1.0, 0.0, 0.0], 30)]
)
def test_a_fault_is_seen(weights: list[float], rounds: int) -> None:
    order = {Winner.PONTO: weights[0], Winner.BANCA: weights[1], Winner.EMPATE: weights[2]}
    counts = dict.fromkeys(SIDES, 0)
    for winner in draws([order[side] for side in SIDES], rounds, 7):
        counts[winner] += 1
    assert drift(counts, decks=8) is Drift.ALARM


def test_nothing_played_says_nothing() -> None:
    assert evidence({}, shares(8)) == pytest.approx(0)
    assert drift({}, decks=8) is Drift.FEW


@pytest.mark.parametrize(("rounds", "light"), [(36, Drift.FEW), (1_999, Drift.FEW), (2_000, Drift.CALM)])
def test_few_rounds_are_no_promise_kept(rounds: int, light: Drift) -> None:
    ponto, empate = round(rounds * 0.446), round(rounds * 0.095)
    counts = {Winner.PONTO: ponto, Winner.EMPATE: empate, Winner.BANCA: rounds - ponto - empate}
    assert drift(counts, decks=8) is light


def test_the_evidence_is_a_fair_game() -> None:
    """One round on: weighted by the exact shares, the ratio stays what it is (a martingale)."""
    fair = shares(8)
    counts = {Winner.PONTO: 12, Winner.BANCA: 31, Winner.EMPATE: 2}
    now = 10 ** evidence(counts, fair)
    following = sum(float(fair[side]) * 10 ** evidence({**counts, side: counts[side] + 1}, fair) for side in Winner)
    assert following == pytest.approx(now)
