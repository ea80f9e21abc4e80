"""Spans in which a person may neither bet nor deposit."""

from datetime import datetime
from enum import StrEnum

from django.db import models
from django.db.models import F, Q

from players.models.persons import Person


class ExclusionKind(StrEnum):
    """How long an exclusion was asked for (PT-25)."""

    SHORT = "short"
    FIXED = "fixed"
    INDEFINITE = "indefinite"


class ExclusionSource(StrEnum):
    """The side that asked for an exclusion."""

    SELF = "self"
    OPERATOR = "operator"
    NATIONAL = "national"


class Exclusion(models.Model):
    """A span in which a person may neither bet nor deposit. A new wish is a new row; only its end is written later."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.TextField()
    source = models.TextField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    notice_at = models.DateTimeField(null=True)
    """When the person gave notice of ending it (PT-26)."""
    revoked_at = models.DateTimeField(null=True)
    """When the exclusion was revoked, by whom (empty: the national list) and why."""
    revoked_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="exclusions_revoked")
    revoke_reason = models.TextField(blank=True, default="")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="exclusions_ordered")
    """The member of staff who ordered an operator's exclusion, and why."""
    reason = models.TextField(blank=True, default="")
    motive = models.CharField(max_length=500, blank=True, default="", db_default="")
    """Why the person wished it, in the person's own words; empty where they said nothing, which is free to them."""
    key = models.UUIDField(null=True)
    """The caller's own name for this wish: a repeat gets the first answer."""
    person_key = models.TextField(editable=False, default="")
    """The ledger's name of the person, written by the database, which refuses stakes and deposits by it (F7)."""
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in ExclusionKind)), name="players_exclusion_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(source__in=sorted(source.value for source in ExclusionSource)),
                name="players_exclusion_source_known",
            ),
            models.CheckConstraint(
                condition=Q(ends_at__isnull=True) | Q(ends_at__gt=F("starts_at")), name="players_exclusion_ends_later"
            ),
            models.CheckConstraint(
                condition=Q(kind=ExclusionKind.INDEFINITE.value) | Q(ends_at__isnull=False),
                name="players_exclusion_end_known",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True)
                | (Q(revoked_at__isnull=False) & ~Q(revoke_reason="")),
                name="players_exclusion_revoked_for_a_reason",
            ),
            models.UniqueConstraint(fields=["person", "key"], name="players_exclusion_key_once"),
            models.CheckConstraint(condition=~Q(person_key=""), name="players_exclusion_person_key"),
        ]
        indexes = [
            models.Index(fields=["person", "starts_at"], name="players_exclusion_person"),
            models.Index(fields=["person_key"], name="players_exclusion_ledger"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.starts_at:%Y-%m-%d}"

    @property
    def until(self) -> datetime | None:
        """When it ends as it stands, by its term or because it was taken back."""
        return min((end for end in (self.ends_at, self.revoked_at) if end is not None), default=None)

    def is_in_force(self, instant: datetime) -> bool:
        """Whether it bars play at `instant`; the end itself is free again."""
        return self.starts_at <= instant and (self.until is None or instant < self.until)
