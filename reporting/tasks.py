"""Celery's edge of the reports: sweeps over what the database says is due. Safe twice, safe late."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from reporting import operations
from reporting.operations import log, nights, processes, proof_slices, sealed_days, sending


@shared_task(expires=55)
def make_due_reports(**_: Any) -> None:
    """Make the reports of the days that are over and have none."""
    operations.make_due_reports(now=timezone.now())


@shared_task(expires=55)
def prepare_requests(**_: Any) -> None:
    """Gather the rows and make the files of every long report that was requested."""
    operations.prepare_due(now=timezone.now())


@shared_task(expires=25)
def send_scheduled(**_: Any) -> None:
    """Request the reports that are due by a schedule, and tell their members of those that are ready."""
    sending.send_due(now=timezone.now())


@shared_task(expires=55)
def do_jobs(**_: Any) -> None:
    """Add up days again, make their reports again, prove the ledger: all requests in no worker's hands."""
    operations.do_open_jobs(now=timezone.now())


@shared_task(expires=4)
def extend_chain(**_: Any) -> None:
    """Chain the evidence that was written since."""
    operations.extend_chain(now=timezone.now())


@shared_task(expires=3_500)
def prove_ledger(**_: Any) -> None:
    """Prove the new rows of the ledger, the rounds and the house since the last proof, and keep the outcome."""
    proof_slices.prove_hourly(now=timezone.now())


@shared_task(expires=290)
def prove_slice(**_: Any) -> None:
    """Go on with the whole proof of a large house."""
    proof_slices.prove_slice(now=timezone.now())


@shared_task(expires=14)
def keep_log(**_: Any) -> None:
    """Number the leaves that wait, and sign the log where it is due."""
    log.keep_log(now=timezone.now())


@shared_task(expires=55)
def ask_witnesses(**_: Any) -> None:
    """Show the newest checkpoint to the witnesses that have not signed it."""
    log.ask_witnesses(now=timezone.now())


@shared_task(expires=55)
def seal_days(**_: Any) -> None:
    """Seal the days that are over and hold."""
    sealed_days.seal_due(now=timezone.now())


@shared_task(expires=3_500)
def check_software(**_: Any) -> None:
    """Compare the running files with those of the check before, once a day."""
    log.check_software_daily(now=timezone.now())


@shared_task(expires=1_700)
def compare_a_day(**_: Any) -> None:
    """Compare a sealed day that chance names with the rows, once a night."""
    nights.compare_a_day(now=timezone.now())


@shared_task(expires=290)
def forget_minutes(**_: Any) -> None:
    """Remove what processes measured of themselves more than a day ago."""
    processes.forget(now=timezone.now())
