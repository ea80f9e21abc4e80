"""A table's hours on the wall clock: nights, touching spans, both clock changes, what cannot stand."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.hours import Hours, HoursInvalid, Turn

EVENINGS = Hours.from_document({str(day): ["18:00", "02:00"] for day in range(7)})
ALWAYS = Hours.from_document({str(day): ["00:00", "24:00"] for day in range(7)})


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_an_evening_closes_in_the_next_day() -> None:
    assert EVENINGS.is_open(moment("2026-11-21T23:59"))
    assert EVENINGS.is_open(moment("2026-11-22T01:59"))
    assert not EVENINGS.is_open(moment("2026-11-22T02:00"))
    last = EVENINGS.before(moment("2026-11-22T03:00"))
    assert last is not None
    assert (last.at, last.turn) == (moment("2026-11-22T02:00"), Turn.CLOSES)


def test_summer_time_moves_the_instant_and_not_the_clock() -> None:
    following = EVENINGS.after(moment("2026-07-01T12:00"))
    assert following is not None
    assert (following.at, following.turn) == (moment("2026-07-01T17:00"), Turn.OPENS)


@pytest.mark.parametrize(
    ("day", "closes"),
    [
        ("2026-03-29T00:30", "2026-03-29T01:00"),  # 02:00 on the wall is the hour that was skipped
        ("2026-10-25T00:30", "2026-10-25T02:00"),
    ],
)
def test_both_clock_changes(day: str, closes: str) -> None:
    following = EVENINGS.after(moment(day))
    assert following is not None
    assert (following.at, following.turn) == (moment(closes), Turn.CLOSES)


def test_spans_that_touch_never_close_only_to_open() -> None:
    assert ALWAYS.after(moment("2026-11-21T12:00")).at > moment("2026-11-29T12:00")  # type: ignore[union-attr]
    assert ALWAYS.is_open(moment("2026-11-22T00:00"))


def test_no_hours_have_no_boundary() -> None:
    assert Hours.from_document({}).after(moment("2026-11-21T12:00")) is None
    assert Hours.from_document({}).before(moment("2026-11-21T12:00")) is None


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"7": ["18:00", "20:00"]}, "no-such-day"),
        ({"seg": ["18:00", "20:00"]}, "no-such-day"),
        ({"0": "18:00"}, "not-two-times"),
        ({"0": ["18:00"]}, "not-two-times"),
        ({"0": ["25:00", "02:00"]}, "not-a-time"),
        ({"0": ["24:00", "02:00"]}, "not-a-time"),
        ({"0": ["18:00", 7]}, "not-a-time"),
        ({"0": ["6:00", "12:00"]}, "not-a-time"),
        ({"0": ["18:00:00", "20:00"]}, "not-a-time"),
    ],
)
def test_impossible_values_are_named(document: dict[str, object], why: str) -> None:
    with pytest.raises(HoursInvalid) as refused:
        Hours.from_document(document)
    assert refused.value.why == why


_CLOCKS = st.times().map(lambda at: f"{at:%H:%M}")


@given(
    st.dictionaries(st.sampled_from("0123456"), st.tuples(_CLOCKS, _CLOCKS).map(list)),
    st.datetimes(datetime(2026, 1, 1), datetime(2028, 1, 1)),
)
def test_open_is_what_the_last_boundary_said(document: dict[str, object], naive: datetime) -> None:
    hours, now = Hours.from_document(document), naive.replace(tzinfo=UTC)
    last, following = hours.before(now), hours.after(now)
    assert hours.is_open(now) == (last is not None and last.turn is Turn.OPENS)
    if last is not None and following is not None:
        assert last.at <= now < following.at
        assert last.turn is not following.turn
        assert following.at - last.at <= timedelta(days=19)


@pytest.mark.parametrize(
    ("at", "is_open"),
    [
        ("2026-11-21T17:59:59.999999", False),
        ("2026-11-21T18:00:00", True),
        ("2026-11-22T01:59:59.999999", True),
        ("2026-11-22T02:00:00", False),
    ],
)
def test_a_table_opens_at_the_instant_and_closes_at_the_instant(at: str, *, is_open: bool) -> None:
    now = moment(at)
    assert EVENINGS.is_open(now) is is_open
    last = EVENINGS.before(now)
    assert last is not None
    assert last.turn is (Turn.OPENS if is_open else Turn.CLOSES)
    assert (last.at == now) is (now.microsecond == 0)
    following = EVENINGS.after(now)
    assert following is not None
    assert following.at > now


def test_a_day_that_closes_when_it_opened_is_open_for_a_whole_day() -> None:
    monday = Hours.from_document({"0": ["18:00", "18:00"]})
    assert monday.is_open(moment("2026-11-24T17:59"))
    assert not monday.is_open(moment("2026-11-24T18:00"))
    assert monday.after(moment("2026-11-24T18:00")) is not None
    assert monday.after(moment("2026-11-24T18:00")).at == moment("2026-11-30T18:00")  # type: ignore[union-attr]


def test_a_day_that_closes_later_closes_on_the_same_day() -> None:
    monday = Hours.from_document({"0": ["10:00", "10:01"]})
    assert monday.is_open(moment("2026-11-23T10:00"))
    assert not monday.is_open(moment("2026-11-23T10:01"))


def test_midnight_ends_the_day_itself() -> None:
    monday = Hours.from_document({"0": ["00:00", "24:00"]})
    assert monday.is_open(moment("2026-11-23T23:59"))
    assert not monday.is_open(moment("2026-11-24T00:00"))


@pytest.mark.parametrize("day", ["0", "6"])
def test_every_weekday_has_its_own_hours(day: str) -> None:
    hours = Hours.from_document({day: ["10:00", "12:00"]})
    open_days = [n for n in range(23, 30) if hours.is_open(moment(f"2026-11-{n}T11:00"))]
    assert open_days == [23 + int(day)]


def test_three_times_are_no_hours_of_a_day() -> None:
    with pytest.raises(HoursInvalid) as refused:
        Hours.from_document({"3": ["10:00", "12:00", "14:00"]})
    assert (refused.value.day, refused.value.why) == ("3", "not-two-times")
