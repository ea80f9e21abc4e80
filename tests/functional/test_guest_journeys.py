"""From the front page, at one touch and without an account, through the three rounds of the guide, and out again."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from kernel.money import Currency
from tests.factories import Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.settings import ALONE
from tests.functional.test_table_still import BOXES
from tests.patience import PATIENCE_SECONDS
from tests.running import running_house

pytestmark = pytest.mark.browser
GUESTS = {"SABOT_GUESTS": "5"}


@pytest.fixture
def open_house(open_floor: Floor) -> Floor:
    """Two tables for guests, and one that is shared."""
    open_floor.now = timezone.now()
    for code in ("so-1", "so-2"):
        open_floor.table(ALONE, code=code, currency=Currency.PLAY, kind="individual")
    open_floor.table(code="juntos", currency=Currency.PLAY)
    return open_floor


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_stranger_learns_the_game_in_three_rounds(open_house: Floor, tmp_path: Path, *, phone: bool) -> None:
    with running_house(tmp_path, environment=GUESTS) as house, browser() as chromium:
        guest = Person(chromium, house.url, phone=phone)
        page = guest.page
        guest.go("/")
        expect(page.locator("#guest-said")).to_contain_text("Só para quem tem 18 anos ou mais")
        guest.looks_well("guest-front")
        page.get_by_role("button", name="Experimentar sem conta").click()
        expect(page.locator("#tray")).to_be_visible()
        _reads(guest, "Jogada 1 de 3: apostar e dar")
        guest.looks_well("guest-round-1")
        lay = page.evaluate(BOXES)

        _plays(page, "ponto")
        _reads(guest, "Jogada 2 de 3: a terceira carta")
        guest.looks_well("guest-round-2")
        _plays(page, "banca")
        _reads(guest, "Porque tiraram ou ficaram as mãos da sua segunda jogada")
        expect(page.locator("#panel-guide li").first).to_contain_text(_any("tira", "fica", "natural"))
        guest.looks_well("guest-round-3")
        _plays(page, "ponto")
        _reads(guest, "Quanto custou a sua terceira jogada")
        expect(page.locator("#panel-guide")).to_contain_text("Vantagem da casa em Ponto")
        expect(page.locator("#panel-guide")).to_contain_text("Verifique a jogada")
        guest.looks_well("guest-cost")
        if phone:
            page.locator("#strip-guide").get_by_role("button", name="Ler").click()
            page.wait_for_timeout(500)
            guest.looks_well("guest-cost-read")
        _betting(page)  # the next round has no cards yet: those of the last are still there with their ticks
        page.get_by_role("button", name="Abrir a prova").click()
        expect(page.locator("#panel-proof .proved").first).to_be_visible()
        guest.picture("guest-proof")
        if phone:
            page.locator("#drawer-close").click()
        there = page.evaluate(BOXES)
        moved = {name: (lay[name], there[name]) for name in lay.keys() & there.keys() if lay[name] != there[name]}
        assert moved == {}, "the guide moves nothing"
        _walled(guest)
        assert [each for each in guest.complaints if "403" not in each] == []


def test_the_guide_is_skipped_at_one_touch_and_stays_so(open_house: Floor, tmp_path: Path) -> None:
    with running_house(tmp_path, environment=GUESTS) as house, browser() as chromium:
        guest = Person(chromium, house.url)
        page = guest.page
        guest.go("/experimentar/")
        guest.looks_well("guest-page")
        page.get_by_role("button", name="Experimentar sem conta").click()
        expect(page.locator("#tray")).to_be_visible()
        page.locator("#tab-guide").focus()
        press(page, "Tab")
        press(page, "Tab")
        press(page, "Tab")
        skip = page.get_by_role("button", name="Saltar o guia")
        skip.press("Enter")
        expect(page.locator("#tab-last")).to_have_attribute("aria-selected", "true")
        page.reload()
        expect(page.locator("#tray")).to_be_visible()
        expect(page.locator("#tab-last")).to_have_attribute("aria-selected", "true")
        page.locator("#tab-guide").click()
        page.get_by_role("button", name="Recomeçar o guia").click()
        _reads(guest, "Jogada 1 de 3: apostar e dar")
        assert guest.complaints == []


def test_a_guest_watches_a_shared_table_and_is_told_why(open_house: Floor, tmp_path: Path) -> None:
    with running_house(tmp_path, environment=GUESTS, parts=()) as house, browser() as chromium:
        guest = Person(chromium, house.url)
        page = guest.page
        guest.go("/mesas/?fichas=PLAY")
        guest.looks_well("guest-lobby")
        page.get_by_role("button", name="Experimentar sem conta").click()
        expect(page.locator("#tray")).to_be_visible()
        guest.go("/mesa/juntos/")
        expect(page.locator("#watching")).to_contain_text("nela joga sozinho")
        expect(page.locator("#tab-guide")).to_have_count(0)
        guest.looks_well("guest-watches")
        assert guest.complaints == []


def _reads(guest: Person, heading: str) -> None:
    """The guide says so: in its tab, and on a phone in the line above the chips, which opens it."""
    page = guest.page
    expect(page.locator("#panel-guide")).to_contain_text(heading)
    expect(page.locator("#panel-guide")).not_to_have_attribute("hidden", "")
    if guest.phone:
        expect(page.locator("#tool-drawer")).to_be_visible()


def _betting(page: Page) -> None:
    expect(page.locator("#table")).not_to_have_attribute("data-shut", "", timeout=PATIENCE_SECONDS * 1000)


def _plays(page: Page, chance: str) -> None:
    """One chip and one press; then the cards have fallen."""
    _betting(page)
    page.fill("#typed", "10")
    page.locator(f'[data-chance="{chance}"] button').first.click()
    page.locator("#act-deal").click()
    expect(page.locator("#table")).to_have_attribute("data-result", "", timeout=PATIENCE_SECONDS * 1000)


def _walled(guest: Person) -> None:
    """The wallet is not for guests: the page says what this is; ending it leads back to the tables."""
    guest.go("/carteira/")
    expect(guest.page.locator("h1")).to_have_text("Esta é a demonstração")
    guest.looks_well("guest-wall")
    guest.page.locator("main").get_by_role("button", name="Terminar a demonstração").click()
    guest.page.wait_for_url("**/mesas/**")


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words))
