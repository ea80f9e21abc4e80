"""The table for everybody: a shared round by keyboard alone, axe in every state, less motion, forced colours."""

import re
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from players import models as players
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, TIE_WITH_PAIRS, Floor
from tests.functional.browsers import Person, browser, press
from tests.functional.dealing import Dealing, dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
SLOW = TableSettings(preset="macau", minimum=1_00, max_prize=5_000_00, betting_seconds=40, show_seconds=20)


def test_a_shared_round_by_keyboard_alone(open_floor: Floor, tmp_path: Path) -> None:
    """Sit, look round, bet, take back, be offered a part, take it, win, and leave with the summary."""
    open_floor.now = timezone.now()
    table = open_floor.table(SLOW, code="mesa-k")
    player = open_floor.player("Rita", cents=2_000_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        rita.sign_in(player.email, player.password)
        rita.go("/mesa/mesa-k/")
        hands.open(table, TIE_WITH_PAIRS)
        page, press = rita.page, rita.page.keyboard.press
        expect(page.get_by_role("button", name="Sentar-me").first).to_be_visible()
        press("s")
        expect(page.locator("#tray")).to_be_visible()
        for key in ("3", "e", "e", "z", "2", "q", "b", "Shift+B", "Enter"):
            press(key)
        expect(page.locator("#bar-stake")).to_contain_text("30,00")
        press("t")
        expect(page.locator("#say")).to_contain_text("segundos para apostar")

        _offered_and_taken(rita)
        _through_the_drawer(rita)
        hands.settle(table)
        expect(page.locator("#outcome")).to_contain_text("Empate")
        expect(page.locator("#say")).to_contain_text("Ganhou: Empate +")
        expect(page.locator("#say")).to_contain_text(", Par do ponto +55,00 €.")
        press("x")
        page.locator("#leaving button[value=leave]").press("Enter")
        page.wait_for_url(re.compile(r"/sessoes/"))
        assert rita.complaints == []


def _offered_and_taken(person: Person) -> None:
    """An amount typed beyond the ceiling; the rest of the ceiling is taken with Enter, and confirmed with Enter."""
    page = person.page
    page.locator("#typed").focus()
    page.keyboard.type("900")
    page.locator('[data-chance="empate"] .spot__place').press("Enter")
    expect(page.locator("#act-confirm")).to_be_disabled()
    offer = page.locator("#word button")
    expect(offer).to_contain_text("Mudar para")
    offer.press("Enter")
    expect(page.locator("#act-confirm")).to_be_focused()
    press(page, "Enter")
    expect(page.locator("#word")).to_contain_text("Aceite")


def _through_the_drawer(person: Person) -> None:
    page = person.page
    page.locator("#tab-last").focus()
    for name in ("receipts", "rules", "proof"):
        press(page, "ArrowRight")
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        expect(page.locator(f"#tab-{name}")).to_be_focused()
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    press(page, "Escape")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_nothing_serious_in_any_state(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(SLOW, code="mesa-x")
    player = open_floor.player("Rita", cents=2_000_00)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-x")
        hands.open(table, BANCA_WINS_WITH_5)
        rita.bet("banca", "20")
        rita.page.locator('[data-chance="ponto"] .spot__place').click()
        rita.looks_well("betting")
        rita.page.locator("#act-clear").click()
        rita.lay("empate", "900")
        expect(rita.page.locator("#word")).to_contain_text("só se aceitam")
        rita.looks_well("rejection")
        hands.settle(table)
        expect(rita.page.locator("#cards-banca .dealt")).to_have_count(2)
        rita.looks_well("dealing")
        expect(rita.page.locator("#outcome")).to_be_visible()
        rita.looks_well("result")
        _drawer_and_dialogs(rita, phone=phone)
        rita.page.locator("#tool-leave").click()
        rita.looks_well("leaving")
        rita.page.locator("#leaving button[value=leave]").click()
        rita.page.wait_for_url(re.compile(r"/sessoes/"))
        rita.looks_well("summary")


def _drawer_and_dialogs(person: Person, *, phone: bool) -> None:
    page = person.page
    if phone:
        page.locator("#tool-drawer").click()
    for name in ("last", "receipts", "rules", "proof"):
        page.locator(f"#tab-{name}").click()
        person.looks_well(f"drawer {name}")
    if phone:
        page.locator("#drawer-close").click()
    page.locator("#tool-options").click()
    person.looks_well("options")
    press(page, "Escape")


def test_less_motion_and_forced_colours(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(SLOW, code="mesa-m")
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        rita.page.emulate_media(reduced_motion="reduce")
        rita.sign_in(player.email, player.password)
        rita.sit("mesa-m")
        assert _moving(rita, hands, table) == 0, "nothing flies or turns for who asked for less motion"
        rita.page.emulate_media(reduced_motion="no-preference")
        assert _moving(rita, hands, table) > 0

        rita.page.emulate_media(forced_colors="active")
        expect(rita.page.locator("#outcome")).to_be_visible()
        won = rita.page.locator('[data-chance="banca"] .spot__place')
        assert won.evaluate("node => getComputedStyle(node).outlineStyle") == "double"
        chip = rita.page.locator("#chips .chip").first
        assert "conic-gradient" in chip.evaluate("node => getComputedStyle(node).backgroundImage")
        rita.picture("forced-colours")
        assert rita.complaints == []


COUNT = """() => new Promise((done) => {
  let most = 0;
  const until = performance.now() + 4000;
  const look = () => {
    const moving = document.getAnimations().filter(
      ({ effect }) => effect.target.closest?.(".hand") && effect.getTiming().duration > 50,
    );
    most = Math.max(most, moving.length);
    performance.now() < until ? requestAnimationFrame(look) : done(most);
  };
  look();
})"""


def _moving(person: Person, hands: Dealing, table: int) -> int:
    """The most cards seen in motion at once while a round is dealt."""
    hands.open(table, BANCA_WINS_WITH_5)
    person.bet("banca", "5")
    expect(person.page.locator("#bar-stake")).to_contain_text("5,00")
    hands.settle(table)
    return int(person.page.evaluate(COUNT))


def test_a_player_who_may_not_sit_reads_why_instead_of_being_asked_to(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    open_floor.table(SLOW, code="mesa-k")
    player = open_floor.player("Rita", verified=False)
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url)
        rita.sign_in(player.email, player.password)
        rita.go("/mesa/mesa-k/")
        page = rita.page
        expect(page.locator("#seats li").first).to_be_visible()
        expect(page.locator("#watching")).to_contain_text("falta confirmar a sua identidade")
        expect(page.get_by_role("button", name="Sentar-")).to_have_count(0)
        press(page, "s")
        expect(page.locator("#shout")).to_contain_text("falta confirmar a sua identidade")
        rita.looks_well("barred")
        page.locator("#watching a").click()
        page.wait_for_url(re.compile(r"/identidade/$"))

        other = rita.window()
        other.go("/mesa/mesa-k/")
        expect(other.page.locator("#watching")).to_contain_text("falta confirmar a sua identidade")
        hands.do(lambda floor: players.Person.objects.filter(pk=player.id).update(verified_at=floor.now))
        other.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        other.page.get_by_role("button", name="Sentar-me").click()
        expect(other.page.locator("#tray"), "who may sit by now is offered a seat without a reload").to_be_visible()
        assert rita.complaints == []
