"""Sealed days past their ten years: two persons erase records, salts and folders, and every seal still verifies."""

import shutil
import sys
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from linecache import getline
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest import mock

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.adapters import archive as adapters
from casino.adapters.archive import Folder
from casino.backoffice.presenters import archives
from kernel.calendar import lisbon_date
from players.keeping import operations as keeping
from players.keeping.operations import ErasureRejected, ErasureRejection
from players.keeping.terms import latest_before
from players.models import Person
from players.models.keeping import Keeping
from players.roles import Role
from reporting.models import ArchivedDay, DaySalt, LeafKind, LogLeaf, PersonRecord
from reporting.operations import archiving_days, erasing_days, exporting_days, log, make_due_reports, nights
from reporting.operations.archiving_days import archive_days_due, verify_archived_days
from reporting.operations.comparing_days import compare_days
from reporting.operations.sealed_days import SealState, seal_due
from reporting.queries.archive import archived_days
from reporting.verifier import verify_days
from reporting.verifier.verify_days import HOLDS, Asked, Findings, read_key
from tables.models import Bet
from tests.connections import connect
from tests.factories import PONTO_WINS, Floor
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("evidence")]

DAY: Final = date(2016, 3, 10)
OLD: Final = datetime(2016, 3, 10, 12, 0, tzinfo=UTC)
"""A day whose ten years are over by the clock of the database."""
SEALED: Final = datetime(2016, 3, 12, 0, 30, tzinfo=UTC)


@pytest.fixture
def two() -> tuple[int, int]:
    """Who proposes and who decides."""
    floor = Floor()
    return floor.staff(Role.ADMINISTRATOR).id, floor.staff(Role.COMPLIANCE).id


@pytest.fixture
def floor() -> Floor:
    """Two days of 2016, the first with play, both sealed."""
    floor = Floor(now=OLD)
    table_id = floor.table(code="mesa-um")
    ana = floor.player("ana")
    floor.sit(ana, table_id)
    floor.open_round(table_id, PONTO_WINS)
    floor.bet(ana, table_id, ponto=20_00)
    floor.settle(table_id)
    make_due_reports(now=SEALED)
    assert [one.state for one in seal_due(now=SEALED)] == [SealState.SEALED, SealState.SEALED]
    log.keep_log(now=SEALED)
    return floor


def verified(folder: Path) -> Findings:
    return verify_days.verify(Asked(folder=folder, keys=(read_key(log.verifier_key(), 1),)))


def agreed(two: tuple[int, int], before: date) -> int:
    made = keeping.propose_erasure(
        kind=Keeping.SEALED_DAYS.value,
        before=before,
        reason="Fim do prazo",
        by=two[0],
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
    ).erasure_id
    keeping.approve_erasure(erasure_id=made, by=two[1], now=timezone.now())
    return made


@rule(
    "PT-56",
    asserts="Ten years after a day two persons have its records, salts and folder erased; a copy that was handed out, "
    "and every later day, verify as before.",
)
def test_what_was_erased_leaves_every_seal_whole(
    floor: Floor, two: tuple[int, int], evidence: Path, tmp_path: Path
) -> None:
    """V-T11, with rows of a house."""
    exporting_days.export_days(into=tmp_path / "copy")
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    assert erasing_days.tell_erasures(archive=None, now=timezone.now()) == 1
    assert sorted(path.name for path in (evidence / "day").iterdir()) == ["2016-03-11"]
    log.keep_log(now=timezone.now())
    made = exporting_days.export_days(into=tmp_path / "later")
    assert (made.days, made.rewritten, made.lost) == (1, (), ())
    assert verified(tmp_path / "later").status == HOLDS
    shutil.copytree(tmp_path / "copy" / "day" / DAY.isoformat(), tmp_path / "later" / "day" / DAY.isoformat())
    found = verified(tmp_path / "later")
    assert (found.status, found.faults, found.days) == (HOLDS, [], 2)
    floor.prove()


def test_records_and_salts_are_gone_and_the_log_says_how_many(floor: Floor, two: tuple[int, int]) -> None:
    number = agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    erasing_days.tell_erasures(archive=None, now=timezone.now())
    assert not PersonRecord.objects.exclude(record="", salt=None).exists()
    assert [row.day for row in DaySalt.objects.filter(salt=None)] == [DAY]
    leaf = LogLeaf.objects.get(kind=LeafKind.CORRECTION)
    people = dict(Person.objects.filter(pk__in=two).values_list("pk", "public_id"))
    assert (leaf.key, leaf.facts) == (
        f"erasure/{number}",
        {
            "day": "2016-03-11",
            "files": [],
            "package": None,
            "reason": "term-over",
            "by": str(people[two[0]]),
            "agreed_by": str(people[two[1]]),
            "days": 1,
            "records": 1,
            "salts": 1,
            "copies": 0,
        },
    )


