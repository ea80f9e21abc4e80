"""Take the pictures of the front page, the lobby and what a guest sees, in three languages; by hand, as `players.py`.

The Portuguese front page and lobby are those of the README; where another folder is named, all are kept there.
"""

from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from casino.portal import demo_accounts
from kernel.money import Currency
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.functional import settings
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.functional.table_states import LANGUAGES, SIZES
from tests.pictures import sheets
from tests.pictures.options import ELSEWHERE, FOLDER
from tests.pictures.players import DESK, LIVE, PHONE, named_table
from tests.running import House, running_house

pytestmark = pytest.mark.timeout(3600)

GUESTS: Final = {"SABOT_GUESTS": "9"}
TABLES: Final[tuple[tuple[TableSettings, str, str, Currency], ...]] = (
    (MACAU, "macau-1", "Macau 1", Currency.EUR),
    (PONTO_E_BANCA, "ponto-e-banca-1", "Ponto e Banca 1", Currency.EUR),
    (LIVE, "live-1", "Live 1", Currency.EUR),
    (settings.ALONE, "individual-1", "Individual 1", Currency.EUR),
    (settings.ALONE, "individual-demo", "Individual · demo", Currency.PLAY),
    (settings.ALONE, "individual-demo-2", "Individual 2 · demo", Currency.PLAY),
    (settings.ALONE, "individual-demo-3", "Individual 3 · demo", Currency.PLAY),
    (MACAU, "macau-demo", "Macau · demo", Currency.PLAY),
)
STRANGER: Final = {
    "front": "/",
    "demonstration": "/mesas/?fichas=PLAY",
    "guest": "/experimentar/",
    "register": "/registar/",
}


def _kept(page: Page, name: str, size: tuple[int, int], language: str) -> None:
    png = page.screenshot(animations="disabled")
    if ELSEWHERE:
        (FOLDER / "doors").mkdir(parents=True, exist_ok=True)
        (FOLDER / "doors" / f"{name}-{language}-{size[0]}.png").write_bytes(png)
    if name in {"front", "lobby"} and size == DESK and language == LANGUAGES[0]:
        sheets.kept(sheets.opened(png), FOLDER / f"{name}.jpg", most=200_000)


def _window(chromium: Browser, house: House, size: tuple[int, int], language: str) -> Page:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
    return context.new_page()


def _as_a_stranger(chromium: Browser, house: House, size: tuple[int, int], language: str) -> None:
    """The front page and what it leads to, and a guest's first table."""
    page = _window(chromium, house, size, language)
    for name, path in STRANGER.items():
        page.goto(house.url + path)
        page.evaluate("document.fonts.ready")
        _kept(page, name, size, language)
    if ELSEWHERE and size == DESK:  # a guest has a table alone, and there are three of them
        page.goto(house.url + "/experimentar/")
        page.locator("main form button").first.click()
        expect(page.locator("#tray")).to_be_visible()
        page.wait_for_timeout(400)
        _kept(page, "guest-table", size, language)
        page.goto(house.url + "/carteira/")
        _kept(page, "guest-wall", size, language)
    page.context.close()


def _deal(hands: Dealing, tables: list[int], players: tuple[Actor, ...]) -> None:
    """One round everywhere but at individual tables, with bets at the first; settled there, open at the others."""
    rita, ze, mar = players
    for actor, seat in ((rita, 4), (ze, 2), (mar, 6)):
        hands.do(lambda floor, actor=actor, seat=seat: floor.sit(actor, tables[0], seat))
    hands.open(tables[0], PONTO_WINS)
    hands.do(lambda floor: floor.bet(rita, tables[0], ponto=75_00))
    hands.do(lambda floor: floor.bet(ze, tables[0], ponto=120_00, empate=40_00))
    hands.do(lambda floor: floor.bet(mar, tables[0], banca=250_00, par_ponto=20_00))
    hands.settle(tables[0])
    for table in tables[1:3]:
        hands.open(table)


def test_doors_and_lobby(open_floor: Floor, tmp_path: Path) -> None:
    floor = open_floor
    floor.now = timezone.now()
    tables = [named_table(floor, terms, code, name, currency) for terms, code, name, currency in TABLES]
    players = tuple(floor.player(each.name, email=each.email, cents=1_500_00) for each in demo_accounts.PLAYERS)
    with (
        running_house(tmp_path, parts=("dealer",) if ELSEWHERE else (), environment=GUESTS) as house,
        browser() as chromium,
        dealing(floor) as hands,
    ):
        _deal(hands, tables, players)
        rita = Person(chromium, house.url)
        rita.sign_in(players[0].email, players[0].password)
        for language in LANGUAGES if ELSEWHERE else LANGUAGES[:1]:
            for size in (DESK, PHONE) if ELSEWHERE else (DESK,):
                assert size in SIZES
                page = _window(chromium, house, size, language)
                page.context.add_cookies([each for each in rita.context.cookies() if each["name"] != "django_language"])
                page.goto(house.url + "/mesas/?fichas=EUR")
                page.evaluate("document.fonts.ready")
                _kept(page, "lobby", size, language)
                page.context.close()
                _as_a_stranger(chromium, house, size, language)
