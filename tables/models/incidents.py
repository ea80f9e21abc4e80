"""Incidents, their causes, and how they were put right (PT-R18, H9)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

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
    DRIFT = "drift"
    DAY_UNSEALED = "day-unsealed"
    """A day does not hold, or could not be written: it stays without a seal."""
    FILES_LATE = "files-late"
    """A day's files were not in the regulator's safe by 04:00."""
    REGULATOR_LINE = "regulator-line"
    """Hours' files, the safe or the gateway failed so long that play stopped, or the month's minutes run out."""
    LOG_SPLIT = "log-split"
    """A witness has seen another log than this one."""
    SOFTWARE = "software"
    """The running files are not those of the release."""
    OTHER = "other"


class Incident(models.Model):
    """One trouble, open until two members of staff close it, with its cause, its solution and what was learned."""

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
    word = models.TextField(blank=True, default="", db_default="")
    """What the regulator was told."""
    containment = models.TextField(blank=True, default="", db_default="")
    """What was done at once, so that the trouble went no further."""
    revision = models.IntegerField(default=0, db_default=0)
    """Grows with each change of what it says, so that nobody changes or closes what they have not read."""
    proposed_at = models.DateTimeField(null=True)
    """When a person proposed to close it; null while it is worked on."""
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    cause = models.TextField(blank=True, default="")
    solution = models.TextField(blank=True, default="")
    lessons = models.TextField(blank=True, default="")
    """The after-action note: what was learned, and what changes. None is closed without."""
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    """Who carries it; null while it has no owner."""
    severity = models.SmallIntegerField(null=True)
    """1 grave, 2 serious, 3 slight; null: that of its kind (`tables.incident_terms`)."""
    amount = models.BigIntegerField(null=True)
    """The money touched, in cents of euro, as a person stated it; null: as reckoned from what it is about."""
    people = models.IntegerField(null=True)
    """The players touched, likewise."""
    standstill = models.IntegerField(null=True)
    """The seconds for which play stood still, likewise."""

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
            models.CheckConstraint(
                condition=Q(proposed_at__isnull=True, proposed_by__isnull=True)
                | (
                    Q(proposed_at__isnull=False, proposed_by__isnull=False)
                    & ~(Q(cause="") | Q(solution="") | Q(lessons=""))
                ),
                name="incident_end_proposed_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_by__isnull=True) | Q(proposed_by__isnull=True) | ~Q(closed_by=F("proposed_by")),
                name="incident_closed_by_two",
            ),
            models.CheckConstraint(
                condition=Q(severity__isnull=True) | Q(severity__in=[1, 2, 3]), name="incident_severity_known"
            ),
            models.CheckConstraint(
                condition=(Q(amount__isnull=True) | Q(amount__gte=0))
                & (Q(people__isnull=True) | Q(people__gte=0))
                & (Q(standstill__isnull=True) | Q(standstill__gte=0)),
                name="incident_extent_not_negative",
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
