"""Three ways of playing and settling held against each other: the package, its fast path, and a slow second game."""

import os
import random
from dataclasses import replace

import pytest
from every_bet import EVERY_BET
from slow_game import slow_net, slow_round

from baccarat.cards import DECK, Card
from baccarat.chances import Chance
from baccarat.combinations import ShoeCount, joint, outcomes, pairs
from baccarat.odds import odds
from baccarat.paytables import Commission
from baccarat.play import Pair, Result, Winner, play
from baccarat.settlement import settle
from baccarat.simulation import play_out, values_of
from tests.rules import rule

ROUNDS = 1_000_000 if os.environ.get("SABOT_LONG") == "1" else 4_000
MODES = tuple(Commission)


@rule(
    "R1",
    "R22",
    asserts="4,000 random rounds (a million in the long run) are played and paid, on every bet and under every "
    "commission, as a second, independent game does.",
)
@pytest.mark.timeout(1800)  # a million rounds in the long run
def test_random_rounds_are_played_and_paid_alike() -> None:
    dice = random.Random(812)
    eight = list(DECK) * 8
    rules = [replace(EVERY_BET, commission=mode) for mode in MODES]
    stakes = dict.fromkeys(Chance, 200)
    for number in range(ROUNDS):
        cards = dice.sample(eight, 6)
        result = play(cards)
        ponto, banca = slow_round([str(card) for card in cards])
        assert [str(card) for card in result.ponto.cards] == ponto
        assert [str(card) for card in result.banca.cards] == banca
        mode = MODES[number % len(MODES)]
        for chance, payout in settle(rules[number % len(MODES)], result, stakes).items():
            assert payout.returned - 200 == 200 * slow_net(chance.value, ponto, banca, mode.value)
            assert payout.returned == (payout.prize + 200 if payout.outcome != "lose" else 0)


def test_the_fast_path_plays_as_the_readable_one() -> None:
    dice = random.Random(39)
    for _ in range(max(30, ROUNDS // 400)):
        shoe = list(DECK) * 8
        dice.shuffle(shoe)
        wins, at = dict.fromkeys(Winner, 0), 3
        while at < 400:
            result = play(shoe[at : at + 6])
            wins[result.winner] += 1
            at += len(result.cards)
        tally = play_out(values_of(shoe), 3, 400)
        assert (tally.ponto, tally.banca, tally.empate) == (wins[Winner.PONTO], wins[Winner.BANCA], wins[Winner.EMPATE])
        assert tally.rounds == sum(wins.values())


def ordered_rounds(cards: list[Card]) -> list[Result]:
    """Every order of six out of a handful of cards, played."""
    played = []

    def deal(taken: list[int]) -> None:
        if len(taken) == 6:
            played.append(play([cards[place] for place in taken]))
            return
        for place in range(len(cards)):
            if place not in taken:
                deal([*taken, place])

    deal([])
    return played


def test_a_remaining_shoe_counted_and_played_out() -> None:
    """Odds of the last cards of a shoe, against every order in which they can come."""
    remaining = [Card.parse(text) for text in ("4S", "4S", "4D", "KS", "KH", "KH", "9C", "3D")]
    counts = [0] * 52
    for card in remaining:
        counts[card.code] += 1
    shoe = ShoeCount(tuple(counts))
    played = ordered_rounds(remaining)
    expected: dict[object, int] = {}
    for result in played:
        expected[result.facts] = expected.get(result.facts, 0) + 1
    counted = joint(shoe)
    assert counted.total == len(played) == shoe.total
    assert dict(counted.counts) == expected
    paired = pairs(shoe)
    assert paired.ponto == sum(result.ponto.pair for result in played) == sum(result.banca.pair for result in played)
    assert paired.either == sum(result.ponto.pair or result.banca.pair for result in played)
    assert paired.perfect == sum(Pair.PERFECT in (result.ponto.pair_kind, result.banca.pair_kind) for result in played)
    table = odds(EVERY_BET, shoe)
    for chance in Chance:
        paid = sum(settle(EVERY_BET, result, {chance: 200})[chance].returned - 200 for result in played)
        assert -table.bets[chance].edge * 200 * len(played) == paid


def test_the_joint_counts_add_up_to_the_others() -> None:
    for shoe in (ShoeCount.full(1), ShoeCount.full(6), ShoeCount.full(8).without(list(DECK) * 3 + list(DECK[:40]))):
        counted, apart = joint(shoe), outcomes(shoe)
        merged: dict[object, int] = {}
        for facts, count in counted.counts.items():
            key = (facts.ponto_total, facts.banca_total, facts.ponto_count, facts.banca_count)
            merged[key] = merged.get(key, 0) + count
        assert merged == {
            (facts.ponto_total, facts.banca_total, facts.ponto_count, facts.banca_count): count
            for facts, count in apart.counts.items()
        }
        paired = pairs(shoe)
        assert paired.ponto == sum(count for facts, count in counted.counts.items() if facts.ponto_pair)
        assert paired.either == sum(n for facts, n in counted.counts.items() if facts.ponto_pair or facts.banca_pair)
        assert paired.perfect == sum(
            n for facts, n in counted.counts.items() if Pair.PERFECT in (facts.ponto_pair, facts.banca_pair)
        )
