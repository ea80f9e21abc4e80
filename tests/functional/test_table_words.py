"""What the table says in strips and in the line above the chips is read whole, beside what can be pressed there."""

from itertools import product
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kernel.money import Currency
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.settings import ALONE
from tests.functional.table_states import LANGUAGES, SIZES, STATES, Answered, afresh, three_of, told
from tests.functional.walking import speak
from tests.running import running_house

pytestmark = pytest.mark.browser
MACAU = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00)
SAYS = {"beyond a limit", "refused", "unreadable", "paused", "void", "away", "invited", "time near", "short of funds"}
CUT_OFF = """() => {
  const wrong = [];
  for (const line of document.querySelectorAll(".strip:not([hidden]), #word")) {
    if (!line.offsetParent || getComputedStyle(line).display === "none") continue;
    const box = line.getBoundingClientRect();
    if (line.scrollHeight > line.clientHeight + 2) wrong.push(`${line.id} is too low: ${line.textContent}`);
    for (const part of line.querySelectorAll("span, button, a")) {
      const { top, right, bottom, left, width } = part.getBoundingClientRect();
      const out = top < box.top - 2 || bottom > box.bottom + 2 || left < box.left - 2 || right > box.right + 2;
      if (width && out) wrong.push(`${line.id} cuts off: ${part.textContent}`);
    }
  }
  for (const pill of document.querySelectorAll(".pill, .seal")) {
    if (!pill.checkVisibility() || !pill.textContent.trim()) continue;
    if (pill.scrollWidth > pill.clientWidth || pill.scrollHeight > pill.clientHeight + 2) {
      wrong.push(`${pill.id} cuts off: ${pill.textContent.trim()}`);
    }
  }
  const tools = document.querySelector(".bar__tools").getBoundingClientRect();
  for (const part of document.querySelectorAll(".bar__where :is(h1, .badge)")) {
    const { bottom, right, width } = part.getBoundingClientRect();
    if (width && bottom > tools.top && right > tools.left && part.getBoundingClientRect().top < tools.bottom) {
      wrong.push(`the tools lie upon: ${part.textContent.trim()}`);
    }
  }
  return wrong;
}"""


def test_nothing_said_is_cut_off(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(MACAU, code="ditos")
    actor = floor.player("Rita", cents=1_284_50)
    floor.sit(actor, table)
    wrong: list[str] = []
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(table, PONTO_WINS)
        hands.settle(table)
        rita = Person(chromium, house.url)
        rita.sign_in(actor.email, actor.password)
        messages = three_of(told(rita, "ditos"))
        for language, (width, height) in product(LANGUAGES, SIZES):
            speak(rita, language)
            page = rita.context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            answered = Answered(page, messages)
            page.goto(f"{house.url}/mesa/ditos/")
            expect(page.locator("#tray")).to_be_visible()
            for state in STATES:
                if state.name == "crowd" or (state.name in SAYS and language == LANGUAGES[0]):
                    afresh(answered)
                    answered.show(state)
                    where = f"{language} {width}x{height} {state.name}"
                    wrong += [f"{where}: {each}" for each in page.evaluate(CUT_OFF)]
            page.close()
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("terms", [MACAU, ALONE], ids=["macau", "alone"])
def test_a_phones_bar_shows_every_mark(open_floor: Floor, tmp_path: Path, terms: TableSettings) -> None:
    """That it is play money, and a game that the profile does not know, stand clear of the bar's tools."""
    open_floor.now = timezone.now()
    kind = "individual" if terms is ALONE else "shared"
    open_floor.table(terms, code="individual-demonstra", currency=Currency.PLAY, kind=kind)
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        visitor = Person(chromium, house.url, phone=True)
        for language in LANGUAGES:
            speak(visitor, language)
            visitor.go("/mesa/individual-demonstra/")
            expect(visitor.page.locator("#bar h1 .badge")).to_be_visible()
            assert visitor.page.evaluate(CUT_OFF) == [], language
