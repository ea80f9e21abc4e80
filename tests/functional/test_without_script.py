"""A browser without scripts: the table says so, and rules, account, complaints and exclusion work as ever."""

from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import MACAU, Floor
from tests.functional.browsers import browser
from tests.functional.walking import cookie_of, someone
from tests.running import running_house

pytestmark = pytest.mark.browser


def test_a_player_without_scripts_reads_complains_and_stops(open_floor: Floor, tmp_path: Path) -> None:
    open_floor.now = timezone.now()
    open_floor.table(MACAU, code="lua")
    cookie = cookie_of(open_floor.player("Rita"))
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        rita = someone(chromium, house.url, cookie, java_script_enabled=False)
        page = rita.page
        rita.go("/mesa/lua/")
        expect(page.locator("#table .notice--warn").first).to_be_visible()
        for path in ("/mesa/lua/regras/", "/regras/", "/conta/", "/limites/", "/carteira/extrato/"):
            rita.go(path)
            expect(page.locator("main h1")).to_be_visible()

        rita.go("/reclamacoes/nova/")
        page.get_by_label("O que aconteceu").fill("A mesa não começou no meu navegador.")
        page.get_by_role("button", name="Enviar a reclamação").click()
        expect(page.locator("main")).to_contain_text("A mesa não começou no meu navegador.")

        rita.go("/pausas/")
        page.get_by_role("button", name="24 horas").click()
        expect(page.get_by_role("heading", name="Em vigor:")).to_be_visible()
        assert rita.complaints == []
