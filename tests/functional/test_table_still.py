"""Nothing at the table moves while one plays: every box lies where it lay, whatever happens there.

A real page of a real house; its socket is answered by the test, with messages made from one that the house itself sent
(`tests.functional.table_states`).
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tables.operations import individual
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional import settings
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.settings import ALONE
from tests.functional.table_states import BETTING, LANGUAGES, SIZES, STATES, Answered, Begins, afresh, three_of, told
from tests.running import House, running_house

pytestmark = pytest.mark.browser

MACAU = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00, betting_seconds=30, show_seconds=6)
LIVE = replace(settings.LIVE, show_seconds=6)
BOXES = """
() => {
  const seen = {};
  const parts = ".bar, .bar__figures > div, .bar__tools > *, #table, #table [data-placed], .spot, .spot__place,"
    + " .spot__back, .tray__chip, .tray__typed, .tray__acts > *, .confirm, .drawer, .drawer__tabs > *,"
    + " .cut__title, .cut__deck, .cut__foot";
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

AT_REST = """
() => Promise.all(document.getAnimations()
  .filter((each) => each.playState === "running" && each.effect.getComputedTiming().endTime !== Infinity)
  .map((each) => each.finished.catch(() => null)))
  .then(() => null)
"""
"""What moves for a moment only is waited for: on a busy machine it may still be under way."""

OVERLAPS = """
() => {
  const cut = document.querySelector("#cut");
  if (!cut.offsetParent) return [];
  const whole = cut.getBoundingClientRect();
  const across = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const crosses = (a, b) => across(a, b) && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const found = [];
  const shown = (node) => node.offsetParent && getComputedStyle(node).visibility === "visible";
  const parts = [...cut.querySelectorAll("h2, .cut__place, .cut__deck, .cut__word, .act")].filter(shown);
  for (const part of parts) {
    const box = part.getBoundingClientRect();
    const low = !part.matches(".act") && box.bottom > whole.bottom + 1;
    const aside = box.left < 0 || box.right > innerWidth;
    if (low || aside || box.top < whole.top - 1) found.push(`${part.className} leaves the cut`);
    for (const other of document.querySelectorAll(".spot, .tray button, .tray input, .beam, .toggle, #seal")) {
      if (!shown(other) || !crosses(box, other.getBoundingClientRect())) continue;
      found.push(`${part.className} over ${other.id || other.className}`);
    }
  }
  return found;
}
"""
"""What of the cut lies outside its place, or over something that is seen. What one does may hang below the rest."""


def _boxes(page: Page) -> dict[str, list[int]]:
    """Where everything lies."""
    found: dict[str, list[int]] = page.evaluate(BOXES)
    return found


def _picture(answered: Answered, state: str) -> None:
    """Keep how the state looks, where pictures are wanted (SABOT_PICTURES)."""
    folder, page = os.environ.get("SABOT_PICTURES"), answered.page
    if folder:
        size = page.viewport_size or {}
        preset = answered.told[Begins.BETTING]["state"]["rules"]["preset"]
        name = f"{preset}-{page.locator('html').get_attribute('lang')}-{'x'.join(map(str, size.values()))}-{state}"
        page.screenshot(path=str(Path(folder) / f"{name.replace(' ', '-')}.png"), animations="disabled")


@pytest.mark.parametrize(
    ("terms", "language"),
    [*((MACAU, each) for each in LANGUAGES), (LIVE, LANGUAGES[0]), (ALONE, LANGUAGES[0])],
    ids=[*(f"macau-{each}" for each in LANGUAGES), "live", "alone"],
)
@pytest.mark.long
def test_nothing_moves_between_any_two_states(
    terms: TableSettings, language: str, open_floor: Floor, tmp_path: Path
) -> None:
    """No box differs by a pixel between all states, at five sizes; at one table in three languages."""
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(terms, code="parada", kind="individual" if terms.seats == 1 else "shared")
    actor = floor.player("Rita", cents=1_284_50)
    floor.sit(actor, table)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        code = hands.open(table, PONTO_WINS)
        hands.do(lambda each: each.bet(actor, table, banca=75_00))
        if terms is ALONE:
            hands.do(lambda each: _pressed(each, table, actor.id, code))
        else:
            hands.settle(table)
        rita = Person(chromium, house.url)
        rita.sign_in(actor.email, actor.password)
        cookies, first = rita.context.cookies(), told(rita, "parada")
        moved = [
            f"{language} {width}x{height}: {each}"
            for width, height in SIZES
            for each in _moved(chromium, house, cookies, first, language=language, size=(width, height))
        ]
    assert not moved, "\n".join(moved)


def _pressed(floor: Floor, table: int, person: int, code: str) -> None:
    """The player of a table of one's own deals."""
    individual.deal(table_id=table, person_id=person, round_code=code, now=floor.now)
    floor.step(table)


def _moved(
    chromium: Browser, house: House, cookies: Any, first: dict[str, Any], *, language: str, size: tuple[int, int]
) -> list[str]:
    """What lies elsewhere in one state than in another."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    context.add_cookies([*cookies, {"name": "django_language", "value": language, "url": house.url}])
    page = context.new_page()
    answered = Answered(page, three_of(first))
    page.goto(f"{house.url}/mesa/parada/")
    expect(page.locator("#tray")).to_be_visible()
    answered.show(BETTING)
    lay, moved = _boxes(page), list[str]()
    assert len(lay) > 40, lay
    for state in STATES:
        afresh(answered)
        answered.show(state)
        _picture(answered, state.name)
        there = _boxes(page)
        moved.extend(
            f"{state.name}: {name} {lay[name]} → {there[name]}"
            for name in lay.keys() & there.keys()
            if lay[name] != there[name]
        )
        page.evaluate(AT_REST)
        moved.extend(f"{state.name}: {each}" for each in page.evaluate(OVERLAPS))
        lay = there | lay
    context.close()
    return moved
