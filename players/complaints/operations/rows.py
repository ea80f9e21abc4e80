"""Steps of every act on a complaint: lock the case, write the message, write the event, tell the player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings

from kernel.calendar import add_working_days, end_of_day, lisbon_date
from kernel.money import Currency
from players.complaints.operations.attachments import Attachment
from players.events.names import EventName
from players.events.telling import tell as tell_event
from players.messages.operations.emails import write_email
from players.models import (
    Complaint,
    ComplaintDecision,
    ComplaintEvent,
    ComplaintFile,
    ComplaintMessage,
    ComplaintState,
    Side,
    What,
)

TEXT_LEAST: Final = 10
TEXT_MOST: Final = 5_000
MESSAGES_MOST: Final = 200
"""In one case; a player who needs more needs a person to talk to."""
_MOVING: Final = (
    "state",
    "turn",
    "due_on",
    "turn_began_at",
    "handler",
    "outcome",
    "answered_at",
    "reopened_at",
    "closed_at",
    "sheet",
    "revision",
)


TOLD: Final = {
    What.RECEIVED: EventName.COMPLAINT_RECEIVED,
    What.TAKEN: EventName.COMPLAINT_ASSIGNED,
    What.PLAYER_WROTE: EventName.COMPLAINT_REPLIED,
    What.HOUSE_WROTE: EventName.COMPLAINT_WRITTEN,
    What.NOTED: EventName.COMPLAINT_NOTED,
    What.PROPOSED: EventName.COMPLAINT_AWARD_PROPOSED,
    What.AWARD_REFUSED: EventName.COMPLAINT_AWARD_REFUSED,
    What.AWARD_PAID: EventName.COMPLAINT_AWARD_PAID,
    What.DECIDED: EventName.COMPLAINT_DECIDED,
    What.REOPENED: EventName.COMPLAINT_REOPENED,
    What.CLOSED: EventName.COMPLAINT_CLOSED,
    What.LATE_START: EventName.COMPLAINT_REMINDED,
    What.DUE_SOON: EventName.COMPLAINT_REMINDED,
    What.OVERDUE: EventName.COMPLAINT_REMINDED,
    What.POSTED: EventName.COMPLAINT_POSTED,
    What.ADR_NAMED: EventName.COMPLAINT_ADR_NAMED,
    What.SHEET_CORRECTED: EventName.COMPLAINT_SHEET_CORRECTED,
}
"""The house's events for those of a case; a case is acknowledged in the transaction that receives it."""


@dataclass(frozen=True, slots=True)
class CaseDone:
    """A case after an act; `repeat`: it was done already, and nothing was written."""

    complaint_id: int
    number: str
    state: ComplaintState
    due_on: date
    revision: int
    repeat: bool = False


def done(complaint: Complaint, *, repeat: bool = False) -> CaseDone:
    """The case as it stands now."""
    return CaseDone(
        complaint.pk,
        complaint.number,
        ComplaintState(complaint.state),
        complaint.due_on,
        complaint.revision,
        repeat,
    )


def held(complaint_id: int) -> Complaint | None:
    """Return the case, locked until the caller's transaction ends. Every change of a case takes this lock first."""
    return Complaint.objects.select_for_update(no_key=True).filter(pk=complaint_id).first()


def fits(text: str, *, least: int = TEXT_LEAST) -> bool:
    """Whether a cleaned text is long enough to say something and short enough to be read."""
    return least <= len(text) <= TEXT_MOST


def deadline(began_at: datetime) -> date:
    """The last day for the answer to what came at `began_at` (PT-79; PT-81 leaves the number to a setting)."""
    return add_working_days(lisbon_date(began_at), settings.COMPLAINT_WORKING_DAYS)


