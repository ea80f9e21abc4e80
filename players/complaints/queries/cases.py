"""Complaints as their player and as staff read them: cases, what was said, what happened, what is due. Reads only."""

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache, reduce
from operator import or_
from typing import Any, Final
from uuid import UUID

from django.db.models import BigIntegerField, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat, Greatest, Length, LPad

from kernel.calendar import lisbon_date, working_days_between
from kernel.kept_queries import KeptQuery
from kernel.masking import masked_email
from kernel.questions import NOW, PERSON, TODAY, Given, Question, answers, how_many, whether_any
from kernel.sorting import Sort, Sortable, with_names
from players.complaints.queries.cards import (
    CaseCard,
    CaseFilter,
    CaseMark,
    DecisionCard,
    EventCard,
    FileCard,
    FileContent,
    FileLine,
    MessageCard,
    OutsiderCard,
)
from players.complaints.queries.decisions import decisions_of, standing_decisions
from players.complaints.queries.replies import used_in
from players.events.names import Subject
from players.models import (
    Assignment,
    Category,
    Channel,
    Complaint,
    ComplaintDecision,
    ComplaintEvent,
    ComplaintFile,
    ComplaintMessage,
    ComplaintOutcome,
    ComplaintState,
    Email,
    Relation,
    Side,
    SubjectKind,
    What,
)
from players.models.complaints import case_number

__all__ = [
    "ANY_EMAIL_NOT_SENT",
    "CASES",
    "DUE_FIRST",
    "WAITING",
    "CaseCard",
    "CaseFilter",
    "CaseMark",
    "Category",
    "Channel",
    "ComplaintOutcome",
    "ComplaintState",
    "DecisionCard",
    "EventCard",
    "FileCard",
    "FileContent",
    "MessageCard",
    "OutsiderCard",
    "Relation",
    "Side",
    "SubjectKind",
    "What",
    "case",
    "case_id",
    "cases",
    "cases_of",
    "decisions_of",
    "emails_not_sent",
    "events_of",
    "file_content",
    "first_words",
    "handlers",
    "marks_of_cases",
    "messages_of",
    "own_case",
    "standing_decisions",
    "waiting_counts",
]

_NAME: Final = ("nickname",)
CASES: Final = Sortable({"received": "pk", "due": "due_on"}, Sort("received", descending=True))
"""How cases are sorted; their numbers grow with the moment they were registered."""
DUE_FIRST: Final = Sort("due")
_NUMBER: Final = re.compile(r"[Rr]-(\d{4})-(\d{1,8})", re.ASCII)
EMAIL_LATE: Final = timedelta(hours=1)
_OPEN: Final = (ComplaintState.RECEIVED.value, ComplaintState.IN_HAND.value)
_SERIAL: Final = Cast(OuterRef("serial"), TextField())
_CARE: Final = Assignment.objects.filter(
    kind=Subject.COMPLAINT.value,
    person__isnull=False,
    key=Concat(
        Value("R-"),
        Cast(OuterRef("year"), TextField()),
        Value("-"),
        LPad(_SERIAL, Greatest(Length(_SERIAL), Value(5)), Value("0")),
        output_field=TextField(),
    ),
)
"""Who looks after a case, which the inbox knows by its number as `case_number` writes it."""
_OPEN_CASES: Final = Complaint.objects.filter(state__in=_OPEN)
WAITING: Final[Mapping[str, Question]] = {
    "open": how_many(_OPEN_CASES),
    "late": how_many(_OPEN_CASES.filter(due_on__lt=TODAY)),
    "unassigned": how_many(_OPEN_CASES.filter(~Exists(_CARE))),
    "award_waits": how_many(ComplaintDecision.objects.filter(decided_at=None, refused_at=None)),
}
"""How many cases are open, late, looked after by no one, and waiting for a second person's approval."""


