"""A kept query gives Django's own rows, for other values each time, and its SQL is written once."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef, QuerySet
from django.test.utils import CaptureQueriesContext

from kernel.kept_queries import KeptQuery
from kernel.prepared import array, texts
from kernel.questions import NOW, PERSON, Among
from kernel.sorting import with_names
from players.models import Person, Signal, SignalStep
from tests.factories import Floor
from tests.integration.planted import put, row_of

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)


def _signal(person: int, at: datetime) -> None:
    put("players_signal", row_of("players_signal") | {"person_id": person, "raised_at": at, "day": at.date()})


@pytest.fixture
def person(db: None) -> int:
    """A player of whom one signal tells."""
    number = Floor().player("ana").id
    _signal(number, AT)
    return number


def test_its_rows_are_those_of_the_query(person: int) -> None:
    steps = SignalStep.objects.filter(signal=OuterRef("pk"))
    signals = with_names(Signal.objects.all(), person=("nickname",)).annotate(looked_at=Exists(steps)).order_by("pk")
    kept: KeptQuery[Any] = KeptQuery(lambda: signals)
    [plain] = signals
    with CaptureQueriesContext(connection) as seen:
        [row] = kept()
        assert (row, row.person.nickname, row.person_id) == (plain, "ana", person)
        assert (row.facts, row.raised_at, row.looked_at) == (plain.facts, AT, False)
    assert len(seen) == 1


def test_what_is_given_is_another_value_each_time_and_the_sql_is_written_once(person: int) -> None:
    made = []

    def late() -> "QuerySet[Signal, tuple[int, datetime]]":
        made.append("once")
        found = Signal.objects.filter(raised_at__lt=NOW - timedelta(hours=1), person_id=PERSON)
        return found.values_list("person_id", "raised_at")[:5]

    kept = KeptQuery(late)
    assert kept(now=AT + timedelta(hours=1), person=person) == []
    assert kept(now=AT + timedelta(hours=2), person=person) == [(person, AT)]
    assert kept(now=AT + timedelta(hours=2), person=0) == []
    assert made == ["once"]
    with pytest.raises(KeyError):
        kept(now=AT)


def test_it_is_read_anew_each_time(person: int) -> None:
    kept = KeptQuery(lambda: Signal.objects.order_by("pk").values_list("day", flat=True))
    assert kept() == [AT.date()]
    _signal(person, AT + timedelta(days=1))
    assert kept() == [AT.date(), (AT + timedelta(days=1)).date()]


def test_a_column_is_among_the_values_of_an_array(person: int) -> None:
    other = Floor().player("bia").id
    by_number = KeptQuery(
        lambda: Person.objects.filter(Among("pk", "wanted")).order_by("pk").values_list("pk", flat=True)
    )
    by_name = KeptQuery(
        lambda: Signal.objects.filter(Among("person__nickname", "wanted", kind="text")).values_list(
            "person_id", flat=True
        )
    )
    assert by_number(wanted=array([other, person, 0])) == [person, other]
    assert by_number(wanted=array([])) == []
    assert by_name(wanted=texts(["ana", 'a "name", with \\ and {braces}'])) == [person]
    assert by_name(wanted=texts(["Ana"])) == []
