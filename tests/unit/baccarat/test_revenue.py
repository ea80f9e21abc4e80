"""Expected revenue and its spread: against the published odds, and against a distribution counted out whole."""

from fractions import Fraction

import pytest

from baccarat.chances import Chance
from baccarat.exposure import distribution
from baccarat.odds import odds_of
from baccarat.paytables import Commission
from baccarat.revenue import band, chance_of_loss, compare, pairs
from baccarat.rulesets import PRESETS, Ruleset, preset

MACAU = preset("macau")
FREE = preset("macau", commission=Commission.NONE)


@pytest.mark.parametrize("ruleset", [*map(preset, PRESETS), FREE], ids=lambda one: f"{one.preset}-{one.commission}")
def test_edges_and_variances_are_the_published_ones(ruleset: Ruleset) -> None:
    beside = compare(ruleset, ruleset)
    for chance, odds in odds_of(ruleset).bets.items():
        assert beside.old[chance] == beside.new[chance] == odds.edge
        assert beside.within_old[chance, chance] == beside.within_new[chance, chance] == odds.variance
        assert beside.across[chance, chance] == odds.variance


def test_the_spread_of_a_table_is_that_of_its_distribution_counted_out() -> None:
    stakes = {Chance.PONTO: 40_000, Chance.BANCA: 30_000, Chance.EMPATE: 4_000, Chance.PAR_BANCA: 2_000}
    counted = distribution(MACAU, stakes)
    beside = compare(MACAU, MACAU)
    mean = sum(beside.old[chance] * stake for chance, stake in stakes.items())
    variance = sum(
        beside.within_old[pair] * stakes[pair[0]] * stakes[pair[1]] * (1 if pair[0] is pair[1] else 2)
        for pair in pairs(list(stakes))
    )
    second = Fraction(sum(result**2 * count for result, count in counted.counts.items()), counted.total)
    assert mean == counted.mean
    assert variance == second - counted.mean**2


def test_opposite_bets_cancel_and_one_bet_moves_with_itself() -> None:
    beside = compare(MACAU, FREE)
    assert beside.within_old[Chance.PONTO, Chance.BANCA] < 0
    chance = Chance.PONTO
    difference = (
        beside.within_old[chance, chance] + beside.within_new[chance, chance] - 2 * beside.across[chance, chance]
    )
    assert difference == 0, "ponto pays alike under both: on the same cards nothing differs"
    banca = Chance.BANCA
    free = beside.within_old[banca, banca] + beside.within_new[banca, banca] - 2 * beside.across[banca, banca]
    assert 0 < free < beside.within_old[banca, banca] / 10


def test_other_decks_are_other_cards() -> None:
    beside = compare(MACAU, preset("macau", decks=6))
    assert set(beside.across.values()) == {Fraction(0)}


def test_the_band_is_never_too_narrow() -> None:
    assert band(Fraction(10**12)) == 1_960_000
    assert band(Fraction(1, 10**9)) == 1
    assert band(Fraction(10**12 + 1)) == 1_960_001


def test_the_chance_of_a_loss() -> None:
    assert chance_of_loss(Fraction(196), Fraction(100**2)) == pytest.approx(0.025, abs=0.0001)
    assert chance_of_loss(Fraction(0), Fraction(0)) == 0
