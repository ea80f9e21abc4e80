"""The table under what a thumb, a tunnel or an old browser does to it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tables.models import Slip
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Floor
from tests.functional.browsers import Person
from tests.functional.dealing import Dealing, seated_at

pytestmark = pytest.mark.browser
SLOW = TableSettings(preset="macau", minimum=5_00, max_prize=1_000_00, betting_seconds=60, show_seconds=20)
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
AN_HOUR_AHEAD = """
const { now } = Date;
Date.now = () => now() + 3_600_000;
Object.defineProperty(performance, "timeOrigin", { value: performance.timeOrigin + 3_600_000 });
"""
AT_ONCE = "delete HTMLScriptElement.prototype.noModule;"
"""An old browser has no such thing: the page says at once what it would say after ten seconds."""

Place = tuple[Person, Dealing, int]


@pytest.fixture
def seated(open_floor: Floor, tmp_path: Path) -> Iterator[Place]:
    """Rita with 1,000.00 at a table that takes bets."""
    with seated_at(open_floor, tmp_path, SLOW, code="mesa-o", cards=PONTO_WINS, phone=False) as place:
        yield place


def _reloaded_with(rita: Person, script: str) -> Page:
    rita.context.add_init_script(script)
    rita.page.reload()
    return rita.page


def _bets_50(rita: Person) -> None:
    rita.bet("ponto", "50")
    expect(rita.page.locator("#bar-balance")).to_contain_text("950,00")


def test_without_sockets_it_says_so_and_where_to_watch(seated: Place) -> None:
    rita = seated[0]
    page = _reloaded_with(rita, "delete window.WebSocket;")
    expect(page.locator("#strip-link")).to_contain_text("não deixa passar a ligação à mesa")
    page.get_by_role("link", name="Ver a partir do átrio").click()
    expect(page.get_by_role("heading", name="Mesas")).to_be_visible()


def test_a_network_that_lets_no_socket_through_and_then_does(seated: Place) -> None:
    rita, page = seated[0], seated[0].page
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.close(code=1011))
    page.reload()
    expect(page.locator("#strip-link")).to_contain_text("não deixa passar a ligação à mesa")
    rita.picture("no-line")
    page.unroute_all()
    page.route_web_socket(re.compile(r"/ws/"), lambda socket: socket.connect_to_server())
    page.locator("h1").click()
    expect(page.locator("#strip-link")).to_be_hidden()
    _bets_50(rita)


def test_a_browser_that_stores_nothing_plays(seated: Place) -> None:
    page = _reloaded_with(seated[0], NO_STORAGE)
    expect(page.locator("#tray")).to_be_visible()
    _bets_50(seated[0])


def test_a_clock_that_is_an_hour_ahead_closes_nothing(seated: Place) -> None:
    page = _reloaded_with(seated[0], AN_HOUR_AHEAD)
    expect(page.locator("#call")).to_contain_text("Façam as vossas apostas")
    expect(page.locator("#seconds")).to_have_text(re.compile(r"^\d{1,2}$"))
    _bets_50(seated[0])


def test_a_double_tap_confirms_once_and_two_windows_agree(seated: Place) -> None:
    rita = seated[0]
    other = rita.window()
    other.go("/mesa/mesa-o/")
    rita.lay("ponto", "50")
    other.lay("banca", "30")
    rita.page.locator("#act-confirm").dblclick()
    for window in (rita, other):
        expect(window.page.locator("#bar-balance")).to_contain_text("950,00")
    other.page.locator("#act-confirm").click(click_count=3)
    for window in (rita, other):
        expect(window.page.locator("#bar-balance")).to_contain_text("920,00")
        expect(window.page.locator('[data-chance="ponto"] .spot__place')).to_contain_text("50 €")
        expect(window.page.locator('[data-chance="banca"] .spot__place')).to_contain_text("30 €")
    assert seated[1].do(lambda _: Slip.objects.count()) == 2


def test_the_back_button_comes_back_to_a_table_that_lives(seated: Place) -> None:
    rita, page = seated[0], seated[0].page
    rita.go("/regras/")
    page.go_back()
    expect(page.locator("#strip-link")).to_be_hidden()
    _bets_50(rita)


def test_at_four_times_the_size_nothing_is_cut_off(seated: Place) -> None:
    """A window of 1280 × 1024 at 400 % is one of 320 × 256: everything stands below one another, nothing beside."""
    rita, page = seated[0], seated[0].page
    page.set_viewport_size({"width": 320, "height": 256})
    _bets_50(rita)
    rita.looks_well("zoom-table")
    for part in ("#act-confirm", "#act-rebet", "#typed", "#bar-clock", "#tool-leave"):
        box = page.locator(part).bounding_box()
        assert box is not None, part
        assert box["x"] >= 0, (part, box)
        assert box["x"] + box["width"] <= 320, (part, box)
    edge = page.locator("#typed").bounding_box()
    assert edge is not None
    for chip in page.locator(".tray__chip").all():
        box = chip.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= edge["x"], "every chip is seen whole, and none lies under the amount"
    for path in ("/mesas/", "/conta/", "/limites/", "/regras/", "/carteira/extrato/", "/ajuda/como-se-joga/"):
        rita.go(path)
        rita.looks_well(f"zoom{path.replace('/', '-')}")


def test_a_script_that_does_not_come_is_said(seated: Place) -> None:
    rita, page = seated[0], seated[0].page
    rita.context.add_init_script(AT_ONCE)
    page.route(re.compile(r"/js/table/app[^/]*\.js$"), lambda route: route.abort())
    page.reload()
    expect(page.locator("#not-started")).to_contain_text("A mesa não começou")
    rita.picture("not-started")
    page.unroute_all()
    page.reload()
    expect(page.locator("#tray")).to_be_visible()
    expect(page.locator("#not-started")).to_be_hidden()
    rita.complaints.clear()  # the browser's own, of the file that did not come
