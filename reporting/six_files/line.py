"""What the line to the regulator goes by: how long a part may fail, and how many minutes a month (PT-72). Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Final

from kernel.calendar import lisbon_moment


class LineState(StrEnum):
    """How a part of the line stands, or the line as a whole."""

    UP = "up"
    DEGRADED = "degraded"
    """It fails, and play goes on."""
    STOPPED = "stopped"
    """It failed so long that play stopped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTerms:
    """The regulation's terms, and the house's own where the regulation gives none."""

    hour_within: timedelta = timedelta(minutes=15)
    """After its end an hour has its files; from then on the captor counts as failing (W01)."""
    wait_most: timedelta = timedelta(minutes=5)
    """So long an hour waits for transactions that are under way before that is named a trouble."""
    stop_without_hours: timedelta = timedelta(hours=2)
    """Play stops where an hour waits and none was made for so long; the regulation gives no figure."""
    stop_without_safe: timedelta = timedelta(hours=24)
    noticed_for: timedelta = timedelta(minutes=5)
    """A house that stood still itself makes its hours first: play stops no sooner than this after it found the lack."""
    budget: timedelta = timedelta(minutes=240)
    """In a calendar month, of captor and safe together."""
    alarm: timedelta = timedelta(minutes=180)


TERMS: Final = LineTerms()
Span = tuple[datetime, datetime]


def bounds_of_month(first: date) -> Span:
    """The calendar month in Lisbon that begins on `first`, as moments in UTC.

    >>> [each.isoformat() for each in bounds_of_month(date(2026, 10, 1))]
    ['2026-09-30T23:00:00+00:00', '2026-11-01T00:00:00+00:00']
    """
    after = date(first.year + first.month // 12, first.month % 12 + 1, 1)
    since, until = (lisbon_moment(day, time.min).astimezone(UTC) for day in (first, after))
    return since, until


def covered(spans: Iterable[Span], *, since: datetime, until: datetime) -> timedelta:
    """How much of [since, until) these spans cover; where they overlap, it counts once.

    >>> at = [datetime(2026, 3, 1, hour, tzinfo=UTC) for hour in range(6)]
    >>> str(covered([(at[1], at[3]), (at[2], at[4])], since=at[0], until=at[5]))
    '3:00:00'
    """
    reached, total = since, timedelta(0)
    for begins, ends in sorted(spans):
        begins, ends = max(begins, reached), min(ends, until)
        if ends > begins:
            total += ends - begins
            reached = ends
    return total


def minutes(span: timedelta) -> int:
    """The whole minutes of a time."""
    return span // timedelta(minutes=1)
