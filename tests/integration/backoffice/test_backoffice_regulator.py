"""The regulator's room: a month of days, one day whole, one question, and what leaves by it."""

import json
from base64 import b64decode
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.utils import timezone

from casino.web.shipped import DAYS, shipped
from players.roles import Role
from reporting.making.figures import day_of
from reporting.models import ExportLog, SafeFile, SafePackage
from reporting.queries.safe_files import due_at
from reporting.six_files.names import names_of
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.backoffice.test_backoffice_sealed_days import page_of
from tests.settled import days_settle, seal_days

ROOM = "/casa/regulador/"


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[None]:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield


@pytest.fixture
def played(floor: Floor) -> SimpleNamespace:
    """The day before yesterday, with one round for money: its day and its code."""
    floor.now = timezone.now() - timedelta(days=2)
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    floor.settle(table)
    return SimpleNamespace(day=day_of(floor.now), code=code, player=player)


def test_a_house_without_days_says_so(as_role: AsRole) -> None:
    shown = page_of(as_role(Role.INSPECTOR).get(ROOM))
    assert "Ainda nenhum dia está selado." in shown
    assert "O registo ainda não está assinado." in shown


def test_the_month_and_its_day(played: SimpleNamespace, as_role: AsRole) -> None:
    seal_days()
    inspector = as_role(Role.INSPECTOR)
    shown = page_of(inspector.get(ROOM, {"mes": f"{played.day:%Y-%m}", "dia": played.day.isoformat()}))
    assert f"dia={played.day}" in shown
    assert 'aria-current="date"' in shown
    assert "1 jogada" in shown
    assert "· Ed25519 ·" in shown
    note = log_note(inspector)
    assert note in shown
    name, identity = note.split("\n")[0], b64decode(note.split(" ")[-1])[:4].hex()
    assert f"{name}+{identity}" in shown


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(-1, "ficheiros no cofre"), (1, "ficheiros no cofre depois das 04:00"), (None, "ficheiros não entregues")],
)
def test_the_files_of_a_day_are_in_time_late_or_missing(
    played: SimpleNamespace, as_role: AsRole, settings: LazySettings, minutes: int | None, said: str
) -> None:
    seal_days()
    vault, due = settings.OPERATOR_PROFILE.files.vault, due_at(played.day)
    told = {"vault": vault, "day": played.day, "made_at": due - timedelta(hours=3), "sha256": "a" * 64, "size": 1_024}
    for number, name in enumerate(names_of(played.day, vault)):
        SafeFile.objects.create(name=name, number=number, **told)
    delivered = None if minutes is None else due + timedelta(minutes=minutes)
    receipt = None if minutes is None else {"name": "PACK.zip"}
    SafePackage.objects.create(name="PACK.zip", delivered_at=delivered, receipt=receipt, **told)
    shown = page_of(as_role(Role.INSPECTOR).get(ROOM, {"dia": played.day.isoformat()}))
    assert f", selado, {said}" in shown
    for kind in ("RESF", "JGDR", "SESS", "AJOG", "TRAN", "EXCL"):
        assert f"<b>{kind}</b>" in shown


def log_note(browser: object) -> str:
    """The signed state of the log, as everybody reads it."""
    return browser.get("/registo/checkpoint").content.decode()  # type: ignore[attr-defined]


@pytest.mark.parametrize("asked", ["", "2026-13", "x", "0000-01", "9999-12", "1900-01"])
def test_a_month_that_is_none_or_empty_is_a_calendar_all_the_same(asked: str, as_role: AsRole) -> None:
    answer = as_role(Role.INSPECTOR).get(ROOM, {"mes": asked, "dia": asked})
    assert answer.status_code == 200


def test_a_round_is_asked_for_and_answered(played: SimpleNamespace, as_role: AsRole) -> None:
    seal_days()
    inspector = as_role(Role.INSPECTOR)
    answer = inspector.post(f"{ROOM}consulta/", {"asked": "round", "code": played.code})
    shown = page_of(answer)
    assert answer.status_code == 200
    assert "rounds.jsonl" in shown
    assert "bets.jsonl" in shown
    assert played.player.email not in shown
    assert "Linhas de um dia selado" in shown, "the room says what left"
    file = inspector.post(f"{ROOM}consulta/", {"asked": "round", "code": played.code, "how": "json"})
    assert file["Content-Type"] == "application/json"
    assert "attachment" in file["Content-Disposition"]
    assert json.loads(file.content)["format"] == "sabot-lines-1"
    assert ExportLog.objects.filter(what="sealed-lines").count() == 2


@pytest.mark.parametrize(
    ("asked", "code", "said"),
    [
        ("round", "macau-9-000001", "Nada nesta casa tem este código."),
        ("ledger", "abc", "Nada nesta casa tem este código."),
        ("round", "", "obrigatório"),
        ("person", "x", "opções disponíveis"),
        ("round", "x" * 61, "60"),
    ],
)
def test_what_cannot_be_answered_is_said(
    played: SimpleNamespace, as_role: AsRole, asked: str, code: str, said: str
) -> None:
    seal_days()
    answer = as_role(Role.INSPECTOR).post(f"{ROOM}consulta/", {"asked": asked, "code": code})
    assert answer.status_code in (400, 409)
    assert said in page_of(answer)
    assert not ExportLog.objects.exists()


def test_who_may_not_take_reports_asks_nothing(played: SimpleNamespace, as_role: AsRole) -> None:
    seal_days()
    support = as_role(Role.SUPPORT)
    assert support.get(ROOM).status_code == 403
    assert support.post(f"{ROOM}consulta/", {"asked": "round", "code": played.code}).status_code == 403


def test_the_verifier_is_handed_out_as_it_is(as_role: AsRole) -> None:
    answer = as_role(Role.INSPECTOR).get(f"/verificar/{DAYS}")
    assert answer.content == shipped(DAYS)
    assert answer["Content-Type"].startswith("text/x-python")
