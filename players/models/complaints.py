"""Complaints: the case, what was said, what was attached, what was decided, and everything that happened to it."""

import uuid
from enum import StrEnum

from django.db import models
from django.db.models import F, Q

from players.models.outsiders import Outsider
from players.models.persons import Person

TURNS_MOST = 2
"""A complaint is decided once, and once more if it was reopened."""


class Category(StrEnum):
    """The subject matter of a complaint."""

    ROUND = "round"
    BET = "bet"
    MONEY = "money"
    ACCOUNT = "account"
    PROTECTION = "protection"
    SERVICE = "service"
    TECHNICAL = "technical"
    OTHER = "other"


class SubjectKind(StrEnum):
    """The kind of record that a complaint refers to."""

    NONE = "none"
    ROUND = "round"
    SESSION = "session"
    TABLE = "table"
    PAYMENT = "payment"


class Channel(StrEnum):
    """The way by which a complaint came; but for the portal, staff registered it for its player (PT-77)."""

    PORTAL = "portal"
    LETTER = "letter"
    EMAIL = "e-mail"
    TELEPHONE = "telephone"
    BOOK = "complaints-book"


class ComplaintState(StrEnum):
    """Where a complaint stands."""

    RECEIVED = "received"
    IN_HAND = "in-hand"
    ANSWERED = "answered"
    CLOSED = "closed"


class ComplaintOutcome(StrEnum):
    """Exactly what a complaint may come to (PT-77)."""

    ACCEPTED = "accepted"
    PARTLY = "partly"
    REJECTED = "rejected"


class Side(StrEnum):
    """The author of a message; a note is for staff only."""

    PLAYER = "player"
    HOUSE = "house"
    NOTE = "note"


class What(StrEnum):
    """An event in a complaint."""

    RECEIVED = "received"
    ACKNOWLEDGED = "acknowledged"
    TAKEN = "taken"
    PLAYER_WROTE = "player-wrote"
    HOUSE_WROTE = "house-wrote"
    NOTED = "noted"
    PROPOSED = "proposed"
    AWARD_REFUSED = "award-refused"
    AWARD_PAID = "award-paid"
    DECIDED = "decided"
    REOPENED = "reopened"
    CLOSED = "closed"
    LATE_START = "late-start"
    """Ten of the fifteen working days are gone."""
    DUE_SOON = "due-soon"
    OVERDUE = "overdue"
    POSTED = "posted"
    """Staff sent by post what the house had to say: its reader has no account and no e-mail."""
    ADR_NAMED = "adr-named"
    """Eight weeks without an answer: the player was told of the alternative dispute resolution (UK-14)."""
    SHEET_CORRECTED = "sheet-corrected"
    """Another number of the sheet in the Complaints Book was written in, or the first one."""


REMINDERS = (What.LATE_START, What.DUE_SOON, What.OVERDUE)


def _known(name: str, values: type[StrEnum], *, empty: bool = False) -> Q:
    return Q(**{f"{name}__in": sorted({value.value for value in values} | ({""} if empty else set()))})


