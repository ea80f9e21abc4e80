"""The croupier's console at two sizes, and the player's table beside it; taken by hand, as `players.py`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.croupiers import PAPER, PaperTable, paper_table
from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import Dealing, dealing
from tests.functional.office import prove_twice
from tests.functional.test_croupier_console import code, slide
from tests.pictures import options, sheets
from tests.running import running_house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]
SIZES: Final = {"": (1440, 900), "-tablet": (1024, 768)}
MOST: Final = 190_000
"""Bytes of a picture."""
NAMES: Final = ("r_duarte", "ana_t", "vasco_m", "sofia_m", "to_ze", "marinho", "ines_c")
SLIPS: Final[Sequence[dict[str, int]]] = (
    {"ponto": 45_00, "empate": 5_00},
    {"banca": 64_00},
    {"banca": 90_00},
    {"ponto": 72_00, "empate": 5_00},
    {"ponto": 28_00},
    {"ponto": 30_00, "par_banca": 5_00},
    {"banca": 24_00},
)
BEFORE: Final = (("4S", "KH", "4D", "7C"), ("KS", "5H", "2D", "4C", "9S"), ("2H", "QD", "6H", "6D"))
CARDS: Final = ("8S", "KC", "7D", "4H", "6C", "3D")


def keep(page: Page, name: str) -> None:
    """At each size, as a JPEG that fits."""
    for ending, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(600)
        shot = sheets.opened(page.screenshot())
        sheets.kept(shot, options.FOLDER / f"croupier-{name}{ending}.jpg", most=MOST)


def play_before(live: PaperTable) -> None:
    """Some rounds on the board."""
    for cards in BEFORE:
        live.open()
        live.close()
        for card in cards:
            live.read(card)
        live.confirm()


def lay(live: PaperTable) -> None:
    """Seven players bet."""
    for seat, (name, slip) in enumerate(zip(NAMES, SLIPS, strict=True), start=1):
        player = live.floor.player(name, email=f"lugar{seat}@sabot.example")
        live.floor.sit(player, live.id, seat)
        live.floor.bet(player, live.id, **slip)


@pytest.mark.usefixtures("transactional_db")
def test_pictures_of_the_console(tmp_path: Path) -> None:
    floor = Floor()
    floor.now = timezone.now()
    live = paper_table(floor, replace(PAPER, betting_seconds=120), taken=True)
    play_before(live)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        hands.open(live.id)
        hands.do(lambda _: lay(live))
        croupier = Person(chromium, house.url)
        prove_twice(croupier, live.croupier)
        desk = croupier.page
        expect(desk.locator("#headline")).to_contain_text("Feche no zero")
        keep(desk, "betting")
        assert hands.step(live.id) == "closed-bets"
        deal(desk, hands, live)


def deal(desk: Page, hands: Dealing, live: PaperTable) -> None:
    """Card by card, with a scanner that falls silent before the fifth."""
    for card in CARDS[:4]:
        expect(desk.locator("#screen")).not_to_have_attribute("data-due", "")
        before = desk.locator("#screen").get_attribute("data-due")
        slide(desk, code(card))
        expect(desk.locator("#screen")).not_to_have_attribute("data-due", before or "")
    desk.keyboard.press("F9")
    expect(desk.locator(".call-now--on")).to_be_visible()
    hands.do(lambda _: live.answer("Vou a caminho, não toque na carta."))
    expect(desk.locator("#silent")).to_be_visible()
    expect(desk.locator(".message")).to_contain_text("a caminho")
    keep(desk, "silent")
    slide(desk, code(CARDS[4]))
    expect(desk.locator("#screen")).to_have_attribute("data-due", "B3")
    slide(desk, code(CARDS[5]))
    expect(desk.locator("#headline")).to_contain_text("ganha")
    keep(desk, "result")
