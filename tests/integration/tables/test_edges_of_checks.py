"""The instant at which a telling of time falls due, and what the other windows hear of the answer (UK-11)."""

from datetime import timedelta

import pytest

from tables.models import PlaySession, Table
from tables.operations import checks
from tests.factories import Actor, Floor

HALF_HOUR = timedelta(minutes=30)


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player()


@pytest.fixture
def table(floor: Floor, rita: Actor) -> int:
    table = floor.table()
    floor.sit(rita, table)
    return table


def answer(floor: Floor, table: int, rita: Actor) -> checks.Checked:
    return checks.answer_check(table_id=table, person_id=rita.id, now=floor.now)


def version(table: int) -> int:
    return Table.objects.get(pk=table).version


def test_an_answer_before_the_check_is_due_changes_nothing(floor: Floor, table: int, rita: Actor) -> None:
    due = PlaySession.objects.get().check_due_at
    before = version(table)
    floor.wait(minutes=30, microseconds=-1)
    assert answer(floor, table, rita) == checks.Checked(table_id=table, due_at=due, repeat=True)
    assert PlaySession.objects.get().check_due_at == due
    assert version(table) == before


def test_an_answer_at_the_instant_sets_the_next_check_and_tells_every_window(
    floor: Floor, table: int, rita: Actor
) -> None:
    before = version(table)
    floor.wait(minutes=30)
    following = floor.now + HALF_HOUR
    assert answer(floor, table, rita) == checks.Checked(table_id=table, due_at=following, repeat=False)
    assert PlaySession.objects.get().check_due_at == following
    assert version(table) == before + 1


def test_a_session_without_a_check_gets_one(floor: Floor, table: int, rita: Actor) -> None:
    PlaySession.objects.update(check_due_at=None)
    assert answer(floor, table, rita).due_at == floor.now + HALF_HOUR
    assert PlaySession.objects.get().check_due_at == floor.now + HALF_HOUR


def test_only_who_sits_at_that_table_answers(floor: Floor, table: int, rita: Actor) -> None:
    other = floor.table()
    for at, person_id in ((table, floor.player().id), (other, rita.id), (other + 1000, rita.id)):
        with pytest.raises(checks.CheckRejected) as rejected:
            checks.answer_check(table_id=at, person_id=person_id, now=floor.now)
        assert rejected.value.reason is checks.CheckRejection.NOT_SEATED
    PlaySession.objects.update(ended_at=floor.now)
    with pytest.raises(checks.CheckRejected):
        answer(floor, table, rita)
