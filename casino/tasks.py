"""Celery's edge of the house itself: signs of life, and letters on their way."""

from typing import Any

from celery import shared_task
from django.utils import timezone

from casino import heartbeats, mail
from players.operations.letters import send_letters as send_waiting_letters


@shared_task(expires=30)
def beat(**_: Any) -> None:
    """Run by the worker because beat sent it: both live."""
    now = timezone.now()
    heartbeats.beat("worker", now=now)
    heartbeats.beat("beat", now=now)


@shared_task(expires=30)
def send_letters(**_: Any) -> None:
    """Post the letters that wait."""
    send_waiting_letters(post=mail.post, now=timezone.now())
