"""Obligations of the house with a deadline: written with their cause, done later by a system or a person."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class ObligationKind(StrEnum):
    """The kind of an obligation."""

    NOTIFY_EXCLUSION = "notify-exclusion"
    """Tell the regulator of an exclusion (PT-29)."""
    NOTIFY_REVOCATION = "notify-revocation"
    """Tell the regulator that an exclusion ends, or ended, early (PT-29)."""
    PAY_OUT = "pay-out"
    """Send the balance of an account closed by an exclusion without end to its player (PT-28)."""


class Obligation(models.Model):
    """One thing owed; `subject` names what caused it, and together with the kind is written once."""

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="obligations")
    subject = models.TextField()
    facts = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="obligations_done")
    """Empty when a system did it."""
    note = models.TextField(blank=True, default="")
    """The result: the receipt's reference, or a person's note."""

    class Meta:
        db_table = "players_duty"
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="players_duty_once"),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in ObligationKind)), name="players_duty_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, done_by__isnull=True) | (Q(done_at__isnull=False) & ~Q(note="")),
                name="players_duty_done_with_note",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(done_at__isnull=True), name="players_duty_open"),
            models.Index(fields=["person", "-id"], name="players_duty_person"),
            models.Index(fields=["-done_at"], condition=Q(done_at__isnull=False), name="players_duty_done"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.due_at:%Y-%m-%d %H:%M}"
