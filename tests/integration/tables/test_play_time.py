"""Time at the tables: told at the player's interval and answered, and bounded by the limit of a day (UK-10, UK-11)."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from kernel.money import Currency
from kernel.periods import Period
from players.protection.operations.checks import set_check_interval
from players.protection.operations.exclusion import ExclusionKind, exclude
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from tables import queries
from tables.models import PlaySession
from tables.operations import checks, seats
from tables.operations.bets import BetRejected, BetRejection
from tables.operations.breaks import end_sessions, take_break
from tables.queries import playtime
from tests.factories import Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner


def rejection(floor: Floor, actor: Actor, table: int, **cents: int) -> BetRejection:
    with pytest.raises(BetRejected) as refused:
        floor.bet(actor, table, **cents)
    return refused.value.refused.reason


def limit_minutes(floor: Floor, actor: Actor, minutes: int) -> None:
    set_limit(
        person_id=actor.id,
        kind=LimitKind.SESSION,
        period=Period.DAY,
        most=minutes,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )


@rule(
    "UK-11",
    asserts="After 30 minutes no stake is taken until the notice of time and money is answered; the next one falls "
    "due 30 minutes later.",
)
def test_an_unanswered_check_stops_new_stakes_and_one_answer_lets_them_on(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=50_00)
    floor.wait(minutes=30)
    floor.settle(table)
    floor.open_round(table)
    state = queries.my_state(table_id=table, person_id=rita.id, now=floor.now)
    assert state["check_at"] <= floor.now.timestamp() * 1000
    assert rejection(floor, rita, table, ponto=50_00) is BetRejection.CHECK_DUE
    first = checks.answer_check(table_id=table, person_id=rita.id, now=floor.now)
    again = checks.answer_check(table_id=table, person_id=rita.id, now=floor.now)
    assert (first.repeat, again.repeat, first.due_at) == (False, True, floor.now + timedelta(minutes=30))
    floor.bet(rita, table, ponto=50_00)


def test_taking_back_is_free_while_a_check_is_due(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=50_00)
    PlaySession.objects.update(check_due_at=floor.now)
    assert rejection(floor, rita, table, ponto=10_00) is BetRejection.CHECK_DUE
    assert rejection(floor, rita, table, ponto=1) is BetRejection.CHECK_DUE
    floor.bet(rita, table, ponto=-50_00)


@rule("UK-11", asserts="A player who chose ten minutes is told after ten.")
def test_the_interval_is_the_players_own(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    set_check_interval(person_id=rita.id, minutes=10, now=floor.now)
    floor.sit(rita, table)
    assert PlaySession.objects.get().check_due_at == floor.now + timedelta(minutes=10)
    with pytest.raises(checks.CheckRejected):
        checks.answer_check(table_id=table, person_id=floor.player().id, now=floor.now)


def test_when_the_time_of_the_day_is_over_nothing_is_staked_and_the_session_ends(floor: Floor) -> None:
    table, rita, zoe = floor.table(), floor.player(), floor.player()
    limit_minutes(floor, rita, 20)
    for each in (rita, zoe):
        floor.sit(each, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=20_00)
    floor.wait(minutes=20)
    assert end_sessions(now=floor.now) == 1
    session = PlaySession.objects.get(person_id=rita.id)
    assert (session.leaving, session.ended_at, session.end_reason) == (True, None, "time"), "bets in play stand"
    floor.settle(table)
    session.refresh_from_db()
    assert session.ended_at is not None
    assert end_sessions(now=floor.now) == 0
    with pytest.raises(seats.SeatRejected) as refused:
        floor.sit(rita, table)
    assert refused.value.reason is seats.SeatRejection.TIME_OVER
    floor.now = datetime(2026, 3, 11, 0, tzinfo=UTC)
    floor.sit(rita, table)


def test_before_the_sweep_comes_the_time_already_holds(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    limit_minutes(floor, rita, 1)
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=20_00)
    floor.wait(seconds=61)
    floor.settle(table)
    floor.open_round(table)
    assert rejection(floor, rita, table, ponto=20_00) is BetRejection.TIME_OVER


def test_a_seated_player_is_told_until_when_the_time_of_the_day_lasts(floor: Floor) -> None:
    table, play, rita = floor.table(), floor.table(code="brincar", currency=Currency.PLAY), floor.player()
    floor.sit(rita, table)
    assert _play_until(rita, table, floor) is None, "no limit was set"
    limit_minutes(floor, rita, 20)
    floor.wait(minutes=5)
    end = floor.now + timedelta(minutes=15)
    assert _play_until(rita, table, floor) == end.timestamp() * 1000

    seats.leave(table_id=table, person_id=rita.id, now=floor.now)
    assert "play_until" not in queries.my_state(table_id=table, person_id=rita.id, now=floor.now)
    floor.wait(minutes=5)
    floor.sit(rita, play)
    assert _play_until(rita, play, floor) == (end + timedelta(minutes=5)).timestamp() * 1000, "play chips take time too"
    floor.now = datetime(2026, 3, 10, 23, 50, tzinfo=UTC)
    assert _play_until(rita, play, floor) is not None
    with as_owner():
        PlaySession.objects.filter(ended_at=None).update(started_at=floor.now)
    assert _play_until(rita, play, floor) is None, "midnight comes first"


def _play_until(actor: Actor, table: int, floor: Floor) -> object:
    return queries.my_state(table_id=table, person_id=actor.id, now=floor.now)["play_until"]


@pytest.mark.parametrize(("start", "hours"), [("2026-03-28T22:00", 23), ("2026-10-24T22:00", 25)])
def test_a_day_is_as_long_as_lisbon_makes_it(floor: Floor, start: str, hours: int) -> None:
    floor.now = datetime.fromisoformat(f"{start}+00:00")
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    midnight = {23: datetime(2026, 3, 29, 0, tzinfo=UTC), 25: datetime(2026, 10, 24, 23, tzinfo=UTC)}[hours]
    last = midnight + timedelta(hours=hours) - timedelta(seconds=1)
    assert playtime.seconds_today([rita.id], now=last) == {rita.id: hours * 3600 - 1}
    assert playtime.minutes_of_days(rita.id, now=midnight)[1] == (midnight - floor.now).total_seconds() // 60


def test_a_break_gives_up_the_seat_and_bets_in_play_are_paid(floor: Floor) -> None:
    table, rita = floor.table(), floor.player(cents=100_00)
    floor.sit(rita, table)
    floor.open_round(table, cards=("4S", "KH", "4D", "7C"))
    floor.bet(rita, table, ponto=20_00)
    take_break(
        person_id=rita.id,
        kind=ExclusionKind.SHORT,
        length=timedelta(days=1),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    floor.settle(table)
    session = PlaySession.objects.get()
    assert (session.ended_at is not None, session.end_reason) == (True, "barred")
    assert rita.balance() == 120_00


def test_a_player_barred_elsewhere_loses_the_seat_by_the_sweep(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    exclude(person_id=rita.id, kind=ExclusionKind.INDEFINITE, now=floor.now)
    assert end_sessions(now=floor.now) == 1
    assert end_sessions(now=floor.now) == 0
