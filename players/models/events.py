"""The event spine: what was done and what became known, in the transaction of what it tells (ADR 0180)."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q


class Event(models.Model):
    """One act or fact. No keys to other tables: an event outlives and never hinders what it tells of. Only added.

    The database gives `id`, `act` and `era`, whatever is handed to it.
    """

    id = models.BigAutoField(primary_key=True)
    act = models.BigIntegerField(default=0)
    """The transaction: the audit trail's entries of it have the same number."""
    era = models.IntegerField(default=0)
    """Grows when the house goes on from a copy on another server, whose transactions count anew."""
    at = models.DateTimeField()
    """The operation's own moment; the audit trail has the database's."""
    name = models.TextField()
    by = models.BigIntegerField(null=True)
    """The person who was signed in; empty for the house itself."""
    person_id = models.BigIntegerField(null=True)
    """Whom it is about."""
    table_id = models.BigIntegerField(null=True)
    round_code = models.TextField(default="")
    subject = models.TextField()
    """The kind of thing that it is about."""
    subject_key = models.TextField(default="")
    """By which name the house and its pages know that thing."""
    facts = models.JSONField(default=dict)
    why = models.TextField(default="")
    """What its author wrote as the reason, where that is about a person: for the house's own pages alone."""

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(name="") & ~Q(subject=""), name="players_event_named")]
        indexes = [
            models.Index(fields=["era", "act", "id"], name="players_event_committed"),
            models.Index(fields=["by", "id"], name="players_event_by"),
            models.Index(fields=["person_id", "id"], name="players_event_person", condition=Q(person_id__isnull=False)),
            models.Index(fields=["table_id", "id"], name="players_event_table", condition=Q(table_id__isnull=False)),
            models.Index(fields=["round_code", "id"], name="players_event_round", condition=~Q(round_code="")),
            models.Index(fields=["subject", "subject_key", "id"], name="players_event_subject"),
            models.Index(fields=["name", "id"], name="players_event_name"),
            BrinIndex(fields=["at"], name="players_event_day", autosummarize=True, pages_per_range=32),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.name} {self.subject_key}"
