"""Complaints by deadline drawn: every case in one place, the bars as high as their numbers say, in any number."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.backoffice.presenters.complaint_charts import TALL, Count, answered, axis, drawn, waiting
from players.complaints.queries.deadlines import AnsweredMonth


@given(st.dictionaries(st.integers(-400, 400), st.integers(1, 10_000), max_size=30))
def test_every_waiting_case_is_in_one_place(found: dict[int, int]) -> None:
    rows = waiting(found)
    assert sum(row.every for row in rows) == sum(found.values())
    assert rows[0].late == sum(count for left, count in found.items() if left < 0)
    assert sum(row.late for row in rows[1:]) == 0


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1, max_size=14))
def test_bars_stand_on_one_another_inside_the_drawing(counts: list[tuple[int, int]]) -> None:
    chart = drawn([Count(str(place), in_time, late) for place, (in_time, late) in enumerate(counts)])
    if not any(map(sum, counts)):
        assert chart is None
        return
    assert chart is not None
    bottom = max(line.y for line in chart.lines)
    for bar in chart.bars:
        assert bottom - TALL <= bar.y <= bar.y + bar.height <= bottom
    assert len(chart.figures) == sum(any(one) for one in counts)


@pytest.mark.parametrize(("count", "most"), [(0, 5), (1, 5), (5, 5), (6, 10), (20, 20), (21, 50), (101, 200)])
def test_the_axis_ends_at_a_round_number(count: int, most: int) -> None:
    assert axis(count) == most


def test_months_are_named_with_their_year() -> None:
    assert answered([AnsweredMonth(date(2026, 11, 1), 2, 1)])[0].name in {"nov. 2026", "nov 2026", "11/2026"}
