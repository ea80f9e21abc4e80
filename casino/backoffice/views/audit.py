"""The audit: what happened in words, and what the database itself recorded; nothing here can change either."""

from collections.abc import Sequence
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.backoffice import forms, listing, pages
from casino.backoffice.access import allowed
from casino.backoffice.audit_forms import EventSearch, RecordSearch
from casino.backoffice.presenters import audit as records
from casino.backoffice.presenters import events as presenters
from kernel import replica
from players.accounts import queries as players
from players.audit.queries import audit as trail
from players.events import queries as events
from players.roles import Action
from tables import queries

PAGE_EVENTS = 40
PAGE_ACTS = 40
REPORT = "significant-events"


@allowed(Action.SEE_AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """What happened, in sentences, newest first: the event spine, each event with what the database recorded of it."""
    if (number := forms.row_of(request.GET.get("ato", ""))) is not None:  # as addresses of before have it
        return redirect(f"{reverse('backoffice:audit_record')}?ato={number}")
    form = EventSearch(request.GET or None)
    asked = form.wanted() if form.is_bound and form.is_valid() else {}
    page = listing.page_of(request, events.EVENTS, replica.reads(partial(events.events, **asked)), size=PAGE_EVENTS)
    context = {
        "form": form,
        "searched": form.is_bound and form.has_changed(),
        "lines": presenters.lines(page.rows, reader=request.user, recorded=True),
        "page": page,
        "told_since": None if page.older else events.told_since(),
    }
    return pages.page(request, "backoffice/audit/page.html", "audit", context, report=REPORT)


@allowed(Action.SEE_AUDIT)
@require_safe
def audit_record(request: HttpRequest) -> HttpResponse:
    """What the database recorded, change by change, newest first; also what no page did."""
    form = RecordSearch(request.GET or None)
    if (number := forms.row_of(request.GET.get("ato", ""))) is not None:
        return _one(request, form, number)
    asked = form.wanted() if form.is_bound and form.is_valid() else {}
    page = listing.page_of(request, trail.ACTS, replica.reads(partial(trail.acts, **asked)), size=PAGE_ACTS)
    context = {
        "form": form,
        "searched": bool(asked),
        "entries": _entries(page.rows),
        "page": page,
    }
    return pages.page(request, "backoffice/audit_record/page.html", "audit", context, report=REPORT)


def _one(request: HttpRequest, form: RecordSearch, number: int) -> HttpResponse:
    """One act with all that it changed; within a page of events, what it changed first."""
    part = getattr(request, "htmx", None)
    found = trail.recorded({number}).get(number) if part else trail.act(number)
    if found is None:
        raise Http404
    if part:
        return render(request, "backoffice/components/trail_changes.html", {"entry": _entries([found])[0]})
    context = {"form": form, "searched": True, "entries": _entries([found])}
    return pages.page(request, "backoffice/audit_record/page.html", "audit", context, report=REPORT)


def _entries(acts: Sequence[trail.Act]) -> tuple[records.Entry, ...]:
    """The acts in words, with the names and the reasons that they lack themselves."""
    return records.entries(
        acts,
        players.nicknames(records.authors_of(acts)),
        stop_reasons=queries.stop_reasons(records.stops_of(acts)),
    )
