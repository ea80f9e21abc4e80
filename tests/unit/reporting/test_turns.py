"""When a scheduled report is due: gaming days in Lisbon, across both clock changes."""

from datetime import UTC, date, datetime, timedelta

import pytest

from kernel.calendar import LISBON
from reporting.making.turns import HOURS, Rhythm, due_moment, next_turn, turns


def between(rhythm: Rhythm, hour: int, first: datetime, last: datetime) -> list[tuple[date, date]]:
    return [(turn.first, turn.last) for turn in turns(rhythm, hour, after=first, until=last)]


def test_a_day_a_week_and_a_month_before() -> None:
    begin = datetime(2026, 1, 1, 0, 30, tzinfo=UTC)
    assert between(Rhythm.DAY, 6, begin, begin + timedelta(days=1)) == [(date(2025, 12, 31), date(2025, 12, 31))]
    assert between(Rhythm.WEEK, 6, begin, begin + timedelta(days=14)) == [
        (date(2025, 12, 29), date(2026, 1, 4)),
        (date(2026, 1, 5), date(2026, 1, 11)),
    ]
    assert between(Rhythm.MONTH, 6, begin, datetime(2026, 3, 31, tzinfo=UTC)) == [
        (date(2025, 12, 1), date(2025, 12, 31)),
        (date(2026, 1, 1), date(2026, 1, 31)),
        (date(2026, 2, 1), date(2026, 2, 28)),
    ]


@pytest.mark.parametrize("hour", HOURS)
@pytest.mark.parametrize("change", [date(2026, 3, 29), date(2026, 10, 25)], ids=["23 hours", "25 hours"])
def test_every_day_is_due_once_across_a_clock_change(change: date, hour: int) -> None:
    begin = datetime(change.year, change.month, change.day, 12, tzinfo=UTC) - timedelta(days=3)
    found = list(turns(Rhythm.DAY, hour, after=begin, until=begin + timedelta(days=6)))
    days = [turn.first for turn in found]
    assert days == [days[0] + timedelta(days=ahead) for ahead in range(len(days))]
    assert change in days
    for turn in found:
        local = turn.due_at.astimezone(LISBON)
        skipped = turn.last + timedelta(days=1) == date(2026, 3, 29) and hour == 1
        assert (local.date(), local.hour) == (turn.last + timedelta(days=1), 2 if skipped else hour)


def test_an_hour_that_comes_twice_counts_at_its_first_pass() -> None:
    assert due_moment(date(2026, 10, 25), 1) == datetime(2026, 10, 25, 0, tzinfo=UTC)
    assert due_moment(date(2026, 3, 29), 1) == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_the_end_counts_and_the_beginning_does_not() -> None:
    due = due_moment(date(2026, 7, 2), 6)
    assert between(Rhythm.DAY, 6, due, due) == []
    assert len(between(Rhythm.DAY, 6, due - timedelta(seconds=1), due)) == 1
    assert next_turn(Rhythm.MONTH, 23, after=due).due_at == due_moment(date(2026, 8, 1), 23)
