"""The table's pure scripts, run by a browser: roads as the game draws them, the slip, the show."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.play import Winner
from baccarat.roads import Coup, Roads
from tests.rules import rule
from tests.scripts import run

WINNERS = {"P": Winner.PONTO, "B": Winner.BANCA, "E": Winner.EMPATE}

pytestmark = pytest.mark.usefixtures("scripts_page")


@settings(max_examples=6, deadline=None)
@given(st.lists(st.lists(st.sampled_from("PBBPPE"), max_size=70), min_size=20, max_size=20))
def test_the_five_roads_are_the_game_s(shoes: list[list[str]]) -> None:
    """The page draws what `baccarat.roads` lays out, mark by mark."""
    batch = [[[letter, 0, 0] for letter in shoe] for shoe in shoes]
    drawn = run("roads.js", "v.map((r) => [m.big(r), ...[1, 2, 3].map((b) => m.derived(r, b).cells)])", batch)
    for shoe, (big, *derived) in zip(shoes, drawn, strict=True):
        roads = Roads(Coup(WINNERS[letter]) for letter in shoe)
        assert [(cell["x"], cell["y"], cell["ties"]) for cell in big] == [
            (mark.column, mark.row, mark.ties) for mark in roads.big_road
        ]
        for cells, marks in zip(derived, (roads.big_eye_boy, roads.small_road, roads.cockroach), strict=True):
            assert [(cell["x"], cell["y"], cell["mark"]) for cell in cells] == [
                (mark.column, mark.row, mark.colour.value) for mark in marks
            ]


DEAL: dict[str, Any] = {
    "starts_at": 1000,
    "cards": ["4S", "KH", "2D", "5C", None, "4H"],
    "winner": "banca",
    "timeline": [
        {"at": 0, "do": "deal", "hand": "ponto", "index": 0},
        {"at": 500, "do": "deal", "hand": "banca", "index": 0},
        {"at": 1000, "do": "deal", "hand": "ponto", "index": 1},
        {"at": 1500, "do": "deal", "hand": "banca", "index": 1},
        {"at": 2400, "do": "turn", "hand": "ponto"},
        {"at": 3600, "do": "turn", "hand": "banca"},
        {"at": 4400, "do": "third", "hand": "banca"},
        {"at": 6000, "do": "result"},
    ],
}


@rule(
    "R18",
    asserts="The page turns Ponto's two cards, total 6, while Banca's still lie face down, and Banca's, total 5, only "
    "1.2 s later.",
)
@pytest.mark.parametrize(
    ("elapsed", "ponto", "banca", "cards", "done"),
    [
        (-5, None, None, 0, False),
        (600, None, None, 2, False),
        (2500, 6, None, 4, False),
        (3700, 6, 5, 4, False),
        (4500, 6, 9, 5, False),
        (9_999_999, 6, 9, 5, True),
    ],
)
def test_a_newcomer_sees_what_is_due(
    elapsed: int, ponto: int | None, banca: int | None, cards: int, done: bool
) -> None:
    scene = run("show.js", f"m.sceneOf(v, {elapsed})", DEAL)
    assert (scene["ponto"]["total"], scene["banca"]["total"], scene["done"]) == (ponto, banca, done)
    assert len(scene["ponto"]["cards"]) + len(scene["banca"]["cards"]) == cards


@rule(
    "R21",
    asserts="A hand's third card is laid across and its first two are not, whether the house turns it, a player does, "
    "or it is of paper.",
)
@pytest.mark.parametrize("third", [{"do": "third"}, {"do": "deal", "index": 2}, {"do": "card", "index": 2}])
def test_only_the_third_card_lies_across(third: dict[str, object]) -> None:
    deal = {**DEAL, "timeline": [*DEAL["timeline"][:6], {"at": 4400, "hand": "banca", **third}]}
    scene = run("show.js", "m.sceneOf(v, 9000)", deal)
    lying = {hand: [card["across"] for card in scene[hand]["cards"]] for hand in ("ponto", "banca")}
    assert lying == {"ponto": [False, False], "banca": [False, False, True]}


def test_results_wait_for_the_cards() -> None:
    rounds = [
        {"phase": "betting", "closes_at": 500},
        {"phase": "betting", "closes_at": 50_000},
        {"phase": "settled", "deal": DEAL},
        {"phase": "settled", "deal": {**DEAL, "starts_at": -9000}},
        {"phase": "closed", "deal": None},
        {"phase": "void", "deal": None},
    ]
    assert run("show.js", "v.map((round) => m.holdsBack(round, 1200))", rounds) == [
        True,
        False,
        True,
        False,
        True,
        False,
    ]


def test_a_slip_is_undone_move_by_move() -> None:
    told = run(
        "slip.js",
        "(() => { const s = new m.Slip(); s.add({ ponto: 500 }); s.add({ ponto: 2500, empate: 500 });"
        " const one = { ...s.lines }; s.double({ ponto: 1000 }); const two = { ...s.lines }; s.undo(); s.undo();"
        " return [one, two, s.lines, s.total, s.empty]; })()",
        None,
    )
    assert told == [{"ponto": 3000, "empate": 500}, {"ponto": 7000, "empate": 1000}, {"ponto": 500}, 500, False]


def test_the_smaller_room_counts() -> None:
    of_table = {"ponto": {"most": 900, "rule": "R43a"}, "banca": {"most": None, "rule": None}}
    own = {"ponto": {"most": 500, "rule": "FUNDS"}, "banca": {"most": 700, "rule": "FUNDS"}}
    assert run("slip.js", "m.tighter(v[0], v[1])", [of_table, own]) == own
    assert run("slip.js", "m.tighter(v[0], v[1])", [of_table, {"ponto": {"most": None, "rule": None}}]) == of_table
    limit = {"most": 600, "rule": "PT-22", "limit": "stakes-day", "until": None}
    assert run("slip.js", "m.within(v[0], v[1])", [own, limit]) == {
        "ponto": {"most": 500, "rule": "FUNDS"},
        "banca": {"most": 600, "rule": "PT-22"},
    }
    assert run("slip.js", "m.within(v[0], v[1])", [own, None]) == own


def test_a_part_of_ones_own_state_changes_only_what_it_names() -> None:
    first, second = {"number": "A", "at": 1, "lines": {}}, {"number": "B", "at": 2, "lines": {}}
    messages = [
        {"say": "mine", "v": 4, "set": {"balance": 1}, "receipts": []},
        {"say": "you", "you": {"balance": 900, "seat": 3, "receipts": [first]}},
        {"say": "mine", "v": 5, "set": {"balance": 700}, "receipts": [first, second]},
    ]
    told = "(() => { const s = new m.Store(); const t = v.map((x) => s.take(x)); return [t, s.you]; })()"

    takings, you = run("state.js", told, messages)

    assert takings == ["other", "new", "new"]
    assert you == {"balance": 700, "seat": 3, "receipts": [first, second]}


def test_who_is_told_of_a_seat_has_it_at_once() -> None:
    """A player who types a bet before the rest of the state has come is not sent to sit down again."""
    seated = {"say": "seated", "key": "k", "seat": 4, "session": "s"}
    told = "(() => { const s = new m.Store(); const t = v.map((x) => s.take(x)); return [t, s.you]; })()"

    takings, you = run("state.js", told, [seated, {"say": "you", "you": {"seat": None, "balance": 5}}, seated])

    assert takings == ["other", "new", "new"]
    assert you == {"seat": 4, "session": "s", "balance": 5}


def test_an_event_replaces_the_seats_that_changed_and_no_others() -> None:
    rita, empty = {"seat": 1, "who": "Rita", "away": False, "stakes": {}}, {"seat": 2, "who": None}
    zes = {"seat": 3, "who": "Zé", "away": True, "stakes": {"ponto": 5}}
    messages = [
        {"say": "snapshot", "v": 3, "state": {"seats": [rita, empty, zes], "sums": {"ponto": 5}}, "you": None},
        {"say": "event", "v": 4, "set": {"sums": {"ponto": 9}}, "seats": [{**rita, "stakes": {"ponto": 4}}]},
        {"say": "event", "v": 4, "set": {"sums": {"ponto": 1}}, "seats": [{**rita, "stakes": {"ponto": 1}}]},
        {"say": "event", "v": 6, "set": {"sums": {"ponto": 1}}, "seats": [{**zes, "stakes": {"ponto": 1}}]},
    ]
    told = "(() => { const s = new m.Store(); const t = v.map((x) => s.take(x)); return [t, s.state]; })()"

    takings, state = run("state.js", told, messages)

    assert takings == ["new", "new", "old", "gap"]
    assert state == {"seats": [{**rita, "stakes": {"ponto": 4}}, empty, zes], "sums": {"ponto": 9}}


def test_after_a_void_the_beam_has_the_whole_room_again() -> None:
    """The difference is 0,00 then, and what may still be bet must not be that of the stakes that went back."""
    room = {"ponto": {"most": 12_450_50}, "banca": {"most": 12_550_50}}
    said = "v.map((phase) => m.roomOnBeam({ phase }, { max_prize: 1250050 }, " + json.dumps(room) + "))"
    void, betting = run("beam.js", said, ["void", "betting"])
    assert void == {"ponto": {"most": 12_500_50}, "banca": {"most": 12_500_50}}
    assert betting == room
