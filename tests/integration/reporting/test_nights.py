"""Each night a sealed day beside the rows, and an archived day verified by a stranger's means (evidence 2.7, PT-56)."""

import zipfile
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from unittest import mock

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.adapters.archive import Folder
from casino.backoffice.presenters import archives
from casino.backoffice.presenters import nights as board
from reporting.making.figures import day_of
from reporting.models import ArchivedDay, NightCheck, NightKind, SealedDay
from reporting.operations import archiving_days, log, nights
from reporting.operations.archiving_days import archive_days_due, verify_archived_days
from reporting.operations.exporting_days import export_sealed_day
from reporting.queries.archive import archived_days
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, HOLDS, USAGE
from tables.models import Bet
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.rules import rule
from tests.settled import seal_days
from tests.tampering import past_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("evidence")]
NIGHT = datetime(2029, 3, 1, 6, tzinfo=UTC)
"""Some years later, at a time of the night at which the house looks at old days."""


@pytest.fixture
def day(floor: Floor) -> date:
    """The day before yesterday, with three rounds, sealed with the day after it."""
    floor.now = timezone.now() - timedelta(days=2)
    player, table = floor.player(cents=1_000_00), floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    for _ in range(3):
        floor.open_round(table, BANCA_WINS_WITH_5)
        floor.bet(player, table, banca=100_00, ponto=20_00)
        floor.settle(table)
    seal_days()
    return day_of(floor.now)


@pytest.fixture
def outside(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "archive")


def said() -> list[str]:
    return [due.what for due in [*board.findings(NIGHT), *archives.days(NIGHT)]]


# Rows.


@rule("PT-56", asserts="Each night a sealed day named by chance is compared with the rows; the board has what differs.")
def test_a_night_compares_a_day_once(day: date) -> None:
    early = NIGHT.replace(hour=3)
    assert nights.compare_a_day(now=early) is None
    found = nights.compare_a_day(now=NIGHT)
    assert found is not None
    assert (found.kind, found.count, found.told) == (NightKind.ROWS, 0, [])
    assert nights.compare_a_day(now=NIGHT + timedelta(hours=2)) is None, "once a night"
    assert nights.compare_a_day(now=NIGHT + timedelta(days=1)) is not None
    assert list(board.findings(NIGHT)) == []
    assert SealedDay.objects.filter(day=day).exists()


def test_a_row_that_was_touched_stands_on_the_board_until_it_is_right(day: date) -> None:
    bet = Bet.objects.filter(stake=20_00)[0]
    chosen = SealedDay.objects.get(day=day)
    with mock.patch.object(nights, "_any_of", return_value=chosen):
        with past_triggers():
            Bet.objects.filter(pk=bet.pk).update(stake=21_00)
        found = nights.compare_a_day(now=NIGHT)
        assert found is not None
        assert found.count >= 1
        assert found.told[0].startswith("touched bets.jsonl")
        (due,) = board.findings(NIGHT)
        assert due.href.endswith(f"?dia={day.isoformat()}")
        with past_triggers():
            Bet.objects.filter(pk=bet.pk).update(stake=20_00)
        assert nights.compare_a_day(now=NIGHT + timedelta(days=1)) is not None
        assert list(board.findings(NIGHT + timedelta(days=1))) == []


def test_nights_without_a_look_are_said(day: date) -> None:
    del day
    later = timezone.now() + timedelta(days=3)
    (due,) = board.findings(later)
    assert due.subject
    nights.compare_a_day(now=later.replace(hour=8))
    assert list(board.findings(later)) == []


def test_a_house_without_sealed_days_has_nothing_to_look_at(outside: Folder) -> None:
    assert nights.compare_a_day(now=NIGHT) is None
    assert nights.verify_an_archived_day(archive=outside, now=NIGHT) is None
    assert said() == []


def test_what_was_found_stays(day: date) -> None:
    del day
    nights.compare_a_day(now=NIGHT)
    with pytest.raises(DatabaseError), transaction.atomic():
        NightCheck.objects.update(count=7)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM reporting_nightcheck")


# The archive.


def archived(outside: Folder) -> list[ArchivedDay]:
    nights.compare_a_day(now=NIGHT)
    archive_days_due(archive=outside, now=NIGHT)
    return list(ArchivedDay.objects.select_related("sealed").order_by("sealed__day"))


@rule(
    "PT-56",
    asserts="A sealed day is in the archive after 24 months, as one file that a stranger verifies with the log’s key "
    "and nothing else.",
)
def test_days_are_archived_whole_and_stand_alone(day: date, outside: Folder, tmp_path: Path) -> None:
    assert archived_days(now=NIGHT).waiting == SealedDay.objects.count()
    assert archive_days_due(archive=outside, now=timezone.now()) == 0, "not before its time"
    rows = archived(outside)
    assert len(rows) == SealedDay.objects.count()
    assert archive_days_due(archive=outside, now=NIGHT) == 0
    assert said() == []
    row = next(row for row in rows if row.sealed.day == day)
    folder = unpacked(outside.fetch(row.name), tmp_path / "stranger")
    assert not (folder / "log").exists()
    assert verify_days.main([str(folder), "--key", log.verifier_key()]) == HOLDS


