"""The rules of Regulation 812/2015, cell by cell and vector by vector, copied from the text."""

from dataclasses import replace

import pytest

from baccarat.cards import DECK, Card, total
from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import NEXT, Hand, NotEnoughCards, Phase, Winner, banca_draws, play, ponto_draws
from baccarat.rulesets import LimitScheme, Shuffle, preset
from baccarat.settlement import Outcome, StakeInvalid, settle
from tests.rules import rule


def cards(text: str) -> list[Card]:
    return [Card.parse(each) for each in text.split()]


# R20: banca's total, what ponto's third card is worth when banca draws ("-": ponto stood).
DRAWS = {
    0: "0123456789-",
    1: "0123456789-",
    2: "0123456789-",
    3: "012345679-",
    4: "234567-",
    5: "4567-",
    6: "67",
    7: "",
    8: "",
    9: "",
}


@rule(
    "R20",
    asserts="For every total of Banca from 0 to 9 and every third card of Ponto, or none, Banca draws in exactly the "
    "cells of the regulation's table: 110 of 110.",
)
@pytest.mark.parametrize("banca", range(10))
@pytest.mark.parametrize("third", "0123456789-")
def test_r20_all_110_cells(banca: int, third: str) -> None:
    drawn = None if third == "-" else int(third)
    assert banca_draws(7 if drawn is None else 0, banca, drawn) is (third in DRAWS[banca])


@rule(
    "R19",
    "R20",
    asserts="For all 100 pairs of totals Ponto draws exactly when it has 0 to 5 and Banca has no 8 or 9; on its own 8 "
    "or 9 it stands.",
)
@pytest.mark.parametrize("ponto", range(10))
@pytest.mark.parametrize("banca", range(10))
def test_r19_r20_ponto_draws_on_0_to_5_unless_a_natural(ponto: int, banca: int) -> None:
    assert ponto_draws(ponto, banca) is (ponto <= 5 and banca <= 7)


@rule(
    "R20",
    asserts="In 1,000 whole rounds, one for each pair of totals and each third card, Banca has a third card exactly "
    "where the regulation's table says so.",
)
@rule("R19", asserts="In 1,000 whole rounds neither hand has a third card where either has 8 or 9 on its first two.")
@pytest.mark.parametrize("ponto", range(10))
@pytest.mark.parametrize("banca", range(10))
@pytest.mark.parametrize("third", range(10))
def test_r20_as_played(ponto: int, banca: int, third: int) -> None:
    """The same table, read off whole rounds: ace to nine, and a ten for nothing."""
    one = {0: "TS", **{value: f"{'A23456789'[value - 1]}S" for value in range(1, 10)}}
    result = play(cards(f"{one[ponto]} {one[banca]} KD KH {one[third]} QC"))
    natural = ponto >= 8 or banca >= 8
    ponto_took = not natural and ponto <= 5
    assert (len(result.ponto.cards) == 3) is ponto_took
    mark = str(third) if ponto_took else "-"
    assert (len(result.banca.cards) == 3) is (not natural and mark in DRAWS[banca])
    assert result.natural is natural


@rule("R6", asserts="A deck has 52 cards, no two alike.")
def test_r6_a_deck() -> None:
    assert len(set(DECK)) == 52
    assert sorted(DECK) == list(DECK)


@rule("R7", asserts="An ace counts 1, two to nine their figure, and ten, jack, queen and king 0.")
def test_r7_values() -> None:
    assert [Card(rank, "S").value for rank in "A23456789TJQK"] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]


@rule("R8", asserts="9 and 6 count 5, three nines count 7, 4 and 6 count 0.")
@pytest.mark.parametrize(("hand", "counts"), [("TS", 0), ("TS KD", 0), ("9S 6H", 5), ("9S 9D 9H", 7), ("4S 6H", 0)])
def test_r8_only_the_units_count(hand: str, counts: int) -> None:
    assert total(cards(hand)) == counts


