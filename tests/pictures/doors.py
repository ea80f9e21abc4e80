"""Take the pictures of the pages around the table, in three languages; by hand, as `players.py`.

The front page, the lobby, a round and the account at five sizes are those of the documents, in Portuguese; where
another folder is named, all are kept there, what a guest sees too.
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
from tests.pictures.players import DESK, LIVE, named_table
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


SHEETS: Final = ("front", "lobby", "round", "account")
"""Those that are shown at five sizes."""
_sheets: dict[str, dict[tuple[int, int], bytes]] = {name: {} for name in SHEETS}


def _kept(page: Page, name: str, size: tuple[int, int], language: str) -> None:
    page.evaluate("document.fonts.ready")
    png = page.screenshot()  # movements are reduced; marks that go by scrolling would be lost
    if ELSEWHERE:
        (FOLDER / "doors").mkdir(parents=True, exist_ok=True)
        (FOLDER / "doors" / f"{name}-{language}-{size[0]}.png").write_bytes(png)
    if name not in SHEETS or language != LANGUAGES[0]:
        return
    if size == DESK:
        sheets.kept(sheets.opened(png), FOLDER / f"{name}.jpg", most=200_000)
    _sheets[name][size] = png
    if len(_sheets[name]) == len(SIZES):
        sheets.kept(sheets.sheet(_sheets[name]), FOLDER / "states" / f"{name}.jpg")


def _window(chromium: Browser, house: House, size: tuple[int, int], language: str) -> Page:
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    context.add_cookies([{"name": "django_language", "value": language, "url": house.url}])
    return context.new_page()


def _as_a_stranger(chromium: Browser, house: House, size: tuple[int, int], language: str) -> None:
    """The front page and what it leads to, and a guest's first table."""
    page = _window(chromium, house, size, language)
    for name, path in STRANGER.items() if ELSEWHERE else (("front", STRANGER["front"]),):
        page.goto(house.url + path)
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


def _as_a_player(chromium: Browser, rita: Person, code: str, size: tuple[int, int], language: str) -> None:
    """The lobby, the round that she played, and her account."""
    context = chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale=language, reduced_motion="reduce"
    )
    cookies = [each for each in rita.context.cookies() if each["name"] != "django_language"]
    context.add_cookies([*cookies, {"name": "django_language", "value": language, "url": rita.url}])  # type: ignore[list-item]
    page = context.new_page()
    for name, path in {"lobby": "/mesas/?fichas=EUR", "round": f"/jogadas/{code}/", "account": "/conta/"}.items():
        page.goto(rita.url + path)
        _kept(page, name, size, language)
    context.close()


def _deal(hands: Dealing, tables: list[int], players: tuple[Actor, ...]) -> str:
    """One round everywhere but at individual tables, with bets at the first; settled there, open at the others.

    Answers the code of the one that is settled.
    """
    rita, ze, mar = players
    for actor, seat in ((rita, 4), (ze, 2), (mar, 6)):
        hands.do(lambda floor, actor=actor, seat=seat: floor.sit(actor, tables[0], seat))
    code = hands.open(tables[0], PONTO_WINS)
    hands.do(lambda floor: floor.bet(rita, tables[0], ponto=75_00))
    hands.do(lambda floor: floor.bet(ze, tables[0], ponto=120_00, empate=40_00))
    hands.do(lambda floor: floor.bet(mar, tables[0], banca=250_00, par_ponto=20_00))
    hands.settle(tables[0])
    for table in tables[1:3]:
        hands.open(table)
    return code


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
        code = _deal(hands, tables, players)
        rita = Person(chromium, house.url)
        rita.sign_in(players[0].email, players[0].password)
        for language in LANGUAGES if ELSEWHERE else LANGUAGES[:1]:
            for size in SIZES:
                _as_a_player(chromium, rita, code, size, language)
                _as_a_stranger(chromium, house, size, language)
