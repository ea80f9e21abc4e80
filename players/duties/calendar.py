"""The duties that come round with the calendar, and when each turn of them is due. Pure; reads no clock.

A duty names its law row, how often it comes, and by which day. What comes up by itself (a complaint, an exclusion, an
incident, a day's report) has a row of its own elsewhere, with its own term.
"""

from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from kernel.calendar import end_of_day, is_working_day, lisbon_date


class Every(StrEnum):
    """How often a duty comes round."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class DutyCode(StrEnum):
    """What is owed."""

    TAX_DECLARED = "tax-declared"
    TAX_PAID = "tax-paid"
    RESTORE_DRILL = "restore-drill"
    VULNERABILITY_SCAN = "vulnerability-scan"
    PENETRATION_TEST = "penetration-test"
    SECURITY_AUDIT = "security-audit"
    GENERATOR_TEST = "generator-test"


@dataclass(frozen=True, slots=True)
class Duty:
    """One duty. It is due on `day` of the month after its period, 0 for that month's last day; or, where `day` is None,
    on the last day of the period itself.

    `on_working_day`: where that is none, on the last working day before, since it is done by others who rest then.
    """

    code: DutyCode
    every: Every
    rule: str
    source: str
    day: int | None = None
    on_working_day: bool = False


DUTIES: Final[Mapping[DutyCode, Duty]] = MappingProxyType(
    {
        duty.code: duty
        for duty in (
            Duty(DutyCode.TAX_DECLARED, Every.MONTH, "PT-85", "RJO art. 89.º, n.os 5 e 7", day=15),
            Duty(DutyCode.TAX_PAID, Every.MONTH, "PT-85", "RJO art. 89.º, n.os 5 e 7", day=0, on_working_day=True),
            Duty(DutyCode.RESTORE_DRILL, Every.QUARTER, "GL-49", "GLI-19 B.3.3 a 5; trimestre: política da casa"),
            Duty(DutyCode.VULNERABILITY_SCAN, Every.QUARTER, "PT-76", "Reg. 903-B §8.3.1", on_working_day=True),
            Duty(DutyCode.PENETRATION_TEST, Every.YEAR, "PT-76", "Reg. 903-B §8.2.1", on_working_day=True),
            Duty(DutyCode.SECURITY_AUDIT, Every.YEAR, "PT-76", "Reg. 903-B §8.1.1", on_working_day=True),
            Duty(DutyCode.GENERATOR_TEST, Every.QUARTER, "RN-02", "Reg. 903-B §6.7.1; trimestre: política da casa"),
        )
    }
)


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """A month, a quarter or a year by its first and last day; `key` names it: «2026-11», «2026-Q4», «2026»."""

    first: date
    last: date
    key: str


def period_of(day: date, every: Every) -> Period:
    """The period that the day lies in.

    >>> period_of(date(2028, 2, 29), Every.MONTH).last, period_of(date(2026, 11, 25), Every.QUARTER).key
    (datetime.date(2028, 2, 29), '2026-Q4')
    """
    if every is Every.YEAR:
        return Period(date(day.year, 1, 1), date(day.year, 12, 31), f"{day.year}")
    length = 3 if every is Every.QUARTER else 1
    first = day.month - (day.month - 1) % length
    last = first + length - 1
    key = f"{day.year}-Q{(first + 2) // 3}" if every is Every.QUARTER else f"{day:%Y-%m}"
    return Period(date(day.year, first, 1), _last_of(day.year, last), key)


def due_on(duty: Duty, period: Period) -> date:
    """The last day on which this turn is in time.

    >>> november = period_of(date(2026, 11, 25), Every.MONTH)
    >>> due_on(DUTIES[DutyCode.TAX_DECLARED], november), due_on(DUTIES[DutyCode.TAX_PAID], november)
    (datetime.date(2026, 12, 15), datetime.date(2026, 12, 31))
    """
    day = period.last
    if duty.day is not None:
        after = period.last + timedelta(days=1)
        day = _last_of(after.year, after.month) if duty.day == 0 else after.replace(day=duty.day)
    while duty.on_working_day and not is_working_day(day):
        day -= timedelta(days=1)
    return day


def due_at(duty: Duty, period: Period) -> datetime:
    """The last second in which this turn is in time: that of its last day in Lisbon, in UTC."""
    return end_of_day(due_on(duty, period)) - timedelta(seconds=1)


def periods(duty: Duty, *, since: date, now: datetime) -> Iterator[Period]:
    """The duty's periods from the one that `since` lies in to the one that runs now, the earliest first."""
    period, today = period_of(since, duty.every), lisbon_date(now)
    while period.first <= today:
        yield period
        period = period_of(period.last + timedelta(days=1), duty.every)


def period_named(duty: Duty, key: str) -> Period | None:
    """The duty's period of this key; None where it names none.

    >>> period_named(DUTIES[DutyCode.SECURITY_AUDIT], "2026").last, period_named(DUTIES[DutyCode.TAX_PAID], "2026-13")
    (datetime.date(2026, 12, 31), None)
    """
    year, _, part = key.partition("-")
    number = part.removeprefix("Q")
    if not (year.isascii() and year.isdigit() and len(year) == 4 and int(year)):
        return None
    if part and not (number.isascii() and number.isdigit() and 1 <= int(number) <= 12):
        return None
    month = 1 if not part else min(3 * int(number) - 2, 12) if part.startswith("Q") else int(number)
    found = period_of(date(int(year), month, 1), duty.every)
    return found if found.key == key else None


def _last_of(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])
