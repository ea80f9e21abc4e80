"""Celery's edge of the reports: sweeps over what the database says is due. Safe twice, safe late."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from reporting import operations


@shared_task(expires=55)
def make_due_reports(**_: Any) -> None:
    """Make the reports of the days that are over and have none."""
    operations.make_due_reports(now=timezone.now())


@shared_task(expires=55)
def prepare_requests(**_: Any) -> None:
    """Gather the rows and make the files of every long report that was requested."""
    operations.prepare_due(now=timezone.now())


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
    """Prove the ledger, the rounds and the house, and keep the outcome."""
    operations.record_proof(now=timezone.now())
