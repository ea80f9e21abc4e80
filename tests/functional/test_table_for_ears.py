"""The table for ears: a round played by typing alone, every card called, and one line at a time for who wants it so."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.dealing import dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
TERMS = TableSettings(preset="macau", minimum=10_00, max_prize=10_000_00, betting_seconds=60, show_seconds=3)


def _typed(page: Page, line: str) -> None:
    page.locator("#ears-line").fill(line)
    page.locator("#ears-line").press("Enter")


def _called(page: Page) -> list[str]:
    """The cards that were called, in their order."""
    said = page.locator("#ears-log p").all_inner_texts()
    return [text for text in said if re.match(r"(Ponto|Banca): .* de ", text)]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_round_is_played_by_typing_and_listening(phone: bool, open_floor: Floor, tmp_path: Path) -> None:
    """Found with the second press of Tab, kept for the next visit, and enough to sit, bet, hear and ask."""
    open_floor.now = timezone.now()
    table = open_floor.table(TERMS, code="ouvir")
    rita = open_floor.player("Rita", cents=500_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        person = Person(chromium, house.url, phone=phone)
        page = person.page
        person.sign_in(rita.email, rita.password)
        person.go("/mesa/ouvir/")
        expect(page.locator("#watching")).to_contain_text("lugar")
        press(page, "Tab")
        press(page, "Tab")
        expect(page.locator("#ears-switch")).to_be_focused()
        press(page, "Enter")
        expect(page.locator("#ears-line")).to_be_focused()
        log = page.locator("#ears-log")

        _typed(page, "p 20")
        expect(log).to_contain_text("Sente-se para apostar")
        _typed(page, "sentar 4")
        expect(log).to_contain_text("Sentou-se no lugar 4.")
        hands.open(table, BANCA_WINS_WITH_5)
        expect(log).to_contain_text("Façam as vossas apostas")
        _typed(page, "b 20")
        expect(log).to_contain_text("Banca: 20,00 € por confirmar.")
        _typed(page, "última")
        _typed(page, "b cinco")
        expect(log).to_contain_text("Banca: escreva a quantia a seguir")
        _typed(page, "xyz")
        expect(log).to_contain_text("Isso não é um comando.")
        _typed(page, "resto banca")
        expect(log).to_contain_text(re.compile(r"Banca \d"))
        _typed(page, "ok")
        expect(log).to_contain_text("Aceite: Banca +20,00 €")
        expect(page.locator("#bar-balance")).to_contain_text("480,00")
        _typed(page, "saldo")
        expect(log).to_contain_text("Saldo 480,00 €.")
        person.looks_well("table-for-ears")

        hands.settle(table)
        expect(log).to_contain_text("O seu resultado:")
        cards = _called(page)
        assert len(cards) == 5, cards
        page.reload()
        expect(log).to_contain_text("O seu resultado:")
        assert _called(page) == cards, "one who comes late hears them in the order in which they were turned"
        assert person.complaints == []


def test_each_line_comes_when_it_is_asked_for(open_floor: Floor, tmp_path: Path) -> None:
    """At one's own pace nothing is said before Enter; and the choice is there at the next visit."""
    open_floor.now = timezone.now()
    table = open_floor.table(TERMS, code="ritmo")
    rita = open_floor.player("Rita", cents=500_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        person = Person(chromium, house.url)
        page = person.page
        person.sign_in(rita.email, rita.password)
        person.go("/mesa/ritmo/")
        page.locator("#ears-switch").focus()
        press(page, "Enter")
        _typed(page, "ritmo")
        hands.open(table, BANCA_WINS_WITH_5)
        expect(page.locator("#ears-waiting")).to_contain_text("por ouvir")
        expect(page.locator("#ears-log")).not_to_contain_text("Façam as vossas apostas")
        for _ in range(4):
            _typed(page, "")
        expect(page.locator("#ears-log")).to_contain_text("Façam as vossas apostas")
        expect(page.locator("#ears-log")).to_contain_text("Nada de novo.")
        person.go("/mesa/ritmo/")
        expect(page.locator("#ears-line")).to_be_visible()
        assert person.complaints == []
