"""An extract by criteria of one's own, from the catalogue to its file, in real browsers on both sizes (PT-73)."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from players.roles import Role
from reporting.catalogue import CATALOGUE
from reporting.making.figures import day_of
from tests.factories import BANCA_WINS_WITH_5, Actor, Floor
from tests.functional.office import office
from tests.yesterday import noon_of_the_last_day

pytestmark = pytest.mark.browser


@pytest.fixture
def staff(open_floor: Floor) -> dict[Role, Actor]:
    """Yesterday's round of two players, of which one staked more than a hundred euros."""
    floor = open_floor
    floor.now = noon_of_the_last_day()
    table = floor.table(code="praia")
    for name, cents in (("vasco", 150_00), ("sofia", 20_00)):
        player = floor.player(name, cents=1_000_00)
        floor.sit(player, table)
        if name == "vasco":
            floor.open_round(table, BANCA_WINS_WITH_5)
        floor.bet(player, table, banca=cents)
    floor.settle(table)
    return {role: floor.staff(role) for role in (Role.COMPLIANCE, Role.APPROVER)}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_one_asks_another_agrees_and_the_rows_are_there(staff: dict[Role, Actor], tmp_path: Path, phone: bool) -> None:
    stake = [column.name for column in CATALOGUE["bets"].columns].index("stake")
    day = day_of(noon_of_the_last_day()).isoformat()
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        author = begin(Role.COMPLIANCE)
        author.see("/casa/relatorios/catalogo/bets/", "Registo de apostas")
        author.page.get_by_role("link", name="Por critérios próprios").click()
        author.look("propose-extract")
        author.do(
            "Propor",
            "Proposto",
            title="Apostas a partir de cem euros",
            reason="Ofício SRIJ 2026/412, ponto 3",
            first_day=day,
            last_day=day,
            **{f"c{stake}-from": "100"},
        )
        expect(author.page.locator("main")).to_contain_text("Apostado pelo jogador: no mínimo 100,00")
        author.look("extract-waiting")
        second = begin(Role.APPROVER)
        second.see("/casa/entrada/", "Caixa de entrada")
        expect(second.page.locator("main")).to_contain_text("Apostas a partir de cem euros")
        second.see("/casa/relatorios/extratos/", "Extratos")
        second.page.get_by_role("link", name="Apostas a partir de cem euros").click()
        second.do("Aprovar", "Aprovado")
        second.look("extract-approved")
        author.page.reload()
        author.page.get_by_role("link", name="Ver o relatório e os ficheiros").click()
        expect(author.page.locator("main")).to_contain_text("150,00")
        expect(author.page.locator("main")).not_to_contain_text("20,00")
        author.look("extract-report")
