"""Where everything lies at a table: inside its room, apart from one another, the same whatever happens there."""

import itertools
from typing import Any

import pytest

from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")

MAIN = ["par-ponto", "ponto", "empate", "banca", "par-banca"]
SIDES = [f"side-{place}" for place in range(9)]
SIZES = {
    "desk": [(1124, 844), (964, 744), (708, 712), (1604, 1024), (1124, 620)],
    "tall": [(390, 760), (360, 556), (430, 848), (320, 400)],
    "wide": [(844, 346), (667, 331), (932, 386)],
}
TABLES = {
    "macau": {"main": MAIN, "sides": [], "seats": 9, "beam": True, "toggle": False, "alone": False},
    "live": {"main": MAIN, "sides": SIDES, "seats": 9, "beam": True, "toggle": True, "alone": False},
    "plain": {"main": MAIN[1:4], "sides": [], "seats": 9, "beam": False, "toggle": False, "alone": False},
    "alone": {"main": MAIN[1:4], "sides": [], "seats": 1, "beam": False, "toggle": False, "alone": True},
}
CASES = [
    pytest.param(mode, size, TABLES[name], id=f"{mode}-{size[0]}x{size[1]}-{name}")
    for mode, sizes in SIZES.items()
    for size, name in itertools.product(sizes, TABLES)
]
Box = dict[str, float]


def _laid(mode: str, size: tuple[int, int], table: dict[str, Any]) -> dict[str, Any]:
    view = {"mode": mode, "width": size[0], "height": size[1], **table}
    found: dict[str, Any] = run("geometry.js", "JSON.parse(JSON.stringify(m.layout(v)))", view)
    return found


def _overlap(one: Box, other: Box, least: float = 1.0) -> bool:
    apart = (
        one["x"] + one["w"] <= other["x"] + least
        or other["x"] + other["w"] <= one["x"] + least
        or one["y"] + one["h"] <= other["y"] + least
        or other["y"] + other["h"] <= one["y"] + least
    )
    return not apart


@pytest.mark.parametrize(("mode", "size", "table"), CASES)
def test_every_box_lies_in_the_room_and_spots_lie_apart(
    mode: str, size: tuple[int, int], table: dict[str, Any]
) -> None:
    laid = _laid(mode, size, table)
    width, height = size[0], laid["height"]
    rows = [table["main"], table["sides"]]
    assert set(laid["spots"]) == {*table["main"], *table["sides"]}
    for row in rows if mode == "desk" else rows[:1]:
        for spot in row:
            box = laid["spots"][spot]
            assert 0 <= box["x"] <= width - box["w"], (spot, box)
            assert 0 <= box["y"] <= height - box["h"], (spot, box)
            assert min(box["w"], box["h"]) > 40, (spot, box)
    # On the curve neighbours' boxes share a corner; the button is the words' part, and that lies apart.
    pressed = {spot: _words(laid["spots"][spot]) for spot in table["main"]}
    for one, other in itertools.combinations(pressed.values(), 2):
        assert not _overlap(one, other), (one, other)
    for name in ("word", "tray", "strips", "mid"):
        box = laid[name]
        assert 0 <= box["x"] <= width - box["w"], (name, box)
        assert box["y"] + box["h"] <= height, (name, box)
    assert len(laid["seats"]) == table["seats"]


def _words(spot: dict[str, Any]) -> Box:
    words = spot["words"]
    return {"x": spot["x"] + words["x"], "y": spot["y"] + words["y"], "w": words["w"], "h": words["h"]}


@pytest.mark.parametrize(("mode", "size", "table"), CASES)
def test_cards_lie_apart_from_the_spots_and_from_one_another(
    mode: str, size: tuple[int, int], table: dict[str, Any]
) -> None:
    laid = _laid(mode, size, table)
    cards = [place for hand in laid["hands"].values() for place in hand["places"][:2]]
    for one, other in itertools.combinations(cards, 2):
        assert not _overlap(one, other)
    for card, spot in itertools.product(cards, table["main"]):
        assert not _overlap(card, _words(laid["spots"][spot]))
    thirds = [hand["places"][2] for hand in laid["hands"].values()]
    for third in thirds:
        assert 0 <= third["x"] <= size[0] - third["w"]
        assert third["w"] > third["h"], "the third card lies across"


@pytest.mark.parametrize("cents", [-1_000_000, -1, 0, 1, 250_000, 1_000_000, 5_000_000])
def test_the_bead_stands_where_the_difference_is(cents: int) -> None:
    """Left of it is what Ponto may still take, right of it what Banca may: of twice the maximum prize."""
    place = run("beam.js", "m.beadAt(v, 1000000)", cents)
    assert place == pytest.approx(min(1, max(0, (cents + 1_000_000) / 2_000_000)))


@pytest.mark.parametrize(
    ("size", "mode"),
    [((1440, 900), "desk"), ((961, 500), "desk"), ((390, 844), "tall"), ((844, 390), "wide"), ((320, 256), "tall")],
)
def test_a_window_s_size_names_its_way(size: tuple[int, int], mode: str) -> None:
    """A page zoomed to four times its size is as narrow as the narrowest phone, and read upright."""
    assert run("geometry.js", "m.modeOf(...v)", list(size)) == mode
