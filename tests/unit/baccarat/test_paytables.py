"""Every entry of the paytables, against the figures of the texts (R25, R26, L)."""

import pytest
from slow_game import WRITTEN

from baccarat.chances import Chance
from baccarat.paytables import EVENTS, PAYS, RATES, Commission, Ratio
from baccarat.rulesets import PRESETS, preset
from tests.rules import rule


def test_every_chance_is_written_here() -> None:
    assert set(WRITTEN) == {chance.value for chance in Chance}


@rule("R25", asserts="Each bet pays what its text says, event by event: empate 8:1, pairs 11:1.")
@pytest.mark.parametrize("chance", Chance)
def test_each_chance_pays_as_its_text_says(chance: Chance) -> None:
    assert {event: str(ratio) for event, ratio in PAYS[chance]} == WRITTEN[chance.value].pays


def test_a_ratio_is_written_as_on_the_felt_and_compared_by_its_worth() -> None:
    ratios = [Ratio.parse(text) for text in ("11:1", "25:2", "7:2")]
    assert [ratio.on_felt for ratio in ratios] == ["11 : 1", "25 : 2", "7 : 2"]
    assert max(ratios, key=lambda ratio: ratio.worth) == Ratio(25, 2)


@pytest.mark.parametrize("text", ["1000000:1", "0:1", "1:1000000", "999999:999999"])
def test_a_ratio_has_figures_of_up_to_a_million(text: str) -> None:
    assert str(Ratio.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["1000001:1", "1:1000001", "1:0", "-1:1", "1", "1:1:1", "1.5:1", "12345678:1", 2, None]
)
def test_what_is_no_ratio_is_rejected(text: object) -> None:
    with pytest.raises(ValueError, match="is not a ratio"):
        Ratio.parse(text)


@pytest.mark.parametrize("chance", Chance)
def test_the_events_of_a_chance_are_those_that_a_paytable_may_name(chance: Chance) -> None:
    margins = {f"by-{margin}" for margin in (1, 2, 3, 4, 5, 6, 7, 8, 9)}
    bonus = chance in {Chance.BONUS_PONTO, Chance.BONUS_BANCA}
    assert set(EVENTS[chance]) == set(WRITTEN[chance.value].pays) | (margins if bonus else set())
    assert len(EVENTS[chance]) == len(set(EVENTS[chance]))


@pytest.mark.parametrize("name", PRESETS)
def test_no_text_pays_a_chance_differently(name: str) -> None:
    for offer in preset(name).offers:
        assert {event: str(ratio) for event, ratio in offer.pays} == WRITTEN[offer.chance.value].pays


MAIN = (Chance.PONTO, Chance.BANCA, Chance.EMPATE)
FIVE = (*MAIN, Chance.PAR_PONTO, Chance.PAR_BANCA)
FELTS = {
    "ponto-e-banca": FIVE,
    "macau": FIVE,
    "live-baccarat": tuple(Chance(bet) for bet, written in WRITTEN.items() if written.live_until != 0),
    "punto-banco": MAIN,
    "macau-floor": FIVE,
}


@pytest.mark.parametrize("name", PRESETS)
def test_the_felt_of_a_text_has_its_bets_and_no_other(name: str) -> None:
    assert preset(name).chances == FELTS[name]


@pytest.mark.parametrize("chance", FELTS["live-baccarat"])
def test_the_live_text_offers_a_bet_until_its_round_and_not_in_the_next(chance: Chance) -> None:
    rules = preset("live-baccarat")
    assert chance in rules.offered(1)
    last = WRITTEN[chance.value].live_until
    if last is None:
        assert chance in rules.offered(1000)
        return
    assert chance in rules.offered(last)
    assert chance not in rules.offered(last + 1)


def test_each_commission_keeps_its_part_of_the_totals_that_it_names() -> None:
    assert {mode: dict(rates) for mode, rates in RATES.items()} == {
        Commission.NONE: {},
        Commission.FIVE_PERCENT: dict.fromkeys((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 20)),
        Commission.HALF_ON_5: {5: (1, 2)},
        Commission.HALF_ON_6: {6: (1, 2)},
        Commission.HALF_ON_5_AND_6: {5: (1, 2), 6: (1, 2)},
    }
