"""Complaints of people without an account: refused at registration, heirs, representatives (PT-77, PT-79)."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from kernel.calendar import lisbon_date
from kernel.typed import cleaned
from players.complaints.operations.attachments import Sent
from players.complaints.operations.cases import CaseRejected, CaseRejection, case, require, unchanged_since
from players.complaints.operations.files import taken_in
from players.complaints.operations.making import (
    LATE_MOST,
    Arrived,
    ComplaintRejected,
    ComplaintRejection,
    Subject,
    ask_once_more,
    came,
    enter,
    repeated,
    sheet_of,
)
from players.complaints.operations.rows import CaseDone, done, fits, happened, say
from players.models import Channel, ComplaintState, Outsider, Relation, Side, What
from players.roles import Action

NAME_LEAST, NAME_MOST = 2, 200
EMAIL_MOST = 254
POSTAL_LEAST, POSTAL_MOST = 10, 500
DOCUMENT_MOST = 40
NO_SUBJECT = Subject()


def register_outsider(
    *,
    relation: str,
    name: str,
    email: str,
    postal: str,
    document: str,
    language: str,
    channel: Channel,
    received_on: date,
    category: str,
    text: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
    sheet: str = "",
    subject: Subject = NO_SUBJECT,
    occurred_at: datetime | None = None,
    files: Sequence[Sent] = (),
) -> CaseDone:
    """Register a complaint of a person who has no account; it is numbered and answered as every other.

    What the house has to say goes out by e-mail where there is an address; else staff send it by post and note that
    (`mark_posted`). Raises `CaseRejected` for staff who may not, `ComplaintRejected` or `AttachmentRejected`; nothing
    is written then.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    outsider = _outsider(relation, name, email, postal, document, language)
    outsider.key, outsider.by_id, outsider.at = idempotency_key, by, now
    received_at, number = came(channel, received_on, now=now), sheet_of(channel, sheet)
    return enter(
        Arrived(None, channel, received_at, category, cleaned(text), subject, occurred_at, number),
        by=by,
        key=idempotency_key,
        now=now,
        files=files,
        outsider=outsider,
    )


def register_reply(
    *,
    complaint_id: int,
    channel: Channel,
    received_on: date,
    text: str,
    again: bool,
    by: int,
    idempotency_key: UUID,
    seen: int,
    now: datetime,
    files: Sequence[Sent] = (),
) -> CaseDone:
    """Add to a case what a person without an account wrote or said since; `again`: who disagrees with the answer.

    Opened again, the deadline runs from the day of receipt (PT-79), once and within the days that a player has, too.
    Raises `CaseRejected` for staff who may not and for a case that changed since it was `seen`, `ComplaintRejected` or
    `AttachmentRejected`; nothing is written then.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    received_at, text = came(channel, received_on, now=now), cleaned(text)
    if not fits(text):
        raise ComplaintRejected(ComplaintRejection.TEXT_INVALID)
    harmless = taken_in(files, by=by, now=now)
    facts: dict[str, Any] = {"channel": channel.value, "on": received_on.isoformat()}
    with transaction.atomic():
        complaint = case(complaint_id)
        if complaint.outsider_id is None:
            raise ComplaintRejected(ComplaintRejection.HAS_ACCOUNT)
        if (repeat := repeated(complaint, by, idempotency_key, text)) is not None:
            return repeat
        unchanged_since(complaint, seen)
        if received_at < complaint.received_at:
            raise ComplaintRejected(ComplaintRejection.RECEIVED_INVALID, most=LATE_MOST.days)
        if again:
            ask_once_more(
                complaint,
                text,
                by=by,
                idempotency_key=idempotency_key,
                asked_at=received_at,
                now=now,
                files=harmless,
                **facts,
            )
        elif complaint.state == ComplaintState.CLOSED:
            raise ComplaintRejected(ComplaintRejection.CLOSED)
        else:
            say(complaint, side=Side.PLAYER, by=by, key=idempotency_key, text=text, now=now, files=harmless)
            happened(complaint, What.PLAYER_WROTE, by=by, now=now, files=len(harmless), **facts)
    return done(complaint)


def _outsider(relation: str, name: str, email: str, postal: str, document: str, language: str) -> Outsider:
    if relation not in {each.value for each in Relation}:
        raise ComplaintRejected(ComplaintRejection.RELATION_UNKNOWN)
    name, email = " ".join(cleaned(name).split()), cleaned(email)
    postal, document = cleaned(postal), " ".join(cleaned(document).split())
    if not NAME_LEAST <= len(name) <= NAME_MOST or len(document) > DOCUMENT_MOST:
        raise ComplaintRejected(ComplaintRejection.NAME_INVALID)
    if not (email or postal) or not _reachable(email, postal):
        raise ComplaintRejected(ComplaintRejection.ADDRESS_INVALID)
    spoken = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    return Outsider(relation=relation, name=name, email=email, postal=postal, document=document, language=spoken)


def _reachable(email: str, postal: str) -> bool:
    if postal and not POSTAL_LEAST <= len(postal) <= POSTAL_MOST:
        return False
    if not email:
        return True
    try:
        validate_email(email)
    except ValidationError:
        return False
    return len(email) <= EMAIL_MOST


def mark_posted(*, complaint_id: int, posted_on: date, by: int, seen: int, now: datetime) -> CaseDone:
    """Note that what the house said last left by post on this day, to a person whom no e-mail reaches.

    Raises `CaseRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    with transaction.atomic():
        complaint = case(complaint_id)
        outsider = complaint.outsider
        by_post = outsider is not None and not outsider.email
        if not by_post or not lisbon_date(complaint.received_at) <= posted_on <= lisbon_date(now):
            raise CaseRejected(CaseRejection.POST_INVALID)
        unchanged_since(complaint, seen)
        told = {"day": posted_on}
        happened(complaint, What.POSTED, by=by, now=now, told=told, on=posted_on.isoformat())
    return done(complaint)
