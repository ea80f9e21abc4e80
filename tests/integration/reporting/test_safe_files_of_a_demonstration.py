"""The regulator's files of days that the demonstration plays: its first hours, and the past that it is given."""

import io
import zipfile
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from demonstration import first_hours, regulator_files
from kernel.calendar import LISBON
from reporting import queries
from reporting.making.figures import SETTLED_FOR, day_bounds
from reporting.models import SafeFile, SafePackage
from reporting.operations.safe_files import (
    FilesMade,
    FilesRejected,
    FilesRejection,
    make_files,
    rebuild_files,
)
from reporting.six_files.profile import Profile
from reporting.six_files.safe import Receipt
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


def test_the_last_days_of_a_past_lie_in_the_safe_since_their_own_nights(db: None) -> None:
    seed_history(days=4, rounds=90, players=24, no_proof=True, verbosity=0)
    kept = list(SafePackage.objects.order_by("day"))
    today = timezone.now().astimezone(LISBON).date()
    assert [each.day for each in kept] == [today - timedelta(days=back) for back in (3, 2, 1)]
    nights = [day_bounds(each.day)[1] + SETTLED_FOR for each in kept]
    assert [each.made_at for each in kept] == [each.delivered_at for each in kept] == nights
    assert all(each.receipt for each in kept)
    numbers = SafeFile.objects.order_by("made_at", "number").values_list("number", flat=True)
    assert list(numbers) == list(range(len(numbers))), "numbered in the order of their nights"
    again = rebuild_files(into=Nowhere(), profile=settings.OPERATOR_PROFILE.files, now=timezone.now())
    assert (again.days, again.changed) == (3, ()), "the same bytes once more, after everything else was written"


class Nowhere:
    """A safe that keeps nothing."""

    def deliver(self, name: str, content: bytes) -> Receipt:
        """Say that it is there."""
        return Receipt(name, "", len(content))


def test_a_past_without_a_safe_has_no_files(db: None, settings: Any) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": ""}
    assert regulator_files.make_last([date(2026, 3, 10)], now=datetime(2026, 3, 12, tzinfo=UTC)) == ()
    assert not SafePackage.objects.exists()


def test_a_day_that_the_gate_refuses_is_left_out(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> None:
        raise FilesRejected(FilesRejection.SUMS_DIFFER)

    monkeypatch.setattr(regulator_files, "make_files", refuse)
    assert regulator_files.make_last([date(2026, 3, 10)], now=datetime(2026, 3, 12, tzinfo=UTC)) == ()


def test_a_safe_that_has_another_houses_files_keeps_no_past_from_being_written(
    db: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SABOT_SAFE_FOLDER", str(tmp_path))
    (tmp_path / "PACK_20260310_000.zip.p7m").write_bytes(b"another house")
    now = datetime(2026, 3, 11, 12, tzinfo=UTC)
    assert regulator_files.make_last([date(2026, 3, 10)], now=now) == (date(2026, 3, 10),)
    assert SafePackage.objects.get().delivered_at is None


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
