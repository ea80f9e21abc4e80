"""Guests: people who play the demonstration without an account (ADR 0177)."""

from enum import StrEnum

from django.db import models
from django.db.models import F, Q

from players.models.persons import Person


class GuestEnd(StrEnum):
    """Why a guest's demonstration ended."""

    DAY = "day"
    """A day after it began."""
    SESSION = "session"
    """The browser's session is over."""
    LEFT = "left"
    """The guest ended it, or took a break."""


class Guest(models.Model):
    """One guest. It says nothing of who it was: no address, no network, no browser."""

    person = models.OneToOneField(Person, on_delete=models.PROTECT, primary_key=True, related_name="guest")
    key = models.UUIDField(unique=True)
    """The idempotency key of the touch that made it."""
    made_at = models.DateTimeField()
    """Also when the guest said that they are 18."""
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_why = models.TextField(default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ends_at__gt=F("made_at")), name="players_guest_ends_later"),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_why="")
                | Q(ended_at__isnull=False, ended_why__in=sorted(end.value for end in GuestEnd)),
                name="players_guest_ended_whole",
            ),
        ]
        indexes = [
            models.Index(fields=["ends_at"], name="players_guest_present", condition=Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"
