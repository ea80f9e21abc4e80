"""Sealed days at the office: the list, the folder to take away, and two persons who seal a faulty day."""

import html
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from players.roles import Role
from reporting.making.figures import day_of
from reporting.models import ExportLog, FaultySeal
from reporting.operations import log, make_due_reports
from reporting.operations.sealed_days import seal_due
from tables.models import Bet
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.settled import days_settle
from tests.tampering import past_triggers

DAYS = "/casa/relatorios/dias-selados/"


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[None]:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield


@pytest.fixture
def day(floor: Floor) -> date:
    """The day before yesterday, with one round for money."""
    floor.now = timezone.now() - timedelta(days=2)
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    floor.settle(table)
    return day_of(floor.now)


def page_of(answer: object) -> str:
    return html.unescape(answer.content.decode())  # type: ignore[attr-defined]


def test_days_are_listed_with_their_seals_and_taken_away(day: date, as_role: AsRole) -> None:
    make_due_reports(now=timezone.now())
    (first, *_) = seal_due(now=timezone.now())
    inspector = as_role(Role.INSPECTOR)
    assert "espera a assinatura do registo" in page_of(inspector.get(DAYS))
    log.keep_log(now=timezone.now())
    shown = page_of(inspector.get(DAYS))
    assert f"{first.sha256[:16]}…" in shown
    assert "/registo/checkpoint" in shown
    report = page_of(inspector.get(f"/casa/relatorios/{day}/"))
    assert f'class="badge badge--seal" href="{DAYS}"' in report
    assert first.sha256 in report
    taken = inspector.post(f"{DAYS}{day}/pasta/")
    assert taken["Content-Type"] == "application/zip"
    assert b"".join(taken.streaming_content).startswith(b"PK")
    assert ExportLog.objects.get().what == "sealed-day"


def test_who_only_sees_reports_takes_no_folder(day: date, as_role: AsRole) -> None:
    make_due_reports(now=timezone.now())
    seal_due(now=timezone.now())
    manager = as_role(Role.GAME_MANAGER)
    assert "/pasta/" not in page_of(manager.get(DAYS))
    assert manager.post(f"{DAYS}{day}/pasta/").status_code == 403


def test_two_persons_seal_a_faulty_day_at_the_office(day: date, as_role: AsRole) -> None:
    with past_triggers():
        bet = Bet.objects.get()
        Bet.objects.update(prize=bet.prize + 1)
    make_due_reports(now=timezone.now())
    seal_due(now=timezone.now())
    first, second = as_role(Role.COMPLIANCE), as_role(Role.SUPERVISOR)
    assert "as jogadas e o livro-razão do relatório não concordam" in page_of(first.get(DAYS))
    form = page_of(first.get(f"{DAYS}com-falhas/"))
    assert "Propor selar o mais antigo" in form
    sent = {"day": day.isoformat(), "reason": "aposta corrigida à mão", "key": str(uuid.uuid4())}
    assert "Proposto." in page_of(first.post(f"{DAYS}com-falhas/propor/", sent, follow=True))
    proposal = {"proposal": FaultySeal.objects.get().pk}
    assert "A proposta é sua" in page_of(first.post(f"{DAYS}com-falhas/aprovar/", proposal))
    assert "Acordado." in page_of(second.post(f"{DAYS}com-falhas/aprovar/", proposal, follow=True))
    seal_due(now=timezone.now())
    assert "selado com falhas" in page_of(first.get(DAYS))
    with past_triggers():
        Bet.objects.update(prize=bet.prize)  # the house proves its books at the end
