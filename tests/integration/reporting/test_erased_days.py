"""Sealed days past their ten years: two persons erase records, salts and folders, and every seal still verifies."""

import shutil
import uuid
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Final

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from kernel.calendar import lisbon_date
from players.keeping import operations as keeping
from players.keeping.operations import ErasureRejected, ErasureRejection
from players.keeping.terms import latest_before
from players.models import Person
from players.models.keeping import Keeping
from players.roles import Role
from reporting.models import DaySalt, LeafKind, LogLeaf, PersonRecord
from reporting.operations import erasing_days, exporting_days, log, make_due_reports
from reporting.operations.comparing_days import compare_days
from reporting.operations.sealed_days import SealState, seal_due
from reporting.queries.archive import archived_days
from reporting.verifier import verify_days
from reporting.verifier.verify_days import HOLDS, Asked, Findings, read_key
from tables.models import Bet
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
    assert erasing_days.tell_erasures(now=timezone.now()) == 1
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
    erasing_days.tell_erasures(now=timezone.now())
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
        },
    )


def test_a_second_erasure_counts_what_it_took_itself(floor: Floor, two: tuple[int, int]) -> None:
    for before in (DAY + timedelta(days=1), DAY + timedelta(days=2)):
        agreed(two, before)
        keeping.erase_due(now=timezone.now())
        erasing_days.tell_erasures(now=timezone.now())
    told = LogLeaf.objects.filter(kind=LeafKind.CORRECTION).order_by("pk")
    assert [[leaf.facts[name] for name in erasing_days.COUNTS] for leaf in told] == [[1, 1, 1], [1, 0, 1]]
    assert erasing_days.tell_erasures(now=timezone.now()) == 0


def test_a_process_that_dies_at_the_folders_is_gone_on_with(
    floor: Floor, two: tuple[int, int], evidence: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is told of folders that still lie there."""
    agreed(two, DAY + timedelta(days=2))
    keeping.erase_due(now=timezone.now())
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda _: (_ for _ in ()).throw(OSError("full")))
        with pytest.raises(OSError, match="full"):
            erasing_days.tell_erasures(now=timezone.now())
    assert not LogLeaf.objects.filter(kind=LeafKind.CORRECTION).exists()
    assert erasing_days.tell_erasures(now=timezone.now()) == 1
    assert list((evidence / "day").iterdir()) == []


def test_an_erased_day_is_owed_to_no_archive(floor: Floor, two: tuple[int, int]) -> None:
    assert archived_days(now=timezone.now()).waiting == 2
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    assert archived_days(now=timezone.now()).waiting == 1


def test_rows_of_an_erased_day_are_still_held_to_its_seal(floor: Floor, two: tuple[int, int]) -> None:
    agreed(two, DAY + timedelta(days=1))
    keeping.erase_due(now=timezone.now())
    erasing_days.tell_erasures(now=timezone.now())
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
    assert [word for word in said.getvalue().split() if word.isdecimal()] == ["2", "1", "2"]
    again = StringIO()
    call_command("erase_days", before=DAY + timedelta(days=2), stdout=again)
    assert again.getvalue() == said.getvalue()
