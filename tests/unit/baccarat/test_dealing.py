"""Cards that arrive one by one: the next one that is named is the one that the game takes (R16-R20)."""

import random
from itertools import count

import pytest

from baccarat.card_codes import SIGNS, CodeUnread, PaperCard, check_sign, codes_of, read_code
from baccarat.cards import DECK, Card
from baccarat.dealing import Dealing, Slot, TooManyCards, Why, dealing
from baccarat.play import play
from baccarat.shoe import build, shuffled
from tests.rules import rule

SHOES = 10_000


def _cards(text: str) -> list[Card]:
    return [Card.parse(each) for each in text.split()]


@rule("R17", "R20", asserts="card by card the engine names the place that the round played at once fills")
def test_each_card_that_is_named_is_the_one_that_the_game_takes() -> None:
    chance = random.Random(812)
    for _ in range(SHOES):
        cards = shuffled(build(1), chance.randrange)[:6]
        whole = play(cards)
        drawn: list[Card] = []
        while (now := dealing(drawn)).due is not None:
            drawn.append(cards[len(drawn)])
        assert now.result == whole
        assert tuple(drawn) == whole.cards
        assert (now.ponto, now.banca) == (whole.ponto.total, whole.banca.total)


@rule("R19", asserts="with a natural no card is due")
def test_a_natural_ends_the_round() -> None:
    now = dealing(_cards("9S 2H KD 3C"))
    assert (now.due, now.why) == (None, Why.NATURAL)
    assert now.result.natural


@pytest.mark.parametrize(
    ("cards", "due", "why"),
    [
        ("", Slot.P1, Why.FIRST_CARDS),
        ("2S", Slot.B1, Why.FIRST_CARDS),
        ("2S 2H 4S", Slot.B2, Why.FIRST_CARDS),
        ("2S 3H 3S 2C", Slot.P3, Why.PONTO_DRAWS),
        ("3S 3H 4S 2C", Slot.B3, Why.BANCA_DRAWS),
        ("3S 3H 4S 4C", None, Why.BOTH_STAND),
        ("2S 3H 3S 4C AS", None, Why.ALL_DRAWN),
        ("2S 3H 3S KC AS", Slot.B3, Why.BANCA_DRAWS),
        ("2S 3H 3S KC AS 5D", None, Why.ALL_DRAWN),
    ],
)
def test_the_next_place_and_why(cards: str, due: Slot | None, why: Why) -> None:
    now = dealing(_cards(cards))
    assert (now.due, now.why) == (due, why)


def test_a_side_without_a_card_has_no_total() -> None:
    assert (dealing([]).ponto, dealing([]).banca) == (None, None)
    assert (dealing(_cards("KS")).ponto, dealing(_cards("KS")).banca) == (0, None)


def test_a_card_too_many_is_refused_and_says_how_many_the_round_took() -> None:
    with pytest.raises(TooManyCards) as refused:
        dealing(_cards("9S 2H KD 3C 4C"))
    assert (refused.value.taken, refused.value.given) == (4, 5)


def test_a_third_card_of_banca_alone_stands_in_bancas_third_place() -> None:
    now: Dealing = dealing(_cards("3S 3H 4S 2C 9H"))
    assert now.slots == (Slot.P1, Slot.B1, Slot.P2, Slot.B2, Slot.B3)


def test_every_code_of_a_deck_is_read_as_its_card() -> None:
    codes = codes_of("D001")
    assert len(set(codes)) == 52
    assert [read_code(code) for code in codes] == [PaperCard("D001", card) for card in DECK]


@pytest.mark.parametrize("code", codes_of("Z9A0")[:13])
def test_a_wrong_sign_is_found_wherever_it_stands(code: str) -> None:
    for place, sign in ((place, sign) for place in range(len(code)) for sign in SIGNS):
        if sign != code[place]:
            with pytest.raises(CodeUnread):
                read_code(code[:place] + sign + code[place + 1 :])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "length"),
        ("SBD001TD", "length"),
        ("SBD001TDOO", "length"),
        ("sbd001tdo", "sign"),
        ("XXD001TDO", "sign"),
        ("SBD001TDA", "check"),
        ("SBD00\N{ARABIC-INDIC DIGIT ONE}TDO", "sign"),
    ],
)
def test_a_text_that_is_no_code_says_why(text: str, why: str) -> None:
    with pytest.raises(CodeUnread) as refused:
        read_code(text)
    assert refused.value.why == why


def test_a_code_of_a_card_that_does_not_exist_is_refused() -> None:
    text = "SBD0011S"
    with pytest.raises(CodeUnread) as refused:
        read_code(text + check_sign(text))
    assert refused.value.why == "card"


@pytest.mark.parametrize("deck", ["", "D01", "D00001", "d001", "D0-1"])
def test_a_deck_has_four_signs(deck: str) -> None:
    with pytest.raises(ValueError, match="names no deck"):
        codes_of(deck)


def test_neighbours_that_changed_places_are_found() -> None:
    found, tried = count(), count()
    for code in codes_of("D001"):
        for place in range(len(code) - 1):
            swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
            if swapped != code:
                next(tried)
                try:
                    read_code(swapped)
                except CodeUnread:
                    next(found)
    assert next(found) == next(tried)
