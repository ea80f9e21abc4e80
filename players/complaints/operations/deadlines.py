"""The clock of complaints: handlers are reminded, late cases escalated, settled ones closed (PT-79, UK-14).

A sweep over the rows that are due: safe twice, safe late.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction

from kernel.calendar import add_working_days, lisbon_date
from players.complaints.operations.deciding import take_over_awards
from players.complaints.operations.rows import happened, held, tell, tell_staff
from players.models import Complaint, ComplaintState, Kind, Person, What
from players.roles import ALLOWED, Action

EARLY: Final = 5
"""Working days before the last at which the handler is told that most of the time is gone: the tenth of 15."""
SOON: Final = 2
ADR_AFTER: Final = timedelta(weeks=8)
OPEN: Final = (ComplaintState.RECEIVED.value, ComplaintState.IN_HAND.value)


def remind(*, now: datetime, limit: int = 200) -> int:
    """Send the reminders that are due in every case; return in how many cases there were any.

    Three reminders a deadline, each once: to the handler, or to all who may answer while the case has no handler; the
    last, past the deadline, also to all who approve. After eight weeks without an answer the player is told where else
    to turn.
    """
    waiting = Complaint.objects.filter(state__in=OPEN).order_by("due_on", "pk").values_list("pk", flat=True)
    settled = Complaint.objects.filter(
        state=ComplaintState.ANSWERED, answered_at__lt=now - timedelta(days=settings.COMPLAINT_REOPEN_DAYS)
    ).values_list("pk", flat=True)
    touched = take_over_awards(now=now) + sum(_remind_of(pk, now) for pk in waiting[: limit * 10])
    return touched + sum(_close(pk, now) for pk in settled[:limit])


def stage(*, began_on: date, due_on: date, today: date) -> What | None:
    """The furthest reminder that a case of this deadline has come to.

    >>> stage(began_on=date(2026, 3, 2), due_on=date(2026, 3, 23), today=date(2026, 3, 16))
    <What.LATE_START: 'late-start'>
    """
    if today > due_on:
        return What.OVERDUE
    if today >= _before(began_on, due_on, SOON):
        return What.DUE_SOON
    if today >= _before(began_on, due_on, EARLY):
        return What.LATE_START
    return None


def _before(began_on: date, due_on: date, days: int) -> date:
    """The day from which `days` working days are left to the deadline."""
    day = began_on
    while day < due_on and add_working_days(day, days) < due_on:
        day += timedelta(days=1)
    return day


def _remind_of(complaint_id: int, now: datetime) -> bool:
    with transaction.atomic():
        complaint = held(complaint_id)
        if complaint is None or complaint.state not in OPEN:
            return False
        return any([*_remind_staff(complaint, now), _name_adr(complaint, now)])


def _remind_staff(complaint: Complaint, now: datetime) -> Iterator[bool]:
    began_on, today = lisbon_date(complaint.turn_began_at), lisbon_date(now)
    reached = stage(began_on=began_on, due_on=complaint.due_on, today=today)
    if reached is None or complaint.events.filter(turn=complaint.turn, what=reached).exists():
        return
    told = {"stage": reached.value, "due_on": complaint.due_on}
    event = happened(complaint, reached, by=None, now=now, told=told)
    to = {complaint.handler_id} if complaint.handler_id else _who(Action.ANSWER_COMPLAINTS)
    if reached is What.OVERDUE:
        to |= _who(Action.APPROVE_AWARD)
    tell_staff(complaint, "complaint-reminder", event, to=sorted(to), now=now, stage=reached.value)
    yield True


def _name_adr(complaint: Complaint, now: datetime) -> bool:
    due = complaint.received_at + ADR_AFTER <= now
    if not due or complaint.events.filter(what=What.ADR_NAMED).exists():
        return False
    event = happened(complaint, What.ADR_NAMED, by=None, now=now)
    tell(complaint, "complaint-adr", event, now=now)
    return True


def _close(complaint_id: int, now: datetime) -> bool:
    """Close what was answered and is no longer to be reopened."""
    with transaction.atomic():
        complaint = held(complaint_id)
        if complaint is None or complaint.state != ComplaintState.ANSWERED or complaint.answered_at is None:
            return False
        if complaint.answered_at + timedelta(days=settings.COMPLAINT_REOPEN_DAYS) >= now:
            return False
        complaint.state, complaint.closed_at = ComplaintState.CLOSED, now
        happened(complaint, What.CLOSED, by=None, now=now)
    return True


def _who(action: Action) -> set[int]:
    """Everybody on the staff who may do it."""
    roles = [role.value for role, actions in ALLOWED.items() if action in actions]
    return set(
        Person.objects.filter(kind=Kind.STAFF, is_active=True, groups__name__in=roles).values_list("pk", flat=True)
    )