class Complaint(models.Model):
    """One case (PT-77, UK-15). Player, subject and time never change; state and sheet do, each time with an event."""

    id = models.BigAutoField(primary_key=True)
    year = models.IntegerField()
    serial = models.IntegerField()
    """Counts the complaints of a year without a gap: a missing number would be a missing complaint."""
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="complaints")
    outsider = models.OneToOneField(Outsider, on_delete=models.PROTECT, null=True, related_name="complaint")
    """Who complains without an account, in the player's place."""
    key = models.UUIDField()
    category = models.TextField()
    subject_kind = models.TextField(default=SubjectKind.NONE.value)
    subject = models.TextField(blank=True, default="")
    """A round's, session's or table's code, or the reference of a payment."""
    channel = models.TextField(default=Channel.PORTAL.value)
    sheet = models.TextField(blank=True, default="", db_default="")
    """The number of its sheet in the Complaints Book, by which the authority asks for it (PT-79)."""
    occurred_at = models.DateTimeField()
    received_at = models.DateTimeField()
    """What came by another way than the portal: the beginning of the day on which it reached the house."""
    acknowledged_at = models.DateTimeField()
    state = models.TextField(default=ComplaintState.RECEIVED.value)
    turn = models.IntegerField(default=1)
    """2 once it was reopened."""
    due_on = models.DateField()
    """The last day for the answer, in Lisbon."""
    turn_began_at = models.DateTimeField()
    """From when the present deadline is counted."""
    handler = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    outcome = models.TextField(blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    reopened_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    revision = models.IntegerField(default=1)
    """Grows with every event: a form that has not seen the last one is refused."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["year", "serial"], name="players_complaint_number_once"),
            models.UniqueConstraint(fields=["person", "key"], name="players_complaint_key_once"),
            models.CheckConstraint(condition=_known("category", Category), name="players_complaint_category_known"),
            models.CheckConstraint(condition=_known("channel", Channel), name="players_complaint_channel_known"),
            models.CheckConstraint(
                condition=Q(sheet="") | Q(channel=Channel.BOOK.value), name="players_complaint_sheet_of_the_book"
            ),
            models.UniqueConstraint(fields=["sheet"], condition=~Q(sheet=""), name="players_complaint_sheet_once"),
            models.CheckConstraint(
                condition=Q(channel=Channel.PORTAL.value) | Q(acknowledged_at__gte=F("received_at")),
                name="players_complaint_came_before",
            ),
            models.CheckConstraint(
                condition=Q(person__isnull=False, outsider=None)
                | (Q(person=None, outsider__isnull=False) & ~Q(channel=Channel.PORTAL.value)),
                name="players_complaint_one_complainant",
            ),
            models.CheckConstraint(condition=_known("state", ComplaintState), name="players_complaint_state_known"),
            models.CheckConstraint(
                condition=_known("outcome", ComplaintOutcome, empty=True), name="players_complaint_outcome_known"
            ),
            models.CheckConstraint(
                condition=Q(subject_kind="none", subject="")
                | (_known("subject_kind", SubjectKind) & ~Q(subject_kind="none") & ~Q(subject="")),
                name="players_complaint_subject_whole",
            ),
            models.CheckConstraint(
                condition=Q(state="received", outcome="", answered_at=None, closed_at=None, handler=None)
                | Q(state="in-hand", outcome="", answered_at=None, closed_at=None, handler__isnull=False)
                | (Q(state="answered", answered_at__isnull=False, closed_at=None) & ~Q(outcome=""))
                | (Q(state="closed", answered_at__isnull=False, closed_at__isnull=False) & ~Q(outcome="")),
                name="players_complaint_state_whole",
            ),
            models.CheckConstraint(
                condition=Q(turn=1, reopened_at=None) | Q(turn=TURNS_MOST, reopened_at__isnull=False),
                name="players_complaint_reopened_once",
            ),
            models.CheckConstraint(condition=Q(serial__gte=1, revision__gte=1), name="players_complaint_counts"),
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="players_complaint_person"),
            models.Index(fields=["state", "due_on"], name="players_complaint_due"),
            models.Index(fields=["due_on", "id"], name="players_complaint_by_due"),
        ]

    @property
    def number(self) -> str:
        """As it stands in letters: «R-2026-00012»."""
        return case_number(self.year, self.serial)


def case_number(year: int, serial: int) -> str:
    """The number of a case as it stands in letters: «R-2026-00012»."""
    return f"R-{year}-{serial:05}"


class ComplaintMessage(models.Model):
    """Something said in a case; the first is the complaint itself. Only added."""

    id = models.BigAutoField(primary_key=True)
    complaint = models.ForeignKey(Complaint, on_delete=models.PROTECT, related_name="messages")
    side = models.TextField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    key = models.UUIDField()
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "key"], name="players_complaint_message_key_once"),
            models.CheckConstraint(condition=_known("side", Side), name="players_complaint_message_side_known"),
            models.CheckConstraint(condition=~Q(text=""), name="players_complaint_message_text"),
        ]


class ComplaintFile(models.Model):
    """A file as it was made harmless; in the database, so that any machine can serve it. Only added."""

    id = models.BigAutoField(primary_key=True)
    code = models.UUIDField(unique=True, default=uuid.uuid4)
    message = models.ForeignKey(ComplaintMessage, on_delete=models.PROTECT, related_name="files")
    name = models.TextField()
    content_type = models.TextField()
    content = models.BinaryField()
    size = models.IntegerField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(
                    content_type__in=["application/pdf", "image/jpeg", "image/png", "image/webp", "text/plain"]
                ),
                name="players_complaint_file_type",
            ),
            models.CheckConstraint(
                condition=Q(size__gte=1, size__lte=8 * 1024 * 1024), name="players_complaint_file_size"
            ),
        ]


class FileCheck(models.Model):
    """Files of one message that were looked into, taken or not: counted first, so that drawing them has a bound."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="file_checks")
    at = models.DateTimeField()
    files = models.SmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(files__gte=1, files__lte=5), name="players_filecheck_some"),
        ]
        indexes = [models.Index(fields=["person", "-at"], name="players_filecheck_lately")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d} {self.files}"


