"""Nothing at the table moves while one plays: every box lies where it lay, whatever happens there.

A real page of a real house; its socket is answered by the test, with messages made from one that the house itself sent,
so that each state is there at once, at each size and in each language.
"""

import copy
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tables.operations import individual
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional import settings
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.settings import ALONE
from tests.running import House, running_house

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (1280, 800), (1024, 768), (390, 844), (844, 390))
LANGUAGES = ("pt", "en", "ro")
MACAU = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=30, show_seconds=6)
LIVE = replace(settings.LIVE, show_seconds=6)
BOXES = """
() => {
  const seen = {};
  const parts = ".bar, .bar__figures > div, .bar__tools > *, #table, #table [data-placed], .spot, .spot__place,"
    + " .spot__back, .tray__chip, .tray__typed, .tray__acts > *, .confirm, .drawer, .drawer__tabs > *";
  const counted = {};
  for (const node of document.querySelectorAll(parts)) {
    const name = node.id || [...node.classList].join(".") + (node.closest("[data-chance]")?.dataset.chance ?? "");
    counted[name] = (counted[name] ?? 0) + 1;
    if (!node.offsetParent || node.closest(".dealt, #flying, #strips, dialog")) continue;
    seen[name + ":" + counted[name]] = [node.offsetLeft, node.offsetTop, node.offsetWidth, node.offsetHeight];
  }
  return seen;
}
"""
"""Where each part lies in its parent, as laid out: what is lifted or turned for a moment has not moved."""

Changes = Callable[[dict[str, Any], dict[str, Any], int], None]


