"""A complaint in real browsers, from a round to money on the account: player, support, compliance (G1–G4)."""

import io
import zipfile
from pathlib import Path

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import expect

from players.roles import Role
from tests.factories import BANCA_WINS_WITH_5, PONTO_E_BANCA, Actor, Floor
from tests.functional.browsers import Person, browser
from tests.functional.office import prove_twice
from tests.running import running_house

pytestmark = pytest.mark.browser


@pytest.fixture
def house_with_a_round(open_floor: Floor) -> tuple[str, Actor, Actor, Actor]:
    """A settled round: its code, its player, a member of support, a member of compliance."""
    floor = open_floor
    floor.now = timezone.now()
    table = floor.table(PONTO_E_BANCA, code="praia")
    player, other = floor.player("ana"), floor.player("rui")
    floor.sit(player, table)
    floor.sit(other, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, ponto=5_00, empate=2_00)
    floor.bet(other, table, banca=20_00)
    floor.settle(table)
    return code, player, floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desk"])
@pytest.mark.long
def test_from_a_round_to_its_outcome(
    house_with_a_round: tuple[str, Actor, Actor, Actor], tmp_path: Path, phone: bool
) -> None:
    code, player, support, compliance = house_with_a_round
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        ana = Person(chromium, house.url, phone=phone)
        helper, second = (Person(chromium, house.url, phone=phone) for _ in range(2))
        _where_else(ana)
        ana.sign_in(player.email, player.password)
        number = _complain(ana, code, tmp_path)
        prove_twice(helper, support)
        _answer(helper, number)
        prove_twice(second, compliance)
        _pay(second, number)
        _read_the_answer(ana, number)
        _take_the_pack(ana, code)
        _adjudicate(ana)
        _reopen(ana, number)
        for person in (ana, helper, second):
            assert person.complaints == []


def _where_else(visitor: Person) -> None:
    visitor.go("/reclamacoes/nova/")
    expect(visitor.page.get_by_role("main").get_by_role("link", name="Livro de reclamações eletrónico")).to_be_visible()
    visitor.looks_well("visitor")


def _complain(ana: Person, code: str, folder: Path) -> str:
    ana.go(f"/jogadas/{code}/")
    ana.looks_well("round")
    ana.page.get_by_role("main").get_by_role("link", name="Reclamar", exact=True).click()
    expect(ana.page.get_by_role("link", name=f"Jogada {code}")).to_be_visible()
    hostile = folder / "mesa.png"
    hostile.write_bytes(b"<svg onload=alert(1)>")
    ana.page.get_by_label("O que aconteceu").fill("Apostei no ponto e acho que a banca não tinha 5.\nPodem ver?")
    ana.page.get_by_label("Ficheiros").set_input_files(str(hostile))
    ana.page.get_by_role("button", name="Enviar a reclamação").click()
    expect(ana.page.get_by_text("não é de um tipo que aceitemos")).to_be_visible()
    assert "banca não tinha 5" in ana.page.get_by_label("O que aconteceu").input_value()
    ana.complaints.clear()  # the browser notes the 400
    ana.looks_well("complain")
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), (0, 90, 60)).save(picture, format="PNG")
    hostile.write_bytes(picture.getvalue())
    ana.page.get_by_label("Ficheiros").set_input_files(str(hostile))
    ana.page.get_by_role("button", name="Enviar a reclamação").click()
    expect(ana.page.get_by_text("Respondemos até")).to_be_visible()
    expect(ana.page.get_by_role("link", name="mesa.png")).to_be_visible()
    ana.looks_well("complaint")
    ana.go("/reclamacoes/")
    ana.looks_well("complaints")
    return str(ana.page.locator("th[scope=row] a").first.inner_text())


def _answer(helper: Person, number: str) -> None:
    helper.go("/casa/reclamacoes/")
    expect(helper.page.get_by_role("heading", name="Reclamações")).to_be_visible()
    helper.looks_well("office-complaints")
    helper.page.get_by_role("link", name=number).click()
    helper.page.get_by_role("button", name="Assumir o caso").click()
    expect(helper.page.get_by_text("O caso é seu.")).to_be_visible()
    expect(helper.page.get_by_text("Jogada de novo agora: tudo igual")).to_be_visible()
    helper.page.get_by_label("Mensagem").fill("Estamos a ver.")
    helper.page.get_by_role("button", name="Enviar ao jogador").click()
    helper.page.get_by_label("Mensagem").fill("Parece-me um gesto de boa vontade.")
    helper.page.get_by_role("button", name="Guardar como nota interna").click()
    assert "Vimos de novo a jogada" in helper.page.get_by_label("Razões").input_value()
    helper.looks_well("office-complaint")
    helper.page.get_by_label("parcialmente aceite").check()
    helper.page.get_by_label("A pagar ao jogador").fill("5,00")
    helper.page.get_by_role("button", name="Decidir").click()
    expect(helper.page.get_by_text("tem de ser outra pessoa a aprovar")).to_be_visible()
    assert helper.page.get_by_role("button", name="Aprovar e pagar").count() == 0


def _pay(second: Person, number: str) -> None:
    second.go("/casa/reclamacoes/?view=award")
    second.page.get_by_role("link", name=number).click()
    second.looks_well("office-award")
    second.page.get_by_role("button", name="Aprovar e pagar").click()
    expect(second.page.get_by_text("Aprovado e pago")).to_be_visible()
    second.looks_well("office-answered")
    second.go("/casa/reclamacoes/?view=all")
    with second.page.expect_download() as taken:
        second.page.get_by_role("link", name="CSV").click()
    assert b"parcialmente aceite" in Path(taken.value.path()).read_bytes()


def _read_the_answer(ana: Person, number: str) -> None:
    ana.go(f"/reclamacoes/{number}/")
    expect(ana.page.get_by_text("Pagámos 5,00")).to_be_visible()
    assert ana.page.get_by_text("boa vontade").count() == 0
    ana.looks_well("answered")
    ana.go("/carteira/")
    expect(ana.page.locator(".ledger").get_by_text(number, exact=False)).to_be_visible()


def _take_the_pack(ana: Person, code: str) -> None:
    ana.go(f"/jogadas/{code}/")
    with ana.page.expect_download() as taken:
        ana.page.get_by_role("link", name="Processo").first.click()
    with zipfile.ZipFile(taken.value.path()) as pack:
        assert "manifest.json" in pack.namelist()


def _adjudicate(ana: Person) -> None:
    ana.go("/arbitro/")
    ana.page.get_by_label("Cartas, pela ordem").fill("KS 2H 2D 3C KD")
    ana.page.get_by_label("Banca", exact=True).fill("20")
    ana.page.get_by_role("button", name="Calcular").click()
    expect(ana.page.get_by_role("heading", name="Ganha a banca")).to_be_visible()
    ana.looks_well("adjudicator")
    ana.page.get_by_label("Cartas, pela ordem").fill("KS 2H 2D XX")
    ana.page.get_by_role("button", name="Calcular").click()
    expect(ana.page.get_by_text("«XX» não é uma carta")).to_be_visible()
    ana.complaints.clear()


def _reopen(ana: Person, number: str) -> None:
    ana.go(f"/reclamacoes/{number}/")
    ana.page.get_by_text("Não concordo com a resposta").click()
    ana.page.get_by_label("Porque não concorda?").fill("Quero que vejam também o empate.")
    ana.page.get_by_role("button", name="Pedir que seja vista de novo").click()
    expect(ana.page.get_by_text("O prazo começa de novo")).to_be_visible()
    ana.looks_well("reopened")
