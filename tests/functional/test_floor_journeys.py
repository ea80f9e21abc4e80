"""The office's floor in a real browser: by keyboard alone, on three sizes, by day and by night, and in silence."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from kernel.money import Currency
from players.roles import Role
from tables.operations.tables import pause
from tests.factories import ALONE, MACAU, PONTO_E_BANCA, Actor, Floor
from tests.functional.browsers import press
from tests.functional.office import Visit, office

pytestmark = pytest.mark.browser
SIZES = {"1440": (1440, 900), "1280": (1280, 800), "390": (390, 844)}
LONG = 120
"""Seconds of betting: the room stands while it is looked at. No dealer runs."""


@dataclass(frozen=True)
class Room:
    """A furnished floor, and the supervisor who walks it."""

    supervisor: Actor
    floor: Floor


def lay(floor: Floor, code: str, *slips: dict[str, int], **terms: object) -> int:
    """A table with a round that takes bets, and these slips on it."""
    kind = "individual" if terms.pop("alone", False) else "shared"
    settings = replace(ALONE if kind == "individual" else terms.pop("like", MACAU), **terms)  # type: ignore[type-var]
    table = floor.table(settings, code=code, kind=kind)
    floor.open_round(table)
    for slip in slips:
        player = floor.player(cents=20_000_00)
        floor.sit(player, table)
        floor.bet(player, table, **slip)
    return table


@pytest.fixture
def room(open_floor: Floor) -> Room:
    """One table at its ceiling, one paused with bets, one that favours players, and others in order."""
    floor = open_floor
    floor.now = timezone.now()
    long = {"betting_seconds": LONG}
    lay(floor, "macau-4", {"ponto": 700_00, "par_ponto": 80_00}, {"ponto": 300_00, "par_banca": 80_00}, **long)
    lay(floor, "macau-1", {"ponto": 120_00, "empate": 20_00}, {"banca": 90_00, "par_ponto": 20_00}, **long)
    lay(floor, "macau-2", {"banca": 310_00}, {"ponto": 45_00, "par_banca": 10_00}, **long)
    lay(floor, "praia", {"ponto": 50_00, "empate": 15_00}, {"banca": 70_00}, like=PONTO_E_BANCA, **long)
    lay(floor, "dada", {"banca": 40_00}, like=PONTO_E_BANCA, commission="none", **long)
    waits = lay(floor, "espera", {"ponto": 60_00}, like=PONTO_E_BANCA, **long)
    supervisor = floor.staff(Role.SUPERVISOR)
    pause(table_id=waits, by=supervisor.id, reason="carta à vista", now=floor.now)
    floor.table(PONTO_E_BANCA, code="ensaio", currency=Currency.PLAY)
    floor.now = timezone.now()
    return Room(supervisor, floor)


def begin(folder: Path, room: Room, phone: bool) -> Iterator[Visit]:
    with office(folder, {Role.SUPERVISOR: room.supervisor}, phone=phone, parts=()) as visits:
        yield visits(Role.SUPERVISOR)


def chosen(page: Page) -> str:
    return str(page.evaluate("document.activeElement?.closest('[data-row]')?.id ?? ''"))


@pytest.mark.parametrize("size", SIZES)
def test_the_floor_is_clean_by_day_and_by_night(room: Room, tmp_path: Path, size: str) -> None:
    width, height = SIZES[size]
    for visit in begin(tmp_path, room, phone=size == "390"):
        visit.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=scheme)
            for look in ("linhas", "cartoes", "parede"):
                visit.person.go(f"/casa/sala/?mesas=dinheiro&vista={look}")
                expect(visit.page.locator("#cartao-macau-4")).to_contain_text("Exposição 100")
                visit.look(f"floor-{look}-{size}-{scheme}")
                if look == "linhas":
                    hidden = visit.page.locator(".floor-list").evaluate("list => list.scrollWidth - list.clientWidth")
                    assert hidden == 0, "the button that stops a table is never out of sight"


@pytest.mark.parametrize("size", SIZES)
def test_a_supervisor_stops_and_lifts_by_keyboard_alone(room: Room, tmp_path: Path, size: str) -> None:
    width, height = SIZES[size]
    for visit in begin(tmp_path, room, phone=size == "390"):
        page = visit.page
        page.set_viewport_size({"width": width, "height": height})
        visit.person.go("/casa/sala/")
        press(page, "j")
        assert chosen(page) == "cartao-macau-4"
        while chosen(page) != "linha-macau-1":
            before = chosen(page)
            press(page, "j")
            assert chosen(page) != before, "the walk reaches every table"
        assert page.url.endswith("#mesa-macau-1")
        press(page, "k")
        assert chosen(page) != "linha-macau-1"
        press(page, "j")

        press(page, "s")

        card = page.locator("#cartao-macau-1")
        expect(card).to_contain_text("A jogada em curso acaba e paga-se")
        expect(card).to_contain_text("razão por dar")
        expect(page.locator("#news")).to_contain_text("Parado.")
        expect(page.locator("#halt-macau-1")).to_have_text("Levantar… Macau-1")
        assert chosen(page) == "cartao-macau-1"
        visit.look(f"floor-stopped-{size}")
        page.locator("#linha-macau-2").scroll_into_view_if_needed()
        visit.person.picture(f"floor-rows-{size}")
        page.locator("#mesa-macau-1").focus()
        page.wait_for_timeout(4500)  # two rounds of fetching anew
        assert chosen(page) == "cartao-macau-1", "what is fetched anew leaves the choice where it was"
        press(page, "l")
        page.wait_for_url("**/levantar/")
        page.locator("#id_reason").focus()
        page.keyboard.type("cartas no lugar, s j k")
        press(page, "Tab")
        press(page, "Enter")
        page.wait_for_url("**/casa/sala/")
        expect(page.locator("#linha-macau-1")).to_be_visible()
        page.locator("#mesa-macau-1").focus()
        press(page, "p")
        page.wait_for_url("**/macau-1/pausar/")
        page.go_back()
        page.locator("#mesa-macau-1").focus()
        press(page, "Enter")
        page.wait_for_url("**/casa/mesas/macau-1/")


def test_letters_in_a_field_are_letters_and_keys_without_a_table_do_nothing(room: Room, tmp_path: Path) -> None:
    for visit in begin(tmp_path, room, phone=False):
        visit.person.go("/casa/sala/")
        press(visit.page, "s")
        press(visit.page, "l")
        visit.page.wait_for_timeout(400)
        assert visit.page.url.endswith("/casa/sala/")
        expect(visit.page.locator(".floor-card--stopped")).to_have_count(0)


def test_a_floor_that_hears_nothing_says_since_when_and_then_goes_on(room: Room, tmp_path: Path) -> None:
    for visit in begin(tmp_path, room, phone=False):
        page = visit.page
        visit.person.go("/casa/sala/")
        seen = page.locator("#seen-at time").inner_text()
        page.route("**/casa/sala/?*", lambda route: route.abort())
        expect(page.locator("#stale")).to_be_visible(timeout=9000)
        told = page.locator("#stale").inner_text()
        assert "Sem notícias desde as" in told
        assert page.locator("#seen-at time").inner_text() in told
        assert page.locator("#seen-at time").inner_text() >= seen
        visit.person.picture("floor-stale-desk")
        page.unroute("**/casa/sala/?*")
        expect(page.locator("#stale")).to_be_hidden(timeout=9000)
        visit.person.complaints.clear()  # the requests that were cut off


def test_without_script_one_press_stops_all_the_same(room: Room, tmp_path: Path) -> None:
    for visit in begin(tmp_path, room, phone=False):
        plain = visit.person.context.browser.new_context(  # type: ignore[union-attr]
            java_script_enabled=False, locale="pt-PT", storage_state=visit.person.context.storage_state()
        )
        page = plain.new_page()
        page.goto(visit.person.url + "/casa/sala/")
        page.locator("#halt-macau-1").click()
        expect(page.locator("#cartao-macau-1")).to_contain_text("A jogada em curso acaba e paga-se")
        plain.close()


def test_going_to_a_page_stops_nothing_and_letters_can_be_switched_off(room: Room, tmp_path: Path) -> None:
    """`G S` leads to the floor also while a table is chosen; with letters off, `S` on a table does nothing."""
    for visit in begin(tmp_path, room, phone=False):
        page = visit.page
        visit.person.go("/casa/sala/")
        page.locator("#mesa-macau-1").focus()
        with page.expect_navigation(url="**/casa/sala/"):
            press(page, "g")
            press(page, "s")
        page.evaluate("localStorage.setItem('sabot-office-letters', 'off')")
        visit.person.go("/casa/sala/")
        page.locator("#mesa-macau-1").focus()
        press(page, "s")
        page.wait_for_timeout(400)
        expect(page.locator(".floor-card--stopped")).to_have_count(0)


def test_the_house_is_stopped_with_one_press_from_any_page(room: Room, tmp_path: Path) -> None:
    for visit in begin(tmp_path, room, phone=False):
        visit.person.go("/casa/mesas/")
        visit.page.locator("#stop-play").click()
        visit.page.wait_for_url("**/casa/sala/")
        expect(visit.page.locator("#stop-all")).to_contain_text("razão por dar")
        expect(visit.page.locator(".office-bar__stop--thrown")).to_be_visible()
