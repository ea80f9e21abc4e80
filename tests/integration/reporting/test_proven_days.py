"""Sealed days made anew from the rows and verified by the house's own command, as copies of the house are."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from reporting.operations import log, make_due_reports
from reporting.operations.proving_days import prove_days
from reporting.operations.sealed_days import SealState, seal_due
from tables.models import Bet
from tests.factories import PONTO_WINS, Floor
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
AFTER = datetime(2026, 3, 12, 0, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[None]:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield


@pytest.fixture
def sealed(floor: Floor) -> Floor:
    """Two days, the first with a round; both sealed and in the signed log."""
    table, ana = floor.table(code="mesa-um"), floor.player("ana")
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=20_00)
    floor.settle(table)
    make_due_reports(now=AFTER)
    assert [one.state for one in seal_due(now=AFTER)] == [SealState.SEALED, SealState.SEALED]
    log.keep_log(now=AFTER)
    return floor


def test_days_without_their_folders_hold_by_their_rows(sealed: Floor, settings: LazySettings, tmp_path: Path) -> None:
    settings.EVIDENCE_DIR = tmp_path / "elsewhere"
    found = prove_days(key=log.verifier_key())
    assert (found.holds, found.verdict, found.days, found.unsigned, found.first) == (True, "holds", 2, 0, "")
    assert found.lines > 5


def test_a_day_that_the_signed_log_does_not_have_is_counted_and_not_judged(sealed: Floor) -> None:
    later = AFTER + timedelta(days=1)
    make_due_reports(now=later)
    assert [one.state for one in seal_due(now=later)] == [SealState.SEALED]
    found = prove_days(key=log.verifier_key())
    assert (found.holds, found.days, found.unsigned) == (True, 2, 1)


def test_without_a_sealed_day_there_is_nothing_to_say_against() -> None:
    found = prove_days(key=log.verifier_key())
    assert (found.holds, found.days, found.lines) == (True, 0, 0)


def test_a_row_that_was_touched_is_found(sealed: Floor, settings: LazySettings, tmp_path: Path) -> None:
    settings.EVIDENCE_DIR = tmp_path / "elsewhere"
    with past_triggers():
        Bet.objects.update(stake=21_00)
    found = prove_days(key=log.verifier_key())
    assert not found.holds
    assert [day.isoformat() for day in found.lost] == ["2026-03-10"]
    said = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify_days", json=True, stdout=said)
    assert ended.value.code == 1
    assert json.loads(said.getvalue())["lost"] == ["2026-03-10"]
    with past_triggers():  # the floor proves itself at the end
        Bet.objects.update(stake=20_00)


def test_the_command_says_how_many_hold(sealed: Floor, settings: LazySettings) -> None:
    said = StringIO()
    call_command("verify_days", stdout=said)
    assert "2" in said.getvalue()
    settings.LOG_KEY = None
    with pytest.raises(CommandError):
        call_command("verify_days", stdout=said)
