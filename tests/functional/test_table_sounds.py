"""The table is silent until asked; then notes sound, and its calls are spoken in the page's language."""

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import MACAU, PONTO_WINS, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.dealing import Dealing, dealing, seated_at
from tests.running import running_house

pytestmark = pytest.mark.browser
LISTEN = """
window.heard = { contexts: 0, notes: [], tones: [], sound: 0, spoken: [] };
const Own = window.AudioContext;
window.AudioContext = class extends Own { constructor(...given) { super(...given); heard.contexts += 1; } };
for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...given) {
    heard.notes.push(this.constructor.name);
    setTimeout(() => { heard.sound += 1; });
    if (this.frequency) heard.tones.push([heard.sound, given[0], this.frequency.value]);
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
        assert _heard(rita) == {"contexts": 0, "notes": [], "tones": [], "sound": 0, "spoken": []}

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


def test_a_win_and_a_loss_sound_alike_and_no_pitch_rises(open_floor: Floor, tmp_path: Path) -> None:
    with seated_at(open_floor, tmp_path, MACAU, code="mesa-s", cards=PONTO_WINS, phone=False) as (rita, hands, table):
        rita.page.evaluate(f"() => {{ {LISTEN} }}")
        press(rita.page, "o")
        rita.page.locator("[data-option=sound]").check()
        press(rita.page, "Escape")
        hands.settle(table)
        expect(rita.page.locator("#outcome")).to_be_visible()
        ends = [_end_of_a_round(rita, hands, table, chance) for chance in ("ponto", "banca")]
        assert ends[0] == ends[1], "what was won, and what was lost"
        assert {"chip", "accepted", "end"} <= ends[0].keys()
        for sounds in ends[0].values():
            assert all(sorted(pitches, reverse=True) == pitches for pitches in sounds), sounds


def _end_of_a_round(rita: Person, hands: Dealing, table: int, chance: str) -> dict[str, list[list[int]]]:
    """What sounds as 20 euros are laid on that chance, as they are accepted, and as ponto has won."""
    hands.open(table, PONTO_WINS)
    expect(rita.page.locator("#ring")).not_to_have_attribute("data-still", "")
    rita.page.evaluate("heard.tones = []")
    rita.lay(chance, "20")
    heard = {"chip": _sounds(rita)}
    rita.page.locator("#act-confirm").click()
    expect(rita.page.locator("#word")).to_contain_text("Aceite")
    heard["accepted"] = _sounds(rita)
    hands.settle(table)
    expect(rita.page.locator("#outcome")).to_be_visible()
    return heard | {"end": _sounds(rita)}


def _sounds(rita: Person) -> list[list[int]]:
    """The sounds since the last question, each as the pitches of its notes in the order in which they begin.

    Of an overtone only the note that it goes with.
    """
    rita.page.wait_for_timeout(100)
    tones = rita.page.evaluate("heard.tones.splice(0)")
    sounds: dict[int, dict[float, float]] = {}
    for sound, start, pitch in tones:
        notes = sounds.setdefault(sound, {})
        notes[start] = min(pitch, notes.get(start, pitch))
    return [[round(notes[start]) for start in sorted(notes)] for notes in sounds.values()]


def _heard(person: Person) -> dict[str, Any]:
    return dict(person.page.evaluate("window.heard"))