def case_id(number: str) -> int | None:
    """The id of the case with this number, or None."""
    found = _NUMBER.fullmatch(number.strip())
    if found is None:
        return None
    return _ID.first(year=int(found[1]), serial=min(int(found[2]), 2**31 - 1))


_ID: Final = KeptQuery(
    lambda: (
        Complaint.objects.filter(year=Given("year", IntegerField()), serial=Given("serial", IntegerField()))
        .order_by("pk")
        .values_list("pk", flat=True)
    )
)


def case(number: str, *, now: datetime) -> CaseCard | None:
    """The case with this number, or None."""
    found = _BY_ID.first(case=case_id(number) or 0)
    return _card(found, now) if found else None


_CASE: Final = Given("case", BigIntegerField())
_BY_ID: Final = KeptQuery(lambda: _told(Complaint.objects.filter(pk=_CASE)))


def own_case(number: str, *, person_id: int, now: datetime) -> CaseCard | None:
    """The person's own case with this number; another's does not exist for them."""
    return _one(Complaint.objects.filter(pk=case_id(number) or 0, person_id=person_id), now)


def cases_of(person_id: int, *, now: datetime, limit: int = 100) -> tuple[CaseCard, ...]:
    """A player's cases, newest first."""
    return tuple(_card(one, now) for one in _of_person(limit)(person=person_id))


@cache
def _of_person(limit: int) -> KeptQuery[Complaint]:
    return KeptQuery(lambda: _told(Complaint.objects.filter(person_id=PERSON).order_by("-pk")[:limit]))


def cases(
    asked: CaseFilter, *, now: datetime, limit: int = 50, before: int | None = None, sort: Sort | None = None
) -> tuple[CaseCard, ...]:
    """The cases that are asked for, newest first or as `CASES` may be sorted."""
    return tuple(_cards(CASES.page(_asked(asked, now), sort, before)[:limit], now))


def marks_of_cases(asked: CaseFilter, *, now: datetime, limit: int) -> tuple[CaseMark, ...]:
    """What makes cases alike, of those that are asked for, newest first: eight columns where a case has thirty."""
    told = ("pk", "year", "serial", "person_id", "category", "subject_kind", "subject", "state", "outcome")
    rows = CASES.page(_asked(asked, now), None, None).values_list(*told)
    return tuple(CaseMark.of(row) for row in rows[:limit])


def waiting_counts(*, now: datetime) -> dict[str, int]:
    """Count the cases that are open, late, without a handler, and waiting for a second person's approval."""
    found = answers(WAITING.values(), today=lisbon_date(now))
    return {name: found[question] for name, question in WAITING.items()}


def handlers() -> dict[int, str]:
    """Return the handlers, present and past, by id: a list is filtered by them."""
    found = Complaint.objects.filter(handler__isnull=False).values_list("handler_id", "handler__nickname").distinct()
    return dict(found)


def emails_not_sent(*, now: datetime, limit: int = 100) -> tuple[tuple[str, str, datetime], ...]:
    """E-mails to people without an account that should have left an hour ago: the case's number, to whom, since when.

    An address that staff misread may never take them.
    """
    found = _late_emails(now).select_related("outsider__complaint").order_by("pk")[:limit]
    return tuple((row.outsider.complaint.number, row.outsider.name, row.written_at) for row in found if row.outsider)


def _late_emails(now: datetime | Given) -> QuerySet[Email]:
    return Email.objects.filter(sent_at=None, outsider__isnull=False, written_at__lt=now - EMAIL_LATE)


ANY_EMAIL_NOT_SENT: Final = whether_any(_late_emails(NOW))
"""Whether `emails_not_sent` has any."""


