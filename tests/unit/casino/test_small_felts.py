"""The small felt of tiles and the front page: ring, seats, results, the call; and which table strangers are shown."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.utils import translation

from casino.portal import front
from casino.portal.felts import felt_of, ring_of
from casino.wording import words
from tables.queries import HIDDEN, Outcome, Shown, ShownHand, Tile

NOW = datetime(2026, 11, 25, 10, tzinfo=UTC)
WON = Shown(ShownHand(("4S", "4D"), 8), ShownHand(("KH", "2C"), 2), natural=True, winner="ponto")


def tile(**changed: Any) -> Tile:
    """A shared table for money at which nothing happens."""
    plain = Tile(
        table_id=1,
        code="lua",
        name="Lua",
        currency="EUR",
        kind="shared",
        preset="macau",
        status="open",
        held="",
        minimum=5_00,
        max_prize=10_000_00,
        most=None,
        commission="half-on-5",
        commission_edge=Fraction(1, 107),
        ponto_edge=Fraction(1, 81),
        empate_edge=Fraction(1, 7),
        seats=9,
        taken=0,
        taken_seats=frozenset(),
        phase="waiting",
        round_of_shoe=0,
        shown=Shown(),
        closes_at=None,
        next_at=None,
        betting_seconds=20,
        results=(),
        version=1,
    )
    return replace(plain, **changed)


@pytest.fixture(autouse=True)
def _in_portuguese() -> Any:
    with translation.override("pt"):
        yield


@pytest.mark.parametrize(
    ("changed", "face", "word", "left"),
    [
        ({"phase": "betting", "closes_at": NOW + timedelta(seconds=10.2)}, "11", "s para apostar", 11),
        ({"phase": "betting", "closes_at": NOW}, "…", "apostas abertas", None),
        ({"phase": "dealing", "shown": Shown(ShownHand((HIDDEN,)))}, "…", "cartas a sair", None),
        ({"phase": "settled", "shown": WON, "next_at": NOW + timedelta(seconds=6)}, "6", "s até à próxima", 6),
        ({"kind": "individual", "phase": "settled", "shown": WON}, "∞", "sem relógio: dá quando quiser", None),
        ({"status": "paused"}, "–", "em pausa", None),
        ({"held": "proof"}, "–", "jogo fechado", None),
        ({"held": "held"}, "–", "jogo suspenso", None),
        ({"held": "held", "phase": "betting", "closes_at": NOW + timedelta(seconds=3)}, "3", "s para apostar", 3),
    ],
)
def test_the_ring_says_what_its_number_counts(changed: dict[str, Any], face: str, word: str, left: int | None) -> None:
    ring = ring_of(tile(**changed), now=NOW)
    assert (ring.face, ring.word, ring.left) == (face, word, left)


def test_hands_have_their_places_and_the_winner_is_marked() -> None:
    empty = felt_of(tile(), now=NOW)
    assert [(hand.total, hand.won, [card.code for card in hand.cards]) for hand in empty.hands] == [
        ("–", False, ["", ""]),
        ("–", False, ["", ""]),
    ]
    hidden = felt_of(tile(shown=Shown(ShownHand((HIDDEN,)))), now=NOW)
    assert [(hand.total, hand.known) for hand in hidden.hands] == [("?", False), ("–", False)]
    ponto, banca = felt_of(tile(shown=WON), now=NOW).hands
    assert [(hand.total, hand.known, hand.won, hand.lost) for hand in (ponto, banca)] == [
        ("8", True, True, False),
        ("2", True, False, True),
    ]
    assert [(card.rank, card.suit, card.red) for card in (*ponto.cards, *banca.cards)] == [
        ("4", "S", False),
        ("4", "D", True),
        ("K", "H", True),
        ("2", "C", False),
    ]
    third = felt_of(tile(shown=Shown(ShownHand(("KS", "2D", "TD"), 2))), now=NOW).hands[0]
    assert [(card.rank, card.across) for card in third.cards] == [("K", False), ("2", False), ("10", True)]


def test_seats_lie_on_the_rail_the_own_one_marked() -> None:
    seats = felt_of(tile(taken_seats=frozenset({1, 4})), now=NOW, mine=4).seats
    assert [seat.number for seat in seats if seat.taken] == [1, 4]
    assert [seat.number for seat in seats if seat.mine] == [4]
    assert (seats[0].x, seats[4].x, seats[8].x) == ("50", "218", "386")
    assert seats[4].y == "186.0"
    assert [seat.x for seat in felt_of(tile(seats=1), now=NOW).seats] == ["218"]


def test_the_last_five_results_in_letters_and_words() -> None:
    results = tuple(Outcome(letter, False, False) for letter in "PPBEB")
    few = felt_of(tile(results=results[:2]), now=NOW)
    assert [bead.letter for bead in few.beads] == ["", "", "", "P", "P"]
    many = felt_of(tile(results=(*results, Outcome("P", True, False))), now=NOW)
    assert [bead.letter for bead in many.beads] == list("PBEBP")
    assert many.results == "Últimos resultados: Ponto, Banca, Empate, Banca, Ponto"
    assert felt_of(tile(), now=NOW).results == "Ainda sem resultados"


@pytest.mark.parametrize(
    ("changed", "call"),
    [
        ({"shown": WON}, "Natural! Ganha o ponto, 8 a 2"),
        ({"shown": replace(WON, natural=False, winner="banca")}, "Ganha a banca, 2 a 8"),
        ({"phase": "betting"}, "Façam as vossas apostas"),
        ({"phase": "dealing", "shown": Shown(ShownHand((HIDDEN,)))}, "Jogo feito"),
        ({}, ""),
    ],
)
def test_the_call(changed: dict[str, Any], call: str) -> None:
    assert front.call_of(tile(**changed)) == call


def test_strangers_are_shown_the_table_at_which_most_sit() -> None:
    played = tile(code="demo", currency="PLAY", taken=3)
    quiet, alone = tile(code="quiet"), tile(code="alone", kind="individual", taken=9)
    assert front.featured([quiet, alone, played]) == played
    assert front.featured([replace(played, taken=0), quiet]) == quiet
    assert front.featured([alone, replace(quiet, status="paused"), replace(quiet, held="held")]) is None


def test_the_edges_are_exact_with_and_without_a_table() -> None:
    assert front.edges_of(tile())["ponto"] == Fraction(1, 81)
    assert {side: words.percent(edge) for side, edge in front.edges_of(None).items()} == {
        "ponto": "1,24\N{NO-BREAK SPACE}%",
        "empate": "14,36\N{NO-BREAK SPACE}%",
        "banca": "0,93\N{NO-BREAK SPACE}%",
    }


def test_amounts_without_cents_where_they_have_none() -> None:
    assert words.short_money(10_000_00, "EUR") == words.money(10_000_00, "EUR").replace(",00", "")
    assert words.short_money(50, "EUR") == words.money(50, "EUR")
    assert words.short_money(5_00, "PLAY") == "5 fichas"
    assert words.short_money(1_00, "PLAY") == "1 ficha"
