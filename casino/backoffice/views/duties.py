"""Duties that come round, a page a turn; and the calendar of deadlines, at an address that only its owner knows."""

from datetime import datetime, time, timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import duty_forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import deadlines as presenters
from casino.backoffice.presenters import events as spoken
from casino.backoffice.presenters import ical, recurring
from casino.backoffice.presenters.dues import Due
from casino.web.act import act
from kernel.calendar import LISBON
from players.duties import operations, queries
from players.duties.operations import DutyRejection
from players.events import queries as events
from players.events.queries import Subject
from players.roles import Action, may
from players.staff.queries import members_who_may

MISSING = (DutyRejection.NO_SUCH_DUTY,)
NUMBERED: Final = frozenset({Subject.COMPLAINT, Subject.INCIDENT, Subject.CORRECTION, Subject.ERASURE, Subject.EXTRACT})
"""Kinds of cases whose number tells them apart and names no one: it may stand in a calendar outside."""


@allowed(Action.SEE_AUDIT)
@require_safe
def duty(request: HttpRequest, code: str, period: str) -> HttpResponse:
    """One turn of a duty: its law row, until when, whose it is, and what shows that it was done."""
    return _page(request, code, period)


@allowed(Action.DO_DUTIES)
@require_POST
def assign_duty(request: HttpRequest, code: str, period: str) -> HttpResponse:
    """Give it to a colleague, or take it."""
    return act(
        request,
        duty_forms.Owner(request.POST, colleagues=members_who_may(Action.DO_DUTIES), auto_id="owner_%s"),
        operations.assign,
        code=code,
        period=period,
        page=lambda form: _page(request, code, period, owner=form),
        missing=MISSING,
        done=gettext("The owner is noted."),
        to=("backoffice:duty", code, period),
    )


@allowed(Action.DO_DUTIES)
@require_POST
def finish_duty(request: HttpRequest, code: str, period: str) -> HttpResponse:
    """Note that it was done."""
    return act(
        request,
        duty_forms.Done(request.POST),
        operations.note_done,
        code=code,
        period=period,
        page=lambda form: _page(request, code, period, finish=form),
        fields={DutyRejection.EVIDENCE_MISSING: "evidence"},
        missing=MISSING,
        done=gettext("The duty is noted as done."),
        to=("backoffice:duty", code, period),
    )


def _page(request: HttpRequest, code: str, period: str, **sent: object) -> HttpResponse:
    card = queries.turn(code, period)
    if card is None:
        raise Http404
    now = timezone.now()
    told = events.of_subject(Subject.DUTY, f"{code}/{period}")
    context = {
        "turn": card,
        "name": recurring.duty_name(card),
        "row": recurring.row_of(card, now=now),
        "may_do": may(request.user, Action.DO_DUTIES) and card.done_at is None,
        "mine": card.owner_id == staff_id(request),
        "me": staff_id(request),
        "timeline": spoken.lines(told, reader=request.user),
        "owner": duty_forms.Owner(
            initial={"owner_id": card.owner_id}, colleagues=members_who_may(Action.DO_DUTIES), auto_id="owner_%s"
        ),
        "finish": duty_forms.Done(),
        **sent,
    }
    return pages.page(request, "backoffice/duty/page.html", "deadlines", context)


@allowed(Action.SEE_FLOOR)
@require_http_methods(["GET", "HEAD", "POST"])
def calendar_address(request: HttpRequest) -> HttpResponse:
    """The secret address of one's own calendar: made, shown once, and revoked."""
    person, now, address = staff_id(request), timezone.now(), ""
    if request.method == "POST" and request.POST.get("act") == "revoke":
        operations.revoke_feed(person_id=person, now=now)
    elif request.method == "POST":
        secret = operations.make_feed(person_id=person, now=now)
        address = settings.HOUSE_URL + reverse("deadline_calendar", args=[secret])
    context = {"since": queries.feed_since(person), "address": address}
    return pages.page(request, "backoffice/calendar/page.html", "deadlines", context)


@require_safe
def deadline_calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """What waits for the member whose address this is, for a calendar that cannot sign in; it names no person."""
    member = queries.member_of_feed(secret)
    if member is None or not may(member, Action.SEE_FLOOR):
        raise Http404
    now = timezone.now()
    with translation.override(member.language):
        said = ical.calendar(
            [_entry(row.due, row.due.due_at) for row in presenters.board(person=member, now=now) if row.due.due_at],
            title=f"{settings.HOUSE_NAME}: {gettext('Deadlines')}",
            host=urlsplit(settings.HOUSE_URL).hostname or "localhost",
            now=now,
        )
    answer = HttpResponse(said, content_type="text/calendar; charset=utf-8")
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _entry(due: Due, at: datetime) -> ical.Entry:
    """One deadline. A case is named by its number, which leads to it, and a person by nothing. A deadline at the end of
    a day stands on that day.
    """
    if at.astimezone(LISBON).time() == time.min:
        at -= timedelta(seconds=1)
    numbered = due.thing is not None and due.thing.kind in NUMBERED
    about = due.thing.key if due.thing and numbered else due.subject if due.impersonal else ""
    return ical.Entry(
        name=f"{due.href} {due.what}",
        at=at,
        summary=": ".join(filter(None, (due.what, about))),
        description=due.rule,
        url=settings.HOUSE_URL + (due.href if about else reverse("backoffice:deadlines")),
    )