def unpacked(content: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(BytesIO(content)) as packed:
        packed.extractall(folder)
    return folder


def test_a_day_of_the_office_stands_alone_too(day: date, floor: Floor, tmp_path: Path) -> None:
    from players.roles import Role

    taken = export_sealed_day(day=day, by=floor.staff(Role.INSPECTOR).id, now=timezone.now())
    folder = unpacked(taken.file.read(), tmp_path / "stranger")
    key = log.verifier_key()
    assert verify_days.main([str(folder), "--key", key]) == HOLDS
    proof = folder / "day" / day.isoformat() / "r1" / "proof.json"
    whole = proof.read_bytes()
    longer, other = whole.replace(b'"path":["', b'"path":["00', 1), whole.replace(b"macau", b"macao")
    for broken in (longer, other, whole[:-1], b"{}\n"):
        proof.write_bytes(broken)
        assert verify_days.main([str(folder), "--key", key]) == BROKEN
    flipped = bytearray(whole)
    at = whole.index(b'"path":["') + 12
    flipped[at] = ord("0") if flipped[at] != ord("0") else ord("1")
    proof.write_bytes(bytes(flipped))
    assert verify_days.main([str(folder), "--key", key]) == BROKEN
    proof.write_bytes(whole)
    lines = folder / "day" / day.isoformat() / "r1" / "ledger.jsonl"
    block = bytearray(lines.read_bytes())
    block[60] ^= 1
    lines.write_bytes(bytes(block))
    assert verify_days.main([str(folder), "--key", key]) == BROKEN
    proof.unlink()
    assert verify_days.main([str(folder), "--key", key]) == USAGE


def test_every_night_one_is_fetched_back_and_verified(day: date, outside: Folder) -> None:
    del day
    rows = archived(outside)
    found = nights.verify_an_archived_day(archive=outside, now=NIGHT)
    assert found is not None
    assert (found.kind, found.count) == (NightKind.ARCHIVE, 0)
    assert ArchivedDay.objects.filter(verified_at=NIGHT).count() >= 1
    assert nights.verify_an_archived_day(archive=outside, now=NIGHT + timedelta(hours=1)) is None
    for row in rows:
        path = outside.folder / row.name
        path.chmod(0o640)
        path.write_bytes(path.read_bytes()[:-1])
    found = nights.verify_an_archived_day(archive=outside, now=NIGHT + timedelta(days=1))
    assert found is not None
    assert found.count == 1
    assert len(said()) == 2, "that day does not verify, and the archive gives back something else"
    for row in rows:
        (outside.folder / row.name).unlink()
    assert verify_archived_days(archive=outside, now=NIGHT + timedelta(days=40)) == 0
    assert archived_days(now=NIGHT).failed == len(rows)


def test_what_was_not_read_back_for_a_year_stands_on_the_board(day: date, outside: Folder) -> None:
    del day
    rows = archived(outside)
    assert verify_archived_days(archive=outside, now=NIGHT + timedelta(days=29)) == 0
    later = NIGHT + timedelta(days=366)
    assert archived_days(now=later).unread == len(rows)
    (due,) = archives.days(later)
    assert due.due_at is not None
    assert due.due_at <= later
    assert verify_archived_days(archive=outside, now=later) == len(rows)
    assert archived_days(now=later).unread == 0


def test_a_kill_after_the_delivery_and_other_bytes_are_no_second_delivery(day: date, outside: Folder) -> None:
    del day
    with mock.patch.object(ArchivedDay.objects, "create", side_effect=SystemExit), pytest.raises(SystemExit):
        archive_days_due(archive=outside, now=NIGHT)
    lying = {path: path.read_bytes() for path in outside.folder.rglob("*.zip")}
    assert lying
    with mock.patch.object(archiving_days, "_packed", return_value=b"other bytes of the same day"):
        archive_days_due(archive=outside, now=NIGHT, limit=1)
    assert ArchivedDay.objects.count() == 1
    assert {path: path.read_bytes() for path in lying} == lying


def test_a_lost_day_holds_up_no_other_and_is_not_archived(day: date, outside: Folder, evidence: Path) -> None:
    (evidence / "day" / day.isoformat() / "r1" / "bets.jsonl").unlink()
    with past_triggers():
        bet = Bet.objects.filter(stake=20_00)[0]
        Bet.objects.filter(pk=bet.pk).update(stake=21_00)
    archive_days_due(archive=outside, now=NIGHT)
    assert not ArchivedDay.objects.filter(sealed__day=day).exists()
    assert ArchivedDay.objects.count() == SealedDay.objects.count() - 1
    with past_triggers():
        Bet.objects.filter(pk=bet.pk).update(stake=20_00)