@rule(
    "R12",
    asserts="Two kings, two aces and two tens are pairs, of any suits; king with queen and ten with jack are none.",
)
@pytest.mark.parametrize(
    ("hand", "pair"),
    [("KS KH", True), ("AC AD", True), ("KS QS", False), ("TS JS", False), ("5H 5H", True), ("TS TD", True)],
)
def test_r11_r12_pairs(hand: str, pair: bool) -> None:
    assert Hand(tuple(cards(hand))).pair is pair


@rule("R17", asserts="Of six cards Ponto has the first, third and fifth, and Banca the second, fourth and sixth.")
def test_r17_the_order_of_the_cards() -> None:
    dealt = cards("2S 3S 2D AD 4H 5C")
    result = play(dealt)
    assert result.ponto.cards == (dealt[0], dealt[2], dealt[4])
    assert result.banca.cards == (dealt[1], dealt[3], dealt[5])
    assert result.cards == tuple(dealt)
    assert (result.ponto_third, result.banca_third) == (dealt[4], dealt[5])


@pytest.mark.parametrize(("dealt", "needed"), [("", 4), ("2S 3S 2D", 4), ("2S 3S 2D AD", 5), ("2S 3S 2D AD 4H", 6)])
def test_too_few_cards(dealt: str, needed: int) -> None:
    with pytest.raises(NotEnoughCards) as refused:
        play(cards(dealt))
    assert (refused.value.needed, refused.value.given) == (needed, len(dealt.split()))


BANCA_WINS_WITH = {5: "2H 2S KD 3C 2D", 6: "5H 2S KD 4C KH", 7: "6H 3S KD 4C", 9: "7H KS KD 9C"}
HALF_5, HALF_6, HALF_BOTH = Commission.HALF_ON_5, Commission.HALF_ON_6, Commission.HALF_ON_5_AND_6


@rule(
    "R26",
    asserts="On a winning stake of 10.00 on Banca, 5 % keeps 0.50; half on 5 keeps 5.00 at 5 alone, half on 6 at 6 "
    "alone, half on both at 5 and 6; without commission nothing is kept.",
)
@rule("R22", asserts="Banca wins with 5, 6, 7 and 9 against less.")
@pytest.mark.parametrize(
    ("mode", "total_", "returned", "commission"),
    [
        (Commission.FIVE_PERCENT, 9, 1950, 50),
        (HALF_5, 5, 1500, 500),
        (HALF_5, 6, 2000, 0),
        (HALF_5, 7, 2000, 0),
        (HALF_6, 5, 2000, 0),
        (HALF_6, 6, 1500, 500),
        (HALF_BOTH, 5, 1500, 500),
        (HALF_BOTH, 6, 1500, 500),
        (HALF_BOTH, 7, 2000, 0),
        (Commission.NONE, 5, 2000, 0),
    ],
)
def test_r26_commission(mode: Commission, total_: int, returned: int, commission: int) -> None:
    result = play(cards(BANCA_WINS_WITH[total_]))
    assert (result.winner, result.banca.total) == (Winner.BANCA, total_)
    payout = settle(preset("ponto-e-banca", commission=mode), result, {Chance.BANCA: 1000})[Chance.BANCA]
    assert (payout.returned, payout.commission, payout.prize) == (returned, commission, returned - 1000)


@rule(
    "R22",
    asserts="7 against 7 is a tie, and Ponto's 9 beats Banca's 6.",
    shared="One settled round has outcome, push, stake and prize.",
)
@rule(
    "R23",
    asserts="On a tie at 7, stakes of 10.00 on Ponto and on Banca each come back as 10.00, without prize or loss.",
)
@rule("R24", asserts="A stake of 10.00 on a winning Ponto returns 20.00: the stake and a prize of 10.00.")
@rule(
    "R25",
    asserts="A stake of 10.00 returns 20.00 on Ponto, 90.00 on a tie and 120.00 on a pair: prizes of 1, 8 and 11 to 1.",
)
def test_r22_to_r25() -> None:
    rules = preset("ponto-e-banca")
    stakes = dict.fromkeys(rules.chances, 1000)
    tie = settle(rules, play(cards("7H KS KD 7C")), stakes)
    assert [(tie[chance].outcome, tie[chance].returned) for chance in rules.chances] == [
        (Outcome.PUSH, 1000),
        (Outcome.PUSH, 1000),
        (Outcome.WIN, 9000),
        (Outcome.LOSE, 0),
        (Outcome.LOSE, 0),
    ]
    ponto = settle(rules, play(cards("9H 3S KD 3D")), stakes)
    assert [ponto[chance].returned for chance in rules.chances] == [2000, 0, 0, 0, 12000]


