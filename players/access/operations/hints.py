"""Hints of changed standing do not stay: they say nothing that other rows do not say."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from players.models import StandingHint

KEPT: Final = timedelta(hours=1)
"""Every process reads them within seconds; one that was away for so long looks at all its viewers in their turn."""


def forget_hints(*, now: datetime) -> int:
    """Remove the hints that every process has read; answers how many. Safe twice, safe late."""
    with transaction.atomic():
        removed, _ = StandingHint.objects.filter(at__lt=now - KEPT).delete()
    return removed
