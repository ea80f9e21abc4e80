"""The catalogue of reports: choose one, say what it should be about, see what came out, take it away."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import catalogue as presenters
from casino.backoffice.report_forms import RequestForm
from casino.signing.again import ask_again
from casino.signing.kept import put_back
from casino.web import files
from casino.web.act import act
from casino.web.hints import soon
from casino.wording.rejections import sentence
from players.roles import Action, may
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Definition, Filter
from reporting.operations import Wanted, sending
from reporting.operations.requests import AT_ONCE_ROWS
from reporting.queries import requests as request_queries
from reporting.queries import schedules as schedule_queries
from reporting.tasks import prepare_requests
from reporting.writers import Format
from tables import queries as tables

PREVIEW_ROWS = 50
_ASKED = frozenset({"first_day", "last_day", "table", "player"})
"""The fields that an address may fill in beforehand: a list's own filters."""


@allowed(Action.SEE_REPORTS)
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every report there is, by subject, and the latest requests."""
    may_export = may(request.user, Action.EXPORT_REPORTS)
    context = {
        "subjects": presenters.subjects(),
        "asked_for": request_queries.requests() if may_export else (),
        "may_export": may_export,
    }
    return pages.page(request, "backoffice/catalogue/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def request_report(request: HttpRequest, name: str) -> HttpResponse:
    """One report: its description, and the form that requests it."""
    definition = CATALOGUE.get(name)
    if definition is None:
        raise Http404
    places = {table.code: table.name for table in tables.floor(now=timezone.now())}
    return act(
        request,
        _request_form(request, definition, places),
        _requested,
        page=partial(_request_page, request, definition),
        to=lambda key: ("backoffice:requested_report", key),
    )


def _request_form(request: HttpRequest, definition: Definition, places: Mapping[str, str]) -> RequestForm:
    day = queries.day_of(timezone.now())
    if request.method == "POST":
        form = RequestForm(definition, request.POST, tables=places)
    else:
        first = {"key": uuid.uuid4(), "first_day": day, "last_day": day}
        asked = {name: value for name, value in request.GET.items() if name in _ASKED and value}
        form = RequestForm(definition, initial=first | asked, tables=places)
    if Filter.LEAST in definition.filters:
        form.show(queries.thresholds_of(definition.name, day, day))
    return form


def _request_page(request: HttpRequest, definition: Definition, form: RequestForm) -> HttpResponse:
    asked_for = request_queries.requests(name=definition.name, limit=8)
    kept = put_back(request, form)
    may_propose = may(request.user, Action.EXPORT_REPORTS)
    context = {
        "definition": definition,
        "form": form,
        "kept": kept,
        "asked_for": asked_for,
        "may_propose": may_propose,
        "may_make": may(request.user, Action.MAKE_REPORTS),
    }
    return pages.page(request, "backoffice/request_report/page.html", "reports", context)


def _requested(*, idempotency_key: UUID, wanted: Wanted, by: int, now: datetime) -> UUID:
    """Request; make it at once if it is short, else wake a worker."""
    requested = operations.request_report(wanted=wanted, by=by, idempotency_key=idempotency_key, now=now)
    if not requested.done and not operations.prepare(run_id=requested.run_id, now=now, rows_most=AT_ONCE_ROWS):
        soon(prepare_requests)
    return requested.key


@allowed(Action.EXPORT_REPORTS)
@require_safe
def requested_report(request: HttpRequest, key: UUID) -> HttpResponse:
    """A request: its progress; once done, its first rows, its totals and its files."""
    wanted = request_queries.request(key)
    if wanted is None:
        raise Http404
    now = timezone.now()
    sending.receive(key=key, by=staff_id(request), now=now)
    context = {"wanted": wanted, "most": PREVIEW_ROWS, "turn": schedule_queries.turn_of(key, now=now)}
    if wanted.done:
        rows, sums = presenters.grids(wanted, limit=PREVIEW_ROWS)
        context |= {"rows": rows, "sums": sums}
        formats = presenters.files(wanted)
        context |= {"files": formats, "making": any(one.making for one in formats)}
    return pages.page(request, "backoffice/requested_report/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def take_report(request: HttpRequest, key: UUID, form: str) -> HttpResponseBase:
    """A file of a request: GET takes it and is logged, POST has a long one made."""
    if form not in set(Format):
        raise Http404
    try:
        if request.method == "POST":
            if not operations.request_file(key=key, format=Format(form), by=staff_id(request), now=timezone.now()):
                soon(prepare_requests)
                messages.info(request, gettext("The file is being made. This page says when it is ready."))
            return redirect("backoffice:requested_report", key)
        exported = operations.take(key=key, format=Format(form), by=staff_id(request), now=timezone.now())
        sending.receive(key=key, by=staff_id(request), now=timezone.now())
    except operations.RequestRejected as refused:
        if refused.reason is operations.RequestRejection.NO_SUCH_REPORT:
            raise Http404 from refused
        messages.error(request, sentence(refused))
        return redirect("backoffice:requested_report", key)
    return files.download_of(exported.file, name=exported.filename, content_type=exported.content_type)
