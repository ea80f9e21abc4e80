"""Sentences of public pages on chance, the shuffle and the secrecy of cards, held against the game."""

import random
from collections.abc import Iterable
from fractions import Fraction

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from baccarat.cards import Card
from baccarat.combinations import ShoeCount, outcomes
from baccarat.play import Winner, play
from baccarat.shoe import build
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.rules import rule

INDEPENDENT = (
    "The past does not change the odds: everything is shuffled before each round, and every round is independent."
)
NEARLY = (
    "The past says next to nothing of the future: cards that have come out do not come back until the end of the shoe,"
    " and that changes the next round’s odds very little, as a rule by hundredths of a percentage point."
)


@rule(
    "RN-09",
    asserts="A table that shuffles every round says that rounds are independent, and one with a shoe that they nearly "
    "are, in three languages.",
)
@pytest.mark.parametrize("language", ["pt", "en", "ro"])
@pytest.mark.parametrize(
    ("shuffle", "said", "unsaid"), [("every-round", INDEPENDENT, NEARLY), ("per-shoe", NEARLY, INDEPENDENT)]
)
def test_a_table_says_of_independence_what_its_shuffle_makes_true(
    floor: Floor, client: Client, shuffle: str, said: str, unsaid: str, language: str
) -> None:
    terms = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, shuffle=shuffle)
    floor.table(terms, code="lua")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get(reverse("portal:table", args=["lua"])).content.decode()
    with translation.override(language):
        assert gettext(said) in page
        assert gettext(unsaid) not in page
        assert gettext(said) != said or language == "en"


@rule(
    "RN-09",
    asserts="One round out of a fresh shoe moves the odds of the next: never by nothing, and in twenty rounds never by "
    "a tenth of a percent.",
)
def test_one_round_of_a_shoe_moves_the_next_by_hundredths_of_a_point() -> None:
    """RN-09: without replacement. Twenty rounds off fresh shoes: it moves, and by less than a tenth of a point."""
    dice, fresh = random.Random(9), build(8)
    before, moved = shares([]), []
    for _ in range(20):
        after = shares(play(dice.sample(fresh, 6)).cards)
        moved += [abs(one - other) for one, other in zip(before, after, strict=True)]
    assert min(moved) > 0, "it is no independence"
    assert max(moved) < 0.001
    assert sum(moved) / len(moved) < 0.0005


def shares(dealt: Iterable[Card]) -> list[Fraction]:
    """How often each side wins off eight decks without these cards, exactly."""
    counted = outcomes(ShoeCount.full(8).without(dealt))
    won = dict.fromkeys(Winner, 0)
    for facts, count in counted.counts.items():
        won[facts.winner] += count
    return [Fraction(won[winner], counted.total) for winner in Winner]


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_fairness_says_what_the_self_test_checks_and_who_can_read_the_cards(
    client: Client, db: None, language: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get("/ajuda/jogo-justo/").content.decode()
    words = {
        "pt": ("as cartas todas dos seus baralhos", "só se tiram as seis cartas", "quem tem a chave"),
        "en": ("all the cards of its decks", "only the six cards", "who has the key"),
        "ro": ("toate cărțile pachetelor sale", "doar cele șase cărți", "cine are cheia"),
    }[language]
    for said in words:
        assert said in page
    for untrue in ("uma vez cada", "once each", "o singură dată", "ninguém na casa as pode ver", "nobody in the house"):
        assert untrue not in page


@pytest.mark.parametrize(
    ("path", "untrue"),
    [
        ("/jogo-responsavel/", ("quanto tempo dura uma sessão", "how long a session lasts")),
        ("/termos/", ("apostas são anuladas", "bets are void", "mizele sunt anulate")),
    ],
)
@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_no_page_promises_what_the_house_does_not_do(
    client: Client, db: None, path: str, untrue: tuple[str, ...], language: str
) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    answer = client.get(path, follow=True)
    assert answer.status_code == 200
    assert not [said for said in untrue if said in answer.content.decode()]
