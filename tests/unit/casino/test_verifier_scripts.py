"""The verifier's page works a round out as the game does: every hand, every payout, and how a noted root compares."""

import random
from typing import Any

import pytest

from baccarat import shoe
from baccarat.chances import BANCA_SIDE, PONTO_SIDE, Chance
from baccarat.play import Winner, play
from baccarat.rulesets import PRESETS, preset
from baccarat.settlement import Outcome, settle
from tables.queries import state
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")
HANDS = "../portal/hands.js"


def _rounds(count: int) -> list[Any]:
    dice = random.Random(51)
    decks = list(shoe.build(8))
    return [play(dice.sample(decks, 6)) for _ in range(count)]


def test_hands_are_laid_as_the_game_lays_them() -> None:
    rounds = _rounds(3_000)
    told = run(HANDS, "v.map((cards) => m.laid(cards))", [[str(card) for card in each.cards] for each in rounds])
    for result, found in zip(rounds, told, strict=True):
        assert found["ponto"] == [str(card) for card in result.ponto.cards]
        assert found["banca"] == [str(card) for card in result.banca.cards]
        assert found["totals"] == {"ponto": result.ponto.total, "banca": result.banca.total}
        assert (found["winner"], found["left"]) == (result.winner.value, 0)


def test_a_card_too_few_or_too_many_is_noticed() -> None:
    rounds = [[str(card) for card in each.cards] for each in _rounds(200)]
    assert run(HANDS, "v.map((cards) => m.laid(cards.slice(0, -1)))", rounds) == [None] * 200
    assert run(HANDS, 'v.map((cards) => m.laid([...cards, "AS"]).left)', rounds) == [1] * 200


def test_payouts_come_to_what_the_rules_make_of_them() -> None:
    bets = []
    for name in PRESETS:
        ruleset = preset(name)
        for result in _rounds(60):
            for chance, payout in settle(ruleset, result, dict.fromkeys(ruleset.chances, 10_35)).items():
                pays = " / ".join(ratio.replace(":", " : ") for ratio in dict.fromkeys(state.pays(ruleset, chance)))
                facts = {"stake": payout.stake, "outcome": payout.outcome.value, "commission": payout.commission}
                cards = [str(card) for card in result.cards]
                bets.append((facts | {"returned": payout.returned, "pays": pays}, chance.value, cards))
    asked = "v.map(([bet, chance, cards]) => m.paid(bet) && m.decided(chance, bet.outcome, m.laid(cards)))"
    found = run(HANDS, asked, bets)
    assert all(found), [bet for bet, holds in zip(bets, found, strict=True) if not holds][:3]
    less = [({**bet, "returned": bet["returned"] - 1}, *rest) for bet, *rest in bets]
    assert not any(run(HANDS, "v.map(([bet]) => m.paid(bet))", less)), "a cent less is noticed"


def test_an_outcome_that_is_not_the_rounds_is_noticed() -> None:
    """Of every bet that the cards alone decide; a side's tie and a bonus are the house's table of prizes to tell."""
    ruleset, wrong = preset("live-baccarat"), []
    for result in _rounds(200):
        for chance, payout in settle(ruleset, result, dict.fromkeys(Chance, 1_00)).items():
            tie = result.winner is Winner.EMPATE and chance in PONTO_SIDE | BANCA_SIDE
            if not tie and chance not in (Chance.BONUS_PONTO, Chance.BONUS_BANCA):
                other = "lose" if payout.outcome is Outcome.WIN else "win"
                wrong.append((chance.value, other, [str(card) for card in result.cards]))
    found = run(HANDS, "v.map(([chance, outcome, cards]) => m.decided(chance, outcome, m.laid(cards)))", wrong)
    assert not any(found), [each for each, holds in zip(wrong, found, strict=True) if holds][:3]


def test_a_noted_root_agrees_whole_or_by_its_first_digits() -> None:
    root = "6a72a2b0a578016b" * 4
    noted = [
        "",
        " … ",
        root,
        root.upper(),
        root[:8] + "…",
        "6a72 a2b0 a578",
        root[:7],
        root[:-1] + "0",
        "raiz",
        root + "0",
    ]
    told = run(HANDS, "v[1].map((each) => m.agrees(each, v[0]))", [root, noted])
    assert told == [None, None, True, True, True, True, False, False, False, False]
