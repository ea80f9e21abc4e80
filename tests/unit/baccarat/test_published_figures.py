"""The figures that others have published or that stand in the source texts: integers exactly, the rest to the digit."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from every_bet import EVERY_BET
from slow_game import WRITTEN

from baccarat.chances import Chance
from baccarat.combinations import ShoeCount, outcomes, pairs
from baccarat.odds import odds
from baccarat.paytables import EVENT_OF, Commission, Ratio
from baccarat.play import Winner
from baccarat.rulesets import PRESETS, Ruleset, preset, preset_data, ruleset_from_document
from tests.rules import rule

TOTALS = {
    1: (14_658_134_400, 6_548_674_432, 6_737_232_640, 1_372_227_328),
    6: (878_869_206_895_680, 392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    8: (4_998_398_275_503_360, 2_230_518_282_592_256, 2_292_252_566_437_888, 475_627_426_473_216),
}


OF_PAIRS = {Chance.PAR_PONTO, Chance.PAR_BANCA, Chance.QUALQUER_PAR, Chance.PAR_PERFEITO}
"""They look at nothing but pairs, and win or lose."""


def with_decks(name: str, decks: int, commission: Commission | None = None, **pays: dict[str, str]) -> Ruleset:
    document = preset(name, commission=commission).document() | {"preset": "measured", "decks": decks}
    for offer in document["offers"]:
        offer["pays"] |= pays.get(offer["chance"].replace("-", "_"), {})
    return ruleset_from_document(document)


@rule("GL-31", asserts="With 1, 6 and 8 decks the outcomes of all orders of six real cards are the published counts.")
@pytest.mark.parametrize("decks", TOTALS)
def test_main_outcomes(decks: int) -> None:
    found = odds(with_decks("ponto-e-banca", decks)).combinations
    assert (found.total, found.ponto, found.banca, found.empate) == TOTALS[decks]
    assert found.total == found.ponto + found.banca + found.empate


@rule(
    "R25",
    asserts="With the payouts as they stand, the house edges of every bet, for 6 and for 8 decks, are the published "
    "ones to six decimals of a percent.",
)
def test_house_edges_of_every_bet() -> None:
    for decks in (6, 8):
        bets = odds(replace(EVERY_BET, decks=decks)).bets
        assert {chance.value: f"{float(100 * bet.edge):.6f}" for chance, bet in bets.items()} == {
            bet: written.edge_of_6 if decks == 6 else written.edge_of_8 for bet, written in WRITTEN.items()
        }


@pytest.mark.parametrize(
    ("mode", "six", "eight", "six_deviation", "eight_deviation"),
    [
        (Commission.FIVE_PERCENT, "1.055849", "1.057906", "0.927416", "0.927372"),
        (Commission.HALF_ON_5, "0.931786", "0.932772", "0.933973", "0.933937"),
        (Commission.HALF_ON_6, "1.454808", "1.458104", "0.929697", "0.929642"),
        (Commission.HALF_ON_5_AND_6, "3.624008", "3.625958", "0.911426", "0.911380"),
        (Commission.NONE, "-1.237415", "-1.235081", None, None),
    ],
)
def test_banca_by_commission(
    mode: Commission, six: str, eight: str, six_deviation: str | None, eight_deviation: str | None
) -> None:
    for decks, edge, deviation in ((6, six, six_deviation), (8, eight, eight_deviation)):
        banca = odds(with_decks("macau", decks, mode)).bets[Chance.BANCA]
        assert f"{float(100 * banca.edge):.6f}" == edge
        assert deviation is None or f"{banca.standard_deviation:.6f}" == deviation
        assert banca.win + banca.push + banca.lose == 1
        assert banca.rtp + banca.edge == 1


def test_edges_as_fractions() -> None:
    five = Commission.FIVE_PERCENT
    assert str(odds(with_decks("macau", 8, five)).bets[Chance.BANCA].edge) == "114753351728/10847218479825"
    assert str(odds(with_decks("macau", 6, five)).bets[Chance.BANCA].edge) == "460294100/43594702723"


def test_other_paytables_are_only_data() -> None:
    for decks, nine, lucky in ((6, "4.931289", "11.734128"), (8, "4.844032", "11.698473")):
        rules = with_decks("live-baccarat", decks, empate={"win": "9:1"}, lucky_six={"three-cards": "23:1"})
        bets = odds(rules).bets
        assert f"{float(100 * bets[Chance.EMPATE].edge):.6f}" == nine
        assert f"{float(100 * bets[Chance.LUCKY_SIX].edge):.6f}" == lucky
        assert rules.offer(Chance.EMPATE).pays == (("win", Ratio(9, 1)),)


def test_probabilities() -> None:
    for decks, par, natural, either, perfect in (
        (6, "23/311", "766/4043", "14.243920", "3.189554"),
        (8, "31/415", "1022/5395", "14.381687", "3.345023"),
    ):
        bets = odds(with_decks("live-baccarat", decks)).bets
        assert str(bets[Chance.PAR_PONTO].win) == str(bets[Chance.PAR_BANCA].win) == par
        assert str(bets[Chance.NATURAL_PONTO].win) == str(bets[Chance.NATURAL_BANCA].win) == natural
        assert f"{float(100 * bets[Chance.QUALQUER_PAR].win):.6f}" == either
        assert f"{float(100 * bets[Chance.PAR_PERFEITO].win):.6f}" == perfect


def test_standard_deviations() -> None:
    for decks, ponto, empate, par in ((6, "0.951198", "2.639788", "3.140371"), (8, "0.951153", "2.640872", "3.154856")):
        bets = odds(with_decks("macau", decks)).bets
        found = [f"{bets[chance].standard_deviation:.6f}" for chance in (Chance.PONTO, Chance.EMPATE, Chance.PAR_PONTO)]
        assert found == [ponto, empate, par]


BANCA_WINS = {
    6: {
        4: 28_706_863_470_336,
        5: 38_128_872_750_336,
        6: 47_322_230_031_360,
        7: 67_608_812_078_208,
        8: 93_145_507_893_504,
        9: 103_255_981_998_336,
    },
    8: {
        1: 24_291_119_898_624,
        2: 44_681_581_871_104,
        3: 72_927_778_568_192,
        4: 163_359_790_133_248,
        5: 216_715_928_915_968,
        6: 269_232_304_455_680,
        7: 384_279_324_919_808,
        8: 529_914_458_673_152,
        9: 586_850_279_002_112,
    },
}


@pytest.mark.parametrize("decks", BANCA_WINS)
def test_banca_wins_by_total(decks: int) -> None:
    counts = outcomes(ShoeCount.full(decks)).counts
    for total, expected in BANCA_WINS[decks].items():
        won = [n for facts, n in counts.items() if facts.winner is Winner.BANCA and facts.banca_total == total]
        assert sum(won) == expected


def test_sixes_by_number_of_cards() -> None:
    for decks, two, three in (
        (6, 32_726_541_207_168, 14_595_688_824_192),
        (8, 186_173_936_904_192, 83_058_367_551_488),
    ):
        counts = outcomes(ShoeCount.full(decks)).counts
        for cards, expected in ((2, two), (3, three)):
            found = sum(
                count
                for facts, count in counts.items()
                if facts.winner is Winner.BANCA and facts.banca_total == 6 and facts.banca_count == cards
            )
            assert found == expected


DRAGON_BONUS = {
    Chance.BONUS_PONTO: {
        9: 18_409_431_764_992,
        8: 34_097_645_543_424,
        7: 89_590_261_473_280,
        6: 141_238_897_317_888,
        5: 166_169_165_987_840,
        4: 186_780_352_174_080,
    },
    Chance.BONUS_BANCA: {
        9: 15_390_342_909_952,
        8: 28_305_092_784_128,
        7: 79_517_099_278_336,
        6: 119_200_072_366_080,
        5: 157_275_882_332_160,
        4: 201_147_167_287_296,
    },
}


@pytest.mark.parametrize("chance", DRAGON_BONUS)
def test_dragon_bonus_combinations(chance: Chance) -> None:
    side = Winner.PONTO if chance is Chance.BONUS_PONTO else Winner.BANCA
    counts = outcomes(ShoeCount.full(8)).counts
    natural_win = natural_tie = 0
    margins = dict.fromkeys(range(10), 0)
    for facts, count in counts.items():
        natural = facts.ponto_natural if side is Winner.PONTO else facts.banca_natural
        if facts.winner is Winner.EMPATE and natural:
            natural_tie += count
        elif facts.winner is side and natural:
            natural_win += count
        elif facts.winner is side:
            margins[abs(facts.ponto_total - facts.banca_total)] += count
    assert natural_win == 812_685_054_124_032
    assert natural_tie == 89_325_908_267_520
    assert {margin: margins[margin] for margin in DRAGON_BONUS[chance]} == DRAGON_BONUS[chance]


def test_cards_in_a_round() -> None:
    for decks, expected, mean in (
        (6, ("37.892505", "11.774247", "18.579732", "31.753515"), "4.938610"),
        (8, ("37.886849", "11.771774", "18.572643", "31.768734"), "4.938819"),
    ):
        counted = outcomes(ShoeCount.full(decks))
        share = dict.fromkeys(((2, 2), (2, 3), (3, 2), (3, 3)), 0)
        for facts, count in counted.counts.items():
            share[facts.ponto_count, facts.banca_count] += count
        assert tuple(f"{100 * count / counted.total:.6f}" for count in share.values()) == expected
        assert f"{sum(sum(key) * count for key, count in share.items()) / counted.total:.6f}" == mean


@rule(
    "L9",
    asserts="The returns computed for the live game have 98.94 % as their maximum, and those of punto banco are 98.76, "
    "98.94 and 85.56 %, as the source texts state.",
)
def test_returns_that_the_source_texts_state() -> None:
    live = odds(preset("live-baccarat")).bets
    assert max(f"{float(100 * bet.rtp):.2f}" for bet in live.values()) == "98.94"
    rng = odds(preset("punto-banco")).bets
    assert [f"{float(100 * rng[chance].rtp):.2f}" for chance in rng] == ["98.76", "98.94", "85.56"]


def test_pairs_of_one_deck_are_never_perfect() -> None:
    assert pairs(ShoeCount.full(1)).perfect == 0


def every_form_of(name: str) -> list[Ruleset]:
    """A text with each of its numbers of decks and commissions."""
    data = preset_data(name)
    return [preset(name, decks=decks, commission=mode) for decks in data.decks for mode in data.commissions]


def rarest_of(rules: Ruleset) -> Fraction:
    """How often the rarest event comes up that some bet pays for."""
    counted = outcomes(ShoeCount.full(rules.decks))
    found = []
    for chance, bet in odds(rules).bets.items():
        events = Counter[str]()
        for facts, count in counted.counts.items():
            if chance not in OF_PAIRS and (event := EVENT_OF[chance](facts)) is not None:
                events[event] += count
        found += [Fraction(count, counted.total) for count in events.values()] or [bet.win]
    return min(found)


@rule(
    "GL-32",
    asserts="Under each of the five texts, with each number of decks and each commission, every bet returns 75 % or "
    "more.",
)
@pytest.mark.parametrize("name", PRESETS)
def test_every_bet_returns_three_quarters_at_least(name: str) -> None:
    for rules in every_form_of(name):
        assert min(bet.rtp for bet in odds(rules).bets.values()) >= Fraction(3, 4), rules


@rule(
    "GL-33",
    asserts="No event that a bet of the five texts pays for comes up less often than once in a hundred million rounds.",
)
@pytest.mark.parametrize("name", PRESETS)
def test_no_paid_event_is_rarer_than_one_in_a_hundred_million(name: str) -> None:
    for rules in every_form_of(name):
        assert rarest_of(rules) >= Fraction(1, 10**8), rules
