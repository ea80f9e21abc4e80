"""Noting that a host's clock left the database's, or came back to it: a significant event (GL-17)."""

from datetime import datetime, timedelta

from tables.models import ClockChange


def note_clock(*, dealer: str, ahead: timedelta, agrees: bool, now: datetime) -> None:
    """Write that this dealer's clock, `ahead` of the database's, went beyond the limit or came back within it."""
    ClockChange.objects.create(dealer=dealer, at=now, ahead_ms=round(ahead / timedelta(milliseconds=1)), agrees=agrees)
