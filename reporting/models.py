"""What the reports leave behind: daily reports, proofs, a log of exports. Only added to; private to this app."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class DailyReport(models.Model):
    """A gaming day's report as it was made. A correction is another revision of the same day (PT-55)."""

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    revision = models.IntegerField()
    made_at = models.DateTimeField()
    definition = models.TextField()
    """How its figures were derived (PA-01)."""
    software = models.TextField(default="sabot")
    """What made it (PA-01)."""
    document = models.TextField()
    """The figures as canonical JSON: text, so that its bytes stay the ones that were hashed."""
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "revision"], name="reporting_report_once"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="reporting_report_revision"),
        ]


class LedgerProof(models.Model):
    """One run of the proofs over everything: what was looked at and what did not agree."""

    id = models.BigAutoField(primary_key=True)
    made_at = models.DateTimeField()
    agrees = models.BooleanField()
    accounts = models.BigIntegerField()
    transfers = models.BigIntegerField()
    rounds = models.BigIntegerField()
    differences = models.JSONField(default=list)
    difference_count = models.IntegerField()
    """All of them; `differences` names the first thousand."""

    class Meta:
        indexes = [models.Index(fields=["-made_at"], name="reporting_proof_latest")]


class ExportLog(models.Model):
    """One export: who took what, by which filter, how many rows (I10)."""

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    what = models.TextField()
    format = models.TextField()
    filter = models.JSONField(default=dict)
    rows = models.IntegerField()
    sha256 = models.CharField(max_length=64)
    """Of the bytes that were handed out."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(rows__gte=0), name="reporting_export_rows")]
        indexes = [models.Index(fields=["-at"], name="reporting_export_latest")]
