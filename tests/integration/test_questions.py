"""Questions of several apps are answered by one statement, however many they are."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kernel.questions import NOW, PERSON, TODAY, answer, answers, how_many, whether_any
from players.models import Person, Signal
from players.roles import Role
from players.staff.queries import TO_DECIDE
from tests.factories import Floor
from tests.integration.planted import put, row_of

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIGNALS = Signal.objects.all()


@pytest.fixture
def _one_signal(db: None) -> None:
    put("players_signal", row_of("players_signal") | {"raised_at": AT, "day": AT.date()})


@pytest.mark.usefixtures("_one_signal")
def test_many_questions_are_one_statement() -> None:
    there, not_there = how_many(SIGNALS), whether_any(SIGNALS.filter(closed_at__isnull=False))
    late, today = how_many(SIGNALS.filter(raised_at__lt=NOW)), whether_any(SIGNALS.filter(day=TODAY))
    asked = (there, not_there, late, today)
    with CaptureQueriesContext(connection) as seen:
        found = answers(asked, now=AT + timedelta(seconds=1), today=AT.date())
    assert [found[each] for each in asked] == [1, 0, 1, 1]
    assert len(seen) == 1


@pytest.mark.usefixtures("_one_signal")
def test_what_is_given_is_another_value_each_time() -> None:
    late = how_many(SIGNALS.filter(raised_at__lt=NOW - timedelta(hours=1)))
    assert answer(late, now=AT + timedelta(hours=1)) == 0
    assert answer(late, now=AT + timedelta(hours=2)) == 1
    with pytest.raises(KeyError):
        answer(late)


@pytest.mark.usefixtures("_one_signal")
def test_a_question_of_several_lists_is_about_all_of_them() -> None:
    persons = Person.objects.filter(pk=PERSON)
    assert answer(whether_any(persons, SIGNALS), person=0) == 1
    assert answer(whether_any(persons, SIGNALS.filter(closed_at__isnull=False)), person=0) == 0
    assert answer(how_many(SIGNALS, SIGNALS), person=0) == 2


@pytest.mark.django_db
def test_no_question_is_no_statement() -> None:
    with CaptureQueriesContext(connection) as seen:
        assert answers(()) == {}
    assert not seen.captured_queries


@pytest.mark.django_db
def test_a_proposal_about_staff_waits_for_those_whom_it_is_not_of_nor_about() -> None:
    floor = Floor()
    author, subject, other = (floor.staff(Role.APPROVER).id for _ in range(3))
    put("players_staffproposal", row_of("players_staffproposal") | {"proposed_by_id": author, "member_id": subject})
    assert [answer(TO_DECIDE, person=each) for each in (author, subject, other)] == [0, 0, 1]
