"""The pace of the dealing, and how long all play stood still."""

from datetime import timedelta

from players.roles import Role
from tables import queries
from tables.models import Round
from tables.operations import stops
from tests.factories import MACAU, Floor


def test_the_pace_counts_ten_minutes_and_says_how_late_betting_closed(floor: Floor) -> None:
    table = floor.table(MACAU)
    assert (queries.pace(now=floor.now).rounds, queries.pace(now=floor.now).late) == (0, None)
    for _ in range(3):
        floor.open_round(table)
        floor.settle(table)
    now = floor.now + timedelta(seconds=1)

    seen = queries.pace(now=now)

    assert (seen.rounds, seen.tenths_a_minute) == (3, 3)
    assert seen.late == max(
        each.closed_at - each.closes_at for each in Round.objects.all() if each.closed_at and each.closes_at
    )
    assert queries.pace(now=now + timedelta(minutes=11)).rounds == 0


def test_stops_of_everything_add_up_and_overlap_once_and_those_of_one_game_do_not_count(floor: Floor) -> None:
    by, begin = floor.staff(Role.SUPERVISOR).id, floor.now
    minute = timedelta(minutes=1)
    stops.stop(scope="macau", by=by, now=begin)
    stops.stop(scope="all", by=by, now=begin)
    stops.close_by_proof(reason="Prova 1: 2", now=begin + 5 * minute)
    stops.lift(scope="all", by=by, reason="arranjada", now=begin + 10 * minute)

    assert queries.stood_still(since=begin, now=begin + 12 * minute) == 12 * minute
    assert queries.stood_still(since=begin + 4 * minute, now=begin + 12 * minute) == 8 * minute
    assert queries.stood_still(since=begin, now=begin) == 0 * minute
