"""The spans that limits count by: civil days, ISO weeks and calendar months in Lisbon. Knows no person, reads no clock.

Midnight in Lisbon is never skipped nor doubled by a clock change, so every span has exactly one beginning.
"""

from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from kernel.calendar import LISBON, lisbon_date


class Period(StrEnum):
    """How long a limit's span is (PT-21, PT-22)."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


def first_day(period: Period, day: date) -> date:
    """The first civil day of the span that `day` lies in; weeks begin on Mondays.

    >>> first_day(Period.WEEK, date(2026, 3, 8)), first_day(Period.MONTH, date(2026, 3, 8))
    (datetime.date(2026, 3, 2), datetime.date(2026, 3, 1))
    """
    if period is Period.WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period is Period.MONTH else day


def next_first_day(period: Period, day: date) -> date:
    """The first civil day of the span after the one that `day` lies in.

    >>> next_first_day(Period.MONTH, date(2026, 12, 31))
    datetime.date(2027, 1, 1)
    """
    first = first_day(period, day)
    if period is Period.MONTH:
        return (first + timedelta(days=31)).replace(day=1)
    return first + timedelta(days=7 if period is Period.WEEK else 1)


def midnight(day: date) -> datetime:
    """The moment at which a civil day begins in Lisbon, in UTC.

    >>> midnight(date(2026, 7, 1)).isoformat()
    '2026-06-30T23:00:00+00:00'
    """
    return datetime(day.year, day.month, day.day, tzinfo=LISBON).astimezone(UTC)


def starts(period: Period, instant: datetime) -> datetime:
    """When the span that `instant` lies in began."""
    return midnight(first_day(period, lisbon_date(instant)))


def ends(period: Period, instant: datetime) -> datetime:
    """When the span that `instant` lies in is over, which is when the next begins."""
    return midnight(next_first_day(period, lisbon_date(instant)))
