"""The event spine: told with its act or not at all, in the order of commits, by who is signed in, and never changed."""

import threading
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, ProgrammingError, connection, transaction

from kernel.sorting import Sort
from players.events import queries
from players.events.catalogue import CATALOGUE
from players.events.names import EventName, Subject
from players.events.queries import events, feed
from players.events.telling import Told, tell, tell_all
from players.models import Event
from players.roles import Role
from tests.events import when_all_are_over
from tests.factories import Floor
from tests.integration.test_signed_decisions import in_request_of
from tests.rules import rule
from tests.tampering import as_owner

PAUSED: dict[str, Any] = {"reason": "carta à vista", "before": "open", "after": "paused", "closes_at": None}


def paused(floor: Floor, *, by: int | None = None, key: str = "lua", table: int = 1, **facts: Any) -> None:
    tell(EventName.TABLE_PAUSED, by=by, now=floor.now, key=key, table_id=table, **(PAUSED | facts))


def test_every_name_has_its_facts() -> None:
    assert CATALOGUE.keys() == set(EventName)
    for name, telling in CATALOGUE.items():
        assert len(set(telling.facts)) == len(telling.facts), name
        assert ("amount" not in telling.facts) or "currency" in telling.facts, name


@pytest.mark.django_db
def test_an_event_tells_the_facts_of_its_name(floor: Floor) -> None:
    with pytest.raises(ValueError, match=r"table\.paused tells reason"), transaction.atomic():
        tell(EventName.TABLE_PAUSED, by=None, now=floor.now, key="lua", reason="x")
    with pytest.raises(ValueError, match="tells nothing"), transaction.atomic():
        tell(EventName.TABLE_CLOSED, by=None, now=floor.now, key="lua", reason="x")
    assert not Event.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_event_stands_or_falls_with_its_act(floor: Floor) -> None:
    with pytest.raises(AssertionError):
        paused(floor)
    with transaction.atomic():
        paused(floor)
        transaction.set_rollback(True)
    assert events() == ()
    with transaction.atomic():
        paused(floor)
    assert [event.name for event in events()] == [EventName.TABLE_PAUSED]


