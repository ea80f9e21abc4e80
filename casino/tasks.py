"""Celery's edge of the house itself: the signs of life of worker and beat."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from casino import heartbeats


@shared_task(expires=30)
def beat(**_: Any) -> None:
    """Run by the worker because beat sent it: both live."""
    now = timezone.now()
    heartbeats.beat("worker", now=now)
    heartbeats.beat("beat", now=now)
