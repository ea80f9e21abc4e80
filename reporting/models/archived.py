"""Receipts of what lies in the archive outside. Private to this app."""

from django.db import models
from django.db.models import F, Q

from reporting.models.days import SealedDay
from reporting.models.reports import DailyReport


class InArchive(models.Model):
    """What lies in the archive as one file: delivered once, read back then and again later (PT-56)."""

    id = models.BigAutoField(primary_key=True)
    name = models.TextField(unique=True)
    """By which the archive knows it."""
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    """Bytes."""
    receipt = models.TextField()
    stored_at = models.DateTimeField()
    verified_at = models.DateTimeField()
    """When it was last read back and was the same."""
    failed_at = models.DateTimeField(null=True)
    """Since when the archive gives back something else, or nothing."""

    class Meta:
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=Q(sha256__regex="^[0-9a-f]{64}$") & Q(size__gt=0) & ~Q(receipt="") & ~Q(name=""),
                name="%(app_label)s_%(class)s_whole",
            ),
            models.CheckConstraint(
                condition=Q(verified_at__gte=F("stored_at")), name="%(app_label)s_%(class)s_verified"
            ),
        ]
        indexes = [models.Index(fields=["verified_at"], name="%(app_label)s_%(class)s_oldest")]

    def __str__(self) -> str:
        return self.name


class Archived(InArchive):
    """A revision of a day's report in the archive."""

    report = models.OneToOneField(DailyReport, on_delete=models.PROTECT, related_name="archived")


class ArchivedDay(InArchive):
    """A sealed day's folder in the archive."""

    sealed = models.OneToOneField(SealedDay, on_delete=models.PROTECT, related_name="archived")
    removed_at = models.DateTimeField(null=True)
    """When it was taken out of the archive, after two persons had the day erased; the receipt stays."""
