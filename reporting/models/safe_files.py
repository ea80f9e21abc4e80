"""The files made for the regulator's safe: numbers, moments, digests, corrections; and what the safe said (PT-61)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from reporting.models.proposals import ProposalState


class SafeFile(models.Model):
    """A file that was made: its number and its moment stand in it, so made again it is the same. Only added."""

    id = models.BigAutoField(primary_key=True)
    vault = models.CharField(max_length=3)
    name = models.CharField(max_length=40)
    correction = models.IntegerField(default=0)
    """The correction of its day that made it; 0 for the first making. A later one makes the same name again."""
    number = models.BigIntegerField()
    """Counts the files of the safe from 0, without a gap and for ever; the file has it modulo 32,767."""
    day = models.DateField()
    made_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vault", "name", "correction"], name="reporting_safefile_name_once"),
            models.UniqueConstraint(fields=["vault", "number"], name="reporting_safefile_number_once"),
            models.CheckConstraint(condition=Q(number__gte=0, correction__gte=0), name="reporting_safefile_counts"),
            models.CheckConstraint(condition=Q(sha256__regex="^[0-9a-f]{64}$"), name="reporting_safefile_digest"),
        ]
        indexes = [models.Index(fields=["day"], name="reporting_safefile_day")]

    def __str__(self) -> str:
        return self.name


class SafePackage(models.Model):
    """A day's package, or that of a correction of the day. What the safe says of it is added once."""

    id = models.BigAutoField(primary_key=True)
    vault = models.CharField(max_length=3)
    name = models.CharField(max_length=40)
    correction = models.IntegerField(default=0)
    """The correction of its day; 0 for the first package."""
    carried = models.JSONField(default=list)
    """Of a correction's package: the numbers of files that stand, were made before it, and that no package brought."""
    day = models.DateField()
    made_at = models.DateTimeField()
    sha256 = models.CharField(max_length=64)
    size = models.BigIntegerField()
    sums = models.JSONField(null=True)
    """The day's play by its files, in cents, as `DayBook` names it; empty for a package made before sums were kept."""
    delivered_at = models.DateTimeField(null=True)
    receipt = models.JSONField(null=True)
    """The safe's word: name, digest, length."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["vault", "name", "correction"], name="reporting_safepackage_name_once"),
            models.CheckConstraint(condition=Q(correction__gte=0), name="reporting_safepackage_counts"),
            models.CheckConstraint(condition=Q(sha256__regex="^[0-9a-f]{64}$"), name="reporting_safepackage_digest"),
            models.CheckConstraint(
                condition=Q(delivered_at__isnull=True, receipt__isnull=True)
                | Q(delivered_at__isnull=False, receipt__isnull=False),
                name="reporting_safepackage_delivered_whole",
            ),
        ]
        indexes = [models.Index(fields=["day"], name="reporting_safepackage_day")]

    def __str__(self) -> str:
        return self.name


class SafeParcel(models.Model):
    """A package signed and encrypted, until the safe has it: encrypted again it would be other bytes (PT-71)."""

    id = models.BigAutoField(primary_key=True)
    package = models.OneToOneField(SafePackage, on_delete=models.PROTECT, related_name="parcel")
    name = models.CharField(max_length=48)
    content = models.BinaryField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class SafeMark(models.Model):
    """The last try to bring a day's files into the safe. No evidence: a note, by which the next try knows of it."""

    id = models.BigAutoField(primary_key=True)
    vault = models.CharField(max_length=3)
    day = models.DateField()
    correction = models.IntegerField(default=0)
    """The correction that was to be brought; 0 for the first package."""
    tried_at = models.DateTimeField()
    trouble = models.CharField(max_length=20, blank=True, default="")
    """What kept the day from the safe, by code; empty where nothing did."""
    told = models.JSONField(default=list)
    """Each fault in a line."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["vault", "day", "correction"], name="reporting_safemark_once")]

    def __str__(self) -> str:
        return f"{self.vault} {self.day}"


class SafeCorrection(models.Model):
    """A proposal to a second person: to make the files of a day anew whose facts make others now (W06 to W08)."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    vault = models.CharField(max_length=3)
    day = models.DateField()
    number = models.IntegerField()
    """Which correction of the day it is, from 1; a proposal that was rejected leaves its number to the next."""
    reason = models.CharField(max_length=300)
    changes = models.JSONField()
    """What both persons saw: of each file that differs its `name`, the `old` SHA-256, and the `new` one that it would
    have with the number and moment that it has."""
    state = models.TextField(choices=ProposalState.choices, default=ProposalState.PROPOSED)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["vault", "day"], condition=Q(state="proposed"), name="reporting_safecorrection_one_waits"
            ),
            models.UniqueConstraint(
                fields=["vault", "day", "number"],
                condition=Q(state="approved"),
                name="reporting_safecorrection_number_once",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="reporting_safecorrection_counts"),
            models.CheckConstraint(condition=Q(state__in=ProposalState.values), name="reporting_safecorrection_state"),
            models.CheckConstraint(condition=~Q(reason=""), name="reporting_safecorrection_reason"),
            models.CheckConstraint(condition=~Q(changes=[]), name="reporting_safecorrection_changes"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="reporting_safecorrection_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")),
                name="reporting_safecorrection_two_persons",
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(rejection=""), name="reporting_safecorrection_rejection"
            ),
        ]
        indexes = [models.Index(fields=["vault", "day"], name="reporting_safecorrection_day")]

    def __str__(self) -> str:
        return f"{self.vault} {self.day} {self.number}"


class HourMark(models.Model):
    """An hour whose files the house makes by itself (W01). No evidence: a note, by which the next try knows of it.

    The oldest one of a safe is the hour before the house began: it has no files of its own.
    """

    id = models.BigAutoField(primary_key=True)
    vault = models.CharField(max_length=3)
    starts_at = models.DateTimeField()
    horizon = models.BigIntegerField()
    """The number of the looking transaction: once all before it are over, no row of the hour comes any more."""
    looked_at = models.DateTimeField()
    tried_at = models.DateTimeField(null=True)
    made_at = models.DateTimeField(null=True)
    trouble = models.CharField(max_length=20, blank=True, default="")
    """What kept the hour's files from being made at the last try, by code; empty where nothing did."""
    told = models.JSONField(default=list)
    """Each fault in a line."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["vault", "starts_at"], name="reporting_hourmark_once")]
        indexes = [
            models.Index(fields=["vault", "made_at"], name="reporting_hourmark_made"),
            models.Index(
                fields=["vault", "starts_at"], condition=Q(made_at__isnull=True), name="reporting_hourmark_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.vault} {self.starts_at:%Y-%m-%dT%H:%MZ}"
