"""The line to the regulator: when a part of it failed, and two persons who let play go on (PT-72)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from reporting.models.proposals import ProposalState


class LinePart(models.TextChoices):
    """A part of the line, in the order of the way that play takes."""

    GATEWAY = "gateway"
    """What leads to the regulator's systems."""
    CAPTOR = "captor"
    """What makes the files of each hour."""
    SAFE = "safe"
    """Where each day's package is put."""


class LineOutage(models.Model):
    """A time in which a part failed. Only added; its end, and that play stopped for it, are written once."""

    id = models.BigAutoField(primary_key=True)
    vault = models.CharField(max_length=3)
    part = models.CharField(max_length=8, choices=LinePart.choices)
    begins_at = models.DateTimeField()
    """From when the part counts as failing; the captor from the moment at which an hour's files were due."""
    noticed_at = models.DateTimeField()
    """When the house found it; later than its beginning where the house itself stood still."""
    ends_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    """When play stopped for it, or would have, had it not stood still already."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["vault", "part"], condition=Q(ends_at__isnull=True), name="reporting_lineoutage_one_open"
            ),
            models.CheckConstraint(condition=Q(part__in=LinePart.values), name="reporting_lineoutage_part"),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gte=F("begins_at")), name="reporting_lineoutage_ends"
            ),
        ]
        indexes = [models.Index(fields=["vault", "ends_at"], name="reporting_lineoutage_end")]

    def __str__(self) -> str:
        return f"{self.part} {self.begins_at:%Y-%m-%dT%H:%MZ}"


class LineOpening(models.Model):
    """A proposal to a second person: to open play again that stopped because the line failed (PT-72)."""

    id = models.BigAutoField(primary_key=True)
    stop_id = models.BigIntegerField()
    key = models.UUIDField(unique=True)
    state = models.CharField(max_length=8, default="proposed")
    """A `ProposalState`."""
    reason = models.CharField(max_length=300)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stop_id"], condition=Q(state="proposed"), name="reporting_lineopening_one_waits"
            ),
            models.CheckConstraint(condition=Q(state__in=ProposalState.values), name="reporting_lineopening_state"),
            models.CheckConstraint(condition=~Q(reason=""), name="reporting_lineopening_reason"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="reporting_lineopening_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")),
                name="reporting_lineopening_two_persons",
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(rejection=""), name="reporting_lineopening_rejection"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.state} {self.proposed_at:%Y-%m-%dT%H:%MZ}"
