"""Incidents: the list, one with what was found out, and what is done about it."""

import uuid
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import listing, pages, running_forms, sentences
from casino.backoffice.access import allowed, staff_id
from players.roles import Action, may
from tables import queries
from tables.operations import incidents as operations
from tables.operations.incidents import IncidentRefused

PAGE = 50


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incidents(request: HttpRequest) -> HttpResponse:
    """What went wrong, newest first."""
    form = running_forms.IncidentSearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    is_open = {"abertos": True, "fechados": False}.get(asked.get("state", ""))
    read = partial(queries.incidents, kind=asked.get("kind") or None, is_open=is_open)
    context = {
        "form": form,
        "searched": any(asked.values()),
        "page": listing.page_of(request, queries.INCIDENTS, read, size=PAGE),
        "may_report": may(request.user, Action.HANDLE_INCIDENTS),
    }
    return pages.page(request, "backoffice/incidents/page.html", "incidents", context)


@allowed(Action.SEE_INCIDENTS)
@require_safe
def incident(request: HttpRequest, number: int) -> HttpResponse:
    """One incident: what is known, what was found out, how it ended."""
    return _page(request, number)


@allowed(Action.HANDLE_INCIDENTS)
def report_incident(request: HttpRequest) -> HttpResponse:
    """Write down what a person noticed."""
    rows = {row.code: row for row in queries.floor(now=timezone.now())}
    names = {code: row.name for code, row in rows.items()}
    form = running_forms.Report(request.POST if request.method == "POST" else None, tables=names)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        at = rows.get(said["table"])
        try:
            made = operations.report(
                text=said["text"],
                table_id=at.table_id if at else None,
                by=staff_id(request),
                key=said["key"] or uuid.uuid4(),
                now=timezone.now(),
            )
        except IncidentRefused as error:
            form.add_error(None, sentences.incident(error.reason))
        else:
            messages.success(request, gettext("O incidente está registado."))
            return redirect("backoffice:incident", made.incident_id)
    status = 400 if form.errors else 200
    return pages.page(request, "backoffice/report_incident/page.html", "incidents", {"form": form}, status=status)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def note_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Write down what was found out."""
    form = running_forms.Note(request.POST)
    if not form.is_valid():
        return _page(request, number, note=form)
    try:
        operations.note(
            incident_id=number,
            text=form.cleaned_data["text"],
            key=form.cleaned_data["key"] or uuid.uuid4(),
            by=staff_id(request),
            now=timezone.now(),
        )
    except IncidentRefused as error:
        form.add_error(None, sentences.incident(error.reason))
        return _page(request, number, note=form)
    return redirect("backoffice:incident", number)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def tell_regulator(request: HttpRequest, number: int) -> HttpResponse:
    """Note that the regulator was told."""
    try:
        operations.tell_regulator(incident_id=number, by=staff_id(request), now=timezone.now())
    except IncidentRefused as error:
        messages.error(request, sentences.incident(error.reason))
    return redirect("backoffice:incident", number)


@allowed(Action.HANDLE_INCIDENTS)
@require_POST
def close_incident(request: HttpRequest, number: int) -> HttpResponse:
    """Close it, with its cause and its solution."""
    form = running_forms.Closing(request.POST)
    if not form.is_valid():
        return _page(request, number, closing=form)
    try:
        operations.close(incident_id=number, by=staff_id(request), now=timezone.now(), **form.cleaned_data)
    except IncidentRefused as error:
        form.add_error(None, sentences.incident(error.reason))
        return _page(request, number, closing=form)
    messages.success(request, gettext("O incidente está fechado."))
    return redirect("backoffice:incident", number)


def _page(
    request: HttpRequest,
    number: int,
    *,
    note: running_forms.Note | None = None,
    closing: running_forms.Closing | None = None,
) -> HttpResponse:
    card = queries.incident(number)
    if card is None:
        raise Http404
    context = {
        "incident": card,
        "notes": queries.incident_notes(number),
        "may_handle": may(request.user, Action.HANDLE_INCIDENTS),
        "note": note or running_forms.Note(),
        "closing": closing or running_forms.Closing(),
    }
    sent = [form for form in (note, closing) if form is not None]
    status = 409 if any(form.non_field_errors() for form in sent) else 400 if sent else 200
    return pages.page(request, "backoffice/incident/page.html", "incidents", context, status=status)
