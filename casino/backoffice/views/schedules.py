"""Reports that come by themselves: the schedules, what one of them does, and who received what."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.lists.schedules import state_of
from casino.backoffice.presenters import events as spoken
from casino.backoffice.schedule_forms import FIELDS, Reason, ScheduleForm
from casino.web.act import act, posted
from casino.wording import schedule_names
from players.events import queries as events
from players.events.queries import Subject
from players.roles import Action, may
from players.staff.queries import members_who_may
from reporting import queries as reporting
from reporting.catalogue import CATALOGUE, Definition, Filter
from reporting.operations import schedules as operations
from reporting.operations.schedules import ScheduleRejection
from reporting.queries import schedules as queries
from reporting.queries.schedules import ScheduleCard, ScheduleState
from tables import queries as tables

MISSING = (ScheduleRejection.NO_SUCH_SCHEDULE, ScheduleRejection.NO_SUCH_REPORT)


@allowed(Action.EXPORT_REPORTS)
@require_safe
def schedules(request: HttpRequest) -> HttpResponse:
    """Every schedule: what it makes, when, for whom, and whether its last report was received."""
    context = {
        "schedules": queries.schedules(now=timezone.now()),
        "may_make": may(request.user, Action.MAKE_REPORTS),
    }
    return pages.page(request, "backoffice/schedules/page.html", "reports", context)


@allowed(Action.MAKE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def new_schedule(request: HttpRequest, name: str) -> HttpResponse:
    """Have a report of the catalogue made and sent by itself."""
    definition = CATALOGUE.get(name)
    if definition is None:
        raise Http404
    first = {"key": uuid.uuid4(), "hour": 6, "receipt_hours": 24, "format": "pdf"}
    return act(
        request,
        _form(request, definition, initial=first),
        partial(operations.make_schedule, name=name),
        page=lambda form: _form_page(request, definition, form),
        fields=FIELDS,
        missing=MISSING,
        done=gettext("The report comes by itself from its next turn on."),
        to=lambda made: ("backoffice:schedule", made.number),
    )


@allowed(Action.MAKE_REPORTS)
@require_http_methods(["GET", "HEAD", "POST"])
def change_schedule(request: HttpRequest, number: int) -> HttpResponse:
    """Change when, as what, to whom and by which filter it comes."""
    card = _card(number)
    first = {
        "rhythm": card.rhythm.value,
        "hour": card.hour,
        "format": card.format,
        "receipt_hours": card.receipt_hours,
        "members": list(card.members),
        **card.filter,
    }
    return act(
        request,
        _form(request, card.definition, initial=first, new=False),
        operations.change_schedule,
        number=number,
        page=lambda form: _form_page(request, card.definition, form, card),
        fields=FIELDS,
        missing=MISSING,
        done=lambda acted: (
            gettext("Nothing differs: nothing has changed.") if acted.repeat else gettext("The schedule is changed.")
        ),
        to=("backoffice:schedule", number),
    )


@allowed(Action.EXPORT_REPORTS)
@require_safe
def schedule(request: HttpRequest, number: int) -> HttpResponse:
    """One schedule: what it does, who last changed it and why, its turns and their receipts."""
    return _page(request, number)


@allowed(Action.MAKE_REPORTS)
@require_POST
def pause_schedule(request: HttpRequest, number: int) -> HttpResponse:
    """Let it rest."""
    return _act(request, number, operations.pause_schedule, "pause", gettext("The schedule is paused."))


@allowed(Action.MAKE_REPORTS)
@require_POST
def resume_schedule(request: HttpRequest, number: int) -> HttpResponse:
    """Let it go on."""
    return _act(request, number, operations.resume_schedule, "resume", gettext("The schedule goes on."))


@allowed(Action.MAKE_REPORTS)
@require_POST
def end_schedule(request: HttpRequest, number: int) -> HttpResponse:
    """End it for good."""
    return _act(request, number, operations.end_schedule, "end", gettext("The schedule is ended."))


def _act(request: HttpRequest, number: int, operation: Callable[..., Any], name: str, done: str) -> HttpResponse:
    return act(
        request,
        Reason(request.POST, auto_id=f"{name}_%s"),
        operation,
        number=number,
        page=lambda form: _page(request, number, **{name: form}),
        fields=FIELDS,
        missing=MISSING,
        done=done,
        to=("backoffice:schedule", number),
    )


def _card(number: int) -> ScheduleCard:
    card = queries.schedule(number, now=timezone.now())
    if card is None:
        raise Http404
    return card


def _form(request: HttpRequest, definition: Definition, *, initial: dict[str, Any], new: bool = True) -> ScheduleForm:
    form = ScheduleForm(
        definition,
        posted(request),
        tables={table.code: table.name for table in tables.floor(now=timezone.now())},
        colleagues=members_who_may(Action.EXPORT_REPORTS),
        new=new,
        initial=initial,
    )
    if Filter.LEAST in definition.filters:
        day, asked = reporting.day_of(timezone.now()), form.initial.get("least")
        form.show(reporting.thresholds_of(definition.name, day, day))
        form.initial["least"] = asked  # empty: of each period its own
    return form


def _form_page(
    request: HttpRequest, definition: Definition, form: ScheduleForm, card: ScheduleCard | None = None
) -> HttpResponse:
    context = {"definition": definition, "form": form, "card": card}
    return pages.page(request, "backoffice/schedule_form/page.html", "reports", context)


def _page(request: HttpRequest, number: int, **sent: Form) -> HttpResponse:
    card = _card(number)
    told = events.of_subject(Subject.SCHEDULE, card.key)
    may_make = may(request.user, Action.MAKE_REPORTS)
    goes_on = may_make and card.state is not ScheduleState.ENDED
    context = {
        "card": card,
        "state": state_of(card),
        "when": schedule_names.rhythm(card.rhythm, card.hour),
        "within": schedule_names.within(card.receipt_hours),
        "filter": schedule_names.filters(card.filter),
        "turns": queries.turns_of(number, now=timezone.now()),
        "timeline": spoken.lines(told, reader=request.user),
        "may_change": goes_on,
        "paused": card.state is ScheduleState.PAUSED,
        "pause": Reason(auto_id="pause_%s"),
        "resume": Reason(auto_id="resume_%s"),
        "end": Reason(auto_id="end_%s"),
        **sent,
    }
    return pages.page(request, "backoffice/schedule/page.html", "reports", context)
