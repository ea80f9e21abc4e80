"""Sealed days: their seals, what persons were committed to, two persons' word for a faulty day. Private."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from reporting.models.log import LogLeaf
from reporting.models.proposals import ProposalState
from reporting.models.safe_files import SafePackage


class SealMark(models.Model):
    """How far the sealing of a day has come. No evidence: a note, from which a killed process goes on."""

    day = models.DateField(primary_key=True)
    horizon = models.BigIntegerField()
    """The first transaction that had not begun when the day was looked at, after its end."""
    looked_at = models.DateTimeField()
    sealed_at = models.DateTimeField(null=True)
    """Once every earlier transaction was over: the moment that the manifest says. Going on keeps it."""
    faults = models.JSONField(default=list)
    """What keeps the day from being sealed, by code."""
    tried_at = models.DateTimeField(null=True)


class SealedDay(models.Model):
    """A revision of a day as it was sealed. Only added."""

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    revision = models.IntegerField()
    manifest = models.TextField()
    """Canonical, as it lies in the folder."""
    sha256 = models.CharField(max_length=64)
    rows = models.BigIntegerField()
    size = models.BigIntegerField()
    """Bytes of all files."""
    sealed_at = models.DateTimeField()
    faults = models.JSONField(default=list)
    """The codes of the faults that two persons sealed it with; empty for a day that holds."""
    leaf = models.OneToOneField(LogLeaf, on_delete=models.PROTECT, related_name="+")
    package = models.ForeignKey(SafePackage, null=True, on_delete=models.PROTECT, related_name="+")
    """The package of the regulator's files that the day names; null where none was made before its seal."""
    no_files = models.CharField(max_length=100, blank=True, default="")
    """Why there was none, as the day says it; empty where there was one, and of days sealed before it was kept."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "revision"], name="reporting_sealed_once"),
            models.CheckConstraint(
                condition=Q(revision__gte=1, rows__gte=0, size__gte=0), name="reporting_sealed_counts"
            ),
        ]


class DayStamp(models.Model):
    """A time stamp of a sealed day by an authority outside the house (RFC 3161). Only added."""

    id = models.BigAutoField(primary_key=True)
    sealed = models.OneToOneField(SealedDay, on_delete=models.PROTECT, related_name="stamp")
    note = models.TextField()
    """The checkpoint whose text is stamped, as it was published."""
    token = models.BinaryField()
    """The authority's answer, DER."""
    stamped_at = models.DateTimeField()
    """The moment in it."""
    asked_at = models.DateTimeField()


class PersonRecord(models.Model):
    """A person's details as a day committed to them; record and salt are erased together after their term (2.7)."""

    id = models.BigAutoField(primary_key=True)
    day = models.DateField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    """When the details were recorded or last changed on that day."""
    salt = models.BinaryField(null=True)
    record = models.TextField(blank=True)
    """Canonical, without line feed."""
    commitment = models.CharField(max_length=64)
    """SHA-256 over 0x04, the salt and the record."""
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["day", "person", "at"], name="reporting_personrecord_once"),
            models.CheckConstraint(
                condition=(Q(salt__isnull=False, erased_at__isnull=True) & ~Q(record=""))
                | Q(salt__isnull=True, erased_at__isnull=False, record=""),
                name="reporting_personrecord_whole",
            ),
        ]


class DaySalt(models.Model):
    """The secret of a day, from which the salts of its acts are made; erased after its term, as records are."""

    day = models.DateField(primary_key=True)
    salt = models.BinaryField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(salt__isnull=False, erased_at__isnull=True) | Q(salt__isnull=True, erased_at__isnull=False),
                name="reporting_daysalt_whole",
            )
        ]


class FaultySeal(models.Model):
    """A proposal to a second person: to seal a day although it does not hold, with its faults named."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    day = models.DateField()
    faults = models.JSONField()
    """The codes that both persons saw; a day with others waits."""
    reason = models.CharField(max_length=300)
    state = models.TextField(choices=ProposalState.choices, default=ProposalState.PROPOSED)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["day"], condition=Q(state="proposed"), name="reporting_faultyseal_one_waits"
            ),
            models.CheckConstraint(condition=Q(state__in=ProposalState.values), name="reporting_faultyseal_state"),
            models.CheckConstraint(condition=~Q(reason=""), name="reporting_faultyseal_reason"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="reporting_faultyseal_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")),
                name="reporting_faultyseal_two_persons",
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(rejection=""), name="reporting_faultyseal_rejection"
            ),
        ]
