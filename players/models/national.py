"""The regulator's list of excluded persons, as it was last told to the house (PT-30)."""

from django.db import models
from django.db.models import F, Q

from players.models.registration import DocumentKind


class NationalEntry(models.Model):
    """One entry of the national list, whether or not the house knows the person. A removed entry stays, marked."""

    reference = models.TextField(primary_key=True)
    """The list's own name for the entry."""
    tax_number = models.TextField(blank=True, default="")
    document_kind = models.SmallIntegerField(choices=DocumentKind, null=True)
    """Of what kind the document is, and which country issued it: the same number elsewhere is another person's."""
    document_country = models.CharField(max_length=2, blank=True, default="")
    document = models.TextField(blank=True, default="")
    """The number of an identity document, without spaces, in capitals."""
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    received_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(tax_number="") | ~Q(document=""), name="players_national_names_one"),
            models.CheckConstraint(
                condition=Q(document="")
                | Q(removed_at__isnull=False)
                | (Q(document_kind__in=DocumentKind.values) & Q(document_country__regex="^[A-Z]{2}$")),
                name="players_national_document_whose",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")), name="players_national_ends_later"
            ),
        ]
        indexes = [
            models.Index(fields=["tax_number"], condition=~Q(tax_number=""), name="players_national_tax"),
            models.Index(fields=["document"], condition=~Q(document=""), name="players_national_document"),
        ]

    def __str__(self) -> str:
        return self.reference


class NationalPush(models.Model):
    """One push of the list: the same once more changes nothing, an older one no longer counts. Only added."""

    event = models.TextField(primary_key=True)
    """The list's own name for the push."""
    digest = models.TextField()
    """SHA-256 of its body: another content under the same name is refused."""
    reference = models.TextField()
    said_at = models.DateTimeField()
    received_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["reference", "-said_at"], name="players_nationalpush_latest")]

    def __str__(self) -> str:
        return self.event
