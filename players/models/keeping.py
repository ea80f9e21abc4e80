"""What is kept about people: its classes, what was counted of each, and erasures agreed to by two persons."""

from enum import StrEnum
from typing import Final

from django.db import models
from django.db.models import F, Q

from players.models.persons import Person


class Keeping(StrEnum):
    """A retention class. Every table is in one, or holds nothing about people (`keeping.toml` of each app)."""

    ACCOUNTS = "accounts"
    """Who a player is: registration, its changes, checks and means of payment."""
    ABANDONED = "abandoned"
    """Registrations that were begun and never used."""
    SIGN_INS = "sign-ins"
    DEVICES = "devices"
    EMAILS = "emails"
    SIGNALS = "signals"
    """Signs of harm: data about health in effect."""
    OWN_DATA = "own-data"
    """Requests for the file of everything that is held; the file itself is gone after seven days."""
    COMPLAINTS = "complaints"
    PROTECTION = "protection"
    """Limits, exclusions, bars, the national list, what followed of them."""
    MONEY = "money"
    PLAY = "play"
    CONNECTIONS = "connections"
    TRAIL = "trail"
    """The audit trail and the events."""
    STAFF = "staff"
    """Who works here and what they did and decided."""
    REPORT_FILES = "report-files"
    DAILY_REPORTS = "daily-reports"
    """No data about people: archived."""
    SEALED_DAYS = "sealed-days"
    """What sealed days commit to of people, with its salts, and the days' folders."""
    SWEPT = "swept"
    """What the house forgets by itself within days: requests that are counted, sessions, hints."""


class KeepingStart(StrEnum):
    """From which moment the term of a class runs."""

    ACCOUNT_CLOSED = "account-closed"
    """The later of the closing, the last payment out and the end of the last complaint."""
    REGISTERED = "registered"
    ATTEMPTED = "attempted"
    SIGNED_OUT = "signed-out"
    SENT = "sent"
    ASKED = "asked"
    CASE_CLOSED = "case-closed"
    WRITTEN = "written"
    DAY_OVER = "day-over"


class KeepingEnd(StrEnum):
    """What happens when the term is over."""

    ERASE = "erase"
    """Two persons have the rows erased."""
    ANONYMISE = "anonymise"
    """Two persons have what says who it was erased; the account's row stays under a pseudonym."""
    WORDS = "words"
    """Two persons have words and files erased; the rows stay, so that the numbering has no gap."""
    KEEP = "keep"
    """Chained evidence: not erased before its days are sealed."""
    ARCHIVE = "archive"
    """Delivered to the archive while it also stays here."""
    FORGET = "forget"
    """By the house itself, without anybody's word."""


ERASED_BY: Final = {
    Keeping.ACCOUNTS: KeepingEnd.ANONYMISE,
    Keeping.ABANDONED: KeepingEnd.ANONYMISE,
    Keeping.SIGN_INS: KeepingEnd.ERASE,
    Keeping.DEVICES: KeepingEnd.ERASE,
    Keeping.EMAILS: KeepingEnd.ERASE,
    Keeping.SIGNALS: KeepingEnd.ERASE,
    Keeping.OWN_DATA: KeepingEnd.ERASE,
    Keeping.COMPLAINTS: KeepingEnd.WORDS,
    Keeping.SEALED_DAYS: KeepingEnd.WORDS,
}
"""The classes that two persons may have erased, and how: the database knows no others (`players_erase`)."""
ERASABLE: Final = frozenset(kind.value for kind in ERASED_BY)


class ErasureState(models.TextChoices):
    """Where an erasure stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    """Agreed to by another person: a worker erases."""
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    """By the person who proposed it."""
    DONE = "done"


class Erasure(models.Model):
    """What is past its term up to a moment, erased once a second person agrees (PT-56, GDPR 5). Decided once."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    kind = models.TextField()
    """A retention class, one of `ERASABLE`."""
    before = models.DateTimeField()
    """What began its term before this moment is erased."""
    months = models.IntegerField()
    """The term in months when it was proposed."""
    counted = models.BigIntegerField()
    """Rows, or accounts, when it was proposed."""
    reason = models.CharField(max_length=300)
    state = models.CharField(max_length=9, choices=ErasureState.choices, default=ErasureState.PROPOSED)
    proposed_by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    rejection = models.CharField(max_length=300, blank=True, default="")
    erased = models.BigIntegerField(default=0)
    """So far. Written by the database, in the transaction of each batch."""
    running_in = models.BigIntegerField(null=True, editable=False)
    """The transaction of the last batch, written by the database: in it alone the guards let this erasure pass."""
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=sorted(ERASABLE)), name="players_erasure_kind"),
            models.CheckConstraint(condition=Q(state__in=ErasureState.values), name="players_erasure_state"),
            models.CheckConstraint(
                condition=~Q(reason="") & Q(counted__gte=0, erased__gte=0, months__gt=0),
                name="players_erasure_accounted_for",
            ),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="players_erasure_decided",
            ),
            models.CheckConstraint(
                condition=Q(state="proposed")
                | (Q(state="withdrawn", decided_by__isnull=False) & Q(decided_by=F("proposed_by")))
                | (
                    Q(state__in=["approved", "rejected", "done"], decided_by__isnull=False)
                    & ~Q(decided_by=F("proposed_by"))
                ),
                name="players_erasure_two_persons",
            ),
            models.CheckConstraint(condition=~Q(state="rejected") | ~Q(rejection=""), name="players_erasure_rejection"),
            models.CheckConstraint(
                condition=Q(state="done", done_at__isnull=False) | (~Q(state="done") & Q(done_at__isnull=True)),
                name="players_erasure_done",
            ),
            models.UniqueConstraint(
                fields=["kind"], condition=Q(state__in=["proposed", "approved"]), name="players_erasure_one_open"
            ),
        ]
        indexes = [models.Index(fields=["-proposed_at"], name="players_erasure_latest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class KeepingLook(models.Model):
    """What the house counted of one retention class when it last looked. Made anew by a sweep."""

    kind = models.TextField(primary_key=True)
    looked_at = models.DateTimeField()
    rows = models.BigIntegerField()
    """Of all tables of the class; large tables as the database's own statistics estimate them."""
    oldest = models.DateTimeField(null=True)
    past = models.BigIntegerField()
    """Rows, or accounts, whose term is over."""
    first_since = models.DateTimeField(null=True)
    """When the oldest term began, of the classes that are erased."""

    def __str__(self) -> str:
        return f"{self.kind} {self.looked_at:%Y-%m-%d}"
