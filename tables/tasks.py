"""Celery's edge of the tables: sweeps over what the database says is due. Safe twice, safe late."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from tables.operations import court, hours, incidents


@shared_task(expires=15)
def apply_hours(**_: Any) -> None:
    """Open and close the tables whose hours say so."""
    hours.apply_hours(now=timezone.now())


@shared_task(expires=30)
def watch(**_: Any) -> None:
    """Open incidents for what is stuck or was void."""
    incidents.watch(now=timezone.now())


@shared_task(expires=10)
def judge_rounds(**_: Any) -> None:
    """Judge the rounds that finished."""
    court.judge(now=timezone.now())