@pytest.mark.django_db
@rule("GL-48", asserts="An event that was told cannot be changed or taken away by the house's own role.")
@pytest.mark.parametrize(
    "statement", ["UPDATE players_event SET by = 1", "DELETE FROM players_event", "TRUNCATE players_event"]
)
def test_nothing_told_is_untold(floor: Floor, statement: str) -> None:
    paused(floor)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    with (
        as_owner(),
        pytest.raises(DatabaseError, match="is refused"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
    assert Event.objects.count() == 1


@pytest.mark.django_db
def test_the_role_chooses_no_number(floor: Floor) -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        Event.objects.create(id=1, at=floor.now, name="x", subject="table")
    made = Event.objects.create(at=floor.now, name="table.closed", subject="table", act=7, era=9)
    made.refresh_from_db()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id()::text::bigint")
        assert (made.act, made.era) == (cursor.fetchone()[0], 0)


@pytest.mark.django_db
@rule("GL-48", asserts="An event names no other person than the one who is signed in.")
def test_no_person_tells_in_anothers_name(floor: Floor) -> None:
    one, two = floor.staff(Role.SUPERVISOR), floor.staff(Role.SUPERVISOR)
    with (
        in_request_of(one),
        pytest.raises(ProgrammingError, match=r"players_event\.by is not who acts"),
        transaction.atomic(),
    ):
        paused(floor, by=two.id)
    with in_request_of(one):
        paused(floor, by=one.id)
        paused(floor)
    with in_request_of(None):  # without a signed-in user no one is named
        paused(floor, by=two.id)
    told = [(event.by, event.who) for event in events(table_id=1)]
    assert told == [(None, ""), (None, ""), (one.id, one.name)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('sabot.acting', %s, true)", [f"{'0' * 64}|1|1|{one.id}|"])
        with pytest.raises(ProgrammingError, match="who acts is not proven"), transaction.atomic():
            paused(floor, by=one.id)
        cursor.execute("SELECT set_config('sabot.acting', '', true)")


@pytest.mark.django_db
def test_events_are_found_by_all_that_they_name(floor: Floor) -> None:
    ana = floor.player("ana")
    paused(floor, by=ana.id)
    told = {"reason": "x", "proposed_by": None, "refunded": 0, "currency": "EUR", "bets": 0}
    void = {"by": None, "key": "lua-1", "table_id": 1, "round_code": "lua-1"}
    tell(EventName.ROUND_VOIDED, now=floor.now + timedelta(days=2), **void, **told)  # type: ignore[arg-type]
    newest, oldest = events(table_id=1)
    assert (newest.name, oldest.name) == (EventName.ROUND_VOIDED, EventName.TABLE_PAUSED)
    assert (newest.facts, newest.subject, newest.key) == (told, Subject.ROUND, "lua-1")
    assert events(table_id=1, sort=Sort("at")) == (oldest, newest)
    assert events(table_id=1, before=newest.number) == events(by=[ana.id]) == (oldest,)
    assert queries.of_round("lua-1") == queries.of_subject(Subject.ROUND, "lua-1") == (newest,)
    assert events(names=[EventName.ROUND_VOIDED]) == (newest,)
    assert events(since=floor.now + timedelta(days=1)) == (newest,)
    assert oldest in events(until=floor.now + timedelta(days=1))
    assert newest in events(outside=True)
    assert oldest not in events(outside=True)
    assert {event.name for event in queries.of_person(ana.id)} >= {
        EventName.ACCOUNT_REGISTERED,
        EventName.ACCOUNT_CONFIRMED,
        EventName.ACCOUNT_VERIFIED,
    }


@pytest.mark.django_db
def test_any_number_of_events_is_one_statement(floor: Floor, django_assert_num_queries: Any) -> None:
    told = [
        Told(name=EventName.TABLE_PAUSED, at=floor.now, table_id=number, key=f"mesa-{number}", facts=PAUSED)
        for number in range(50)
    ]
    with django_assert_num_queries(1):
        tell_all(told)
    with django_assert_num_queries(0):
        tell_all([])
    with django_assert_num_queries(1):
        assert len(events(limit=40)) == 40
    assert [event.key for event in feed(limit=1_000)] == []  # this very transaction is under way


@pytest.mark.django_db(transaction=True)
def test_a_reader_by_number_misses_nothing(floor: Floor) -> None:
    """One transaction takes its number first and ends last: what came after waits, and comes in its turn."""
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        try:
            with transaction.atomic():
                paused(floor, key="slow")
                begun.set()
                go_on.wait(30)
        finally:
            connection.close()

    other = threading.Thread(target=slow)
    other.start()
    try:
        assert begun.wait(30)
        with transaction.atomic():
            paused(floor, key="quick")
        assert [event.key for event in events()] == ["quick"]
        assert feed() == ()
    finally:
        go_on.set()
        other.join(30)
    first, second = when_all_are_over(2)
    assert (first.key, second.key) == ("slow", "quick")
    assert feed(after=first.number) == (second,)
    assert feed(after=second.number) == ()


@pytest.mark.django_db(transaction=True)
def test_a_house_that_goes_on_from_a_copy_tells_on(floor: Floor) -> None:
    """On another server transactions count anew: what is told there comes after all that was told before."""
    with as_owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_event DISABLE TRIGGER players_event_placed")
        cursor.execute(
            "INSERT INTO players_event (act, era, at, name, round_code, subject, subject_key, facts, why)"
            " VALUES (%s, 0, now(), 'table.closed', '', 'table', 'before', '{}', '')",
            [2**60],
        )
        cursor.execute("ALTER TABLE players_event ENABLE TRIGGER players_event_placed")
    assert feed() == ()
    for key in ("after", "later"):
        with transaction.atomic():
            paused(floor, key=key)
    told = when_all_are_over(3)
    assert [event.key for event in told] == ["before", "after", "later"]
    assert list(Event.objects.order_by("id").values_list("era", flat=True)) == [0, 1, 1]
    assert [event.key for event in feed(after=told[0].number)] == ["after", "later"]