def messages_of(complaint_id: int, *, with_notes: bool) -> tuple[MessageCard, ...]:
    """Return the messages of a case, in order; notes among staff only if asked for."""
    files: dict[int, list[FileCard]] = {}
    for message_id, code, name, kind, size in _FILES(case=complaint_id):
        files.setdefault(message_id, []).append(FileCard(code, name, kind, size))
    # What staff registered is the player's word all the same.
    player = next(filter(None, _WHOSE.first(case=complaint_id) or ()), "")
    said = [one for one in _MESSAGES(case=complaint_id) if with_notes or one.side != Side.NOTE]
    uses = used_in([one.pk for one in said]) if with_notes else {}
    return tuple(
        MessageCard(
            Side(one.side),
            player if one.side == Side.PLAYER else one.by.nickname,
            one.text,
            one.at,
            tuple(files.get(one.pk, ())),
            uses.get(one.pk, ()),
        )
        for one in said
    )


_FILES: Final = KeptQuery(
    lambda: (
        ComplaintFile.objects.filter(message__complaint_id=_CASE)
        .order_by("pk")
        .values_list("message_id", "code", "name", "content_type", "size")
    )
)
_WHOSE: Final = KeptQuery(lambda: Complaint.objects.filter(pk=_CASE).values_list("person__nickname", "outsider__name"))
_MESSAGES: Final = KeptQuery(
    lambda: with_names(ComplaintMessage.objects.filter(complaint_id=_CASE), by=_NAME).order_by("pk")
)


def first_words(complaint_ids: Collection[int]) -> dict[int, str]:
    """Return the first message of each of these cases, by its id: for long lists, in one statement."""
    said = ComplaintMessage.objects.filter(complaint_id__in=complaint_ids).exclude(side=Side.NOTE)
    first = said.order_by("complaint_id", "pk").distinct("complaint_id")
    return dict(first.values_list("complaint_id", "text"))


def events_of(complaint_id: int) -> tuple[EventCard, ...]:
    """Everything that happened to a case, in its order: for staff."""
    return tuple(
        EventCard(What(one.what), one.at, one.by.nickname if one.by else "", one.turn, one.facts)
        for one in _EVENTS(case=complaint_id)
    )


_EVENTS: Final = KeptQuery(
    lambda: with_names(ComplaintEvent.objects.filter(complaint_id=_CASE), by=_NAME).order_by("pk")
)


def files_of(person_id: int, *, limit: int = 50) -> tuple[FileLine, ...]:
    """The files in a player's cases, those of the staff's notes among them, the newest first. One statement."""
    found = ComplaintFile.objects.filter(message__complaint__person_id=person_id).order_by("-pk")[:limit]
    columns = ("code", "name", "message__complaint__year", "message__complaint__serial", "message__at", "sha256")
    return tuple(
        FileLine(code, name, case_number(year, serial), at, sha256)
        for code, name, year, serial, at, sha256 in found.values_list(*columns)
    )


def file_content(code: UUID, *, person_id: int | None) -> FileContent | None:
    """A file by its code; for a player only of an own case, and never a note's (None asks for staff)."""
    found = ComplaintFile.objects.filter(code=code)
    if person_id is not None:
        found = found.filter(message__complaint__person_id=person_id).exclude(message__side=Side.NOTE)
    one = found.first()
    return FileContent(one.name, one.content_type, bytes(one.content)) if one else None


