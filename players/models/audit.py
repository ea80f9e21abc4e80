"""The audit trail: who changed what, from what to what, why and from where. Written by the database itself."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q


class AuditEntry(models.Model):
    """One row changed. No keys to other tables: an entry outlives and never hinders what it tells of. Only added."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    """The database's own clock, at the change."""
    act = models.BigIntegerField()
    """The transaction: entries of one act share it."""
    by = models.BigIntegerField(null=True)
    """The person who was signed in; empty when a process of the house or a person at the database wrote."""
    origin = models.TextField(blank=True, default="")
    """The address of the request; empty as above."""
    login = models.TextField()
    """The database's login and the program behind it: what betrays a change made outside the pages."""
    change = models.TextField()
    subject = models.TextField()
    """The database's table."""
    subject_id = models.TextField()
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    """The whole row when it is new; of a change only the columns that differ. Secrets appear as dots."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(change="insert", before__isnull=True, after__isnull=False)
                | Q(change="update", before__isnull=False, after__isnull=False)
                | Q(change="delete", before__isnull=False, after__isnull=True),
                name="players_audit_change",
            )
        ]
        indexes = [
            models.Index(fields=["subject", "subject_id", "id"], name="players_audit_subject"),
            models.Index(fields=["by", "id"], name="players_audit_by"),
            models.Index(fields=["act", "id"], name="players_audit_act_order"),
            BrinIndex(fields=["at"], name="players_audit_day", autosummarize=True, pages_per_range=32),
        ]

    def __str__(self) -> str:
        return f"{self.change} {self.subject} {self.subject_id}"
