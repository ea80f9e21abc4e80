"""Drills: noted by the command that did them, told at the quarter's duty, and due again a week later on the board."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.utils import translation

from casino.backoffice.presenters.deadlines import Row, board
from players.duties import queries
from players.duties.operations import (
    Drilled,
    DrillRejected,
    DrillRejection,
    note_drill_failed,
    note_drill_proven,
)
from players.events.queries import Subject, of_subject
from players.roles import Role
from reporting.operations import make_daily_report
from tests.factories import Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db
BACKUP = "2026-11-27T041500Z"
NOW = datetime(2026, 11, 27, 5, 30, tzinfo=UTC)
FOUND = Drilled(until=NOW - timedelta(seconds=3), lacks=3, transfers=120, rounds=14, days=2, seconds=40)


def rows(floor: Floor, now: datetime, role: Role = Role.COMPLIANCE) -> list[Row]:
    person = get_user_model().objects.get(pk=floor.staff(role).id)
    with translation.override("en"):
        return [
            row
            for row in board(person=person, now=now)
            if row.due.rule == "GL-49"
            and "/restore-drill/" in row.due.href
            and row.due.what == "Restore a backup and prove it"
        ]


@pytest.fixture
def site(floor: Floor, settings: LazySettings) -> Floor:
    """A house for money, with a first day."""
    settings.DEMO_HOUSE = False
    make_daily_report(day=(NOW - timedelta(days=30)).date(), now=NOW - timedelta(days=29))
    return floor


@rule("GL-49", asserts="The board says when a restored backup was last proven, and asks for it again after a week.")
def test_the_board_asks_for_a_drill_every_week(site: Floor) -> None:
    (never,) = rows(site, NOW)
    assert (never.tone, never.due.subject) == ("bad", "none yet")
    note_drill_proven(backup=BACKUP, found=FOUND, now=NOW)
    (held,) = rows(site, NOW + timedelta(days=4))
    assert held.due.due_at == NOW + timedelta(days=7)
    assert held.tone == ""
    assert "it lacked 3 s" in held.due.subject
    (late,) = rows(site, NOW + timedelta(days=8))
    assert late.tone == "bad"
    assert not rows(site, NOW, Role.GAME_MANAGER)


def test_a_drill_that_failed_is_due_at_once_until_one_holds(site: Floor) -> None:
    note_drill_proven(backup=BACKUP, found=FOUND, now=NOW)
    note_drill_failed(backup=BACKUP, fault="touched", now=NOW + timedelta(days=1))
    (failed,) = rows(site, NOW + timedelta(days=1, hours=1))
    assert failed.tone == "bad"
    assert "a file of the backup was touched" in failed.due.subject
    note_drill_proven(backup=BACKUP, found=FOUND, now=NOW + timedelta(days=2))
    (held,) = rows(site, NOW + timedelta(days=2))
    assert held.due.due_at == NOW + timedelta(days=9)


def test_a_demonstration_owes_no_drill_until_it_has_had_one(site: Floor, settings: LazySettings) -> None:
    settings.DEMO_HOUSE = True
    assert rows(site, NOW) == []
    note_drill_proven(backup=BACKUP, found=FOUND, now=NOW)
    assert len(rows(site, NOW)) == 1


def test_a_drill_is_told_at_the_duty_of_its_quarter(site: Floor) -> None:
    noted = note_drill_proven(backup=BACKUP, found=FOUND, now=NOW)
    assert (noted.period, noted.proven) == ("2026-Q4", True)
    (event,) = of_subject(Subject.DUTY, "restore-drill/2026-Q4")
    assert (event.name.value, event.by, event.facts["rounds"]) == ("drill.proven", None, 14)
    turn = queries.turn("restore-drill", "2026-Q4")
    assert turn is not None
    assert turn.done_at is None, "the person's own drill is another matter"


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (Drilled(until=NOW + timedelta(seconds=1), lacks=0, transfers=0, rounds=0, days=0, seconds=0), "not-past"),
        (Drilled(until=NOW, lacks=0, transfers=-1, rounds=0, days=0, seconds=0), "negative"),
    ],
)
def test_a_drill_that_cannot_have_been_is_not_noted(site: Floor, found: Drilled, reason: str) -> None:
    with pytest.raises(DrillRejected) as caught:
        note_drill_proven(backup=BACKUP, found=found, now=NOW)
    assert caught.value.reason == reason
    with pytest.raises(DrillRejected) as caught:
        note_drill_failed(backup=BACKUP, fault="bad-luck", now=NOW)
    assert caught.value.reason is DrillRejection.NO_SUCH_FAULT
    assert of_subject(Subject.DUTY, "restore-drill/2026-Q4") == ()


def test_the_command_notes_either() -> None:
    counts = {"lacks": 1, "transfers": 2, "rounds": 3, "days": 0, "seconds": 4}
    call_command("note_drill", backup=BACKUP, until=NOW, **counts)
    call_command("note_drill", backup=BACKUP, fault="ledger")
    with pytest.raises(CommandError, match="todas as contagens"):
        call_command("note_drill", backup=BACKUP, until=NOW)
    with pytest.raises(CommandError, match="no-such-fault"):
        call_command("note_drill", backup=BACKUP, fault="bad-luck")
