"""Incidents: the list, one incident with its findings, and the acts on it."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, running_forms
from casino.backoffice.access import allowed
from casino.backoffice.list_pages import show
from casino.backoffice.lists.play import INCIDENTS
from casino.backoffice.presenters import events as presenters
from casino.backoffice.presenters.ledger import told
from casino.web.act import act, posted
from players.events import queries as events
from players.events.queries import EventCard, Subject
from players.roles import Action, may
from tables import queries
from tables.operations import incidents as operations
from tables.operations.incidents import IncidentRejection

PAGE = 50


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incidents(request: HttpRequest) -> HttpResponse:
    """The incidents, newest first."""
    form = running_forms.IncidentSearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    is_open = {"abertos": True, "fechados": False}.get(asked.get("state", ""))
    return show(request, INCIDENTS, form, kind=asked.get("kind") or None, is_open=is_open)


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incident(request: HttpRequest, number: int) -> HttpResponse:
    """One incident: the known facts, the findings, the cause and the remedy."""
    return _page(request, number)


@allowed(Action.HANDLE_INCIDENTS)
def report_incident(request: HttpRequest) -> HttpResponse:
    """Write down what a person noticed."""
    rows = {row.code: row for row in queries.floor(now=timezone.now())}
    form = running_forms.Report(posted(request), tables=rows)
    return act(
        request,
        form,
        operations.report,
        page=partial(_report_page, request),
        done=gettext("The incident is recorded."),
        to=lambda made: ("backoffice:incident", made.incident_id),
    )


def _report_page(request: HttpRequest, form: running_forms.Report) -> HttpResponse:
    return pages.page(request, "backoffice/report_incident/page.html", "incidents", {"form": form})


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def note_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write down what was found out."""
    return _act(request, number, running_forms.Note(request.POST), "note", operations.note)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def tell_regulator(request: HttpRequest, number: int) -> HttpResponse:
    """Note that the regulator was told."""
    return _act(request, number, None, "", operations.tell_regulator)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def close_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Close it, with its cause and its solution."""
    form = running_forms.Closing(request.POST)
    return _act(request, number, form, "closing", operations.close, gettext("The incident is closed."))


def _act(
    request: HttpRequest, number: int, form: Form | None, name: str, operation: Callable[..., Any], done: str = ""
) -> HttpResponse:
    return act(
        request,
        form,
        operation,
        incident_id=number,
        page=lambda sent: _page(request, number, **({name: sent} if sent else {})),
        missing=(IncidentRejection.NO_SUCH_INCIDENT,),
        done=done,
        to=("backoffice:incident", number),
    )


def _told(card: queries.IncidentCard) -> list[EventCard]:
    """What was told of the incident, and of its round, in the order in which it happened."""
    told = {event.number: event for event in events.of_subject(Subject.INCIDENT, f"I-{card.id}")}
    if card.table_code and card.subject:
        told |= {event.number: event for event in events.of_round(card.subject)}
    return sorted(told.values(), key=lambda event: (event.at, event.number))


def _page(request: HttpRequest, number: int, **sent: Form) -> HttpResponse:
    """The incident's page; `sent` are forms that came back with something wrong, by their names on the page."""
    card = queries.incident(number)
    if card is None:
        raise Http404
    context = {
        "incident": card,
        "differences": told(card.facts["reason"]) if "proof" in card.facts else (),
        "sees_ledger": may(request.user, Action.SEE_LEDGER),
        "notes": queries.incident_notes(number),
        "timeline": presenters.lines(_told(card), reader=request.user),
        "may_handle": may(request.user, Action.HANDLE_INCIDENTS),
        "note": running_forms.Note(),
        "closing": running_forms.Closing(),
        **sent,
    }
    return pages.page(request, "backoffice/incident/page.html", "incidents", context)
