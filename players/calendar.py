"""Ages and calendar months as the law counts them: civil days in Lisbon. Knows no person and reads no clock."""

from calendar import monthrange
from datetime import UTC, date, datetime
from typing import Final
from zoneinfo import ZoneInfo

LISBON: Final = ZoneInfo("Europe/Lisbon")


def lisbon_date(instant: datetime) -> date:
    """The civil day in Lisbon at `instant`.

    >>> lisbon_date(datetime(2026, 7, 1, 23, 30, tzinfo=UTC))
    datetime.date(2026, 7, 2)
    """
    return instant.astimezone(LISBON).date()


def age(birth_date: date, today: date) -> int:
    """Whole years; somebody born on 29 February comes of age on 1 March.

    >>> age(date(2008, 2, 29), date(2026, 2, 28)), age(date(2008, 2, 29), date(2026, 3, 1))
    (17, 18)
    """
    return today.year - birth_date.year - ((today.month, today.day) < (birth_date.month, birth_date.day))


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
