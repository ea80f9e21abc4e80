"""What a player chooses of a table's looks, and what a phone shows of what lies beside the screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.factories import BANCA_WINS_WITH_5, Floor
from tests.functional import settings
from tests.functional.browsers import Person, press
from tests.functional.dealing import Dealing, seated_at

pytestmark = pytest.mark.browser
CLOTHS = ("green", "blue", "burgundy", "graphite")
MARKS = """node => [...["::before", "::after"].map((mark) => Number(getComputedStyle(node, mark).opacity) > 0.5)]"""
"""Whether the marks «there is more» are seen at the left and at the right."""
AT_MIDDLE = """(node) => {
  const box = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
"""Whether a touch at the middle of the node reaches it."""


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def seated(request: pytest.FixtureRequest, open_floor: Floor, tmp_path: Path) -> Iterator[tuple[Person, Dealing, int]]:
    """Rita at a table with side bets, while bets are taken."""
    with seated_at(
        open_floor, tmp_path, settings.LIVE, code="mesa-c", cards=BANCA_WINS_WITH_5, phone=request.param
    ) as place:
        yield place


def test_the_four_cloths_are_readable_and_the_choice_is_kept(seated: tuple[Person, Dealing, int]) -> None:
    rita, hands, table = seated
    rita.bet("ponto", "20")
    hands.settle(table)
    expect(rita.page.locator("#outcome")).to_be_visible()
    painted = set[str]()
    for cloth in CLOTHS:
        press(rita.page, "o")
        rita.page.locator(f"[data-option=felt][value={cloth}]").check()
        press(rita.page, "Escape")
        expect(rita.page.locator("html")).to_have_attribute("data-felt", cloth)
        painted.add(rita.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt-2')"))
        rita.looks_well(f"cloth-{cloth}")
    assert len(painted) == len(CLOTHS)
    rita.page.reload()
    expect(rita.page.locator("html")).to_have_attribute("data-felt", CLOTHS[-1])


def test_every_card_of_the_round_is_ticked_by_the_page_itself(seated: tuple[Person, Dealing, int]) -> None:
    rita, hands, table = seated
    hands.settle(table)
    expect(rita.page.locator("#outcome")).to_be_visible()
    cards = rita.page.locator(".dealt[data-turned]").count()
    assert cards >= 4
    expect(rita.page.locator(".dealt__tick")).to_have_count(cards)
    expect(rita.page.locator(".dealt__tick[data-failed]")).to_have_count(0)


def test_side_bets_are_a_row_to_swipe_on_a_phone(seated: tuple[Person, Dealing, int]) -> None:
    """The last one is beyond the screen, comes by a swipe, and takes a bet there."""
    rita = seated[0]
    last = rita.page.locator(".spot--side").last
    if not rita.phone:
        assert last.evaluate(AT_MIDDLE), "on a desk all lie beside each other"
        return
    assert not last.evaluate(AT_MIDDLE)
    _swipe_to_the_end(rita.page.locator("#sides"))
    assert last.evaluate(AT_MIDDLE)
    rita.page.fill("#typed", "2")
    last.locator(".spot__place").click()
    rita.page.locator("#act-confirm").click()
    expect(rita.page.locator("#word")).to_contain_text("Aceite")


def _swipe_to_the_end(row: Locator) -> None:
    """With a finger's momentum the row would go there; a wheel does the same without it."""
    box = row.bounding_box()
    assert box is not None
    row.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    row.page.mouse.wheel(5_000, 0)
    row.page.wait_for_function(
        "node => node.scrollLeft + node.clientWidth >= node.scrollWidth - 2", arg=row.element_handle()
    )


def test_the_accounts_places_show_that_there_is_more(seated: tuple[Person, Dealing, int]) -> None:
    """On a phone a mark at each end beyond which there is a place; on a desk all are seen."""
    rita = seated[0]
    rita.go("/conta/")
    places = rita.page.locator(".account__places")
    if not rita.phone:
        assert places.evaluate(MARKS) == [False, False]
        return
    assert places.evaluate(MARKS) == [False, True]
    _swipe_to_the_end(rita.page.locator(".account__nav"))
    assert places.evaluate(MARKS) == [True, False]