def test_a_second_erasure_counts_what_it_took_itself(floor: Floor, two: tuple[int, int]) -> None:
    for before in (DAY + timedelta(days=1), DAY + timedelta(days=2)):
        agreed(two, before)
        keeping.erase_due(now=timezone.now())
        erasing_days.tell_erasures(archive=None, now=timezone.now())
    told = LogLeaf.objects.filter(kind=LeafKind.CORRECTION).order_by("pk")
    assert [[leaf.facts[name] for name in erasing_days.COUNTS] for leaf in told] == [[1, 1, 1, 0], [1, 0, 1, 0]]
    assert erasing_days.tell_erasures(archive=None, now=timezone.now()) == 0


def test_a_process_that_dies_at_the_folders_is_gone_on_with(
    floor: Floor, two: tuple[int, int], evidence: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told of folders that still lie there."""
    agreed(two, DAY + timedelta(days=2))
    keeping.erase_due(now=timezone.now())
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda _: (_ for _ in ()).throw(OSError("full")))
        with pytest.raises(OSError, match="full"):
            erasing_days.tell_erasures(archive=None, now=timezone.now())
    assert not LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exists()
    assert erasing_days.tell_erasures(archive=None, now=timezone.now()) == 1
    assert list((evidence / "day").iterdir()) == []


def test_an_erased_day_is_owed_to_no_archive(floor: Floor, two: tuple[int, int]) -> None:
    assert archived_days(now=timezone.now()).waiting == 2
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    assert archived_days(now=timezone.now()).waiting == 1


# Their copies in the archive.


@pytest.fixture
def outside(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "archive")


def lying_there(outside: Folder) -> list[str]:
    return sorted(path.stem for path in outside.folder.rglob("*.zip"))


@pytest.fixture
def archived(floor: Floor, outside: Folder) -> Folder:
    """Both days lie in the archive."""
    assert archive_days_due(archive=outside, now=timezone.now()) == 2
    assert lying_there(outside) == ["2016-03-10-r1", "2016-03-11-r1"]
    return outside


@rule("PT-56", asserts="An erased day's copy goes from the archive too; the receipt stays, and the log says how many.")
def test_the_archived_copy_of_an_erased_day_goes_too(archived: Folder, two: tuple[int, int]) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    now = timezone.now()
    assert erasing_days.tell_erasures(archive=archived, now=now) == 1
    assert lying_there(archived) == ["2016-03-11-r1"]
    rows = dict(ArchivedDay.objects.values_list("sealed__day", "removed_at"))
    assert rows == {DAY: now, DAY + timedelta(days=1): None}
    leaf = LogLeaf.objects.get(kind=LeafKind.CORRECTION)
    assert [leaf.facts[name] for name in erasing_days.COUNTS] == [1, 1, 1, 1]
    state = archived_days(now=now)
    assert (state.stored, state.waiting, state.failed) == (1, 0, 0)
    later = now + timedelta(days=31)
    assert verify_archived_days(archive=archived, now=later) == 1, "a removed copy is not asked for"
    assert archive_days_due(archive=archived, now=later) == 0
    assert nights.verify_an_archived_day(archive=archived, now=later.replace(hour=8)) is not None
    assert list(archives.days(later)) == []


def test_a_copy_that_was_delivered_without_a_receipt_goes_too(
    floor: Floor, outside: Folder, two: tuple[int, int]
) -> None:
    with mock.patch.object(ArchivedDay.objects, "create", side_effect=KeyboardInterrupt), suppress(KeyboardInterrupt):
        archive_days_due(archive=outside, now=timezone.now())
    assert lying_there(outside) == ["2016-03-10-r1"]
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    assert erasing_days.tell_erasures(archive=outside, now=timezone.now()) == 1
    assert lying_there(outside) == []


@pytest.mark.parametrize("there_is", [True, False])
def test_nothing_is_told_while_the_archive_keeps_a_copy(archived: Folder, two: tuple[int, int], there_is: bool) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    away = archived.folder.rename(archived.folder.with_name("unmounted"))
    kept = archived if there_is else None
    assert erasing_days.tell_erasures(archive=kept, now=timezone.now()) == 0
    assert not LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exists()
    (due,) = archives.days(timezone.now())
    assert due.rule == "PT-56"
    with pytest.raises(erasing_days.CopiesLeft):
        erasing_days.erase_agreed(before=DAY + timedelta(days=1), archive=kept, now=timezone.now())
    away.rename(archived.folder)
    told = erasing_days.erase_agreed(before=DAY + timedelta(days=1), archive=archived, now=timezone.now())
    assert told == {"days": 1, "records": 1, "salts": 1, "copies": 1}
    assert list(archives.days(timezone.now())) == []


class Died(BaseException):
    """The process ends here."""


def dies_at(number: int) -> Callable[[FrameType, str, Any], Any]:
    """A trace by which the process dies at that line of what erases and removes, counted as they are run.

    Lines `with` come up at the block's end too, where a death that is an exception would leave it open; a death there
    is one at the line before or after.
    """
    files, seen = {module.__file__ for module in (erasing_days, archiving_days, adapters)}, 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal seen
        if frame.f_code.co_filename not in files:
            return None
        if event == "line" and not getline(frame.f_code.co_filename, frame.f_lineno).lstrip().startswith("with "):
            seen += 1
            if seen == number:
                raise Died
        return trace

    return trace


@rule("PT-56", asserts="An erasure that dies at any line goes on at the next call, and is told once, with all counts.")
def test_an_erasure_that_dies_at_any_line_goes_on(
    archived: Folder, two: tuple[int, int], evidence: Path, tmp_path: Path
) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    for folder in (evidence, archived.folder):
        shutil.copytree(folder, tmp_path / f"{folder.name}.before")
    deaths = 0
    for number in range(1, 400):
        with suppress(RolledBack), transaction.atomic():
            before = sys.gettrace()
            try:
                sys.settrace(dies_at(number))
                erasing_days.tell_erasures(archive=archived, now=timezone.now())
            except Died:
                deaths += 1
            finally:
                sys.settrace(before)
            if LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exists():
                assert lying_there(archived) == ["2016-03-11-r1"], "told before the copy was gone"
            erasing_days.tell_erasures(archive=archived, now=timezone.now())
            leaf = LogLeaf.objects.get(kind=LeafKind.CORRECTION)
            assert [leaf.facts[name] for name in erasing_days.COUNTS] == [1, 1, 1, 1]
            assert lying_there(archived) == ["2016-03-11-r1"]
            assert [path.name for path in (evidence / "day").iterdir()] == ["2016-03-11"]
            raise RolledBack
        for folder in (evidence, archived.folder):
            shutil.rmtree(folder)
            shutil.copytree(tmp_path / f"{folder.name}.before", folder)
        if deaths < number:
            break
    assert 30 < deaths < 399


class RolledBack(Exception):
    """Roll back everything that this try wrote."""


def test_a_copy_of_a_day_that_is_kept_is_not_marked_as_removed(archived: Folder, two: tuple[int, int]) -> None:
    del archived
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    kept = ArchivedDay.objects.exclude(sealed__day=DAY)
    with pytest.raises(DatabaseError, match="until its day is erased"), transaction.atomic():
        kept.update(removed_at=timezone.now())
    gone = ArchivedDay.objects.filter(sealed__day=DAY)
    gone.update(removed_at=timezone.now())
    for again in (None, timezone.now()):
        with pytest.raises(DatabaseError, match="until its day is erased"), transaction.atomic():
            gone.update(removed_at=again)


def test_an_archive_that_delivers_meanwhile_is_waited_for(archived: Folder, two: tuple[int, int]) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    with connect() as other:
        other.execute("SELECT pg_advisory_lock(%s, 0)", [archiving_days.LOCK])
        assert erasing_days.tell_erasures(archive=archived, now=timezone.now()) == 0
        assert archive_days_due(archive=archived, now=timezone.now()) == 0
        other.execute("SELECT pg_advisory_unlock(%s, 0)", [archiving_days.LOCK])
    assert erasing_days.tell_erasures(archive=archived, now=timezone.now()) == 1


def test_rows_of_an_erased_day_are_still_held_to_its_seal(floor: Floor, two: tuple[int, int]) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    erasing_days.tell_erasures(archive=None, now=timezone.now())
    assert [(found.day, found.folder, found.count) for found in compare_days()] == [
        (DAY, True, 0),
        (DAY + timedelta(days=1), True, 0),
    ]
    with past_triggers():
        Bet.objects.update(stake=7)
    found = next(compare_days())
    assert (found.day, [change.file for change in found.changes]) == (DAY, ["bets.jsonl"])
    with past_triggers():
        Bet.objects.update(stake=20_00)


def test_nothing_of_the_last_ten_years_may_be_proposed(floor: Floor, two: tuple[int, int]) -> None:
    latest = lisbon_date(latest_before(Keeping.SEALED_DAYS, timezone.now()))
    with pytest.raises(ErasureRejected) as refused:
        agreed(two, latest + timedelta(days=1))
    assert refused.value.reason is ErasureRejection.TERM_NOT_OVER


def test_without_two_persons_the_database_takes_no_record(floor: Floor) -> None:
    bare = "UPDATE reporting_personrecord SET salt = NULL, record = '', erased_at = now()"
    with connection.cursor() as cursor:
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute(bare)
        with as_owner(), pytest.raises(DatabaseError, match="two persons have not agreed"), transaction.atomic():
            cursor.execute(bare)
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute("SELECT reporting_erase_sealed_days(now(), 10)")


def test_the_command_erases_what_was_agreed_to_and_decides_nothing(
    floor: Floor, two: tuple[int, int], evidence: Path
) -> None:
    with pytest.raises(CommandError, match="2016-03-12"):
        call_command("erase_days", before=DAY + timedelta(days=2))
    assert len(list((evidence / "day").iterdir())) == 2
    agreed(two, DAY + timedelta(days=2))
    said = StringIO()
    call_command("erase_days", before=DAY + timedelta(days=2), stdout=said)
    assert [word for word in said.getvalue().split() if word.isdecimal()] == ["2", "1", "2", "0"]
    again = StringIO()
    call_command("erase_days", before=DAY + timedelta(days=2), stdout=again)
    assert again.getvalue() == said.getvalue()
