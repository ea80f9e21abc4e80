"""The player's side of a complaint: making one, adding to it, agreeing with the answer, asking once more."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from kernel.calendar import end_of_day, lisbon_date
from kernel.rejection import Rejected
from kernel.typed import cleaned
from players.complaints.operations.attachments import Attachment, Sent
from players.complaints.operations.files import taken_in
from players.complaints.operations.rows import (
    MESSAGES_MOST,
    CaseDone,
    deadline,
    done,
    fits,
    happened,
    say,
    tell,
)
from players.complaints.operations.sheets import case_of_sheet, first_sheet, read_sheet
from players.models import (
    TURNS_MOST,
    Category,
    Channel,
    Complaint,
    ComplaintMessage,
    ComplaintState,
    Kind,
    Outsider,
    Person,
    Side,
    SubjectKind,
    What,
)

OPEN_MOST: Final = 20
"""Complaints of one person that may wait for an answer at a time."""
SUBJECT_MOST: Final = 80
LATE_MOST: Final = timedelta(days=366)
"""How long ago the day of receipt of what is registered may be: a slip of the year is none."""
COUNTING_LOCK: Final = 0x5AB0C
"""First half of the advisory lock under which a year's complaints are counted; the year is the other."""


class ComplaintRejection(StrEnum):
    """Why nothing was written; in the order of checking."""

    NO_SUCH_PERSON = "no-such-person"
    NO_SUCH_COMPLAINT = "no-such-complaint"
    HAS_ACCOUNT = "has-account"
    """Players reply in their account; staff register replies of persons without one."""
    RELATION_UNKNOWN = "relation-unknown"
    NAME_INVALID = "name-invalid"
    ADDRESS_INVALID = "address-invalid"
    """Of a person without an account: neither an e-mail nor a postal address that would do."""
    CHANNEL_UNKNOWN = "channel-unknown"
    SHEET_INVALID = "sheet-invalid"
    """What came from the Complaints Book has the number of its sheet there, and nothing else has one."""
    RECEIVED_INVALID = "received-invalid"
    """The day of receipt has not come yet, is longer ago than `LATE_MOST`, or of a reply before the complaint's own."""
    CATEGORY_UNKNOWN = "category-unknown"
    TEXT_INVALID = "text-invalid"
    SUBJECT_INVALID = "subject-invalid"
    KEY_REUSED = "key-reused"
    SHEET_TAKEN = "sheet-taken"
    """This sheet of the Complaints Book is registered already; the search finds its complaint by the number."""
    TOO_MANY_OPEN = "too-many-open"
    TOO_MANY_MESSAGES = "too-many-messages"
    CLOSED = "closed"
    NOT_ANSWERED = "not-answered"
    REOPENED_ALREADY = "reopened-already"
    TOO_LATE = "too-late"


class ComplaintRejected(Rejected):
    """Nothing was written. `most` is the most that would do, where there is one."""

    reason: ComplaintRejection


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a complaint; the caller has made sure that it is the person's own, or public."""

    kind: SubjectKind = SubjectKind.NONE
    code: str = ""


def complain(
    *,
    person_id: int,
    category: str,
    text: str,
    idempotency_key: UUID,
    now: datetime,
    subject: Subject = Subject(),
    occurred_at: datetime | None = None,
    files: Sequence[Sent] = (),
) -> CaseDone:
    """Take a complaint, number it, and acknowledge it at once with its deadline (PT-77, PT-79, UK-15).

    Raises `ComplaintRejected`, or `AttachmentRejected` for a file that is not taken; nothing is written then.
    """
    return enter(
        Arrived(person_id, Channel.PORTAL, now, category, cleaned(text), subject, occurred_at),
        by=person_id,
        key=idempotency_key,
        now=now,
        files=files,
    )


