"""Calendar months, ages and the end of an exclusion (PT-03, PT-26), without a database."""

import doctest
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernel import calendar
from kernel.calendar import (
    LISBON,
    add_months,
    add_working_days,
    age,
    end_after_notice,
    end_of_day,
    is_working_day,
    lisbon_date,
    working_days_between,
)
from players.accounts import nicknames
from tests.rules import rule


def lisbon(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=LISBON)


@pytest.mark.parametrize(
    ("start", "months", "end"),
    [
        ("2026-01-31T10:00", 3, "2026-04-30T10:00"),
        ("2026-01-31T10:00", 1, "2026-02-28T10:00"),
        ("2028-01-31T10:00", 1, "2028-02-29T10:00"),
        ("2026-10-31T10:00", 4, "2027-02-28T10:00"),
        ("2026-11-30T10:00", 3, "2027-02-28T10:00"),
        ("2026-12-15T10:00", 12, "2027-12-15T10:00"),
        ("2026-03-28T10:00", 1, "2026-04-28T10:00"),
        ("2026-07-01T00:30", 3, "2026-10-01T00:30"),
        # The clock goes back on 25 October: the hour of the day stays, the hour of UTC moves.
        ("2026-09-25T10:00", 1, "2026-10-25T10:00"),
    ],
)
def test_months_are_lisbons(start: str, months: int, end: str) -> None:
    assert add_months(lisbon(start), months) == lisbon(end)


def test_a_months_end_by_lisbons_date_and_not_by_utc() -> None:
    # 00:30 on 1 July in Lisbon is still 30 June in UTC.
    assert add_months(datetime(2026, 6, 30, 23, 30, tzinfo=UTC), 3) == datetime(2026, 9, 30, 23, 30, tzinfo=UTC)
    assert lisbon_date(datetime(2026, 6, 30, 23, 30, tzinfo=UTC)) == date(2026, 7, 1)


@rule(
    "PT-26",
    asserts="An exclusion of 31 January ends on 30 April when noticed by 31 March, on 1 May when noticed on 1 April, "
    "and on 15 May when noticed on 15 April.",
)
@pytest.mark.parametrize(
    ("start", "notice", "end"),
    [
        ("2026-01-31", "2026-02-10", "2026-04-30"),
        ("2026-01-31", "2026-04-15", "2026-05-15"),
        ("2026-01-31", "2026-01-31", "2026-04-30"),
        ("2026-01-31", "2026-03-30", "2026-04-30"),
        ("2026-01-31", "2026-03-31", "2026-04-30"),
        ("2026-01-31", "2026-04-01", "2026-05-01"),
        ("2025-01-31", "2026-01-31", "2026-02-28"),
        ("2027-11-30", "2028-01-31", "2028-02-29"),
    ],
)
def test_an_exclusion_ends_a_month_after_notice_but_not_before_three(start: str, notice: str, end: str) -> None:
    assert lisbon_date(end_after_notice(lisbon(f"{start}T12:00"), lisbon(f"{notice}T12:00"))) == date.fromisoformat(end)


@given(
    start=st.datetimes(datetime(2020, 1, 1), datetime(2090, 1, 1), timezones=st.just(UTC)),
    first=st.integers(0, 60),
    second=st.integers(0, 60),
)
def test_more_months_never_end_earlier(start: datetime, first: int, second: int) -> None:
    fewer, more = sorted((first, second))
    assert start <= add_months(start, fewer) <= add_months(start, more)


@pytest.mark.parametrize(
    ("born", "today", "years"),
    [
        ("2008-03-10", "2026-03-09", 17),
        ("2008-03-10", "2026-03-10", 18),
        ("2008-02-29", "2026-02-28", 17),
        ("2008-02-29", "2026-03-01", 18),
        ("2026-03-10", "2026-03-10", 0),
        ("2026-03-11", "2026-03-10", -1),
    ],
)
def test_ages(born: str, today: str, years: int) -> None:
    assert age(date.fromisoformat(born), date.fromisoformat(today)) == years


@pytest.mark.parametrize("module", [calendar, nicknames])
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


@rule(
    "PT-79",
    asserts="15 working days from 20 March 2026 end on 13 April, past Good Friday, and from 23 December on 15 January, "
    "past Christmas and New Year.",
)
@pytest.mark.parametrize(
    ("day", "count", "last"),
    [
        ("2026-03-02", 15, "2026-03-23"),
        ("2026-03-20", 15, "2026-04-13"),  # Good Friday
        ("2026-04-24", 1, "2026-04-27"),  # Freedom Day on a Saturday
        ("2026-05-29", 5, "2026-06-08"),  # Corpus Christi
        ("2026-06-08", 2, "2026-06-11"),  # Portugal's day
        ("2026-11-30", 15, "2026-12-23"),  # 1 and 8 December
        ("2026-12-23", 15, "2027-01-15"),  # Christmas and New Year's Day, both Fridays
        ("2024-12-31", 1, "2025-01-02"),
        ("2026-08-14", 1, "2026-08-17"),
        ("2026-03-07", 1, "2026-03-09"),  # begins on a Saturday
        ("2026-03-02", 0, "2026-03-02"),
    ],
)
def test_working_days_leave_out_weekends_and_portugals_holidays(day: str, count: int, last: str) -> None:
    begin, end = date.fromisoformat(day), date.fromisoformat(last)
    assert add_working_days(begin, count) == end
    assert working_days_between(begin, end) == count


def test_holidays_of_one_town_are_working_days() -> None:
    assert is_working_day(date(2025, 6, 13))  # Lisbon's
    assert is_working_day(date(2026, 6, 24))  # Porto's
    assert is_working_day(date(2026, 2, 17))  # Carnival, which is no public holiday
    assert not is_working_day(date(2027, 1, 1))


def test_a_day_ends_at_midnight_in_lisbon() -> None:
    assert end_of_day(date(2026, 3, 28)) == datetime(2026, 3, 29, 0, tzinfo=UTC)
    assert end_of_day(date(2026, 3, 29)) == datetime(2026, 3, 29, 23, tzinfo=UTC)
    assert end_of_day(date(2026, 10, 25)) == datetime(2026, 10, 26, 0, tzinfo=UTC)
