"""Records of extracts by criteria of one's own: proposals to a second person. Private to this app."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from reporting.models.reports import ReportRun


class ExtractState(models.TextChoices):
    """Where an extract stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    """By the person who proposed it."""


class Extract(models.Model):
    """A report of the catalogue by criteria of one's own, made once a second person agrees (PT-73). Decided once."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    """The caller's own name for it, and its report's."""
    name = models.TextField()
    """The report of the catalogue that it is cut from."""
    title = models.CharField(max_length=120)
    filter = models.JSONField()
    """As a request of that report keeps it, with `conditions` and `columns` beside it."""
    until = models.DateTimeField()
    reveal = models.BooleanField()
    """Whether personal data are shown; the reason says why."""
    reason = models.CharField(max_length=300)
    counted = models.BigIntegerField(null=True)
    """Rows when it was proposed; None where counting took too long."""
    state = models.CharField(max_length=9, choices=ExtractState.choices, default=ExtractState.PROPOSED)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="")
    run = models.OneToOneField(ReportRun, null=True, on_delete=models.PROTECT, related_name="extract")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(state__in=ExtractState.values), name="reporting_extract_state"),
            models.CheckConstraint(condition=~Q(reason="") & ~Q(title=""), name="reporting_extract_reason"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="reporting_extract_decided",
            ),
            models.CheckConstraint(
                condition=Q(state="proposed")
                | (Q(state="withdrawn", decided_by__isnull=False) & Q(decided_by=F("proposed_by")))
                | (Q(state__in=["approved", "rejected"], decided_by__isnull=False) & ~Q(decided_by=F("proposed_by"))),
                name="reporting_extract_two_persons",
            ),
            models.CheckConstraint(
                condition=Q(state="approved", run__isnull=False) | (~Q(state="approved") & Q(run__isnull=True)),
                name="reporting_extract_run",
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(rejection=""), name="reporting_extract_rejection"
            ),
        ]
        indexes = [
            models.Index(fields=["-proposed_at"], name="reporting_extract_latest"),
            models.Index(fields=["id"], condition=Q(state="proposed"), name="reporting_extract_waiting"),
        ]
