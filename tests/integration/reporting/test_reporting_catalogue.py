"""Every report of the catalogue over a day played by hand: five formats that say the same, and meet the ledger."""

import uuid
from datetime import timedelta

import pytest

from players.roles import Role
from reporting import operations, queries, runs
from reporting.catalogue import CATALOGUE, Period
from reporting.models import ReportRun
from reporting.operations import Wanted, orders
from reporting.writers import Format
from tests.factories import Floor
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played
from tests.report_files import assert_all_five_agree


@pytest.fixture
def staff(floor: Floor) -> int:
    """A member of compliance, once the day is played and its report made."""
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    return floor.staff(Role.COMPLIANCE).id


def wanted(name: str, **changes: object) -> Wanted:
    days = {"first_day": DAY, "last_day": DAY} if CATALOGUE[name].period is Period.DAYS else {}
    return Wanted(name=name, **{**days, **changes})  # type: ignore[arg-type]  # a table of plain values


def made(asked: Wanted, by: int) -> ReportRun:
    ordered = operations.order(wanted=asked, by=by, key=uuid.uuid4(), now=NEXT)
    assert operations.prepare(run_id=ordered.run_id, now=NEXT, rows_most=orders.AT_ONCE_ROWS)
    return ReportRun.objects.get(pk=ordered.run_id)


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_report_says_the_same_in_five_formats_and_meets_the_ledger(staff: int, name: str) -> None:
    run = made(wanted(name), staff)
    for check in runs.checks_of(CATALOGUE[name], run):
        assert check.difference == 0, check
    files = {format.value: operations.take(key=run.key, format=format, by=staff, now=NEXT).content for format in Format}
    assert_all_five_agree(runs.paper_of(run), files)
    again = operations.take(key=run.key, format=Format.XLSX, by=staff, now=NEXT + timedelta(days=9)).content
    assert again == files["xlsx"], "the same revision is the same bytes"
    logged = queries.exports()[0]
    assert (logged.what, logged.rows, logged.filter["report"]) == (name, run.rows, str(run.key))