@rule(
    "R26",
    asserts="Of 5 % of a stake of 0.19 nothing is kept, and of 0.39 one cent: what is less than a cent goes to the "
    "player.",
)
def test_r26_cents_go_to_the_player() -> None:
    rules = preset("ponto-e-banca", commission=Commission.FIVE_PERCENT)
    result = play(cards(BANCA_WINS_WITH[9]))
    kept = [settle(rules, result, {Chance.BANCA: stake})[Chance.BANCA].commission for stake in (1, 10, 19, 20, 39, 40)]
    assert kept == [0, 0, 0, 1, 1, 2]


@pytest.mark.parametrize("stake", [0, -1, True, 1.0, "1", None])
def test_a_stake_is_whole_cents(stake: object) -> None:
    with pytest.raises(StakeInvalid) as refused:
        settle(preset("macau"), play(cards("7H KS KD 7C")), {Chance.PONTO: stake})  # type: ignore[dict-item]
    assert refused.value.chance is Chance.PONTO


@rule(
    "R9",
    asserts="The two Portuguese games offer Ponto, Banca, tie and the two pairs, in this order; a stake on lucky six "
    "is refused.",
)
@rule("R10", asserts="Without the pairs, both Portuguese games offer Ponto, Banca and tie alone.")
def test_r9_r10_the_felt() -> None:
    five = [Chance.PONTO, Chance.BANCA, Chance.EMPATE, Chance.PAR_PONTO, Chance.PAR_BANCA]
    for name in ("ponto-e-banca", "macau"):
        assert list(preset(name).chances) == five
        assert list(preset(name, pairs=False).chances) == five[:3]
        assert preset(name).shuffle is Shuffle.EVERY_ROUND
        assert preset(name).commission is HALF_5
        with pytest.raises(StakeInvalid):
            settle(preset(name), play(cards("7H KS KD 7C")), {Chance.LUCKY_SIX: 100})


@rule(
    "R11",
    asserts="10.00 on Ponto pair returns 120.00 when Ponto's first two cards pair, whatever Banca's do, and nothing "
    "when only Banca's do.",
)
def test_r11_each_bet_on_a_pair_looks_at_its_own_hand() -> None:
    rules = preset("ponto-e-banca")
    stakes = {Chance.PAR_PONTO: 1000, Chance.PAR_BANCA: 1000}

    def returned(dealt: str) -> list[int]:
        return [payout.returned for payout in settle(rules, play(cards(dealt)), stakes).values()]

    assert returned("4S 9H 4D KC") == [12000, 0]
    assert returned("9H 4S KC 4D") == [0, 12000]
    assert returned("KS 9H KH 9D") == [12000, 12000]
    assert returned("KS 9H QS KC") == [0, 0]


@rule(
    "R39",
    asserts="The rules of Macau equal those of ponto e banca in every field but the name and the limits; these are of "
    "the table's difference, not multiples of the minimum.",
)
def test_r39_macau_is_chapter_i_without_rule_15() -> None:
    macau, first = preset("macau"), preset("ponto-e-banca")
    assert macau.limit_scheme is LimitScheme.DIFFERENCE
    assert first.limit_scheme is LimitScheme.MULTIPLES
    assert replace(macau, preset=first.preset, limit_scheme=first.limit_scheme) == first


@rule(
    "R29",
    asserts="A round can become void from betting, closed and dealing, and never after it was settled or void.",
)
def test_r29_a_round_ends_once() -> None:
    assert {
        Phase.BETTING: {Phase.CLOSED, Phase.VOID},
        Phase.CLOSED: {Phase.DEALING, Phase.VOID},
        Phase.DEALING: {Phase.SETTLED, Phase.VOID},
        Phase.SETTLED: set(),
        Phase.VOID: set(),
    } == NEXT
