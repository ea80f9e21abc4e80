"""What the table says in strips and in the line above the chips is read whole, beside what can be pressed there."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.functional.table_states import SIZES, STATES, Answered, afresh, three_of, told
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
        for width, height in SIZES:
            page = rita.context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            answered = Answered(page, messages)
            page.goto(f"{house.url}/mesa/ditos/")
            expect(page.locator("#tray")).to_be_visible()
            for state in STATES:
                if state.name in SAYS:
                    afresh(answered)
                    answered.show(state)
                    wrong += [f"{width}x{height} {state.name}: {each}" for each in page.evaluate(CUT_OFF)]
            page.close()
    assert wrong == [], "\n".join(wrong)