def register_complaint(
    *,
    person_id: int,
    channel: Channel,
    received_on: date,
    category: str,
    text: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
    sheet: str = "",
    subject: Subject = Subject(),
    occurred_at: datetime | None = None,
    files: Sequence[Sent] = (),
) -> CaseDone:
    """Register for a player what came by letter, e-mail, telephone or the Complaints Book (PT-77, PT-79).

    The deadline runs from the day on which it reached the house, in Lisbon, however late it is registered; the player
    is told the number as of every complaint. A number is never refused for too many that wait. `sheet` is the number
    of its sheet, for the Complaints Book. Raises `ComplaintRejected`, or `AttachmentRejected`; nothing is written then.
    """
    received_at, number = came(channel, received_on, now=now), sheet_of(channel, sheet)
    return enter(
        Arrived(person_id, channel, received_at, category, cleaned(text), subject, occurred_at, number),
        by=by,
        key=idempotency_key,
        now=now,
        files=files,
    )


def came(channel: Channel, received_on: date, *, now: datetime) -> datetime:
    """The moment from which the deadline of what staff register runs: the beginning of the day of receipt.

    Raises `ComplaintRejected` for the portal, which staff register nothing for, and for a day that cannot be.
    """
    if channel is Channel.PORTAL:
        raise ComplaintRejected(ComplaintRejection.CHANNEL_UNKNOWN)
    today = lisbon_date(now)
    if not today - LATE_MOST <= received_on <= today:
        raise ComplaintRejected(ComplaintRejection.RECEIVED_INVALID, most=LATE_MOST.days)
    return end_of_day(received_on - timedelta(days=1))


def sheet_of(channel: Channel, typed: str) -> str:
    """The number of a sheet in the Complaints Book, as it is kept.

    Raises `ComplaintRejected` where the Book's has none or none that can be, and for another channel's.
    """
    number = read_sheet(typed) if channel is Channel.BOOK else None if cleaned(typed) else ""
    if number is None:
        raise ComplaintRejected(ComplaintRejection.SHEET_INVALID)
    return number


@dataclass(frozen=True, slots=True)
class Arrived:
    """A complaint as it came."""

    person_id: int | None
    """None: of a person without an account."""
    channel: Channel
    received_at: datetime
    category: str
    text: str
    subject: Subject
    occurred_at: datetime | None
    sheet: str = ""

    def check(self) -> None:
        if self.category not in {each.value for each in Category}:
            raise ComplaintRejected(ComplaintRejection.CATEGORY_UNKNOWN)
        if not fits(self.text):
            raise ComplaintRejected(ComplaintRejection.TEXT_INVALID)
        code = self.subject.code
        if (self.subject.kind is SubjectKind.NONE) != (code == "") or len(code) > SUBJECT_MOST:
            raise ComplaintRejected(ComplaintRejection.SUBJECT_INVALID)

    def is_first_of(self, before: Complaint) -> bool:
        """Whether `before` was written from the same words."""
        first = before.messages.order_by("pk").values_list("text", flat=True).first()
        came = before.channel, before.received_at, first_sheet(before)
        asked = self.category, self.subject.kind.value, self.subject.code, self.text
        at_portal = self.channel is Channel.PORTAL and before.channel == Channel.PORTAL
        same_way = at_portal or came == (self.channel.value, self.received_at, self.sheet)
        return same_way and (before.category, before.subject_kind, before.subject, first) == asked


