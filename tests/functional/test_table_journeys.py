"""At the tables in a real browser: one's own table by keyboard alone, side bets on a phone, and axe on the pages."""

import re
from dataclasses import replace

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, Actor, Floor
from tests.functional import settings
from tests.functional.browsers import Person, browser, cents, press
from tests.rules import rule
from tests.running import running_house

pytestmark = pytest.mark.browser
ALONE = TableSettings(
    preset="punto-banco",
    minimum=1_00,
    decks=6,
    commission="5-percent",
    pairs=False,
    caps={"ponto": 500_00, "banca": 500_00, "empate": 50_00},
    seats=1,
    show_seconds=3,
)
LIVE = replace(settings.LIVE, betting_seconds=14, show_seconds=5)


@pytest.fixture
def players(open_floor: Floor) -> tuple[Actor, Actor]:
    """A table of one's own and a live one, two players, and a settled round of yesterday's."""
    floor = open_floor
    floor.now = timezone.now()
    floor.table(ALONE, code="minha", kind="individual")
    floor.table(LIVE, code="viva")
    past = floor.table(code="passada")
    first, second = floor.player(), floor.player()
    floor.sit(second, past)
    floor.open_round(past, BANCA_WINS_WITH_5)
    floor.bet(second, past, banca=100_00)
    floor.settle(past)
    return first, second


@rule(
    "R3",
    asserts="In a browser a player alone at a table bets, has the cards dealt, and is paid by the house.",
    shared="It takes a house and a browser; each rule has a step of its own in one evening at every kind of table.",
)
@rule("R4", asserts="In a browser one player plays at a table of one's own, and another at a shared live table.")
@rule(
    "R34",
    "G69",
    asserts="A player sits down and leaves with a key or by hand, and is led to the summary of the session.",
)
@rule(
    "D3",
    asserts="At a table of one's own one press deals the bets of 15.00, and one more repeats and deals them: 30.00 "
    "staked in two rounds.",
)
@rule("PT-35", asserts="After a round the page of play shows a balance of 1,000.00 plus the result that it shows.")
def test_every_kind_of_table(players: tuple[Actor, Actor], open_floor: Floor, tmp_path: object) -> None:
    with running_house(tmp_path, parts=("dealer",)) as house, browser() as chromium:  # type: ignore[arg-type]
        first, second = (Person(chromium, house.url, phone=phone) for phone in (False, True))
        _looks_well(first, "/", "/entrar/", "/mesa/viva/", "/mesa/viva/regras/", "/verificar/")
        first.sign_in(players[0].email, players[0].password)
        session = _alone_by_keyboard(first)
        _looks_well(first, session, "/carteira/")

        second.sign_in(players[1].email, players[1].password)
        _looks_well(second, _last_round(second))
        _leave_by_hand(second, "passada")
        _side_bet_on_a_phone(second)
        assert first.complaints == second.complaints == []


def _alone_by_keyboard(person: Person) -> str:
    """Sit, bet, deal, repeat and deal, and leave without touching the mouse; the address of the summary."""
    page = person.page
    person.go("/mesa/minha/")
    expect(page.get_by_role("button", name="Sentar-me").first).to_be_visible()
    press(page, "s")
    expect(page.locator("#tray")).to_be_visible()
    expect(page.locator("#act-confirm")).to_be_hidden()
    person.looks_well("seated")
    for key in ("2", "p", "p", "b"):
        press(page, key)
    expect(page.locator("#deal-word")).to_contain_text("15,00")
    press(page, "g")
    expect(page.locator("#outcome")).to_be_visible()
    result = cents(page.locator("#bar-result").inner_text())
    person.sees_balance(1_000_00 + result)

    expect(page.locator("#act-redeal")).to_be_enabled()
    first_round = page.locator("#panel-last h3[title]").inner_text()
    press(page, "Shift+R")
    expect(page.locator("#panel-last h3[title]")).not_to_have_text(first_round)
    expect(page.locator("#act-redeal")).to_be_enabled()
    press(page, "v")
    expect(page.locator("#strip-away")).to_be_visible()
    expect(page.locator("#seats")).to_contain_text("em pausa")
    press(page, "v")
    expect(page.locator("#strip-away")).to_be_hidden()

    press(page, "x")
    page.locator("#leaving button[value=leave]").press("Enter")
    page.wait_for_url(re.compile(r"/sessoes/"))
    expect(page.locator("main")).to_contain_text("30,00")
    return page.url


def _side_bet_on_a_phone(person: Person) -> None:
    """Unfold the side bets, lay one and banca without commission, and see what each became."""
    page = person.page
    person.sit("viva")
    person.looks_well("seated")
    page.locator("#toggle label").nth(1).click()
    person.wait_for_betting(seconds=8)
    page.fill("#typed", "10")
    for chance in ("qualquer-par", "banca"):
        page.locator(f'[data-chance="{chance}"] button').first.click()
    page.locator("#act-confirm").click()
    spot = page.locator('[data-chance="banca"]')
    expect(spot.locator('[data-part="chips"]')).to_contain_text("10 € sem")
    expect(spot.locator('[data-part="sum"]')).to_have_text(re.compile(r"^0\s€.*sem 10\s€$"))
    expect(page.locator("#shoe-word")).to_contain_text("do sabot")
    expect(page.locator("#outcome")).to_be_visible()
    side = page.locator('[data-chance="qualquer-par"]')
    expect(side).to_have_attribute("data-outcome", re.compile("win|lose"))
    won = side.get_attribute("data-outcome") == "win"
    expect(side.locator('[data-part="result"]')).to_contain_text("+50,00" if won else "−10,00")
    person.picture("live-side-bets-phone")


def _last_round(person: Person) -> str:
    person.go("/mesa/passada/")
    link = person.page.locator("#panel-last a").first  # a dealer is at work here too: the next round has its own
    link.wait_for(state="attached")
    return str(link.get_attribute("href"))


def _leave_by_hand(person: Person, table: str) -> None:
    """One seat at a time: the way to another table goes through the summary of this one."""
    person.go(f"/mesa/{table}/")
    expect(person.page.locator("#tray")).to_be_visible()
    person.page.locator("#tool-leave").click()
    person.page.locator("#leaving button[value=leave]").click()
    person.page.wait_for_url(re.compile(r"/sessoes/"))


def _looks_well(person: Person, *paths: str) -> None:
    for path in paths:
        person.go(path.removeprefix(person.url))
        if "/mesa/" in path and not path.endswith("/regras/"):
            expect(person.page.locator("#spots button").first).to_be_visible()
        person.looks_well(path.strip("/").replace("/", "-"))
