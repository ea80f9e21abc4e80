"""What each process of the house said of itself, minute by minute, for a day: hints of measurement, no evidence."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class ProcessMinute(models.Model):
    """One process in one minute. Written again every few seconds while the minute runs, and removed a day later."""

    id = models.BigAutoField(primary_key=True)
    minute = models.DateTimeField()
    process = models.CharField(max_length=80)
    """Host, number of the process and a random word; of a dealer the name that its leases have."""
    kind = models.CharField(max_length=6)
    """A `ProcessKind`."""
    host = models.CharField(max_length=30)
    version = models.CharField(max_length=60)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended = models.BooleanField(default=False)
    """It said that it ends; one that fell says nothing any more."""
    figures = models.JSONField()
    """Whole numbers by name (`reporting.queries.processes`); one that is not measured is left out."""
    slips = ArrayField(models.IntegerField())
    """How many slips of the minute fell into each bucket of `kernel.measures.SLIP_SECONDS`; empty for none."""
    steps = ArrayField(models.IntegerField())
    pages = ArrayField(models.IntegerField())

    class Meta:
        constraints = [models.UniqueConstraint(fields=["minute", "process"], name="reporting_processminute_once")]

    def __str__(self) -> str:
        return f"{self.process} {self.minute:%Y-%m-%dT%H:%MZ}"