def enter(
    arrived: Arrived, *, by: int, key: UUID, now: datetime, files: Sequence[Sent], outsider: Outsider | None = None
) -> CaseDone:
    """Number what came, write it down, and acknowledge it. `by` is the player, or who of staff registers it.

    `outsider`, not saved yet, is who complains without an account.
    """
    arrived.check()
    harmless = taken_in(files, by=by, now=now)
    person_id, year = arrived.person_id, lisbon_date(now).year
    with transaction.atomic():
        _count_alone(year)
        if outsider is None and not Person.objects.filter(pk=person_id or 0, kind=Kind.PLAYER).exists():
            raise ComplaintRejected(ComplaintRejection.NO_SUCH_PERSON)
        of_them = Complaint.objects.filter(outsider__isnull=False) if person_id is None else _of(person_id)
        before = of_them.filter(key=key).first()
        if before is not None:
            if not arrived.is_first_of(before) or not _same_outsider(outsider, before.outsider):
                raise ComplaintRejected(ComplaintRejection.KEY_REUSED)
            return done(before, repeat=True)
        if arrived.sheet and case_of_sheet(arrived.sheet) is not None:
            raise ComplaintRejected(ComplaintRejection.SHEET_TAKEN)
        waiting = of_them.filter(state__in=["received", "in-hand"])
        if arrived.channel is Channel.PORTAL and waiting.count() >= OPEN_MOST:
            raise ComplaintRejected(ComplaintRejection.TOO_MANY_OPEN, most=OPEN_MOST)
        if outsider is not None:
            outsider.save(force_insert=True)
        last = Complaint.objects.filter(year=year).order_by("-serial").values_list("serial", flat=True).first()
        complaint = Complaint.objects.create(
            year=year,
            serial=(last or 0) + 1,
            person_id=person_id,
            outsider=outsider,
            key=key,
            category=arrived.category,
            subject_kind=arrived.subject.kind,
            subject=arrived.subject.code,
            channel=arrived.channel,
            sheet=arrived.sheet,
            occurred_at=min(arrived.occurred_at or arrived.received_at, arrived.received_at),
            received_at=arrived.received_at,
            acknowledged_at=now,
            due_on=deadline(arrived.received_at),
            turn_began_at=arrived.received_at,
        )
        say(complaint, side=Side.PLAYER, by=by, key=key, text=arrived.text, now=now, files=harmless)
        told = {
            "category": str(arrived.category),
            "channel": arrived.channel.value,
            "due_on": complaint.due_on,
        }
        happened(complaint, What.RECEIVED, by=by, now=now, told=told, files=len(harmless))
        event = happened(complaint, What.ACKNOWLEDGED, by=None, now=now, due_on=complaint.due_on.isoformat())
        tell(complaint, "complaint-received", event, now=now, working_days=settings.COMPLAINT_WORKING_DAYS)
    return done(complaint)


def _of(person_id: int) -> QuerySet[Complaint]:
    return Complaint.objects.filter(person_id=person_id)


def _same_outsider(one: Outsider | None, other: Outsider | None) -> bool:
    if one is None or other is None:
        return one is other
    told = ("relation", "name", "email", "postal", "document", "language")
    return all(getattr(one, name) == getattr(other, name) for name in told)


