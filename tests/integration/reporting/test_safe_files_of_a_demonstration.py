"""The regulator's files of days that the demonstration plays: its first hours, and the past that it is given."""

import io
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from demonstration import first_hours
from kernel.calendar import LISBON
from reporting import queries
from reporting.making.figures import SETTLED_FOR, day_bounds
from reporting.operations.safe_files import FilesMade, make_files
from reporting.six_files.profile import Profile
from tables.models import Bet
from tests.histories import seed_history
from tests.rules import rule

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
        settled = max(now, day_bounds(day)[1] + SETTLED_FOR)  # a minute after midnight a day's files are not due yet
        make_files(day=day, profile=PROFILE, now=settled)


@rule("PT-60", asserts="A past day of 23 hours with play in it has its daily report, and its six files in 94 pieces.")
def test_a_past_in_april_has_a_day_of_23_hours_with_reports_and_files(db: None) -> None:
    spring, now = date(2026, 3, 29), datetime(2026, 4, 2, 12, tzinfo=UTC)
    with time_machine.travel(now, tick=True):
        seed_history(days=4, rounds=200, players=24, until=date(2026, 4, 1), no_proof=True, verbosity=0)
        report = queries.daily_report(day=spring)
        assert report is not None
        assert report.figures.activity
        assert report.figures.reconciles
        made = make_files(day=spring, profile=PROFILE, now=now)
        assert len(made.files) == 94
        told = [content for name, content in unpacked(made).items() if name.startswith("AJOG")]
        assert len(told) == 23
        assert sum(content.count(b"<pbanca>") for content in told) > 50


def unpacked(made: FilesMade) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made.content)) as package:
        return {name: package.read(name) for name in package.namelist()}


@given(st.dates(date(2024, 1, 1), date(2040, 12, 31)))
def test_any_371_days_have_both_changes_of_the_clock(last: date) -> None:
    """As docs/reports.md says of `--days 371`."""
    bounds = (day_bounds(last - timedelta(days=back)) for back in range(371))
    hours = {round((over - begin).total_seconds()) // 3600 for begin, over in bounds}
    assert hours == {23, 24, 25}
