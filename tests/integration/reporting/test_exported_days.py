"""Sealed days and the log as a stranger gets them: written into a folder, and verified there by Python alone."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from players.roles import Role
from reporting.models import ExportLog
from reporting.operations import exporting_days, log, make_due_reports
from reporting.operations.exporting_days import SealedExportRejected, SealedExportRejection
from reporting.operations.sealed_days import SealState, seal_due
from tables.models import Round
from tests.factories import BANCA_WINS_WITH_5, NOON, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.tampering import past_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("evidence")]

DAY = NOON.date()
AFTER = datetime(2026, 3, 12, 0, 30, tzinfo=UTC)
VERIFIER = Path(exporting_days.__file__).resolve().parents[1] / "verifier" / "verify_days.py"


@pytest.fixture
def floor() -> Floor:
    """Two days, the first with play: won, lost, pushed, void, a slip refused and one taken back; both sealed."""
    floor = Floor()
    table_id = floor.table(code="mesa-um")
    ana, rui = floor.player("ana"), floor.player("rui")
    floor.sit(ana, table_id)
    floor.sit(rui, table_id)
    for cards in (PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS):
        floor.open_round(table_id, cards)
        floor.bet(ana, table_id, ponto=20_00, par_ponto=10_00)
        floor.bet(rui, table_id, banca=50_00)
        floor.settle(table_id)
    floor.open_round(table_id)
    floor.bet(ana, table_id, ponto=20_00)
    floor.void(table_id)
    make_due_reports(now=AFTER)
    assert [one.state for one in seal_due(now=AFTER)] == [SealState.SEALED, SealState.SEALED]
    log.keep_log(now=AFTER)
    floor.prove()
    return floor


def _verified(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", str(VERIFIER), str(folder), "--key", log.verifier_key(), *more]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def test_a_stranger_verifies_what_was_exported(floor: Floor, tmp_path: Path) -> None:
    made = exporting_days.export_days(into=tmp_path / "out")
    assert (made.days, made.rewritten, made.lost) == (2, (), ())
    assert made.leaves > 0
    told = _verified(tmp_path / "out")
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_slip_that_waited_over_midnight_breaks_nothing(tmp_path: Path) -> None:
    """Its moment was taken before midnight; another slip of the player, begun after it, came to the account first."""
    floor = Floor()
    table_id = floor.table(code="mesa-um")
    floor.now = datetime(2026, 3, 10, 23, 59, 55, tzinfo=UTC)
    ana = floor.player("ana")
    floor.sit(ana, table_id)
    floor.open_round(table_id)
    floor.now = datetime(2026, 3, 11, 0, 0, 1, tzinfo=UTC)
    floor.bet(ana, table_id, ponto=20_00)
    floor.now = datetime(2026, 3, 10, 23, 59, 59, tzinfo=UTC)
    floor.bet(ana, table_id, banca=30_00)
    floor.now = datetime(2026, 3, 11, 0, 0, 30, tzinfo=UTC)
    floor.settle(table_id)
    make_due_reports(now=AFTER)
    assert [one.state for one in seal_due(now=AFTER)] == [SealState.SEALED, SealState.SEALED]
    log.keep_log(now=AFTER)
    exporting_days.export_days(into=tmp_path / "out")
    told = _verified(tmp_path / "out")
    assert told.returncode == 0, told.stdout + told.stderr
    floor.prove()


def test_exporting_again_writes_only_what_is_new(floor: Floor, tmp_path: Path) -> None:
    exporting_days.export_days(into=tmp_path / "out")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "day").rglob("*")}
    log.keep_log(now=AFTER + timedelta(hours=2))
    exporting_days.export_days(into=tmp_path / "out")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out" / "day").rglob("*")} == before
    assert _verified(tmp_path / "out").returncode == 0


@pytest.mark.parametrize("name", ["manifest.json", "bets.jsonl", "bets.jsonl.leaves"])
def test_a_touched_folder_is_written_anew_from_the_rows(
    floor: Floor, evidence: Path, tmp_path: Path, name: str
) -> None:
    file = evidence / "day" / DAY.isoformat() / "r1" / name
    content = file.read_bytes()
    file.write_bytes(content[:-2] + bytes([content[-2] ^ 1]) + content[-1:])
    made = exporting_days.export_days(into=tmp_path / "out")
    assert made.rewritten == (DAY,)
    assert _verified(tmp_path / "out").returncode == 0


def test_a_line_edited_in_the_database_is_found_against_the_seal(floor: Floor, evidence: Path, tmp_path: Path) -> None:
    with past_triggers():
        Round.objects.filter(winner="ponto").update(winner="banca")
    (evidence / "day" / DAY.isoformat() / "r1" / "manifest.json").unlink()
    made = exporting_days.export_days(into=tmp_path / "out")
    assert made.lost == (DAY,)
    with pytest.raises(CommandError):
        call_command("export_days", "--into", str(tmp_path / "again"), stdout=StringIO())


def test_a_touched_line_of_the_export_is_named(floor: Floor, tmp_path: Path) -> None:
    exporting_days.export_days(into=tmp_path / "out")
    file = tmp_path / "out" / "day" / DAY.isoformat() / "r1" / "bets.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"prize":', b'"prize":1', 1)
    file.write_bytes(b"".join(lines))
    told = _verified(tmp_path / "out", "--json")
    assert told.returncode == 2
    assert "bets.jsonl" in json.dumps(json.loads(told.stdout))


def test_a_day_is_taken_as_an_archive_and_the_log_of_exports_says_so(floor: Floor) -> None:
    inspector = floor.staff(Role.INSPECTOR)
    taken = exporting_days.export_sealed_day(day=DAY, by=inspector.id, now=AFTER)
    with ZipFile(taken.file) as archive:
        names = archive.namelist()
    assert f"day/{DAY}/r1/manifest.json" in names
    assert len(names) == 2 * 14 + 2
    row = ExportLog.objects.get()
    assert (row.what, row.by_id, row.sha256, row.rows) == ("sealed-day", inspector.id, taken.sha256, taken.rows)
    again = exporting_days.export_sealed_day(day=DAY, by=inspector.id, now=AFTER)
    assert again.sha256 == taken.sha256


def test_what_is_not_sealed_or_lost_is_not_handed_out(floor: Floor, evidence: Path) -> None:
    by = floor.staff(Role.INSPECTOR).id
    with pytest.raises(SealedExportRejected) as refused:
        exporting_days.export_sealed_day(day=DAY - timedelta(days=1), by=by, now=AFTER)
    assert refused.value.reason is SealedExportRejection.NOT_SEALED
    with past_triggers():
        Round.objects.filter(winner="ponto").update(winner="banca")
    (evidence / "day" / DAY.isoformat() / "r1" / "manifest.json").unlink()
    with pytest.raises(SealedExportRejected) as refused:
        exporting_days.export_sealed_day(day=DAY, by=by, now=AFTER)
    assert refused.value.reason is SealedExportRejection.LOST
    assert not ExportLog.objects.exists()


def test_the_commands_seal_export_and_tell_the_key(floor: Floor, tmp_path: Path, settings: LazySettings) -> None:
    said = StringIO()
    call_command("log_key", stdout=said)
    assert said.getvalue().strip() == log.verifier_key()
    call_command("export_days", "--into", str(tmp_path / "out"), "--until", DAY.isoformat(), stdout=StringIO())
    assert [path.name for path in (tmp_path / "out" / "day").iterdir()] == [DAY.isoformat()]
    settings.LOG_KEY = None
    with pytest.raises(CommandError):
        call_command("log_key", stdout=StringIO())