def _count_alone(year: int) -> None:
    """Lock the numbering of this year's complaints until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [COUNTING_LOCK, year])


def reply(
    *, person_id: int, complaint_id: int, text: str, idempotency_key: UUID, now: datetime, files: Sequence[Sent] = ()
) -> CaseDone:
    """Add to one's own complaint while it is not closed.

    Raises `ComplaintRejected`, `AttachmentRejected`.
    """
    text = cleaned(text)
    if not fits(text, least=1):
        raise ComplaintRejected(ComplaintRejection.TEXT_INVALID)
    harmless = taken_in(files, by=person_id, now=now)
    with transaction.atomic():
        complaint = _own(person_id, complaint_id)
        if (repeat := repeated(complaint, person_id, idempotency_key, text)) is not None:
            return repeat
        if complaint.state == ComplaintState.CLOSED:
            raise ComplaintRejected(ComplaintRejection.CLOSED)
        say(complaint, side=Side.PLAYER, by=person_id, key=idempotency_key, text=text, now=now, files=harmless)
        happened(complaint, What.PLAYER_WROTE, by=person_id, now=now, files=len(harmless))
    return done(complaint)


def reopen(*, person_id: int, complaint_id: int, text: str, idempotency_key: UUID, now: datetime) -> CaseDone:
    """Ask once more, saying why, within the days that the house leaves for it; the deadline begins anew.

    Raises `ComplaintRejected`.
    """
    text = cleaned(text)
    if not fits(text):
        raise ComplaintRejected(ComplaintRejection.TEXT_INVALID)
    with transaction.atomic():
        complaint = _own(person_id, complaint_id)
        if (repeat := repeated(complaint, person_id, idempotency_key, text)) is not None:
            return repeat
        ask_once_more(complaint, text, by=person_id, idempotency_key=idempotency_key, asked_at=now, now=now)
    return done(complaint)


def ask_once_more(
    complaint: Complaint,
    text: str,
    *,
    by: int,
    idempotency_key: UUID,
    asked_at: datetime,
    now: datetime,
    files: Sequence[Attachment] = (),
    **facts: Any,
) -> None:
    """Open the case again, which the caller holds; the deadline runs from `asked_at`. `facts` go into the event.

    Raises `ComplaintRejected`.
    """
    if complaint.turn >= TURNS_MOST:
        raise ComplaintRejected(ComplaintRejection.REOPENED_ALREADY, most=TURNS_MOST - 1)
    if complaint.answered_at is None or lisbon_date(asked_at) < lisbon_date(complaint.answered_at):
        raise ComplaintRejected(ComplaintRejection.NOT_ANSWERED)
    if asked_at > complaint.answered_at + timedelta(days=settings.COMPLAINT_REOPEN_DAYS):
        raise ComplaintRejected(ComplaintRejection.TOO_LATE, most=settings.COMPLAINT_REOPEN_DAYS)
    before = complaint.outcome
    complaint.state, complaint.turn, complaint.reopened_at = ComplaintState.RECEIVED, TURNS_MOST, now
    complaint.handler, complaint.outcome, complaint.answered_at, complaint.closed_at = None, "", None, None
    complaint.turn_began_at, complaint.due_on = asked_at, deadline(asked_at)
    say(complaint, side=Side.PLAYER, by=by, key=idempotency_key, text=text, now=now, files=files)
    told = {"due_on": complaint.due_on}
    event = happened(complaint, What.REOPENED, by=by, now=now, told=told, before=before, **facts)
    tell(complaint, "complaint-reopened", event, now=now, working_days=settings.COMPLAINT_WORKING_DAYS)


def close(*, person_id: int, complaint_id: int, now: datetime) -> CaseDone:
    """Agree with the answer: the case is closed. Closing it again changes nothing.

    Raises `ComplaintRejected`.
    """
    with transaction.atomic():
        complaint = _own(person_id, complaint_id)
        if complaint.state == ComplaintState.CLOSED:
            return done(complaint, repeat=True)
        if complaint.state != ComplaintState.ANSWERED:
            raise ComplaintRejected(ComplaintRejection.NOT_ANSWERED)
        complaint.state, complaint.closed_at = ComplaintState.CLOSED, now
        happened(complaint, What.CLOSED, by=person_id, now=now)
    return done(complaint)


def _own(person_id: int, complaint_id: int) -> Complaint:
    """The person's own case, held; another's does not exist for them."""
    complaint = Complaint.objects.select_for_update(no_key=True).filter(pk=complaint_id, person_id=person_id).first()
    if complaint is None:
        raise ComplaintRejected(ComplaintRejection.NO_SUCH_COMPLAINT)
    return complaint


def repeated(complaint: Complaint, person_id: int, key: UUID, text: str) -> CaseDone | None:
    """The first answer to a message that was sent already.

    Raises `ComplaintRejected` for a key that said something else, and once the case holds too many messages.
    """
    before = ComplaintMessage.objects.filter(by_id=person_id, key=key).first()
    if before is not None:
        if (before.complaint_id, before.text) != (complaint.pk, text):
            raise ComplaintRejected(ComplaintRejection.KEY_REUSED)
        return done(complaint, repeat=True)
    if complaint.messages.count() >= MESSAGES_MOST:
        raise ComplaintRejected(ComplaintRejection.TOO_MANY_MESSAGES, most=MESSAGES_MOST)
    return None
