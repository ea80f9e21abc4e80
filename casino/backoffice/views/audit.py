"""The audit trail: found by person, thing, day; nothing here can change it."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino.backoffice import forms, listing, pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters import audit as presenters
from players.accounts import queries as players
from players.audit.queries import audit as trail
from players.roles import Action
from tables import queries

PAGE_ACTS = 40


@allowed(Action.SEE_AUDIT)
@require_safe
def audit(request: HttpRequest) -> HttpResponse:
    """The recorded changes and their authors, newest first."""
    form = forms.AuditSearch(request.GET or None, subjects=presenters.SUBJECTS)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    if (number := forms.row_of(request.GET.get("ato", ""))) is not None:
        return _one(request, form, number)
    page = listing.page_of(request, trail.ACTS, partial(trail.acts, **_filters(asked)), size=PAGE_ACTS)
    context = {
        "form": form,
        "searched": bool(asked),
        "entries": _entries(page.rows),
        "page": page,
    }
    return pages.page(request, "backoffice/audit/page.html", "audit", context, report="significant-events")


def _one(request: HttpRequest, form: forms.AuditSearch, number: int) -> HttpResponse:
    """One act with all that it changed."""
    found = trail.act(number)
    if found is None:
        raise Http404
    context = {"form": form, "searched": True, "entries": _entries([found])}
    return pages.page(request, "backoffice/audit/page.html", "audit", context, report="significant-events")


def _entries(acts: Sequence[trail.Act]) -> tuple[presenters.Entry, ...]:
    """The acts in words, with the names and the reasons that they lack themselves."""
    return presenters.entries(
        acts,
        players.nicknames(presenters.authors_of(acts)),
        stop_reasons=queries.stop_reasons(presenters.stops_of(acts)),
    )


def _filters(asked: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"outside": bool(asked.get("outside"))}
    if asked.get("who"):
        known = players.by_email(asked["who"])
        found["by"] = known.id if known is not None else 0
    if asked.get("subject"):
        found["subject"] = asked["subject"]
    if asked.get("number"):
        found["subject_id"] = asked["number"]
    if asked.get("since"):
        found["since"] = _midnight(asked["since"])
    if asked.get("until"):
        found["until"] = _midnight(asked["until"] + timedelta(days=1))
    return found


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
