"""The regulator's files of days that the demonstration plays: its first hours, and the past that it is given."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from demonstration import first_hours
from kernel.calendar import LISBON
from reporting.operations.safe_files import make_files
from reporting.six_files.profile import Profile
from tables.models import Bet
from tests.histories import seed_history

PROFILE = Profile(vault="2AA", licence="001", operator=7)


def test_first_hours_are_told(db: None) -> None:
    first_hours.open_house(now=datetime(2026, 3, 10, 20, tzinfo=UTC))
    assert Bet.objects.exists()
    made = make_files(day=date(2026, 3, 10), profile=PROFILE, now=datetime(2026, 3, 11, 0, 30, tzinfo=UTC))
    assert len(made.files) == 98


@pytest.mark.parametrize("play_only", [False, True])
def test_a_past_is_told_day_by_day(db: None, play_only: bool) -> None:
    seed_history(days=2, rounds=90, players=24, play_only=play_only, no_proof=True, verbosity=0)
    now = timezone.now()
    for back in (2, 1):
        day = now.astimezone(LISBON).date() - timedelta(days=back)
        make_files(day=day, profile=PROFILE, now=now)
