"""What reads cards at a croupier's table beside the console: scanners with a token, and a second reader's opinions."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tables.models.paper import CardEvent
from tables.models.play import Table

PERSON = settings.AUTH_USER_MODEL


class Scanner(models.Model):
    """A device that reads cards at one table, and the token that it shows. Revoked, it opens nothing more."""

    key = models.UUIDField(unique=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="scanners", db_index=False)
    name = models.CharField(max_length=40)
    """What staff call it; the readings of its cards bear the name."""
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, in hexadecimal digits; the token itself is kept nowhere."""
    reason = models.CharField(max_length=300)
    issued_by = models.ForeignKey(PERSON, on_delete=models.PROTECT, related_name="+")
    issued_at = models.DateTimeField()
    revoked_by = models.ForeignKey(PERSON, null=True, on_delete=models.PROTECT, related_name="+")
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "name"], condition=Q(revoked_at__isnull=True), name="one_scanner_of_a_name"
            ),
            models.CheckConstraint(condition=Q(digest__regex=r"^[0-9a-f]{64}$"), name="scanner_digest_whole"),
            models.CheckConstraint(condition=~Q(name=""), name="scanner_has_a_name"),
            models.CheckConstraint(condition=~Q(reason=""), name="scanner_has_a_reason"),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | Q(revoked_at__isnull=False, revoked_at__gte=F("issued_at"), revoked_by__isnull=False),
                name="scanner_revoked_whole",
            ),
        ]
        indexes = [models.Index(fields=["table", "-issued_at"], name="scanner_of_table")]


class Opinion(models.TextChoices):
    """What a second reader says of a card that was read."""

    AGREES = "agrees"
    DIFFERS = "differs"
    """It saw another card there: the table stops."""
    UNSURE = "unsure"
    """It saw none well enough, or gave no answer."""


class SecondReading(models.Model):
    """A second reader's opinion of one card. Only added, once for each card."""

    event = models.OneToOneField(CardEvent, on_delete=models.PROTECT, related_name="second_reading")
    opinion = models.CharField(max_length=7, choices=Opinion.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(opinion__in=Opinion.values), name="second_reading_opinion_known"),
        ]
