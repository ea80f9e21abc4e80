"""Ages, calendar months and working days as the law counts them: civil days in Lisbon. Reads no clock."""

from calendar import monthrange
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Final
from zoneinfo import ZoneInfo

import holidays

LISBON: Final = ZoneInfo("Europe/Lisbon")


def lisbon_date(instant: datetime) -> date:
    """The civil day in Lisbon at `instant`.

    >>> lisbon_date(datetime(2026, 7, 1, 23, 30, tzinfo=UTC))
    datetime.date(2026, 7, 2)
    """
    return instant.astimezone(LISBON).date()


def age(birth_date: date, today: date) -> int:
    """Return the age in whole years; a person born on 29 February comes of age on 1 March.

    >>> age(date(2008, 2, 29), date(2026, 2, 28)), age(date(2008, 2, 29), date(2026, 3, 1))
    (17, 18)
    """
    return today.year - birth_date.year - ((today.month, today.day) < (birth_date.month, birth_date.day))


class ClockChange(ValueError):
    """A civil time that legal time skips (`twice` false) or runs through twice, as the clocks change."""

    def __init__(self, *, twice: bool) -> None:
        super().__init__("runs twice" if twice else "is skipped")
        self.twice = twice


def lisbon_moment(day: date, at: time) -> datetime:
    """The moment, in UTC, of a civil time in Lisbon. Raises `ClockChange` where there is none or there are two.

    >>> lisbon_moment(date(2026, 7, 1), time(0)).isoformat()
    '2026-06-30T23:00:00+00:00'
    """
    first, second = (datetime.combine(day, at, tzinfo=LISBON).replace(fold=fold).astimezone(UTC) for fold in (0, 1))
    if first != second:
        # In a gap the first reading is the later moment, and neither is that civil time; in a fold it is the earlier.
        raise ClockChange(twice=first < second)
    return first


def add_months(instant: datetime, months: int) -> datetime:
    """The same day and hour in Lisbon `months` later, or that month's last day if it has no such day. UTC.

    >>> add_months(datetime(2026, 1, 31, 12, tzinfo=UTC), 3).isoformat()
    '2026-04-30T11:00:00+00:00'
    """
    local = instant.astimezone(LISBON)
    year, month = divmod(local.year * 12 + local.month - 1 + months, 12)
    day = min(local.day, monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day).astimezone(UTC)


def end_after_notice(starts_at: datetime, notice_at: datetime) -> datetime:
    """When an exclusion ends once notice is given: a month after it, never before three months are over (PT-26).

    >>> start = datetime(2026, 1, 31, 12, tzinfo=UTC)
    >>> end_after_notice(start, datetime(2026, 4, 15, 12, tzinfo=UTC)).date().isoformat()
    '2026-05-15'
    """
    return max(add_months(starts_at, 3), add_months(notice_at, 1))


@cache
def _public_holidays(year: int) -> frozenset[date]:
    """The days on which the whole country rests; holidays of one municipality are no reason to answer later."""
    return frozenset(holidays.country_holidays("PT", years=year))


def is_working_day(day: date) -> bool:
    """Whether `day` is neither a weekend's nor a public holiday of Portugal.

    >>> is_working_day(date(2026, 4, 3)), is_working_day(date(2026, 4, 6))
    (False, True)
    """
    return day.weekday() < 5 and day not in _public_holidays(day.year)


def add_working_days(day: date, count: int) -> date:
    """The last day of a period of `count` working days that begins after `day` (PT-79).

    >>> add_working_days(date(2026, 12, 23), 3)
    datetime.date(2026, 12, 29)
    """
    while count > 0:
        day += timedelta(days=1)
        count -= is_working_day(day)
    return day


@lru_cache(maxsize=1_000)
def working_days_between(day: date, later: date) -> int:
    """How many working days lie after `day`, up to `later` and with it; 0 when `later` is not later.

    >>> working_days_between(date(2026, 12, 23), date(2026, 12, 29))
    3
    """
    return sum(is_working_day(day + timedelta(days=ahead)) for ahead in range(1, (later - day).days + 1))


def end_of_day(day: date) -> datetime:
    """The first moment that no longer belongs to `day` in Lisbon, in UTC.

    >>> end_of_day(date(2026, 7, 1)).isoformat()
    '2026-07-01T23:00:00+00:00'
    """
    return datetime.combine(day + timedelta(days=1), time.min, tzinfo=LISBON).astimezone(UTC)