def _asked(asked: CaseFilter, now: datetime) -> QuerySet[Complaint]:
    found = Complaint.objects.all()
    if asked.states is not None:
        found = found.filter(state__in=sorted(asked.states))
    if asked.category is not None:
        found = found.filter(category=asked.category)
    if asked.subject_kind is not None:
        found = found.filter(subject_kind=asked.subject_kind)
    if asked.outcome is not None:
        found = found.filter(outcome=asked.outcome)
    if asked.handler_id is not None:
        cared = Exists(_CARE.filter(person_id=asked.handler_id))
        found = found.filter(Q(handler_id=asked.handler_id) | Q(cared))
    if asked.unassigned:
        found = found.filter(~Exists(_CARE), state__in=_OPEN)
    if asked.late:
        found = found.filter(state__in=_OPEN, due_on__lt=lisbon_date(now))
    if asked.award_waits:
        found = found.filter(_award_waits())
    if asked.sheet is not None:
        found = found.filter(sheet=asked.sheet).exclude(sheet="")
    if asked.round_code is not None:
        found = found.filter(subject_kind=SubjectKind.ROUND.value, subject=asked.round_code)
    if asked.table_codes:
        of_one = (Q(subject__regex=rf"^{re.escape(code)}-[0-9]{{8}}-") for code in asked.table_codes)
        found = found.filter(reduce(or_, of_one), subject_kind=SubjectKind.ROUND.value)
    if asked.since is not None:
        found = found.filter(received_at__date__gte=asked.since)
    if asked.until is not None:
        found = found.filter(received_at__date__lte=asked.until)
    return _holding(found, asked.text.strip())


def _holding(found: QuerySet[Complaint], text: str) -> QuerySet[Complaint]:
    if not text:
        return found
    number = _NUMBER.fullmatch(text)
    if number is not None:
        return found.filter(year=int(number[1]), serial=min(int(number[2]), 2**31 - 1))
    # Not by e-mail, nor by the name of who has no account: such a look is noted, and the search's. Texts may say both.
    said = ComplaintMessage.objects.filter(complaint=OuterRef("pk"), text__icontains=text)
    named = Q(person__nickname__icontains=text) | Q(subject__icontains=text) | Q(sheet__icontains=text)
    return found.filter(named | Q(Exists(said)))


def _award_waits() -> Exists:
    return Exists(ComplaintDecision.objects.filter(complaint=OuterRef("pk"), decided_at=None, refused_at=None))


def _one(found: QuerySet[Complaint], now: datetime) -> CaseCard | None:
    return next(iter(_cards(found[:1], now)), None)


def _cards(found: QuerySet[Complaint], now: datetime) -> Iterator[CaseCard]:
    return (_card(one, now) for one in _told(found))


def _told(found: QuerySet[Complaint]) -> QuerySet[Complaint]:
    """With whom each is about, who handles it, and whether an award waits."""
    told = ("relation", "name", "email", "postal", "document", "language")
    named = with_names(found, person=("public_id", "nickname", "email"), outsider=told, handler=_NAME)
    return named.annotate(waits=_award_waits(), carer=Subquery(_CARE.values("person__nickname")))


def _card(one: Any, now: datetime) -> CaseCard:
    outsider = OutsiderCard.of(one.outsider) if one.outsider else None
    return CaseCard(
        id=one.pk,
        number=one.number,
        person_id=one.person_id,
        outsider=outsider,
        person_key=one.person.person_key if one.person else "",
        nickname=outsider.name if outsider else one.person.nickname,
        email=outsider.email if outsider else masked_email(one.person.email),
        category=Category(one.category),
        subject_kind=SubjectKind(one.subject_kind),
        subject=one.subject,
        channel=Channel(one.channel),
        sheet=one.sheet,
        occurred_at=one.occurred_at,
        received_at=one.received_at,
        acknowledged_at=one.acknowledged_at,
        state=ComplaintState(one.state),
        turn=one.turn,
        due_on=one.due_on,
        days_left=_days_left(one, now),
        handler_id=one.handler_id,
        handler=one.handler.nickname if one.handler else "",
        carer=one.carer or "",
        outcome=ComplaintOutcome(one.outcome) if one.outcome else None,
        answered_at=one.answered_at,
        reopened_at=one.reopened_at,
        closed_at=one.closed_at,
        award_waits=one.waits,
        revision=one.revision,
    )


def _days_left(complaint: Complaint, now: datetime) -> int | None:
    if complaint.state not in _OPEN:
        return None
    today = lisbon_date(now)
    if today > complaint.due_on:
        return -max(1, working_days_between(complaint.due_on, today))
    return working_days_between(today, complaint.due_on)
