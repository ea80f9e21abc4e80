"""The duties that come round: periods, month ends, leap years, holidays and the two clock changes of a year."""

from datetime import UTC, date, datetime

import pytest

from players.duties.calendar import DUTIES, DutyCode, Every, due_at, due_on, period_named, period_of, periods
from tests.rules import rule

DECLARED, PAID = DUTIES[DutyCode.TAX_DECLARED], DUTIES[DutyCode.TAX_PAID]
SCAN, TEST = DUTIES[DutyCode.VULNERABILITY_SCAN], DUTIES[DutyCode.PENETRATION_TEST]


@rule(
    "PT-85",
    asserts="The tax of a month is declared by the 15th of the next, and paid by that month’s last day, or by the last "
    "working day before where that is a weekend’s or a public holiday.",
)
@pytest.mark.parametrize(
    ("month", "declared", "paid"),
    [
        (date(2026, 11, 1), date(2026, 12, 15), date(2026, 12, 31)),
        (date(2026, 12, 31), date(2027, 1, 15), date(2027, 1, 29)),  # the 31st is a Sunday
        (date(2027, 1, 9), date(2027, 2, 15), date(2027, 2, 26)),  # the 28th is a Sunday
        (date(2028, 1, 31), date(2028, 2, 15), date(2028, 2, 29)),  # a leap year
        (date(2026, 3, 1), date(2026, 4, 15), date(2026, 4, 30)),
        (date(2027, 2, 1), date(2027, 3, 15), date(2027, 3, 31)),
        (date(2026, 9, 5), date(2026, 10, 15), date(2026, 10, 30)),  # the 31st is a Saturday
    ],
)
def test_the_tax_of_a_month(month: date, declared: date, paid: date) -> None:
    period = period_of(month, Every.MONTH)
    assert (due_on(DECLARED, period), due_on(PAID, period)) == (declared, paid)


@rule(
    "PT-76", asserts="Scans come round every quarter, penetration tests and audits every year, on its last working day."
)
def test_quarters_and_years_end_on_a_working_day() -> None:
    quarters = [period_of(date(2026, month, 7), Every.QUARTER) for month in (1, 4, 7, 10)]
    assert [period.key for period in quarters] == ["2026-Q1", "2026-Q2", "2026-Q3", "2026-Q4"]
    assert [due_on(SCAN, period) for period in quarters] == [
        date(2026, 3, 31),
        date(2026, 6, 30),
        date(2026, 9, 30),
        date(2026, 12, 31),
    ]
    assert due_on(TEST, period_of(date(2028, 5, 1), Every.YEAR)) == date(2028, 12, 29)  # the 31st is a Sunday


@pytest.mark.parametrize(
    ("month", "moment"),
    [
        (date(2026, 2, 1), datetime(2026, 3, 31, 22, 59, 59, tzinfo=UTC)),  # summer time since the 29th
        (date(2026, 1, 1), datetime(2026, 2, 27, 23, 59, 59, tzinfo=UTC)),  # Friday the 27th, in winter
        (date(2026, 9, 1), datetime(2026, 10, 30, 23, 59, 59, tzinfo=UTC)),  # winter time since the 25th
    ],
)
def test_a_turn_is_in_time_until_midnight_in_lisbon(month: date, moment: datetime) -> None:
    assert due_at(PAID, period_of(month, Every.MONTH)) == moment


def test_periods_run_from_the_first_day_to_now() -> None:
    now = datetime(2026, 12, 31, 23, 59, tzinfo=UTC)
    assert [period.key for period in periods(PAID, since=date(2026, 10, 31), now=now)] == [
        "2026-10",
        "2026-11",
        "2026-12",
    ]
    assert [period.key for period in periods(SCAN, since=date(2026, 9, 30), now=now)] == ["2026-Q3", "2026-Q4"]
    assert not list(periods(PAID, since=date(2027, 2, 1), now=now))


@pytest.mark.parametrize("every", list(Every))
@pytest.mark.parametrize("day", [date(2026, 1, 1), date(2028, 2, 29), date(2026, 12, 31)])
def test_a_period_is_found_again_by_its_name(every: Every, day: date) -> None:
    duty = next(duty for duty in DUTIES.values() if duty.every is every)
    period = period_of(day, every)
    assert period_named(duty, period.key) == period
    assert period.first <= day <= period.last


@pytest.mark.parametrize(
    "key", ["", "2026", "2026-0", "2026-13", "2026-1", "0000-01", "2026-Q1", "x", "２０２６-01", "2026-01-01"]
)
def test_what_names_no_period_is_none(key: str) -> None:
    assert period_named(PAID, key) is None
