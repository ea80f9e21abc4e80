"""The small line of a day: gross revenue added up by the hour, zero in sight, the best hour in words."""

from datetime import UTC, datetime

import pytest

from casino.backoffice.presenters.day_lines import EDGE, HEIGHT, WIDTH, Course, DayLine
from tables.queries import TableHour

MIDNIGHT = datetime(2026, 3, 10, tzinfo=UTC)


def hour(table: int, at: int, turnover: int, revenue: int, currency: str = "EUR") -> TableHour:
    return TableHour(table_id=table, currency=currency, hour=at, turnover=turnover, revenue=revenue)


COURSE = Course(
    MIDNIGHT,
    6,
    (hour(1, 0, 100_00, 20_00), hour(1, 3, 400_00, -50_00), hour(2, 3, 90_00, 45_00), hour(3, 1, 70_00, 70_00, "PLAY")),
)


def places(line: DayLine) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (pair.split(",") for pair in line.line.split())]


def test_a_line_adds_up_and_ends_at_the_days_revenue() -> None:
    drawn = COURSE.of({1})
    assert drawn is not None
    assert drawn.revenue == -30_00
    assert drawn.tone == "lost"
    found = places(drawn)
    assert len(found) == 7, "the beginning, and the end of each hour"
    assert found[0][0] == EDGE
    assert found[-1] == drawn.end == (WIDTH - EDGE, HEIGHT - EDGE)
    assert found[0][1] == drawn.zero
    assert found[1][1] == EDGE, "the highest is at the top"
    assert all(EDGE <= x <= WIDTH - EDGE and EDGE <= y <= HEIGHT - EDGE for x, y in found)


def test_the_label_says_the_sum_and_the_hour_with_most_stakes() -> None:
    drawn = COURSE.of({1})
    assert drawn is not None
    assert "−30,00\N{NO-BREAK SPACE}€" in drawn.label
    assert "03:00–04:00" in drawn.label
    assert "400,00\N{NO-BREAK SPACE}€" in drawn.label


def test_tables_together_and_a_currency_alone() -> None:
    together, whole, play = COURSE.of({1, 2}), COURSE.in_currency("EUR"), COURSE.in_currency("PLAY")
    assert together is not None
    assert whole == together
    assert together.revenue == 15_00
    assert together.tone == "won"
    assert play is not None
    assert play.revenue == 70_00


@pytest.mark.parametrize("tables", [set(), {9}])
def test_nothing_staked_is_no_line(tables: set[int]) -> None:
    assert COURSE.of(tables) is None
    assert Course(MIDNIGHT, 0).in_currency("EUR") is None


def test_a_day_that_has_just_begun_and_one_without_a_difference_are_drawn() -> None:
    begun = Course(MIDNIGHT, 1, (hour(1, 0, 10_00, 10_00),)).of({1})
    even = Course(MIDNIGHT, 2, (hour(1, 0, 10_00, 0),)).of({1})
    assert begun is not None
    assert even is not None
    assert places(begun)[-1] == (WIDTH - EDGE, EDGE)
    assert {y for _, y in places(even)} == {EDGE}
