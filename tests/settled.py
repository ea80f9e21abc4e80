"""A test's own transaction is under way all along, so that no day would be settled: here it counts as over.

With `seal_days` every day that is over is reported and sealed, and the log is signed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from django.utils import timezone

from reporting.operations import horizon, log, make_due_reports
from reporting.operations.sealed_days import SealTry, seal_due


@contextmanager
def days_settle(*, over: bool = True) -> Iterator[None]:
    """Every transaction that had begun at the end of a day or an hour counts as over, or as still under way."""
    said = str(over).lower()
    hours = f"SELECT {said} FROM reporting_hourmark WHERE vault = %s AND starts_at = %s"
    with (
        mock.patch.object(horizon, "_PASSED", f"SELECT {said} FROM reporting_sealmark WHERE day = %s"),
        mock.patch.object(horizon, "_HOUR_PASSED", hours),
    ):
        yield


def seal_days() -> tuple[SealTry, ...]:
    """Make the reports that are due, seal their days, and sign the log; what became of each day."""
    now = timezone.now()
    make_due_reports(now=now)
    with days_settle():
        tried = seal_due(now=now)
    log.keep_log(now=now)
    return tried
