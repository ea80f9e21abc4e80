"""The table is silent until asked; then notes sound, and its calls are spoken in the page's language."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import MACAU, PONTO_WINS, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.dealing import dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
LISTEN = """
window.heard = { contexts: 0, notes: [], spoken: [] };
const Own = window.AudioContext;
window.AudioContext = class extends Own { constructor(...given) { super(...given); heard.contexts += 1; } };
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...given) {
    heard.notes.push(this.constructor.name);
    return start.apply(this, given);
  };
}
SpeechSynthesis.prototype.speak = (words) => heard.spoken.push([words.lang, words.text]);
"""


@pytest.mark.parametrize(("language", "spoken_as"), [("pt", "pt-PT"), ("en", "en"), ("ro", "ro")])
def test_silent_until_asked(open_floor: Floor, tmp_path: Path, language: str, spoken_as: str) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(MACAU, code="mesa-s")
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        rita.context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
        rita.page.add_init_script(LISTEN)
        rita.sign_in(player.email, player.password)
        rita.go("/mesa/mesa-s/")
        rita.page.locator("#seats button").first.click()
        expect(rita.page.locator("#tray")).to_be_visible()
        hands.open(table, PONTO_WINS)
        rita.bet("ponto", "20")
        expect(rita.page.locator("#bar-stake")).to_contain_text("20")
        hands.settle(table)
        expect(rita.page.locator("#outcome")).to_be_visible()
        assert _heard(rita) == {"contexts": 0, "notes": [], "spoken": []}

        press(rita.page, "o")
        for option in ("sound", "speech"):
            rita.page.locator(f"[data-option={option}]").check()
        press(rita.page, "Escape")
        hands.open(table, PONTO_WINS)
        expect(rita.page.locator("#ring")).not_to_have_attribute("data-still", "")
        call = rita.page.locator("#call").inner_text()
        rita.bet("ponto", "20")
        expect(rita.page.locator("#bar-stake")).to_contain_text("20")
        hands.settle(table)
        expect(rita.page.locator("#outcome")).to_be_visible()
        heard = _heard(rita)
        assert heard["contexts"] == 1
        assert {"OscillatorNode", "AudioBufferSourceNode"} <= set(heard["notes"]), "bells and chips, and cards on cloth"
        assert [spoken_as, call.strip("«»")] in heard["spoken"]
        assert len(heard["spoken"]) >= 3, "the opening, the close and the result"
        assert {lang for lang, _ in heard["spoken"]} == {spoken_as}

        rita.page.reload()
        expect(rita.page.locator("#tool-sound")).to_have_attribute("aria-pressed", "true")
        assert rita.complaints == []


def _heard(person: Person) -> dict[str, Any]:
    return dict(person.page.evaluate("window.heard"))
