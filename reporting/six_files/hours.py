"""The hours of a day of legal time in mainland Portugal, 23, 24 or 25 of them, and the file that a moment belongs to.

An hour is of the clock on the wall: in March there is none between one and two; in October that hour comes twice, and
both make one file, since both would bear one name (PT-60), unless the house's profile tells them apart.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Final

from kernel.calendar import LISBON, end_of_day, lisbon_date


@dataclass(frozen=True, slots=True)
class Hour:
    """One hour's file: [start, end) in UTC; `number` is the clock's, 0 to 23."""

    day: date
    number: int
    start: datetime
    end: datetime
    mark: str = ""
    """What the second file of the hour that comes twice has in its name, in a house that makes two."""

    @property
    def label(self) -> str:
        """`YYYYMMDDHH`, as names of files have it."""
        return f"{self.day:%Y%m%d}{self.number:02}"


@lru_cache(maxsize=64)
def hours_of(day: date) -> tuple[Hour, ...]:
    """The hours of a civil day, in order: 24, 23 in the change of March, and 24 with one of 120 minutes in October.

    >>> [len(hours_of(date(2026, *each))) for each in ((3, 28), (3, 29), (10, 25))]
    [24, 23, 24]
    """
    at = datetime.combine(day, time.min, tzinfo=LISBON).astimezone(UTC)
    found: list[Hour] = []
    while at < end_of_day(day):
        number, ends = at.astimezone(LISBON).hour, at + timedelta(hours=1)
        if found and found[-1].number == number:
            found[-1] = Hour(day, number, found[-1].start, ends)
        else:
            found.append(Hour(day, number, at, ends))
        at = ends
    return tuple(found)


SECOND: Final = {"second-suffix": "2", "second-is-rp": "rp"}
"""The mark of the second file of the hour that comes twice, by the setting; one file otherwise."""


def parts_of(hour: Hour, repeated: str = "merge") -> tuple[Hour, ...]:
    """The files that an hour is told in: one, or two for the hour that comes twice, if the house tells it so.

    >>> [part.mark for part in parts_of(hours_of(date(2026, 10, 25))[1], "second-suffix")]
    ['', '2']
    """
    middle = hour.start + timedelta(hours=1)
    if repeated not in SECOND or middle == hour.end:
        return (hour,)
    return Hour(hour.day, hour.number, hour.start, middle), Hour(
        hour.day, hour.number, middle, hour.end, SECOND[repeated]
    )


def part_of(instant: datetime, repeated: str = "merge") -> Hour:
    """The file's part of an hour that a moment belongs to."""
    return next(part for part in parts_of(hour_of(instant), repeated) if instant < part.end)


def hour_of(instant: datetime) -> Hour:
    """The hour that a moment belongs to: the moment that begins an hour is in it.

    >>> hour_of(datetime(2026, 3, 29, 1, tzinfo=UTC)).label
    '2026032902'
    """
    return next(hour for hour in hours_of(lisbon_date(instant)) if instant < hour.end)
