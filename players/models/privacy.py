"""Requests about personal data, and accounts that are closed."""

from enum import StrEnum

from django.db import models
from django.db.models import F, Q

from players.models.exclusions import Exclusion
from players.models.persons import Person


class ExportState(StrEnum):
    """The state of a file of a person's data."""

    ASKED = "asked"
    MAKING = "making"
    READY = "ready"
    FAILED = "failed"
    GONE = "gone"
    """Its days are over and the file is removed; the row stays."""


class Correctable(StrEnum):
    """The data that a person may ask to have corrected."""

    FULL_NAME = "full-name"
    BIRTH_DATE = "birth-date"
    NATIONALITY = "nationality"
    PROFESSION = "profession"
    OCCUPATION = "occupation"
    ADDRESS = "address"
    POSTAL_CODE = "postal-code"
    DISTRICT = "district"
    COUNTRY = "country"
    PHONE = "phone"
    DOCUMENT = "document"
    NIF = "nif"
    OTHER = "other"


class RectificationState(StrEnum):
    """Where a request stands."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class ClosureCause(StrEnum):
    """Why an account was closed."""

    ASKED = "asked"
    DEATH = "death"
    EXCLUSION = "exclusion"
    """The person asked to be excluded without an end (PT-28); leaves a way back."""
    STAFF = "staff"
    """The person works here (PT-16); leaves a way back for when that is over."""


class DataExport(models.Model):
    """One file with everything that is held about a person; while it is ready it lies in its `DataExportPart`s."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="data_exports")
    code = models.UUIDField(unique=True)
    """The key of the request, and the file's name in its address."""
    state = models.TextField(default=ExportState.ASKED.value)
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    tries = models.IntegerField(default=0)
    done = models.IntegerField(default=0)
    parts = models.IntegerField(default=0)
    made_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True)
    size = models.BigIntegerField(null=True)
    sha256 = models.TextField(blank=True, default="")
    fetched_at = models.DateTimeField(null=True)
    fetches = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=sorted(state.value for state in ExportState)), name="players_dataexport_state"
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=Q(state__in=[ExportState.ASKED.value, ExportState.MAKING.value]),
                name="players_dataexport_one_waits",
            ),
            models.CheckConstraint(
                condition=~Q(state=ExportState.READY.value)
                | Q(
                    made_at__isnull=False,
                    expires_at__isnull=False,
                    size__isnull=False,
                    size__gt=0,
                    sha256__regex="^[0-9a-f]{64}$",
                ),
                name="players_dataexport_ready_is_whole",
            ),
            models.CheckConstraint(condition=Q(done__gte=0, fetches__gte=0), name="players_dataexport_counts"),
        ]
        indexes = [models.Index(fields=["person", "-id"], name="players_dataexport_person")]

    def __str__(self) -> str:
        return f"{self.state} {self.asked_at:%Y-%m-%d}"


class DataExportPart(models.Model):
    """A piece of such a file, in a row: any machine gives out what another one made. Gone when its days are over."""

    id = models.BigAutoField(primary_key=True)
    export = models.ForeignKey(DataExport, on_delete=models.PROTECT, related_name="pieces", db_index=False)
    number = models.IntegerField()
    """From 1."""
    content = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="players_dataexportpart_once")]


class RectificationRequest(models.Model):
    """A wish to have something corrected, and what compliance decided."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="rectification_requests")
    key = models.UUIDField()
    field = models.TextField()
    wanted = models.CharField(max_length=300)
    why = models.CharField(max_length=1000)
    state = models.TextField(default=RectificationState.OPEN.value)
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="rectifications_decided")
    decision_reason = models.CharField(max_length=1000, blank=True, default="")

    class Meta:
        db_table = "players_correctionrequest"  # the name that the audit trail has
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="players_correction_once"),
            models.CheckConstraint(
                condition=Q(field__in=sorted(field.value for field in Correctable)), name="players_correction_field"
            ),
            models.CheckConstraint(
                condition=Q(state=RectificationState.OPEN.value, decided_at__isnull=True, decided_by__isnull=True)
                | (
                    Q(state__in=[RectificationState.ACCEPTED.value, RectificationState.REJECTED.value])
                    & Q(decided_at__isnull=False, decided_by__isnull=False)
                    & ~Q(decision_reason="")
                ),
                name="players_correction_decided_whole",
            ),
            models.CheckConstraint(condition=~Q(wanted="") & ~Q(why=""), name="players_correction_says_what"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="open"), name="players_correction_open"),
            models.Index(fields=["-decided_at", "-id"], condition=~Q(state="open"), name="players_correction_decided"),
            models.Index(fields=["person", "-id"], name="players_correction_person"),
        ]

    def __str__(self) -> str:
        return f"{self.field} {self.state}"


class AccountClosure(models.Model):
    """The closing of an account: its cause, its author and the balance then. Reopening is all that is added later.

    A death is told of a closed account too: by a row of its own, the last.
    """

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="closures")
    key = models.UUIDField(unique=True)
    cause = models.TextField()
    reason = models.CharField(max_length=1000, blank=True, default="")
    closed_at = models.DateTimeField()
    closed_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="closures_made")
    """Empty when the person closed it, or is one of the first members of staff."""
    balance = models.BigIntegerField()
    """In cents, when it was closed; bets in play are settled into it afterwards."""
    exclusion = models.OneToOneField(Exclusion, on_delete=models.PROTECT, null=True, related_name="closure")
    """The exclusion without end that closed it."""
    reopened_at = models.DateTimeField(null=True)
    """When its holder opened it again, once no exclusion stood any more."""
    reopened_terms = models.IntegerField(null=True)
    """The version of the terms that the holder accepted then."""
    reopened_from = models.CharField(max_length=45, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(cause__in=sorted(cause.value for cause in ClosureCause)), name="players_closure_cause"
            ),
            models.CheckConstraint(
                condition=Q(cause__in=[ClosureCause.ASKED.value, ClosureCause.EXCLUSION.value], closed_by__isnull=True)
                | (Q(cause__in=[ClosureCause.DEATH.value, ClosureCause.STAFF.value]) & ~Q(reason=""))
                & (Q(cause=ClosureCause.STAFF.value) | Q(closed_by__isnull=False)),
                name="players_closure_accounted_for",
            ),
            models.CheckConstraint(condition=Q(balance__gte=0), name="players_closure_balance"),
            models.CheckConstraint(
                condition=Q(cause=ClosureCause.EXCLUSION.value, exclusion__isnull=False)
                | (~Q(cause=ClosureCause.EXCLUSION.value) & Q(exclusion__isnull=True)),
                name="players_closure_names_exclusion",
            ),
            models.CheckConstraint(
                condition=Q(reopened_at__isnull=True, reopened_terms__isnull=True)
                | Q(
                    cause__in=[ClosureCause.EXCLUSION.value, ClosureCause.STAFF.value],
                    reopened_at__isnull=False,
                    reopened_at__gt=F("closed_at"),
                    reopened_terms__isnull=False,
                ),
                name="players_closure_reopened_whole",
            ),
            models.UniqueConstraint(
                fields=["person"],
                condition=~Q(cause=ClosureCause.DEATH.value) & Q(reopened_at__isnull=True),
                name="players_closure_one_stands",
            ),
            models.UniqueConstraint(
                fields=["person"], condition=Q(cause=ClosureCause.DEATH.value), name="players_closure_one_death"
            ),
        ]
        indexes = [models.Index(fields=["person", "-id"], name="players_closure_person")]

    def __str__(self) -> str:
        return f"{self.cause} {self.closed_at:%Y-%m-%d}"
