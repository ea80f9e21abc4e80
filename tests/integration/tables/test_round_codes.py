"""Round codes bear the gaming day in continental Portugal, and none comes twice when the clock goes back."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.codes import round_code
from tables.models import Round
from tests.factories import Floor


@pytest.mark.parametrize(
    ("opened_at", "day"),
    [
        (datetime(2026, 7, 1, 22, 59, tzinfo=UTC), "20260701"),
        (datetime(2026, 7, 1, 23, 0, tzinfo=UTC), "20260702"),
        (datetime(2026, 1, 1, 23, 59, tzinfo=UTC), "20260101"),
        (datetime(2026, 3, 28, 23, 59, tzinfo=UTC), "20260328"),
        (datetime(2026, 10, 24, 23, 0, tzinfo=UTC), "20261025"),
        (datetime(2026, 10, 25, 23, 59, tzinfo=UTC), "20261025"),
    ],
)
def test_a_code_bears_the_civil_day_in_lisbon(opened_at: datetime, day: str) -> None:
    assert round_code(table="sala-1", opened_at=opened_at, number=12_345) == f"sala-1-{day}-12345"


def test_a_round_after_midnight_in_summer_and_in_the_hour_that_comes_twice(floor: Floor) -> None:
    """Rounds every twenty minutes from 23:30 UTC on, when it is 00:30 in Lisbon, through the doubled hour."""
    floor.now = datetime(2026, 10, 24, 22, 30, tzinfo=UTC)
    table, codes = floor.table(code="lua"), []
    for _ in range(8):
        codes.append(floor.open_round(table))
        floor.settle(table)
        floor.now = max(floor.now, Round.objects.latest("pk").opened_at + timedelta(minutes=20))
    days = [code.split("-")[1] for code in codes]
    assert days == ["20261024", "20261024", *["20261025"] * 6]
    assert len(set(codes)) == len(codes)
