"""What moves at the table shows what is already so: it may be cut off at any frame, and reduced motion has none."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories import Floor
from tests.faults.support import until
from tests.functional import settings
from tests.functional.browsers import Person, browser, cents, press
from tests.functional.dealing import Dealing, dealing
from tests.functional.table_states import Answered, Begins, Message, State, told
from tests.patience import PATIENCE_SECONDS
from tests.running import running_house

pytestmark = pytest.mark.browser
TIE: Final = ("3S", "KH", "3D", "6C")
"""Six to six, ponto with a pair: two bets win, two come home as they were, one is lost."""
AHEAD: Final = 250
UNTIL_NEXT: Final = 6_000
"""Milliseconds until the result when the page is told, and from then to the next round."""
MOMENTS: Final = (0, 60, 150, 420, 480, 720, 900, 1_330, 1_500, 1_830, 2_000, 2_300, 2_700)
"""Milliseconds after the result: before, in and between all that motion.md has."""
WATCH: Final = """
() => {
  window.most = 0;
  window.flown = 0;
  const flying = document.querySelector("#flying");
  new MutationObserver((changes) => {
    for (const change of changes) window.flown += change.addedNodes.length;
  }).observe(flying, { childList: true });
  const look = () => {
    const moving = [...flying.children].filter((node) => {
      const time = node.getAnimations()[0]?.effect.getComputedTiming();
      return time && time.localTime > time.delay;
    });
    window.most = Math.max(window.most, moving.length);
    requestAnimationFrame(look);
  };
  look();
}
"""
BETS: Final = State("bets", Begins.ACCEPTED)
RESULT: Final = State("result", Begins.SETTLED)
STAKES: Final = {"ponto": 50_00, "banca": 60_00, "empate": 10_00, "par-ponto": 5_00, "par-banca": 5_00}


@dataclass(frozen=True)
class Room:
    """A table with many bets on it, as the house told of it while bets were taken and once it was settled."""

    person: Person
    said: dict[Begins, Message]

    def page(self, *, reduced: bool = False) -> tuple[Page, Answered]:
        """A window whose socket the test answers."""
        browser_of = self.person.context.browser
        assert browser_of is not None
        motion: Any = "reduce" if reduced else "no-preference"
        context = browser_of.new_context(locale="pt-PT", reduced_motion=motion, viewport={"width": 1280, "height": 800})
        context.add_cookies(self.person.context.cookies())  # type: ignore[arg-type]
        page = context.new_page()
        page.on("pageerror", lambda error: self.person.complaints.append(str(error)))
        answered = Answered(page, self.said, still=False)
        page.goto(f"{self.person.url}/mesa/mesa-m/")
        expect(page.locator("#tray")).to_be_visible()
        page.evaluate(WATCH)
        return page, answered


@pytest.fixture
def room(open_floor: Floor, tmp_path: Path) -> Iterator[Room]:
    """Rita with a bet on every chance, and others beside her."""
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(settings.LIVE, code="mesa-m")
    rita, *others = (floor.player(cents=10_000_00) for _ in range(6))
    for actor in (rita, *others):
        floor.sit(actor, table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        person = Person(chromium, house.url)
        person.sign_in(rita.email, rita.password)
        yield Room(person, _one_round(hands, person, table, [rita, *others]))
        assert person.complaints == []


def _one_round(hands: Dealing, person: Person, table: int, players: list[Any]) -> dict[Begins, Message]:
    hands.open(table, TIE)
    stakes = {chance.replace("-", "_"): cents for chance, cents in STAKES.items()}
    for actor in players:
        hands.do(lambda floor, actor=actor: floor.bet(actor, table, **stakes))
    said = {Begins.ACCEPTED: told(person, "mesa-m")}
    said[Begins.BETTING] = said[Begins.ACCEPTED]
    hands.settle(table)
    said[Begins.SETTLED] = told(person, "mesa-m")
    return said


def _ending(answered: Answered, page: Page, *, late: int = -AHEAD) -> None:
    """Tell the page of the settled round; its result came so long ago, or comes yet."""
    answered.say(answered.made(BETS))
    message = answered.made(RESULT)
    moment = message["state"]["round"]
    moment["deal"]["starts_at"] = message["now"] - moment["deal"]["timeline"][-1]["at"] - late
    moment["next_at"] = message["now"] - late + UNTIL_NEXT
    page.evaluate("most = 0; flown = 0;")
    answered.sockets[-1].send(json.dumps(message))


def _next_round(answered: Answered) -> None:
    message = answered.made(BETS)
    settled = answered.told[Begins.SETTLED]["you"]
    message["state"]["round"].update(code="20990101-mesa-m-1", number=message["state"]["round"]["number"] + 1)
    message["state"]["sums"] = {}
    message["you"].update(stakes={}, balance=settled["balance"], last=settled["last"])
    for seat in message["state"]["seats"]:
        seat["stakes"] = {}
    answered.sockets[-1].send(json.dumps(message))


def _as_after(room: Room, page: Page) -> None:
    """Nothing is under way, the balance is what the round made it, and no stake lies on any spot."""
    expect(page.locator("#outcome")).to_be_hidden()
    expect(page.locator("#flying > *")).to_have_count(0)
    assert _is_paid(room, page)
    assert cents(page.locator("#bar-stake").inner_text()) == 0


def _is_paid(room: Room, page: Page) -> bool:
    """Whether the balance is what the round made it."""
    balance: int = room.said[Begins.SETTLED]["you"]["balance"]
    return cents(page.locator("#bar-balance").inner_text()) == balance


def test_the_moment_of_the_result_may_be_cut_off_at_any_frame(room: Room) -> None:
    """The next round begins before, amid and after each part of it."""
    page, answered = room.page()
    for moment in MOMENTS:
        _ending(answered, page)
        expect(page.locator("#outcome")).to_be_visible()
        page.wait_for_timeout(moment)
        _next_round(answered)
        _as_after(room, page)


def test_the_moment_of_the_result_may_be_seen_from_any_frame_on(room: Room) -> None:
    """A page that is told late, or opened amid it, ends as one that saw it all."""
    page, answered = room.page()
    for moment in MOMENTS[::2]:
        _ending(answered, page, late=moment)
        expect(page.locator("#outcome")).to_be_visible()
        until("the balance has come home", lambda: _is_paid(room, page), seconds=PATIENCE_SECONDS)
        expect(page.locator("#flying > *")).to_have_count(0)
        _next_round(answered)
        _as_after(room, page)


def test_no_more_than_twelve_things_move_at_once(room: Room) -> None:
    page, answered = room.page()
    _ending(answered, page)
    expect(page.locator("#flying > *").first).to_be_attached()
    expect(page.locator("#flying > *")).to_have_count(0)
    most = page.evaluate("most")
    assert 3 <= most <= 12, f"{most} things moved at once"


def test_nothing_flies_where_motion_is_reduced(room: Room) -> None:
    """By the system's wish, or by the table's own option: the balance is the new one with the result."""
    for reduced in (True, False):
        page, answered = room.page(reduced=reduced)
        if not reduced:
            press(page, "o")
            page.locator("[data-option=motion]").uncheck()
            press(page, "Escape")
        _ending(answered, page)
        expect(page.locator("#outcome")).to_be_visible()
        assert _is_paid(room, page)
        page.wait_for_timeout(3_000)
        assert page.evaluate("flown") == 0
        page.context.close()
