"""The archive: the folder keeps the rules of archives; reports are delivered when due and read back (PT-56)."""

import shutil
import threading
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.adapters import archive as adapters
from casino.adapters.archive import Folder, OtherContent
from casino.adapters.registry import Port
from casino.backoffice.presenters.archives import reports as due_of_archive
from players.events.names import EventName
from players.models import Event
from reporting.models import Archived, DailyReport
from reporting.operations import archiving
from reporting.queries.archive import archive_state
from tests.kits.archive import CONTENT, NAME, ArchiveKit
from tests.rules import rule
from tests.tampering import past_triggers

NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)


class OfFolder:
    """The folder, as a test bends it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.archive = folder / "archive", Folder(folder / "archive")

    def switch_off(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.write_text("not a folder")

    def bend(self, name: str) -> None:
        path = self.folder / name
        path.chmod(0o640)
        path.write_bytes(b"other")


@pytest.fixture
def outside(tmp_path: Path) -> OfFolder:
    return OfFolder(tmp_path)


class TestFolder(ArchiveKit):
    """The folder is an archive."""

    def test_files_are_read_only_and_nothing_lies_beside_them(self, outside: OfFolder) -> None:
        outside.archive.deliver(NAME, CONTENT)
        [path] = [each for each in outside.folder.rglob("*") if each.is_file()]
        assert path.stat().st_mode & 0o222 == 0

    @pytest.mark.parametrize(
        "name", ["../a", "/etc/passwd", "a/../../b", "", "A", "a//b", "a/.hidden", "a\0b", "a/b..c"]
    )
    def test_other_names_are_refused(self, outside: OfFolder, name: str) -> None:
        with pytest.raises(OtherContent):
            outside.archive.deliver(name, CONTENT)
        with pytest.raises(OtherContent):
            outside.archive.fetch(name)
        with pytest.raises(OtherContent):
            outside.archive.remove(name)

    def test_many_at_one_moment_keep_the_first_bytes(self, outside: OfFolder) -> None:
        kept: list[bytes] = []

        def one(content: bytes) -> None:
            try:
                outside.archive.deliver(NAME, content)
                kept.append(content)
            except OtherContent:
                pass

        threads = [threading.Thread(target=one, args=[bytes([65 + number % 2]) * 100_000]) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(kept) == {outside.archive.fetch(NAME)}


def test_the_site_names_its_archive(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings.ADAPTERS = {}
    assert adapters.archive() is None
    settings.ADAPTERS = {Port.ARCHIVE: "sandbox"}
    monkeypatch.setenv("SABOT_ARCHIVE_FOLDER", str(tmp_path))
    found = adapters.archive()
    assert isinstance(found, Folder)
    assert found.folder == tmp_path


def report(day: date, revision: int = 1) -> DailyReport:
    document = f'{{"day":"{day}","revision":{revision}}}'
    return DailyReport.objects.create(
        day=day,
        revision=revision,
        made_at=NOW,
        definition="d",
        document=document,
        sha256=sha256(document.encode()).hexdigest(),
    )


@pytest.mark.django_db
@rule(
    "PT-56",
    asserts="A daily report is in the archive after 24 months, whole and with its receipt, and is kept on line too.",
)
def test_a_report_is_delivered_once_when_it_is_due(outside: OfFolder) -> None:
    due, again = report(date(2024, 11, 25)), report(date(2024, 11, 25), 2)
    young = report(date(2024, 11, 26))
    assert archive_state(now=NOW).waiting == 2
    assert archiving.archive_due(archive=outside.archive, now=NOW) == 2
    assert archiving.archive_due(archive=outside.archive, now=NOW) == 0
    row = Archived.objects.get(report=due)
    assert outside.archive.fetch(row.name) == due.document.encode()
    assert (row.sha256, row.size) == (due.sha256, len(due.document))
    assert Archived.objects.filter(report=again).exists()
    assert not Archived.objects.filter(report=young).exists()
    assert DailyReport.objects.count() == 3
    told = Event.objects.filter(name=EventName.ARCHIVE_STORED).values_list("subject_key", flat=True)
    assert sorted(told) == ["2024-11-25/r1", "2024-11-25/r2"]
    state = archive_state(now=NOW)
    assert (state.stored, state.waiting, state.troubled) == (2, 0, False)
    assert list(due_of_archive(NOW)) == []


@pytest.mark.django_db
def test_a_delivery_that_was_killed_before_its_receipt_is_gone_on_with(outside: OfFolder) -> None:
    due = report(date(2024, 1, 1))
    outside.archive.deliver("daily-reports/2024/2024-01-01-r1.json", due.document.encode())
    assert archiving.archive_due(archive=outside.archive, now=NOW) == 1


@pytest.mark.django_db
def test_an_archive_that_does_not_take_it_has_no_receipt_and_stands_on_the_board(outside: OfFolder) -> None:
    report(date(2024, 1, 1))
    outside.switch_off()
    assert archiving.archive_due(archive=outside.archive, now=NOW) == 0
    assert not Archived.objects.exists()
    [due] = due_of_archive(NOW)
    assert due.rule == "PT-56"
    assert due.due_at is not None
    assert due.due_at < NOW


@pytest.mark.django_db
def test_what_does_not_come_back_is_told_once_and_stands_on_the_board(outside: OfFolder) -> None:
    report(date(2024, 1, 1))
    archiving.archive_due(archive=outside.archive, now=NOW)
    row = Archived.objects.get()
    assert archiving.verify_archive(archive=outside.archive, now=NOW + timedelta(days=29)) == 0
    later = NOW + timedelta(days=31)
    assert archiving.verify_archive(archive=outside.archive, now=later) == 1
    assert Archived.objects.get().verified_at == later
    outside.bend(row.name)
    worse = later + timedelta(days=31)
    assert archiving.verify_archive(archive=outside.archive, now=worse) == 0
    assert archiving.verify_archive(archive=outside.archive, now=worse + timedelta(hours=1)) == 0
    assert Event.objects.filter(name=EventName.ARCHIVE_FAILED).count() == 1
    assert archive_state(now=worse).failed == 1
    [due] = due_of_archive(worse)
    assert due.due_at == worse
    (outside.folder / row.name).write_bytes(row.report.document.encode())
    assert archiving.verify_archive(archive=outside.archive, now=worse + timedelta(hours=2)) == 1
    assert not archive_state(now=worse).failed


@pytest.mark.django_db
def test_what_was_not_read_back_for_a_year_stands_on_the_board(outside: OfFolder) -> None:
    report(date(2024, 1, 1))
    archiving.archive_due(archive=outside.archive, now=NOW)
    year = NOW + timedelta(days=366)
    assert archive_state(now=year).unread == 1
    [due] = due_of_archive(year)
    assert due.due_at == NOW + timedelta(days=365)


@pytest.mark.django_db
def test_a_receipt_stays_as_it_is(outside: OfFolder) -> None:
    report(date(2024, 1, 1))
    archiving.archive_due(archive=outside.archive, now=NOW)
    for statement in (
        "DELETE FROM reporting_archived",
        "UPDATE reporting_archived SET sha256 = repeat('0', 64)",
        "UPDATE reporting_archived SET verified_at = stored_at - interval '1 day'",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    with past_triggers():
        Archived.objects.all().delete()
    assert timezone.now() > NOW - timedelta(days=3650)
