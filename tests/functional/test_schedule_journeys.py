"""A report that comes by itself, from its schedule to its receipt, in real browsers on both sizes (I3)."""

from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from players.roles import Role
from reporting.models import ReportRun, Schedule
from reporting.operations import prepare_due, sending
from tests.factories import BANCA_WINS_WITH_5, MACAU, Actor, Floor
from tests.functional.office import office
from tests.tampering import as_owner
from tests.yesterday import noon_of_the_last_day

pytestmark = pytest.mark.browser
PAGE = "/casa/relatorios/agendados/"


@pytest.fixture
def staff(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> dict[Role, Actor]:
    """A day with play behind it, compliance and an auditor."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser's loop runs in this thread
    floor = open_floor
    floor.now = noon_of_the_last_day()
    player, table = floor.player(cents=1_000_00), floor.table(MACAU, code="praia")
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00, empate=10_00)
    floor.settle(table)
    return {role: floor.staff(role) for role in (Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR)}


def a_day_goes_by() -> None:
    """The first turn is due, and the worker's sweeps come by."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("UPDATE reporting_schedule SET since = since - interval '2 days'")
    now = timezone.now()
    sending.send_due(now=now)
    prepare_due(now=now)
    sending.send_due(now=now)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_report_is_scheduled_sent_and_received(staff: dict[Role, Actor], tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        keeper = begin(Role.COMPLIANCE)
        keeper.see(PAGE, "Relatórios agendados")
        keeper.see("/casa/relatorios/catalogo/bets/")
        keeper.page.get_by_role("link", name="Agendar…").click()
        for role in (Role.AUDITOR, Role.INSPECTOR):
            keeper.page.get_by_label(staff[role].name).check()
        keeper.page.get_by_label("Motivo").fill("pedido do auditor")
        keeper.look("schedule-form")
        keeper.do("Agendar o relatório", "O relatório passa a chegar por si")
        keeper.look("schedule-new")
        number = Schedule.objects.get().pk
        a_day_goes_by()

        auditor = begin(Role.AUDITOR)
        auditor.see(f"/casa/relatorios/pedidos/{ReportRun.objects.order_by('-pk').first().key}/", "Registo de apostas")
        expect(auditor.page.get_by_text(f"recebido por {staff[Role.AUDITOR].name}").first).to_be_visible()

        keeper.see(f"{PAGE}{number}/")
        expect(keeper.page.get_by_text("recebido: 1 de 2").first).to_be_visible()
        keeper.see(PAGE)
        keeper.person.go(f"{PAGE}{number}/")
        keeper.page.get_by_text("Pausar…").click()
        keeper.do("Pausar", "O agendamento está em pausa", reason="férias do auditor")
        keeper.look("schedule-paused")
        keeper.see("/casa/prazos/")
