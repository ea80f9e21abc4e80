"""The house's side of a complaint: taking it in hand, asking and answering, notes among staff."""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction

from kernel.rejection import Rejected
from kernel.typed import cleaned
from players.complaints.operations.attachments import Attachment, Sent
from players.complaints.operations.files import taken_in
from players.complaints.operations.rows import (
    MESSAGES_MOST,
    CaseDone,
    done,
    fits,
    happened,
    held,
    say,
    tell,
    waiting_decision,
)
from players.events.names import Subject
from players.inbox.operations import mention
from players.inbox.operations.work import hand
from players.inbox.things import Thing
from players.models import (
    Complaint,
    ComplaintMessage,
    ComplaintState,
    Person,
    ReplyUse,
    ReplyVersion,
    Side,
    What,
)
from players.roles import Action, may


class CaseRejection(StrEnum):
    """Why staff's act changed nothing; in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    TEXT_INVALID = "text-invalid"
    OUTCOME_UNKNOWN = "outcome-unknown"
    NO_REASONS = "no-reasons"
    AWARD_INVALID = "award-invalid"
    NO_ACCOUNT = "no-account"
    """Money for a person without an account: the cashier could pay it to no one."""
    POST_INVALID = "post-invalid"
    """The answer does not go by post, or the day of posting cannot be."""
    TEMPLATE_UNKNOWN = "template-unknown"
    """The answer or message names a version of a kept text that there is not."""
    SHEET_INVALID = "sheet-invalid"
    """What was typed can be no number of a sheet in the Complaints Book."""
    REASON_MISSING = "reason-missing"
    NO_SUCH_COMPLAINT = "no-such-complaint"
    KEY_REUSED = "key-reused"
    NOT_OF_THE_BOOK = "not-of-the-book"
    """What came by another way than the Complaints Book has no sheet there."""
    SAME_SHEET = "same-sheet"
    STALE = "stale"
    SHEET_TAKEN = "sheet-taken"
    """Another case has this number; the rejection names it."""
    NOT_IN_THAT_STATE = "not-in-that-state"
    NOT_YOURS = "not-yours"
    AWARD_WAITS = "award-waits"
    NO_AWARD_WAITS = "no-award-waits"
    OWN_WORK = "own-work"
    TOO_MANY_MESSAGES = "too-many-messages"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""
    MONEY_REFUSED = "money-refused"


class CaseRejected(Rejected):
    """Nothing changed. `most` is the most that would do, where there is one; `until` from when on it would do.

    `number` is that of another case that stands in the way, if one does.
    """

    reason: CaseRejection
    number: str

    def __init__(self, reason: CaseRejection, *, number: str = "", **facts: Any) -> None:
        super().__init__(reason, **facts)
        vars(self).update(number=number)


def take_in_hand(*, complaint_id: int, by: int, seen: int, now: datetime) -> CaseDone:
    """Become the handler of the case, who looks after it too; also in another's place. The present handler keeps it.

    Raises `CaseRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    with transaction.atomic():
        complaint = case(complaint_id)
        if complaint.handler_id == by and complaint.state == ComplaintState.IN_HAND:
            return done(complaint, repeat=True)
        unchanged_since(complaint, seen)
        if complaint.state not in {ComplaintState.RECEIVED, ComplaintState.IN_HAND}:
            raise CaseRejected(CaseRejection.NOT_IN_THAT_STATE)
        if waiting_decision(complaint) is not None:
            raise CaseRejected(CaseRejection.AWARD_WAITS)
        before = complaint.handler_id
        complaint.state, complaint.handler_id = ComplaintState.IN_HAND, by
        happened(complaint, What.TAKEN, by=by, now=now, told={"before": before, "after": by}, before=before)
        hand([Thing(Subject.COMPLAINT, complaint.number)], person_id=by, by=by, now=now, told=True)
    return done(complaint)


def write(
    *,
    complaint_id: int,
    text: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
    files: Sequence[Sent] = (),
    templates: Collection[int] = (),
) -> CaseDone:
    """Write to the player: a question, news, an explanation. The player is told by e-mail that something is there.
    `templates` are the versions of kept texts that the words came from.

    Raises `CaseRejected`, `AttachmentRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    text = _worded(text)
    known_templates(templates)
    harmless = taken_in(files, by=by, now=now)
    with transaction.atomic():
        complaint, said = _speak(complaint_id, Side.HOUSE, text, by, idempotency_key, now, harmless)
        if said is not None:
            ReplyUse.objects.bulk_create(ReplyUse(message=said, version_id=each) for each in sorted(set(templates)))
            event = happened(complaint, What.HOUSE_WROTE, by=by, now=now)
            # Who has no account cannot read it here: the e-mail holds the words.
            words = {} if complaint.outsider_id is None else {"text": text}
            tell(complaint, "complaint-message", event, now=now, **words)
    return done(complaint, repeat=said is None)


