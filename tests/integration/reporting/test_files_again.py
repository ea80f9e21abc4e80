"""Files that are asked for again, or were lost: a week's deadline, and the same bytes once more (W05)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest.mock import Mock

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from casino.backoffice.presenters.deadlines import board
from demonstration import first_hours
from players.inbox.queries import Subject, Thing
from players.roles import Role
from reporting.operations import files_again
from reporting.operations.due_files import deliver_due
from reporting.operations.files_again import FilesAgainRejected, FilesAgainRejection, ask_files_again
from reporting.queries.files_again import asked_again
from reporting.six_files.profile import Profile
from reporting.six_files.safe import FolderSafe
from tests.factories import Floor
from tests.rules import rule
from tests.settled import days_settle

pytestmark = pytest.mark.django_db
PROFILE = Profile(vault="2AA", licence="001", operator=7)
FIRST, LAST = date(2026, 3, 10), date(2026, 3, 11)
NIGHT = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
PERIOD = "2026-03-10/2026-03-11"


@pytest.fixture(autouse=True)
def delivered(db: None, tmp_path: Path, settings: LazySettings) -> Iterator[None]:
    """Two days whose packages lie in the safe."""
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)
    with days_settle():
        evening = datetime(2026, 3, 10, 20, tzinfo=UTC)
        first_hours.open_house(now=evening)
        for now in (evening, NIGHT, NIGHT + timedelta(days=1)):
            deliver_due(profile=PROFILE, safe=FolderSafe(tmp_path / "safe"), now=now)
        yield


def ask(floor: Floor, first: date = FIRST, last: date = LAST, *, reason: str = "perdidos no cofre") -> None:
    by = floor.staff(Role.COMPLIANCE).id
    ask_files_again(first=first, last=last, reason=reason, by=by, profile=PROFILE, now=NOON)


def rebuild(into: Path, first: date = FIRST, last: date = LAST) -> None:
    words = ["rebuild_files", "--from", first.isoformat(), "--to", last.isoformat(), "--into", str(into)]
    with time_machine.travel(NOON + timedelta(hours=1), tick=False):
        call_command(*words)


def packages(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.zip")}


@rule("PT-67", asserts="Files that are asked for again stand on the board with a week, until they were made once more.")
def test_the_week_runs_until_the_same_bytes_were_made_once_more(floor: Floor, tmp_path: Path) -> None:
    ask(floor)
    person = get_user_model().objects.get(pk=floor.staff(Role.COMPLIANCE).id)
    thing = Thing(Subject.DAY_FILES, PERIOD)
    (row,) = [row.due for row in board(person=person, now=NOON) if row.due.thing == thing]
    assert (row.since, row.due_at) == (NOON, NOON + timedelta(days=7))
    late = [row.tone for row in board(person=person, now=row.due_at) if row.due.thing == thing]  # type: ignore[arg-type]
    assert late == ["bad"]
    rebuild(tmp_path / "out")
    assert packages(tmp_path / "out") == packages(tmp_path / "safe")
    assert len(packages(tmp_path / "out")) == 2
    assert not [row for row in board(person=person, now=NOON) if row.due.thing == thing]


def test_one_day_of_two_does_not_end_the_deadline(floor: Floor, tmp_path: Path) -> None:
    ask(floor)
    rebuild(tmp_path / "out", last=FIRST)
    assert [each.key for each in asked_again()] == [PERIOD]
    assert list(packages(tmp_path / "out")) == ["PACK_20260310_2AA.zip"]


def test_days_that_would_be_others_now_keep_it_open(floor: Floor, tmp_path: Path, settings: LazySettings) -> None:
    ask(floor)
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=replace(PROFILE, operator=8))
    with pytest.raises(CommandError):
        rebuild(tmp_path / "out")
    assert [each.key for each in asked_again()] == [PERIOD]


def test_days_without_files_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        rebuild(tmp_path / "out", first=date(2025, 1, 1), last=date(2025, 1, 2))


def test_a_command_that_was_killed_leaves_the_deadline_and_is_done_again(
    floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(floor)
    with monkeypatch.context() as patch:
        patch.setattr(files_again, "lock_safe", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            rebuild(tmp_path / "out")
    assert asked_again()
    rebuild(tmp_path / "out")
    assert not asked_again()
    assert packages(tmp_path / "out") == packages(tmp_path / "safe")


@pytest.mark.parametrize(
    ("first", "last", "reason", "refused"),
    [
        (FIRST, LAST, "  ", FilesAgainRejection.NO_REASON),
        (LAST, FIRST, "perdidos", FilesAgainRejection.PERIOD_INVALID),
        (date(2025, 1, 1), date(2025, 1, 2), "perdidos", FilesAgainRejection.NOTHING_MADE),
    ],
)
def test_what_is_not_noted(floor: Floor, first: date, last: date, reason: str, refused: FilesAgainRejection) -> None:
    with pytest.raises(FilesAgainRejected) as caught:
        ask(floor, first, last, reason=reason)
    assert caught.value.reason is refused


def test_the_same_days_are_noted_once_and_again_after_they_were_made(floor: Floor, tmp_path: Path) -> None:
    ask(floor)
    with pytest.raises(FilesAgainRejected) as caught:
        ask(floor)
    assert caught.value.reason is FilesAgainRejection.ALREADY_ASKED
    rebuild(tmp_path / "out")
    ask(floor, reason="pedidos outra vez")
    assert [each.reason for each in asked_again()] == ["pedidos outra vez"]
