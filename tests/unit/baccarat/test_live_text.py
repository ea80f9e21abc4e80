"""Additions of the live-baccarat text: fifteen bets, their rounds of the shoe, the commission toggle, the burned
cards."""

import pytest
from every_bet import EVERY_BET
from slow_game import ROUNDS, WRITTEN, slow_net, slow_round

from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import play
from baccarat.rulesets import PRESETS, preset
from baccarat.settlement import settle
from baccarat.shoe import build, open_shoe
from tests.rules import rule

LIVE = preset("live-baccarat")
WRITTEN_LIVE = {Chance(bet): written.live_until for bet, written in WRITTEN.items() if written.live_until != 0}


@rule("L4", asserts="The live game has the bets of its text and no other, each once.")
def test_the_live_game_has_the_bets_of_its_text() -> None:
    assert len(LIVE.chances) == len(LIVE.offers)
    assert set(LIVE.chances) == set(WRITTEN_LIVE)


@rule(
    "L5",
    asserts="All chances are offered up to round 50 of a shoe; in round 51 the bets until 50 are closed, and in round "
    "61 those until 60 too.",
)
@pytest.mark.parametrize(
    ("round_of_shoe", "closed"), [(1, ()), (50, ()), (51, (50,)), (60, (50,)), (61, (50, 60)), (90, (50, 60))]
)
def test_bets_close_with_the_rounds_of_the_shoe(round_of_shoe: int, closed: tuple[int, ...]) -> None:
    written = {chance for chance, last in WRITTEN_LIVE.items() if last in closed}
    assert set(LIVE.chances) - LIVE.offered(round_of_shoe) == written


def test_other_texts_close_nothing() -> None:
    for name in PRESETS:
        if name != "live-baccarat":
            assert preset(name).offered(1000) == preset(name).offered(None) == frozenset(preset(name).chances)


@rule(
    "L3",
    asserts="On a Banca that wins with 6, a stake of 10.00 at 5 % pays 9.50 and keeps 0.50, and 10.00 without "
    "commission pays 5.00 and keeps 5.00.",
)
def test_the_toggle_is_two_bets_on_one_hand() -> None:
    six = play([Card.parse(text) for text in ("5H", "2S", "KD", "4C", "KH")])
    payouts = settle(LIVE, six, {Chance.BANCA: 1000, Chance.BANCA_NO_COMMISSION: 1000})
    assert [(payout.prize, payout.commission) for payout in payouts.values()] == [(950, 50), (500, 500)]
    assert LIVE.commission_on(Chance.BANCA) is Commission.FIVE_PERCENT
    assert LIVE.commission_on(Chance.PONTO) is Commission.NONE


def test_ponto_stands_on_six_and_seven_despite_the_slip_in_the_text() -> None:
    for six in ("6H", "7H"):
        result = play([Card.parse(text) for text in (six, "2S", "KD", "4C", "KH")])
        assert len(result.ponto.cards) == 2


@rule(
    "L1",
    asserts="A new live shoe begins at card 3 after an ace, 11 after a nine, and 12 after a ten or a king: the turned "
    "card and as many burned.",
)
def test_a_new_shoe_burns_by_its_first_card() -> None:
    assert LIVE.burn
    assert LIVE.rounds_after_cut == 0
    for first, position in (("AS", 2), ("9D", 10), ("TD", 11), ("KC", 11)):
        shoe = [Card.parse(first), *build(8)[:-1]]
        assert open_shoe(shoe, burn=True, behind_cut=16, rounds_after_cut=0).position == position


@rule(
    "L4",
    asserts="On twenty rounds that bring up every paying event, every bet returns what a second, independent game "
    "says.",
)
def test_every_bet_on_every_kind_of_round() -> None:
    """Every bet against the second game, on rounds chosen so that every paying event comes up."""
    seen = set()
    for text in ROUNDS:
        cards = text.split()
        result = play([Card.parse(card) for card in cards])
        ponto, banca = slow_round(cards)
        assert [str(card) for card in result.ponto.cards] == ponto
        assert [str(card) for card in result.banca.cards] == banca
        for chance, payout in settle(EVERY_BET, result, dict.fromkeys(Chance, 200)).items():
            net = slow_net(chance.value, ponto, banca, "5-percent")
            assert payout.returned - 200 == 200 * net, (text, chance)
            seen.add((chance, net))
    assert len(seen) >= len(Chance) * 2
