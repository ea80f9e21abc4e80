"""The line to the table: tried once a second while bets are open, at once when the player is back, and never hung on.

A real page of a real house. Its socket is answered by the test, and the page's clock is the test's: a second is a
second however slow the machine.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.table_states import STATES, Answered, Begins, Message, State, three_of, told
from tests.running import running_house

pytestmark = pytest.mark.browser
LONG = 600_000
"""Milliseconds of betting."""
BACK = ("online", "focus", "pointerdown")
"""By what a page learns that the player is back."""
HANGS = """
window.hung = [];
window.hangs = false;
const Own = window.WebSocket;
window.WebSocket = class extends EventTarget {
  constructor(address) {
    if (!window.hangs) return new Own(address);
    super();
    this.readyState = 0;
    window.hung.push(this);
  }
  send() {
    throw new DOMException("still connecting", "InvalidStateError");
  }
  close() {
    this.readyState = 3;
  }
};
"""
"""While the page `hangs`, nothing answers a try: no line, and no word that there is none. So it is in a tunnel."""


def _betting(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"]["closes_at"] = now + LONG


BETTING = State("betting", changes=_betting)
WAITING = next(each for each in STATES if each.name == "waiting")


@dataclass(frozen=True)
class Watched:
    """A seated player's page that the test answers, whose time goes by when the test says so."""

    page: Page
    answered: Answered

    def show(self, state: State) -> None:
        """Tell the page that state."""
        self.answered.sockets[-1].send(json.dumps(self.answered.made(state)))
        self.passes(300)

    def passes(self, milliseconds: int, *, step: int = 100) -> None:
        """So much time goes by for the page, and what it sent and was sent has arrived after each step."""
        for _ in range(0, milliseconds, step):
            self.page.clock.run_for(step)
            self.page.wait_for_timeout(15)

    def lose(self) -> None:
        """The line breaks, and no try comes through."""
        self.answered.cut_off = True
        self.answered.sockets[-1].close(code=1011)
        self.page.wait_for_timeout(100)
        self.passes(300)
        expect(self.page.locator("#strip-link")).to_be_visible()

    def come_back(self, event: str) -> None:
        """Tries come through again, and the page learns so by that event; no time goes by."""
        self.answered.cut_off = False
        self.page.evaluate(f"window.dispatchEvent(new Event('{event}'))")
        self.page.wait_for_timeout(100)
        self.passes(100)

    def is_back(self) -> bool:
        """Whether the table is there again, and takes bets."""
        return self.page.locator("#strip-link").is_hidden()

    def tries_in(self, milliseconds: int) -> int:
        """How often the page tries the line in so much of its time."""
        before = self.answered.tries
        self.passes(milliseconds)
        return self.answered.tries - before


@pytest.fixture
def watched(open_floor: Floor, tmp_path: Path) -> Iterator[Watched]:
    """Rita at her seat while bets are taken; what the house says is what the test says."""
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(MACAU, code="mesa-l")
    actor = floor.player("Rita")
    floor.sit(actor, table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(table, BANCA_WINS_WITH_5)
        hands.settle(table)
        rita = Person(chromium, house.url)
        rita.sign_in(actor.email, actor.password)
        yield _watched(chromium, rita, three_of(told(rita, "mesa-l")))


def _watched(chromium: Browser, rita: Person, said: dict[Begins, Message]) -> Watched:
    context = chromium.new_context(locale="pt-PT", reduced_motion="reduce")
    context.add_cookies(rita.context.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.clock.install()
    watched = Watched(page, Answered(page, said, still=False))
    page.add_init_script(HANGS)  # over what answers the socket
    page.goto(f"{rita.url}/mesa/mesa-l/")
    expect(page.locator("#tray")).to_be_visible()
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 2, UTC))
    watched.show(BETTING)
    expect(page.locator("#act-confirm")).to_have_text("Confirmar")
    return watched


def test_while_bets_are_open_the_line_is_tried_once_a_second(watched: Watched) -> None:
    watched.lose()
    expect(watched.page.locator("#act-confirm")).to_have_text("Sem ligação")
    watched.passes(5_000)  # the first tries come faster
    tries = watched.tries_in(10_000)
    assert 10 <= tries <= 20, f"{tries} tries in ten seconds"


def test_while_nothing_can_be_laid_the_pauses_grow(watched: Watched) -> None:
    watched.show(WAITING)
    watched.lose()
    watched.passes(60_000, step=1_000)
    assert watched.tries_in(30_000) <= 4


def test_a_line_that_is_there_again_is_found_within_a_second(watched: Watched) -> None:
    watched.lose()
    watched.passes(8_000)
    watched.answered.cut_off = False
    watched.passes(1_000)
    assert watched.is_back()


def test_a_player_who_is_back_has_the_line_at_once(watched: Watched) -> None:
    """By the network, by the window, or by a touch: no pause is waited for."""
    watched.show(WAITING)
    for event in BACK:
        watched.lose()
        watched.passes(60_000, step=1_000)
        watched.come_back(event)
        assert watched.is_back(), event


def test_a_browser_that_says_it_is_offline_is_believed_at_once(watched: Watched) -> None:
    watched.answered.cut_off = True
    watched.page.context.set_offline(True)
    watched.passes(100)
    expect(watched.page.locator("#strip-link")).to_be_visible()
    watched.answered.cut_off = False
    watched.page.context.set_offline(False)
    watched.page.wait_for_timeout(100)
    watched.passes(100)
    assert watched.is_back()


def test_a_try_that_nothing_answers_is_given_up(watched: Watched) -> None:
    """In a tunnel a try neither fails nor comes through: the next one is not kept waiting for it."""
    watched.page.evaluate("window.hangs = true")
    watched.lose()
    watched.passes(20_000)
    tries = watched.page.evaluate("window.hung.length")
    assert tries >= 4, f"{tries} tries in twenty seconds"
    watched.answered.cut_off = False
    watched.page.evaluate("window.hangs = false")
    watched.passes(6_000)
    assert watched.is_back()


def test_a_player_who_is_back_waits_for_no_try_that_hangs(watched: Watched) -> None:
    for event in BACK:
        watched.page.evaluate("window.hangs = true")
        watched.lose()
        watched.passes(20_000, step=500)
        watched.page.evaluate("window.hangs = false")
        watched.passes(1_500)
        watched.come_back(event)
        assert watched.is_back(), event
