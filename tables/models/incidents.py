"""Incidents, their causes, and how they were put right (PT-R18, H9)."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.models.play import Table


class IncidentKind(models.TextChoices):
    """The kind of trouble; all but the last are found by the house itself."""

    STUCK_ROUND = "stuck-round"
    VOID_ROUND = "void-round"
    SHOE_UNFIT = "shoe-unfit"
    CARDS_DIFFER = "cards-differ"
    OVER_RISK = "over-risk"
    LEDGER = "ledger"
    ADAPTER_SILENT = "adapter-silent"
    OTHER = "other"


class Incident(models.Model):
    """One trouble, open until a member of staff states its cause and its solution."""

    key = models.UUIDField(unique=True)
    kind = models.CharField(max_length=20, choices=IncidentKind.choices)
    table = models.ForeignKey(Table, null=True, on_delete=models.PROTECT, related_name="incidents")
    subject = models.CharField(max_length=80, blank=True, default="")
    """The round, where there is one."""
    facts = models.JSONField(default=dict)
    opened_at = models.DateTimeField()
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    """Null: the house itself."""
    told_at = models.DateTimeField(null=True)
    """When the regulator was told (GL-40)."""
    told_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    cause = models.TextField(blank=True, default="")
    solution = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=IncidentKind.values), name="incident_kind_known"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | (Q(closed_by__isnull=False) & ~Q(cause="") & ~Q(solution="")),
                name="incident_closed_with_cause",
            ),
            models.CheckConstraint(
                condition=Q(told_at__isnull=True) | Q(told_by__isnull=False), name="incident_told_by_somebody"
            ),
        ]
        indexes = [
            models.Index(fields=["-opened_at"], name="incident_latest"),
            models.Index(fields=["opened_at"], condition=Q(closed_at__isnull=True), name="incident_open"),
            models.Index(fields=["kind", "id"], name="incident_by_kind"),
        ]


class IncidentNote(models.Model):
    """A finding about an incident. Only added."""

    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="notes")
    key = models.UUIDField(unique=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(text=""), name="incident_note_says_something")]
