"""When a scheduled report is due, and which days it is about: gaming days in Lisbon. Pure; reads no clock."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from kernel.calendar import LISBON, lisbon_date

HOURS: Final = range(1, 24)
"""The hours of the day at which a schedule may be due: at midnight the day's last rounds are only being settled."""
_WEEK: Final = timedelta(days=7)
_DAY: Final = timedelta(days=1)


class Rhythm(StrEnum):
    """How often a scheduled report comes: the day before; on Mondays the week before; on the 1st the month before."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


@dataclass(frozen=True, slots=True)
class DueTurn:
    """One turn of a schedule: its first and last gaming day, and the moment (UTC) from which on it is due."""

    first: date
    last: date
    due_at: datetime


def turns(rhythm: Rhythm, hour: int, *, after: datetime, until: datetime) -> Iterator[DueTurn]:
    """The turns that are due after `after`, up to `until`, the earliest first.

    >>> since = datetime(2026, 3, 28, 12, tzinfo=UTC)
    >>> [turn.due_at.hour for turn in turns(Rhythm.DAY, 6, after=since, until=since + timedelta(days=2))]
    [5, 5]
    """
    day = lisbon_date(after)
    while True:
        if _begins(rhythm, day):
            turn = _turn_of(rhythm, day, hour)
            if turn.due_at > until:
                return
            if turn.due_at > after:
                yield turn
        day += _DAY


def next_turn(rhythm: Rhythm, hour: int, *, after: datetime) -> DueTurn:
    """The first turn that is due after this moment."""
    return next(turns(rhythm, hour, after=after, until=after + timedelta(days=40)))


def due_moment(day: date, hour: int) -> datetime:
    """When Lisbon's clock first shows this hour, or a later one where the hour is skipped; in UTC.

    >>> due_moment(date(2026, 3, 29), 1).isoformat(), due_moment(date(2026, 10, 25), 1).isoformat()
    ('2026-03-29T01:00:00+00:00', '2026-10-25T00:00:00+00:00')
    """
    return datetime.combine(day, time(hour), tzinfo=LISBON).astimezone(UTC)


def _begins(rhythm: Rhythm, day: date) -> bool:
    if rhythm is Rhythm.WEEK:
        return day.weekday() == 0
    return rhythm is Rhythm.DAY or day.day == 1


def _turn_of(rhythm: Rhythm, day: date, hour: int) -> DueTurn:
    last = day - _DAY
    first = {Rhythm.DAY: last, Rhythm.WEEK: day - _WEEK, Rhythm.MONTH: last.replace(day=1)}[rhythm]
    return DueTurn(first, last, due_moment(day, hour))
