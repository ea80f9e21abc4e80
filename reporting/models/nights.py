"""The findings of the nightly look at old days. Private to this app."""

from django.db import models
from django.db.models import Q

from reporting.models.days import SealedDay


class NightKind(models.TextChoices):
    """What is looked at in a night."""

    ROWS = "rows"
    """A sealed day beside the rows of today."""
    ARCHIVE = "archive"
    """An archived day, fetched back and verified as a stranger would."""


class NightCheck(models.Model):
    """One look at a day that chance named. Only added."""

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField(choices=NightKind.choices)
    sealed = models.ForeignKey(SealedDay, on_delete=models.PROTECT, related_name="nights")
    at = models.DateTimeField()
    count = models.BigIntegerField()
    """How many differences were found: 0 for a day that holds."""
    told = models.JSONField(default=list)
    """The first of them, a line each: files, lines, keys and codes."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=NightKind.values), name="reporting_night_kind"),
            models.CheckConstraint(condition=Q(count__gte=0), name="reporting_night_counts"),
        ]
        indexes = [models.Index(fields=["kind", "-at"], name="reporting_night_latest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"