def note(
    *, complaint_id: int, text: str, by: int, idempotency_key: UUID, now: datetime, files: Sequence[Sent] = ()
) -> CaseDone:
    """Write for colleagues only, at any time: the player never sees it. Those whom it names (`@Inês`) have the case in
    their inbox from then on.

    Raises `CaseRejected`, `AttachmentRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    text = _worded(text)
    harmless = taken_in(files, by=by, now=now)
    with transaction.atomic():
        complaint, said = _speak(complaint_id, Side.NOTE, text, by, idempotency_key, now, harmless)
        if said is not None:
            happened(complaint, What.NOTED, by=by, now=now)
            mention(thing=Thing(Subject.COMPLAINT, complaint.number), text=text, by=by, now=now)
    return done(complaint, repeat=said is None)


def _worded(text: str) -> str:
    text = cleaned(text)
    if not fits(text, least=1):
        raise CaseRejected(CaseRejection.TEXT_INVALID)
    return text


def _speak(
    complaint_id: int, side: Side, text: str, by: int, key: UUID, now: datetime, harmless: Sequence[Attachment]
) -> tuple[Complaint, ComplaintMessage | None]:
    """The case and what was said in it; None where the same was said with this key before."""
    complaint = case(complaint_id)
    before = ComplaintMessage.objects.filter(by_id=by, key=key).first()
    if before is not None:
        if (before.complaint_id, before.side, before.text) != (complaint.pk, side, text):
            raise CaseRejected(CaseRejection.KEY_REUSED)
        return complaint, None
    if side is Side.HOUSE and complaint.state not in {ComplaintState.IN_HAND, ComplaintState.ANSWERED}:
        raise CaseRejected(CaseRejection.NOT_IN_THAT_STATE)
    if complaint.messages.count() >= MESSAGES_MOST:
        raise CaseRejected(CaseRejection.TOO_MANY_MESSAGES, most=MESSAGES_MOST)
    return complaint, say(complaint, side=side, by=by, key=key, text=text, now=now, files=harmless)


def require(by: int, action: Action) -> None:
    """Raise `CaseRejected` unless this member of staff may do it."""
    if not may(Person.objects.filter(pk=by).first(), action):
        raise CaseRejected(CaseRejection.NOT_ALLOWED)


def known_templates(versions: Collection[int]) -> None:
    """Raise `CaseRejected` unless there are all these versions of kept texts."""
    if versions and ReplyVersion.objects.filter(pk__in=set(versions)).count() != len(set(versions)):
        raise CaseRejected(CaseRejection.TEMPLATE_UNKNOWN)


def case(complaint_id: int) -> Complaint:
    """The case, held. Raises `CaseRejected`."""
    complaint = held(complaint_id)
    if complaint is None:
        raise CaseRejected(CaseRejection.NO_SUCH_COMPLAINT)
    return complaint


def unchanged_since(complaint: Complaint, seen: int) -> None:
    """Raise `CaseRejected` when something happened to the case since the form was filled in."""
    if complaint.revision != seen:
        raise CaseRejected(CaseRejection.STALE)