def _betting(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"].update(phase="betting", closes_at=now + 15_000, deal=None, next_at=None)
    you["last"] = state["latest"] = None


def _seatless(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    for name in ("seat", "session"):
        you[name] = None
    for seat in state["seats"]:
        seat.update(who=None, stakes={})


def _crowd(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    """Long names, large stakes, a bet of one's own on every chance, a balance of eleven digits."""
    _betting(state, you, now)
    chances = [chance["id"] for chance in state["rules"]["chances"]]
    stakes = dict.fromkeys(chances, 123_456_00)
    for seat in state["seats"]:
        seat.update(who=seat["who"] or "Maria_do_Carmo_77", away=False, stakes=dict.fromkeys(chances, 9_876_543_21))
    state["sums"] = dict.fromkeys(chances, 88_888_888_88)
    you.update(balance=12_345_678_901, stakes=stakes, session_result=-9_876_543_21, session_cost=123_456_78)


def _accepted(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    you.update(stakes={"banca": 75_00, "empate": 5_00}, balance=you["balance"] - 80_00)
    state["sums"] = {"banca": 75_00, "empate": 5_00}


def _closed(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _accepted(state, you, now)
    state["round"]["closes_at"] = now - 500


def _result(state: dict[str, Any], you: dict[str, Any], now: int, *, after: int = 60_000) -> None:
    """The round that the house played, as it is so many milliseconds after its cards began to fall."""
    state["round"]["deal"]["starts_at"] = now - after
    state["round"].update(next_at=now + 4_000, closes_at=now - after)
    you["stakes"] = {}


def _dealing(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _result(state, you, now, after=1_200)


def _waiting(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    state["round"] = {"phase": "waiting", "code": None, "number": 0, "deal": None}


def _paused(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _accepted(state, you, now)
    state["table"].update(status="paused", why="Uma verificação das cartas e do sabot que demora alguns minutos")


def _held(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    state["table"].update(why="held")


def _void(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _accepted(state, you, now)
    state["round"].update(phase="void", void_reason="câmara sem imagem", next_at=now + 4_000)


def _away(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    you["away"] = True


def _invited(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    you["invited"] = {"rule": "R35b", "at": now, "ends_at": None, "shown": True}


def _time_near(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    you["play_until"] = now + 200_000


def _short_of_funds(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    you["balance"] = 30


def _new_version(state: dict[str, Any], you: dict[str, Any], now: int) -> None:
    _betting(state, you, now)
    state["rules"]["version"] += 1


STATES: dict[str, Changes] = {
    "watching": _seatless,
    "crowd": _crowd,
    "accepted": _accepted,
    "closed": _closed,
    "dealing": _dealing,
    "result": _result,
    "waiting": _waiting,
    "paused": _paused,
    "held": _held,
    "void": _void,
    "away": _away,
    "invited": _invited,
    "time near": _time_near,
    "short of funds": _short_of_funds,
    "new version": _new_version,
}


class Answered:
    """A page whose socket the test answers."""

    def __init__(self, page: Page, first: dict[str, Any]) -> None:
        self.page, self.first, self.sockets = page, first, list[WebSocketRoute]()
        page.route_web_socket("**/ws/tables/**", self._opened)

    def _opened(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda _: None)
        socket.send(json.dumps(self._made(_betting)))

    def _made(self, changes: Changes) -> dict[str, Any]:
        message = copy.deepcopy(self.first)
        now = int(timezone.now().timestamp() * 1000)
        changes(message["state"], message["you"], now)
        return message | {"now": now}

    def show(self, changes: Changes) -> None:
        """Tell the page a whole state, and let it draw."""
        self.sockets[-1].send(json.dumps(self._made(changes)))
        self.page.wait_for_timeout(60)
        self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def picture(self, state: str) -> None:
        """Keep how the state looks, where pictures are wanted (SABOT_PICTURES)."""
        folder = os.environ.get("SABOT_PICTURES")
        if folder:
            size = self.page.viewport_size or {}
            language = self.page.locator("html").get_attribute("lang")
            name = f"{self.first['state']['rules']['preset']}-{language}-{'x'.join(map(str, size.values()))}-{state}"
            self.page.screenshot(path=str(Path(folder) / f"{name.replace(' ', '-')}.png"), animations="disabled")

    def boxes(self) -> dict[str, list[int]]:
        """Where everything lies."""
        found: dict[str, list[int]] = self.page.evaluate(BOXES)
        return found


@pytest.mark.parametrize(
    ("terms", "languages"),
    [(MACAU, LANGUAGES), (LIVE, LANGUAGES[:1]), (ALONE, LANGUAGES[:1])],
    ids=["macau", "live", "alone"],
)
def test_nothing_moves_between_any_two_states(
    terms: TableSettings, languages: tuple[str, ...], open_floor: Floor, tmp_path: Path
) -> None:
    """No box differs by a pixel between all states, at five sizes; at one table in three languages."""
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(terms, code="parada", kind="individual" if terms.seats == 1 else "shared")
    actor = floor.player("Rita", cents=1_284_50)
    floor.sit(actor, table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        code = hands.open(table, PONTO_WINS)
        hands.do(lambda each: each.bet(actor, table, ponto=75_00))
        if terms is ALONE:
            hands.do(lambda each: _pressed(each, table, actor.id, code))
        else:
            hands.settle(table)
        cookies, first = _as_the_house_says(chromium, house, actor.email, actor.password)
        moved = [
            f"{language} {width}x{height}: {each}"
            for language in languages
            for width, height in SIZES
            for each in _moved(chromium, house, cookies, first, language=language, size=(width, height))
        ]
    assert moved == []


def _pressed(floor: Floor, table: int, person: int, code: str) -> None:
    """The player of a table of one's own deals."""
    individual.deal(table_id=table, person_id=person, round_code=code, now=floor.now)
    floor.step(table)


def _as_the_house_says(chromium: Browser, house: House, email: str, password: str) -> tuple[Any, dict[str, Any]]:
    """The player's cookies, and the first message of the table's socket."""
    person = Person(chromium, house.url)
    person.sign_in(email, password)
    told: list[dict[str, Any]] = []

    def note(frame: Any) -> None:
        message = json.loads(frame)
        if message["say"] == "snapshot":
            told.append(message)

    person.page.on("websocket", lambda socket: socket.on("framereceived", note))
    person.go("/mesa/parada/")
    expect(person.page.locator("#tray")).to_be_visible()
    assert told, "the house said nothing"
    return person.context.cookies(), told[0]


def _moved(
    chromium: Browser, house: House, cookies: Any, first: dict[str, Any], *, language: str, size: tuple[int, int]
) -> list[str]:
    """What lies elsewhere in one state than in another."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    context.add_cookies([*cookies, {"name": "django_language", "value": language, "url": house.url}])
    page = context.new_page()
    answered = Answered(page, first)
    page.goto(f"{house.url}/mesa/parada/")
    expect(page.locator("#tray")).to_be_visible()
    answered.show(_betting)
    lay, moved = answered.boxes(), list[str]()
    assert len(lay) > 40, lay

    def compare(state: str) -> None:
        answered.picture(state)
        there = answered.boxes()
        moved.extend(
            f"{state}: {name} {lay[name]} → {there[name]}"
            for name in lay.keys() & there.keys()
            if lay[name] != there[name]
        )

    for state, changes in STATES.items():
        answered.show(changes)
        compare(state)
    answered.show(_betting)
    page.fill("#typed", "12345678,90")
    for chance in ("ponto", "banca"):
        page.locator(f'[data-chance="{chance}"] button').first.click()
    compare("draft")
    page.fill("#typed", "5,001")
    page.locator('[data-chance="ponto"] button').first.click()
    compare("unreadable")
    answered.sockets[-1].close(code=1011)
    page.wait_for_timeout(250)
    compare("link lost")
    context.close()
    return moved
