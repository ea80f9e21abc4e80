"""An incident from the void to its note, and the board of duties, in real browsers on both sizes (H9, H10)."""

import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from kernel.calendar import lisbon_date
from players.roles import Role
from reporting.operations import make_daily_report
from tables.operations import incidents
from tests.factories import Actor, Floor
from tests.functional.office import Visit, office

pytestmark = pytest.mark.browser
FADES = 500
"""Milliseconds, after which no button fades from the colours of the day into those of the night."""


@pytest.fixture
def staff(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> dict[Role, Actor]:
    """A round with the bets of three players, voided by two persons; the house opened its incident."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    floor = open_floor
    floor.now = timezone.now() - timedelta(minutes=9)
    table = floor.table(code="praia")
    players = [floor.player(name, cents=1_000_00) for name in ("vasco", "sofia", "pontinho")]
    for player in players:
        floor.sit(player, table)
    floor.open_round(table)
    floor.bet(players[0], table, banca=580_00, empate=20_00)
    floor.bet(players[1], table, ponto=140_00, empate=12_00)
    floor.bet(players[2], table, ponto=60_00)
    floor.wait(minutes=1)
    floor.void(table, reason="cartas presas 41 s")
    incidents.watch(now=floor.now)
    make_daily_report(day=lisbon_date(floor.now) - timedelta(days=40), now=floor.now)
    return {role: floor.staff(role) for role in (Role.SUPERVISOR, Role.COMPLIANCE)}


def look_at_sizes(visit: Visit, name: str, *, phone: bool) -> None:
    """The page is well by day and by night, and on a smaller desk."""
    visit.look(name)
    visit.page.emulate_media(color_scheme="dark")
    visit.page.wait_for_timeout(FADES)
    visit.look(f"{name}-dark")
    visit.page.emulate_media(color_scheme="light")
    visit.page.wait_for_timeout(FADES)
    if not phone:
        visit.page.set_viewport_size({"width": 1280, "height": 800})
        visit.look(f"{name}-1280")
        visit.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_an_incident_is_owned_told_learned_from_and_closed(
    staff: dict[Role, Actor], tmp_path: Path, phone: bool
) -> None:
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        supervisor = begin(Role.SUPERVISOR)
        supervisor.see("/casa/incidentes/?state=por-comunicar", "Incidentes")
        supervisor.page.locator("th[scope=row] a, td a").first.click()
        expect(supervisor.page.get_by_text("comunicação ao regulador: faltam 23 h").first).to_be_visible()
        for said in ("812,00", "propôs", "Nota de lições"):
            expect(supervisor.page.locator("main")).to_contain_text(said)
        look_at_sizes(supervisor, "incident", phone=phone)
        if phone:
            supervisor.do("Ficar com o incidente", "O responsável ficou registado")
        else:
            _by_letters(supervisor)
        supervisor.do("Guardar o que se fez", "está guardado", containment="Mesa parada, apostas devolvidas.")
        supervisor.do("Guardar causa e solução", "Causa e solução guardadas", cause="cabo solto")
        supervisor.page.get_by_text("Rascunho da comunicação").click()
        expect(supervisor.page.locator("[name=word]")).to_have_value(re.compile("Causa: cabo solto"))
        supervisor.do("Comuniquei isto ao regulador", "A comunicação ao regulador está guardada")
        supervisor.do("Guardar causa e solução", "Causa e solução guardadas", solution="cabo trocado")
        supervisor.do("Guardar a nota", "A nota de lições ficou guardada", lessons="Trocar o cabo do leitor até sexta.")
        supervisor.do("Propor o fecho", "O fecho está proposto")
        supervisor.look("incident-proposed")
        expect(supervisor.page.get_by_role("button", name="Concordar e fechar")).to_have_count(0)
        keeper = begin(Role.COMPLIANCE)
        keeper.see("/casa/entrada/", "Caixa de entrada")
        keeper.page.get_by_role("link", name="Por fechar:").first.click()
        # Where there is room, another thing is open beside the list until then.
        expect(keeper.page.locator("#case h2").first).to_contain_text("Por fechar")
        keeper.page.get_by_role("link", name="Abrir a página").click()
        keeper.do("Concordar e fechar", "O incidente está fechado")
        keeper.look("incident-closed")


def _by_letters(supervisor: Visit) -> None:
    """A takes the incident, then opens the way to a colleague; N and C lead into the note and the cause."""
    page = supervisor.page
    page.keyboard.press("a")
    expect(page.get_by_text("O responsável ficou registado")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_text("Entregar a um colega…")).to_be_focused()
    expect(page.locator("[name=owner_id]:not([type=hidden])")).to_be_visible()
    for letter, name in (("n", "text"), ("c", "cause")):
        page.keyboard.press(letter)
        expect(page.locator(f"main textarea[name={name}]")).to_be_focused()
        expect(page.locator(f"main textarea[name={name}]")).to_have_value("")
        page.keyboard.press("Tab")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_duty_is_taken_and_done_and_a_calendar_reads_the_board(
    staff: dict[Role, Actor], tmp_path: Path, phone: bool
) -> None:
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        keeper = begin(Role.COMPLIANCE)
        keeper.see("/casa/prazos/", "Prazos")
        look_at_sizes(keeper, "board", phone=phone)
        row = keeper.page.locator("tr", has_text="Declarar o imposto do jogo").first
        row.get_by_role("link").first.click()
        keeper.do("Ficar com o dever", "O responsável ficou registado")
        look_at_sizes(keeper, "duty", phone=phone)
        keeper.do("Está feito", "O dever está dado como feito", evidence="recibo AT 2026/7")
        keeper.look("duty-done")
        keeper.see("/casa/prazos/calendario/", "Calendário dos prazos")
        keeper.do("Fazer o endereço", "Copie o endereço agora")
        look_at_sizes(keeper, "calendar", phone=phone)
        address = keeper.page.get_by_label("Endereço (iCal)").input_value()
        told = keeper.page.request.get(f"{keeper.person.url}{urlsplit(address).path}").text()
        assert "BEGIN:VEVENT" in told
        assert "vasco" not in told
