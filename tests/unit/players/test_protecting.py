"""A past taken again under other limits: pure, line by line, in cents and days (H3, F1)."""

from datetime import UTC, date, datetime, timedelta

import pytest

from kernel.periods import Period
from players.protection.queries.protecting import Line, Protecting, Wished, replayed
from players.protection.queries.protection import LimitKind

MONDAY = datetime(2026, 3, 9, 20, 0, tzinfo=UTC)
LOSS_WEEK = Wished(LimitKind.LOSS, Period.WEEK, 100_00)


def at(days: float = 0, minutes: float = 0) -> datetime:
    return MONDAY + timedelta(days=days, minutes=minutes)


def a_round(code: str, moment: datetime, stake: int, paid: int = 0) -> list[Line]:
    lines = [Line(moment, "stake", stake, code)]
    return [*lines, Line(moment + timedelta(minutes=1), "payout", paid, code)] if paid else lines


def tried(lines: list[Line], *limits: Wished, sat: tuple[tuple[datetime, datetime], ...] = ()) -> Protecting:
    return replayed(lines, sat, limits, first=date(2026, 3, 9), today=date(2026, 3, 31))


def test_a_past_without_limits_is_the_past() -> None:
    lines = [Line(at(), "deposit", 50_00, ""), *a_round("a", at(0, 1), 20_00, 39_00), *a_round("b", at(1), 10_00)]
    found = tried(lines)
    assert (found.rounds, found.staked, found.returned, found.lost) == (2, 30_00, 39_00, -9_00)
    assert (found.deposits, found.deposited, found.days_played) == (1, 50_00, 2)
    assert (found.days_stopped, found.less_lost, found.by_limit) == (0, 0, ())


def test_a_loss_limit_refuses_what_would_pass_it_and_counts_anew_next_week() -> None:
    lines = [
        *a_round("a", at(0), 60_00),
        *a_round("b", at(1), 50_00),  # 110 would pass 100
        *a_round("c", at(2), 40_00),  # exactly 100
        *a_round("d", at(3), 1, 100_00),  # refused: it would have won
        *a_round("e", at(7), 80_00),
    ]
    found = tried(lines, LOSS_WEEK)
    (told,) = found.by_limit
    assert (told.spans, told.reached, told.rounds) == (2, 1, 2)
    assert (told.staked, told.returned, told.less_lost) == (50_01, 100_00, -49_99)
    assert found.days_stopped == 2
    assert found.lost == 230_01 - 100_00


def test_winnings_leave_room_under_a_loss_limit_and_none_under_a_stake_limit() -> None:
    lines = [*a_round("a", at(0), 100_00, 200_00), *a_round("b", at(1), 150_00)]
    assert tried(lines, LOSS_WEEK).rounds_stopped == 0
    (told,) = tried(lines, Wished(LimitKind.STAKE, Period.WEEK, 100_00)).by_limit
    assert (told.rounds, told.staked) == (1, 150_00)


def test_what_is_taken_back_the_same_day_leaves_room() -> None:
    lines = [
        *a_round("a", at(0), 90_00),
        Line(at(0, 1), "refund", 90_00, "a"),
        *a_round("b", at(0, 2), 100_00),
        Line(at(0, 3), "stake-taken-back", 40_00, "b"),
        *a_round("c", at(0, 4), 40_00),
        *a_round("d", at(0, 5), 1),
    ]
    found = tried(lines, Wished(LimitKind.STAKE, Period.DAY, 100_00))
    assert (found.rounds_stopped, found.staked_less, found.staked) == (1, 1, 100_01)


def test_a_round_stands_or_falls_whole() -> None:
    lines = [
        Line(at(0), "stake", 60_00, "a"),
        Line(at(0, 0.1), "stake", 50_00, "a"),  # a round that stands keeps its later slips
        Line(at(0, 1), "stake", 10_00, "b"),
        Line(at(0, 1.1), "stake", 5_00, "b"),
        Line(at(0, 1.2), "stake-taken-back", 3_00, "b"),
        Line(at(0, 2), "payout", 30_00, "b"),
    ]
    (told,) = tried(lines, LOSS_WEEK).by_limit
    assert (told.rounds, told.staked, told.returned) == (1, 12_00, 30_00)


@pytest.mark.parametrize(("period", "refused"), [(Period.DAY, 1), (Period.WEEK, 2), (Period.MONTH, 3)])
def test_deposits_are_refused_by_day_week_and_month(period: Period, refused: int) -> None:
    lines = [Line(at(days, minutes), "deposit", 60_00, "") for days, minutes in ((0, 0), (0, 5), (2, 0), (8, 0))]
    (told,) = tried(lines, Wished(LimitKind.DEPOSIT, period, 100_00)).by_limit
    assert (told.deposits, told.deposited) == (refused, refused * 60_00)
    assert (told.rounds, told.staked) == (0, 0)


def test_time_beyond_a_limit_is_stopped_with_the_rounds_in_it() -> None:
    sat = ((at(0), at(0, 60)), (at(0, 90), at(0, 150)), (at(1), at(1, 30)))
    lines = [*a_round("a", at(0, 59), 10_00), *a_round("b", at(0, 120), 20_00, 5_00), *a_round("c", at(1, 29), 10_00)]
    found = tried(lines, Wished(LimitKind.SESSION, Period.DAY, 90), sat=sat)
    (told,) = found.by_limit
    assert (found.seconds, told.seconds, told.spans, told.reached) == (150 * 60, 30 * 60, 2, 1)
    assert (told.rounds, told.less_lost, found.days_stopped) == (1, 15_00, 1)


def test_a_night_at_a_table_counts_to_both_days() -> None:
    """Midnight in Lisbon is midnight UTC in winter."""
    sat = ((at(0, 200), at(0, 280)),)
    found = tried([], Wished(LimitKind.SESSION, Period.DAY, 39), sat=sat)
    (told,) = found.by_limit
    assert (told.spans, told.reached, told.seconds) == (2, 2, 2 * 60)


def test_of_several_limits_the_first_that_stops_a_round_has_it() -> None:
    lines = [*a_round("a", at(0), 60_00), *a_round("b", at(0, 5), 60_00)]
    day = Wished(LimitKind.LOSS, Period.DAY, 70_00)
    for limits in ((day, LOSS_WEEK), (LOSS_WEEK, day)):
        found = tried(lines, *limits)
        assert [each.rounds for each in found.by_limit] == [1, 0]
        assert found.less_lost == 60_00


def test_days_before_the_first_count_towards_their_spans_and_are_never_stopped() -> None:
    lines = [*a_round("a", at(0), 150_00), *a_round("b", at(1), 10_00, 4_00)]
    found = replayed(lines, (), (LOSS_WEEK,), first=date(2026, 3, 10), today=date(2026, 3, 31))
    assert (found.rounds, found.staked, found.returned, found.rounds_stopped) == (1, 10_00, 4_00, 1)
    assert found.less_lost == 6_00


def test_the_same_past_gives_the_same_answer() -> None:
    lines = [line for n in range(40) for line in a_round(str(n), at(n / 2), 17_00, 30_00 * (n % 3 == 0))]
    limits = (LOSS_WEEK, Wished(LimitKind.STAKE, Period.DAY, 30_00))
    assert tried(lines, *limits) == tried(lines, *limits)
