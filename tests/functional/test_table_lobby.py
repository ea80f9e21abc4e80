"""The lobby in a browser: money and demonstration apart, filters that are remembered, tiles that live."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kernel.money import Currency
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, Floor
from tests.functional.browsers import Person, browser
from tests.functional.dealing import dealing
from tests.running import running_house

pytestmark = pytest.mark.browser
SIZES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].join())"
ALONE = TableSettings(preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_finding_a_table(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = timezone.now()
    table = open_floor.table(MACAU, code="macau")
    open_floor.table(PONTO_E_BANCA, code="ponto")
    open_floor.table(ALONE, code="minha", kind="individual")
    open_floor.table(MACAU, code="brincar", currency=Currency.PLAY)
    player = open_floor.player("Rita")
    with running_house(tmp_path, parts=()) as house, browser() as chromium, dealing(open_floor) as hands:
        rita = Person(chromium, house.url, phone=phone)
        page = rita.page
        rita.go("/mesas/?fichas=EUR")
        expect(page.locator(".tile")).to_have_count(3)
        expect(page.locator(".tile__game")).to_contain_text(["Ponto e Banca", "Ponto e Banca Macau", "Punto Banco"])
        expect(page.locator("#como-se-joga")).to_be_visible()
        tile = page.locator("#tile-macau")
        for words in (
            "10 · 1 000 €",
            "metade do prémio quando a banca ganha com 5",
            "Casa ganha na banca",
            "0,93 %",
            "1,24 %",
            "0 de 9",
        ):
            expect(tile).to_contain_text(words)
        rita.looks_well("lobby")

        hands.do(lambda floor: floor.sit(player, table))
        hands.open(table, BANCA_WINS_WITH_5)
        expect(tile).to_contain_text("s para apostar")
        expect(tile).to_contain_text("1 de 9")
        expect(tile.locator(".tile__seat")).to_have_count(1)
        page.locator("#tile-macau-go").focus()
        sizes = page.locator(".tile").evaluate_all(SIZES)
        hands.settle(table)
        expect(tile).to_contain_text("Últimos resultados: Banca")
        expect(page.locator("#tile-macau-go")).to_be_focused()
        expect(tile.locator(".bead--banca")).to_have_count(1)
        expect(tile.locator(".tile__total--won")).to_have_text("5")
        assert page.locator(".tile").evaluate_all(SIZES) == sizes, "nothing moves"

        pills = page.locator(".pills")
        pills.get_by_role("link", name="Individual").click()
        expect(page.locator(".tile")).to_have_count(1)
        expect(page.locator("#tile-minha")).to_contain_text("livre: um lugar só seu")
        rita.go("/mesas/")
        expect(pills.get_by_role("link", name="Individual")).to_have_attribute("aria-current", "true")
        expect(page.locator(".tile")).to_have_count(1)
        pills.get_by_role("link", name="Com outros").click()
        expect(page.locator(".tile")).to_have_count(2)
        page.get_by_role("link", name="Demonstração").first.click()
        expect(page.locator(".tile")).to_have_count(1)
        expect(page.locator("#tile-brincar")).to_be_visible()
        expect(page.locator("main")).to_contain_text("Nunca se trocam por dinheiro")
        assert rita.complaints == []
