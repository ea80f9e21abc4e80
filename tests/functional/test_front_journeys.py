"""From the address of the house to a table: the front page live, still without script, and well at both sizes."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kernel.money import Currency
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.functional.browsers import DESKTOP, Person, browser
from tests.functional.dealing import dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
FIXED = ".live-felt__call, .front-beam, .front-spot, .mini-ring, .here, .live-felt__hand h2, .live-felt__cards"
BOXES = """all => {
  const { top } = document.querySelector("#live-felt").getBoundingClientRect();
  return all.map((one) => one.getBoundingClientRect())
    .map((box) => [box.x, box.y - top, box.width, box.height].map(Math.round).join());
}"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_stranger_watches_and_finds_the_demonstration(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(MACAU, code="lua")
    open_floor.table(MACAU, code="brincar", currency=Currency.PLAY)
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        hands.do(lambda floor: floor.sit(player, table))
        hands.open(table, PONTO_WINS)
        stranger = Person(chromium, house.url, phone=phone)
        page = stranger.page
        stranger.go("/")
        felt = page.locator("#live-felt")
        expect(felt).to_contain_text("Façam as vossas apostas")
        expect(felt.locator(".mini-ring")).to_contain_text("s para apostar")
        stranger.looks_well("front-betting")
        boxes = page.locator(FIXED).evaluate_all(BOXES)
        page.locator(".here a").focus()

        hands.settle(table)
        expect(felt).to_contain_text("Ganha o ponto, 8 a 7")
        expect(felt.locator(".front-spot--won")).to_contain_text("Ponto")
        expect(felt.get_by_role("img", name="4 de espadas")).to_be_visible()
        expect(page.locator(".here a"), "fetching the tiles anew leaves the focus where it is").to_be_focused()
        assert page.locator(FIXED).evaluate_all(BOXES) == boxes, "nothing moves"
        stranger.looks_well("front-result")

        page.get_by_role("link", name="Jogar a demonstração").click()
        expect(page.locator(".tile")).to_have_count(1)
        expect(page.locator("#tile-brincar")).to_be_visible()
        stranger.looks_well("lobby-demonstration")
        page.locator("#tile-brincar-go").click()
        expect(page.locator("#spots button").first).to_be_visible()
        assert stranger.complaints == []


def test_without_script_it_is_a_still_picture(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    open_floor.table(MACAU, code="lua")
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        context = chromium.new_context(viewport=DESKTOP, locale="pt-PT", java_script_enabled=False)
        page = context.new_page()
        page.goto(house.url + "/")
        expect(page.locator("#live-felt")).to_contain_text("Lua, agora")
        page.get_by_role("link", name="Ver as mesas").click()
        page.get_by_role("link", name="A dinheiro").click()
        page.get_by_role("link", name="Individual", exact=True).click()
        expect(page.locator("main")).to_contain_text("Nenhuma mesa aberta com este filtro")
        page.get_by_role("link", name="Todas", exact=True).click()
        expect(page.locator(".tile")).to_have_count(1)
        context.close()
