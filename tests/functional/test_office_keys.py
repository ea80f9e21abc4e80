"""The office by keyboard alone: from page to page, through the rows of a list, by the one search; letters off."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from players.roles import Role
from tests.factories import Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.walking import cookie_of, someone
from tests.integration.portal.matrix_house import MatrixHouse
from tests.running import running_house

pytestmark = pytest.mark.browser
CLOSE_AND_SEARCH = """() => {
  document.getElementById("palette").close();
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
}"""
"""Both before the next frame: till then the field that went from sight has the focus."""


def test_a_day_by_keyboard(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    full = MatrixHouse(open_floor)
    cookie = cookie_of(open_floor.staff(Role.COMPLIANCE))
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = someone(chromium, house.url, cookie)
        person.go("/casa/relatorios/")
        _goes_by_letters(person, house.url)
        _walks_the_rows(person, house.url, full)
        _searches(person, house.url, full)
        _looks_for_an_email(person, full)
        _letters_off(person, house.url)
        assert person.complaints == []


def _goes_by_letters(person: Person, url: str) -> None:
    page = person.page
    press(page, "g")
    expect(page.locator("html[data-going]")).to_be_attached()
    person.picture("keys-going")
    press(page, "d")
    _is_at(page, f"{url}/casa/jogadores/")
    for letter, path in (
        ("p", "prazos"),
        ("m", "mesas"),
        ("j", "jogadas"),
        ("r", "relatorios"),
        ("s", "sala"),
        ("i", "entrada"),
    ):
        press(page, "g")
        press(page, letter)
        _is_at(page, f"{url}/casa/{path}/")
    press(page, "?")
    keys = page.get_by_role("dialog", name="Todas as teclas")
    expect(keys).to_be_visible()
    person.looks_well("keys-all")
    press(page, "Escape")
    expect(keys).to_be_hidden()


def _is_at(page: Page, address: str) -> None:
    """The page of this address, with its scripts."""
    expect(page).to_have_url(address)
    page.wait_for_load_state()


def _walks_the_rows(person: Person, url: str, full: MatrixHouse) -> None:
    page = person.page
    person.go("/casa/jogadores/")
    press(page, "j")
    first = page.locator("tbody tr").first
    expect(first.locator("a").first).to_be_focused()
    expect(first).to_have_attribute("data-here", "")
    press(page, "j")
    second = page.locator("tbody tr").nth(1).locator("a").first
    expect(second).to_be_focused()
    person.picture("keys-rows")
    press(page, "ArrowUp")
    expect(first.locator("a").first).to_be_focused()
    press(page, "k")
    expect(first.locator("a").first, "the first row has none before it").to_be_focused()
    press(page, "Enter")
    expect(page).to_have_url(re.compile(f"{url}/casa/jogadores/[0-9a-f-]{{36}}/"))
    person.go("/casa/jogadores/")
    field = page.locator("main input[type=text]").first
    field.focus()
    page.keyboard.type("jgs?/")
    expect(field, "letters in a field are letters").to_have_value("jgs?/")


def _searches(person: Person, url: str, full: MatrixHouse) -> None:
    page = person.page
    person.go("/casa/relatorios/")
    press(page, "/")
    palette = page.get_by_role("dialog", name="Procurar")
    field = palette.get_by_role("combobox")
    expect(field).to_be_focused()
    page.keyboard.type("mac1")
    options = palette.get_by_role("option")
    expect(options.first).to_contain_text("Macau-1")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(field).to_have_attribute("aria-activedescendant", "tables-1")
    expect(page.locator("#palette-said")).to_contain_text(re.compile(r"em \d+ ms · só o que o seu papel vê"))
    person.looks_well("keys-search")
    press(page, "Enter")
    _is_at(page, f"{url}/casa/mesas/macau-1/")
    press(page, "Control+k")
    page.keyboard.type("jog")
    expect(options.first).to_be_visible()
    press(page, "Tab")
    expect(page.locator("#palette-narrow")).not_to_have_text("tudo")
    expect(palette.locator("[data-kind]")).to_have_count(1)
    press(page, "ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    press(page, "ArrowUp")
    with person.context.expect_page() as apart:
        press(page, "Control+Enter")
    apart.value.close()
    field.fill("nada disto 9")
    expect(palette).to_contain_text("Nada encontrado")
    press(page, "Escape")
    expect(palette).to_be_hidden()
    press(page, "/")
    expect(palette).to_be_visible()
    page.evaluate(CLOSE_AND_SEARCH)
    expect(palette, "a key right after the search was closed opens it again").to_be_visible()
    press(page, "Escape")
    expect(palette).to_be_hidden()


def _looks_for_an_email(person: Person, full: MatrixHouse) -> None:
    page = person.page
    press(page, "/")
    page.keyboard.type("iban 5678")
    expect(page.get_by_role("option", name=re.compile("Contas que terminam em 5678"))).to_be_visible()
    press(page, "Enter")
    expect(page.get_by_text("Fica registado, em cada pessoa encontrada")).to_be_visible()
    expect(page.locator("[data-rows] a").first).to_have_attribute("href", f"/casa/jogadores/{full.owner.key}/")
    person.looks_well("keys-found")


def _letters_off(person: Person, url: str) -> None:
    page = person.page
    page.locator(".office-nav__me").focus()
    press(page, "Enter")
    switch = page.get_by_label("Letras soltas são atalhos")
    switch.focus()
    person.looks_well("keys-switch")
    press(page, "Space")
    press(page, "Escape")
    press(page, "g")
    press(page, "d")
    press(page, "/")
    expect(page.locator("#palette")).to_be_hidden()
    expect(page.locator(".office-hints")).to_be_hidden()
    assert not page.url.endswith("/jogadores/")
    press(page, "Control+k")
    expect(page.locator("#palette")).to_be_visible()
    press(page, "Escape")
    person.go("/casa/prazos/")
    press(page, "?")
    expect(page.locator("#keys")).to_be_hidden()


def test_the_search_without_script(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    full = MatrixHouse(open_floor)
    cookie = cookie_of(open_floor.staff(Role.SUPERVISOR))
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        person = someone(chromium, house.url, cookie, java_script_enabled=False)
        page = person.page
        person.go("/casa/sala/")
        page.locator(".office-bar__search").click()
        page.get_by_label("Jogador, jogada").fill("mac1")
        page.locator("main").get_by_role("button", name="Procurar").click()
        page.locator("main").get_by_role("link", name=re.compile("^Macau-1")).click()
        expect(page).to_have_url(f"{house.url}/casa/mesas/macau-1/")
        page.locator(".office-nav__me").click()
        expect(page.get_by_role("button", name="Terminar")).to_be_visible()
        assert full.owner.key
