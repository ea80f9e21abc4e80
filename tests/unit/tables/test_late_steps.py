"""How late a step is: by the dealer who could have done it."""

from datetime import UTC, datetime, timedelta

import pytest

from tables.operations.leases import DueStep

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("due", "began", "late"),
    [
        (timedelta(seconds=-2), timedelta(hours=-1), 2.0),
        (timedelta(hours=-8), timedelta(seconds=-3), 3.0),
        (timedelta(seconds=1), timedelta(hours=-1), 0.0),
        (None, timedelta(hours=-1), 0.0),
    ],
    ids=["two seconds ago", "while the house was closed", "not yet", "by an act"],
)
def test_a_step_is_late_by_the_time_in_which_it_could_be_done(
    due: timedelta | None, began: timedelta, late: float
) -> None:
    step = DueStep(table_id=1, fence=1, due_at=None if due is None else NOON + due)
    assert step.late(NOON, since=NOON + began) == late