class ComplaintDecision(models.Model):
    """One person's decision, and, where money is due, a second person's answer to it. Closed once, never changed."""

    id = models.BigAutoField(primary_key=True)
    complaint = models.ForeignKey(Complaint, on_delete=models.PROTECT, related_name="decisions")
    turn = models.IntegerField()
    key = models.UUIDField(unique=True)
    outcome = models.TextField()
    reasons = models.TextField()
    award = models.BigIntegerField(default=0)
    """Money due to the player, cents."""
    adjustment = models.BigIntegerField(null=True)
    """The cashier's number of the adjustment that pays it."""
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    """When it came to stand: at once without money, else with the second person's approval."""
    approved_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    refused_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    refused_at = models.DateTimeField(null=True)
    rejection = models.TextField(blank=True, default="", db_column="refusal")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["complaint", "turn"], condition=Q(refused_at=None), name="players_decision_once_a_turn"
            ),
            models.CheckConstraint(condition=_known("outcome", ComplaintOutcome), name="players_decision_outcome"),
            models.CheckConstraint(condition=~Q(reasons=""), name="players_decision_has_reasons"),
            models.CheckConstraint(condition=Q(turn__gte=1, turn__lte=TURNS_MOST), name="players_decision_turn"),
            models.CheckConstraint(
                condition=Q(
                    award=0,
                    decided_at__isnull=False,
                    decided_at=F("at"),
                    adjustment=None,
                    approved_by=None,
                    refused_at=None,
                )
                | (Q(award__gt=0, adjustment__isnull=False) & ~Q(outcome="rejected")),
                name="players_decision_award",
            ),
            models.CheckConstraint(
                condition=Q(refused_at=None, refused_by=None, rejection="")
                | (Q(refused_at__isnull=False, refused_by__isnull=False, decided_at=None) & ~Q(rejection="")),
                name="players_decision_refused_whole",
            ),
            models.CheckConstraint(
                condition=Q(award=0)
                | Q(decided_at=None, approved_by=None)
                | (Q(decided_at__isnull=False, approved_by__isnull=False) & ~Q(approved_by=F("by"))),
                name="players_decision_two_persons",
            ),
        ]


class ComplaintEvent(models.Model):
    """An act on a case, its author and its time. Only added."""

    id = models.BigAutoField(primary_key=True)
    complaint = models.ForeignKey(Complaint, on_delete=models.PROTECT, related_name="events")
    turn = models.IntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    """Null: the house itself, when a time was up."""
    what = models.TextField()
    facts = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=_known("what", What), name="players_complaint_event_known"),
            models.UniqueConstraint(
                fields=["complaint", "turn", "what"],
                condition=Q(what__in=[*(what.value for what in REMINDERS), What.ADR_NAMED.value]),
                name="players_complaint_reminded_once",
            ),
        ]
        indexes = [models.Index(fields=["complaint", "id"], name="players_complaint_events")]
