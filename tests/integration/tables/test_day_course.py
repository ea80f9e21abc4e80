"""The day so far at each table, hour by hour, and the most players at once (office: the floor)."""

from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables import queries
from tables.operations import seats
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor

HOUR = timedelta(hours=1)


def play(floor: Floor, table: int, player: Actor, cards: tuple[str, ...], **stakes: int) -> None:
    floor.open_round(table, cards)
    floor.bet(player, table, **stakes)
    floor.settle(table)


def test_hours_of_a_day_add_up_to_its_figures(floor: Floor) -> None:
    since = floor.now
    first, second = floor.table(MACAU, code="macau-1"), floor.table(PONTO_E_BANCA, code="praia")
    ana, rui = floor.player(), floor.player()
    floor.sit(ana, first)
    floor.sit(rui, second)
    play(floor, first, ana, PONTO_WINS, ponto=40_00)
    play(floor, second, rui, PONTO_WINS, banca=25_00)
    seats.leave(table_id=first, person_id=ana.id, now=floor.now)
    floor.now = since + 2 * HOUR + timedelta(minutes=5)
    floor.sit(ana, first)
    play(floor, first, ana, BANCA_WINS_WITH_5, ponto=10_00)
    until = floor.now + HOUR

    found = queries.table_hours(day=since, since=since, until=until)

    assert [(each.table_id, each.hour, each.turnover, each.revenue) for each in found] == [
        (first, 0, 40_00, -40_00),
        (first, 2, 10_00, 10_00),
        (second, 0, 25_00, 25_00),
    ]
    day = queries.day_figures(since=since, until=until)
    assert sum(each.revenue for each in found) == sum(line.gross_revenue for line in day)
    assert sum(each.turnover for each in found) == sum(line.turnover for line in day)
    parts = [
        *queries.table_hours(day=since, since=since, until=since + HOUR),
        *queries.table_hours(day=since, since=since + HOUR, until=until),
    ]
    assert sorted(parts, key=lambda each: (each.table_id, each.hour)) == list(found), "hours that are over can be kept"


def test_a_void_round_and_one_in_play_are_in_no_hour(floor: Floor) -> None:
    since, table, ana = floor.now, floor.table(MACAU), floor.player()
    floor.sit(ana, table)
    floor.open_round(table)
    floor.bet(ana, table, ponto=40_00)
    assert queries.table_hours(day=since, since=since, until=floor.now + HOUR) == ()
    floor.void(table)
    assert queries.table_hours(day=since, since=since, until=floor.now + HOUR) == ()


def test_the_peak_counts_who_sat_at_once_and_when_first(floor: Floor) -> None:
    table, since = floor.table(MACAU), floor.now
    assert queries.peak_of_players(since=since, now=floor.now) == queries.Peak(players=0, at=None)
    ana, rui, eva = floor.player(), floor.player(), floor.player()
    floor.sit(ana, table)
    floor.wait(minutes=10)
    floor.sit(rui, table)
    both = floor.now
    floor.wait(minutes=10)
    seats.leave(table_id=table, person_id=ana.id, now=floor.now)
    floor.sit(eva, table)
    floor.wait(minutes=10)

    found = queries.peak_of_players(since=since, now=floor.now)

    assert found == queries.Peak(players=2, at=both), "who leaves as another comes does not count twice"
    later = both + timedelta(minutes=5)
    assert queries.peak_of_players(since=later, now=floor.now) == queries.Peak(players=2, at=later), "they sat already"


def test_the_day_takes_a_statement_however_many_tables_there_are(floor: Floor) -> None:
    since = floor.now
    for code in ("um", "dois", "tres"):
        table, player = floor.table(MACAU, code=code), floor.player()
        floor.sit(player, table)
        play(floor, table, player, PONTO_WINS, ponto=10_00)
    with CaptureQueriesContext(connection) as seen:
        assert len(queries.table_hours(day=since, since=since, until=floor.now + HOUR)) == 3
        queries.peak_of_players(since=since, now=floor.now)
    assert len(seen) == 2
