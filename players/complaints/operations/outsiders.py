"""Complaints of people without an account: refused at registration, heirs, representatives (PT-77, PT-79)."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from kernel.calendar import lisbon_date
from players.complaints.operations.attachments import Sent
from players.complaints.operations.cases import CaseRejected, CaseRejection, case, require, unchanged_since
from players.complaints.operations.making import (
    Arrived,
    ComplaintRejected,
    ComplaintRejection,
    Subject,
    came,
    enter,
)
from players.complaints.operations.rows import CaseDone, cleaned, done, happened
from players.models import Channel, Outsider, Relation, What
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
    key: UUID,
    now: datetime,
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
    outsider.key, outsider.by_id, outsider.at = key, by, now
    return enter(
        Arrived(None, channel, came(channel, received_on, now=now), category, cleaned(text), subject, occurred_at),
        by=by,
        key=key,
        now=now,
        files=files,
        outsider=outsider,
    )


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
        happened(complaint, What.POSTED, by=by, now=now, on=posted_on.isoformat())
    return done(complaint)