def say(
    complaint: Complaint,
    *,
    side: Side,
    by: int,
    key: UUID,
    text: str,
    now: datetime,
    files: Sequence[Attachment] = (),
) -> ComplaintMessage:
    """Write a message and its files."""
    message = ComplaintMessage.objects.create(complaint=complaint, side=side, by_id=by, key=key, text=text, at=now)
    ComplaintFile.objects.bulk_create(
        ComplaintFile(
            message=message,
            name=file.name,
            content_type=file.content_type,
            content=file.content,
            size=len(file.content),
            sha256=file.sha256,
        )
        for file in files
    )
    return message


def happened(
    complaint: Complaint,
    what: What,
    *,
    by: int | None,
    now: datetime,
    told: Mapping[str, Any] | None = None,
    actor: int | None = None,
    why: str = "",
    **facts: Any,
) -> ComplaintEvent:
    """Write what happened, and the case as it now stands with it.

    `told` are the facts of the house's event where it has any (`players.events`), `why` the reason that it tells, and
    `actor` who is signed in where that is not `by`.
    """
    event = ComplaintEvent.objects.create(
        complaint=complaint, turn=complaint.turn, at=now, by_id=by, what=what, facts=facts
    )
    complaint.revision += 1
    complaint.save(update_fields=_MOVING)
    if what in TOLD:
        tell_event(
            TOLD[what],
            by=actor if actor is not None else by,
            now=now,
            key=complaint.number,
            person_id=complaint.person_id,
            why=why,
            **(told or {}),
        )
    return event


def tell(complaint: Complaint, kind: str, event: ComplaintEvent, *, now: datetime, **facts: Any) -> None:
    """An e-mail to who complained, once for the event; none to whom only post reaches: staff send that."""
    outsider = complaint.outsider
    if outsider is None or outsider.email:
        _email(complaint, complaint.person_id, kind, event, now=now, facts=facts)


def tell_staff(
    complaint: Complaint, kind: str, event: ComplaintEvent, *, to: Sequence[int], now: datetime, **facts: Any
) -> None:
    """The same e-mail to each of these members of staff, once for the event."""
    for person_id in to:
        _email(complaint, person_id, kind, event, now=now, facts=facts)


def _email(
    complaint: Complaint,
    person_id: int | None,
    kind: str,
    event: ComplaintEvent,
    *,
    now: datetime,
    facts: dict[str, Any],
) -> None:
    write_email(
        person_id=person_id,
        outsider_id=complaint.outsider_id if person_id is None else None,
        kind=kind,
        facts={"number": complaint.number, "due_at": _last_moment(complaint.due_on).isoformat(), **facts},
        idempotency_key=uuid5(NAMESPACE_URL, f"complaint-event/{event.pk}/{person_id or 'outsider'}"),
        now=now,
    )


def _last_moment(day: date) -> datetime:
    return end_of_day(day) - timedelta(seconds=1)


def money(cents: int) -> dict[str, Any]:
    """An award as events tell it."""
    return {"amount": cents, "currency": Currency.EUR.value}


def waiting_decision(complaint: Complaint) -> ComplaintDecision | None:
    """The decision of this turn that waits for a second person, if there is one."""
    return complaint.decisions.filter(turn=complaint.turn, decided_at=None, refused_at=None).first()


def stand(
    complaint: Complaint, decision: ComplaintDecision, *, by: int, now: datetime, actor: int | None = None
) -> None:
    """Let a made decision stand: the case is answered, and the player told of outcome, reasons and money.

    `by` decided; `actor` is who is signed in, where that is who agreed to the money.
    """
    complaint.outcome = decision.outcome
    complaint.state = ComplaintState.ANSWERED
    complaint.answered_at = now
    event = happened(
        complaint,
        What.DECIDED,
        by=by,
        now=now,
        told={"outcome": decision.outcome, **money(decision.award)},
        actor=actor,
        outcome=decision.outcome,
        award=decision.award,
    )
    tell(
        complaint,
        "complaint-answered",
        event,
        now=now,
        outcome=decision.outcome,
        reasons=decision.reasons,
        award=decision.award,
        reopen_days=settings.COMPLAINT_REOPEN_DAYS,
        reopened=complaint.turn > 1,
    )
