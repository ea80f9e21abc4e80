"""Kept queries and questions are planned once a connection, with all that is always alike written into them."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from kernel import prepared
from kernel.kept_queries import KeptQuery
from kernel.questions import NOW, PERSON, answer, how_many, with_literals
from players.models import Person, Signal
from tests.factories import Floor
from tests.integration.planted import put, row_of

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLY = "50 % of %s, 'so' \\ %%"


def _planned() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name || statement FROM pg_prepared_statements")
        return {statement for (statement,) in cursor.fetchall()}


def test_a_value_that_is_always_alike_is_written_as_it_is(db: None) -> None:
    text, left = with_literals("SELECT %s, '100 %%s', %s::int, %s", [SLY, PERSON, [1, 2]])
    assert left == (PERSON,)
    with prepared.reading() as cursor:
        cursor.execute(text, [7])
        assert cursor.fetchall() == [(SLY, "100 %s", 7, [1, 2])]


@pytest.mark.usefixtures("db")
def test_one_plan_answers_for_every_value() -> None:
    number = Floor().player("ana").id
    put("players_signal", row_of("players_signal") | {"person_id": number, "raised_at": AT, "day": AT.date()})
    rows = Signal.objects.filter(person_id=PERSON, raised_at__lte=NOW, person__nickname="ana").values_list("pk")
    kept, question = KeptQuery(lambda: rows), how_many(rows)
    before = _planned()
    for person, now, found in ((number, AT, 1), (0, AT, 0), (number, AT.replace(year=2025), 0), (2**40, AT, 0)):
        assert len(kept(person=person, now=now)) == found
        assert answer(question, person=person, now=now) == found
    planned = _planned() - before
    assert 2 <= len(planned) <= 6  # a number's plan is that of its size
    assert all("'ana'" in each for each in planned)


def test_a_person_by_number_is_djangos_own(db: None) -> None:
    number = Floor().player("ana").id
    assert Person.objects.get(pk=number) == Person.objects.filter(pk=number).get()
    with pytest.raises(Person.DoesNotExist):
        Person.objects.get(pk=0)
