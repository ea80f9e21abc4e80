"""Every rejection has a sentence that says the rule, what was asked, and the most that would do."""

import pytest
from django.utils import translation

from baccarat.limits import RULES, UNLIMITED
from casino.wording.rejections import play
from players.gates import Block
from tables.operations.bets import BetRejection
from tables.operations.seats import SeatRejection


@pytest.mark.parametrize("reason", [*BetRejection, *SeatRejection])
def test_every_reason_has_its_own_sentence(reason: str) -> None:
    assert str(reason) in play.KNOWN


@pytest.mark.parametrize("block", list(Block))
def test_every_block_has_its_own_sentence(block: Block) -> None:
    assert block.value in play.BLOCKS
    assert play.rejection(reason="barred", block=block.value) == str(play.BLOCKS[block.value])


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "offered"])
def test_every_limit_has_its_own_reason(rule: str) -> None:
    assert rule in play.LIMITED


def test_a_rejection_names_rule_asked_and_most() -> None:
    with translation.override("pt"):
        text = play.rejection(
            reason="over-limit", rule="R43b", chance="empate", asked=2500, most=500, currency="EUR"
        ).replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith("Empate, 25,00 €: só se aceitam mais 5,00 €.")
    assert text.endswith("(R43b).")


def test_a_ceiling_of_the_house_s_own_cites_no_rule() -> None:
    with translation.override("pt"):
        text = play.rejection(reason="over-limit", rule="cap", chance="banca", asked=2500, most=500, currency="EUR")
    assert text.endswith("É o máximo que a casa fixou para esta chance.")


def test_taking_back_is_said_as_such() -> None:
    with translation.override("pt"):
        text = play.rejection(reason="over-limit", rule="R43a", chance="banca", asked=-5000, most=0, currency="EUR")
    assert "retirar" in text
    assert "de momento não pode ser retirada" in text


def test_a_ceiling_that_does_not_exist_is_not_quoted() -> None:
    text = play.rejection(reason="over-limit", rule="R14", chance="ponto", asked=100, most=UNLIMITED, currency="EUR")
    assert str(UNLIMITED)[:4] not in text


@pytest.mark.parametrize(
    ("rule", "says"), [("R14", "A aposta mínima desta mesa em cada chance é 5,00 €"), ("R13", "pelo menos, 5,00 €")]
)
def test_too_little_is_answered_with_the_minimum_and_no_larger_amount(rule: str, says: str) -> None:
    with translation.override("pt"):
        text = play.rejection(
            reason="over-limit", rule=rule, chance="ponto", asked=3_00, most=10_000_00, minimum=5_00, currency="EUR"
        )
        kept = play.rejection(reason="over-limit", rule=rule, chance="ponto", asked=3_00, most=10_000_00)
    assert says in " ".join(text.split())
    assert "10 000" not in " ".join((text + kept).split())


def test_an_unknown_reason_still_says_that_nothing_happened() -> None:
    with translation.override("pt"):
        assert "Nada mudou" in play.rejection(reason="from-tomorrow")


def test_play_money_is_not_called_euros() -> None:
    text = play.rejection(reason="short-of-funds", asked=1000, most=500, currency="PLAY")
    assert "€" not in text
    assert "fichas" in text


def test_own_limits_are_said_to_be_the_players_own() -> None:
    with translation.override("pt"):
        text = play.rejection(reason="own-limit", rule="PT-22", chance="ponto", asked=1000, most=500, currency="EUR")
        assert "10,00" in text
        assert "5,00" in text
        assert "limites que definiu" in text
        assert "não permitem" in play.rejection(reason="own-limit", rule="PT-22", chance="ponto", asked=1000, most=0)
        assert "Nada foi apostado" in play.rejection(reason="own-limit")
