"""Extracts: reports by criteria of one's own, proposed by one person and agreed to by another (PT-73)."""

import uuid
from functools import partial

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.extract_forms import ExtractForm
from casino.backoffice.forms import Reason
from casino.backoffice.presenters import extracts as presenters
from casino.signing.again import ask_again
from casino.web.act import act
from casino.web.hints import soon
from players.roles import Action, may
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Definition, Filter
from reporting.operations import ExtractActed, ExtractRejection, RequestRejection
from reporting.operations.requests import AT_ONCE_ROWS
from reporting.queries import extracts as extract_queries
from reporting.tasks import prepare_requests
from tables import queries as tables

MOST = 100
_FIELDS = {
    ExtractRejection.TITLE_INVALID: "title",
    ExtractRejection.REASON_INVALID: "reason",
    ExtractRejection.PERSONAL: "reveal",
    RequestRejection.NO_SUCH_PLAYER: "player",
    RequestRejection.AMOUNT_OUT_OF_RANGE: "least",
}


@allowed(Action.SEE_REPORTS)
@require_safe
def extracts(request: HttpRequest) -> HttpResponse:
    """The extracts that wait for a second person, the oldest first, and those decided lately."""
    me = staff_id(request)
    waiting = extract_queries.extracts(waiting=True, limit=MOST)
    context = {
        "waiting": [(card, card.proposed_by_id == me) for card in waiting],
        "decided": extract_queries.extracts(waiting=False, limit=MOST),
        "may_decide": may(request.user, Action.APPROVE_EXTRACT),
        "may_propose": may(request.user, Action.EXPORT_REPORTS),
    }
    return pages.page(request, "backoffice/extracts/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def propose_extract(request: HttpRequest, name: str) -> HttpResponse:
    """The form of an extract of one report."""
    definition = CATALOGUE.get(name)
    if definition is None:
        raise Http404
    return act(
        request,
        _form(request, definition),
        operations.propose_extract,
        page=partial(_form_page, request, definition),
        fields=_FIELDS,
        done=gettext("Proposed. No row leaves the house until another person agrees."),
        to=lambda made: ("backoffice:extract", made.extract_id),
    )


def _form(request: HttpRequest, definition: Definition) -> ExtractForm:
    now = timezone.now()
    day = queries.day_of(now)
    places = {table.code: table.name for table in tables.floor(now=now)}
    sent = request.POST if request.method == "POST" else None
    first = {"key": uuid.uuid4(), "first_day": day, "last_day": day}
    form = ExtractForm(definition, sent, tables=places, initial=first)
    if Filter.LEAST in definition.filters:
        form.show(queries.thresholds_of(definition.name, day, day))
    return form


def _form_page(request: HttpRequest, definition: Definition, form: ExtractForm) -> HttpResponse:
    return pages.page(
        request, "backoffice/propose_extract/page.html", "reports", {"definition": definition, "form": form}
    )


@allowed(Action.SEE_REPORTS)
@require_safe
def extract(request: HttpRequest, number: int) -> HttpResponse:
    """One extract: its criteria in words, who asks and why, and the decision."""
    return _page(request, number)


@allowed(Action.APPROVE_EXTRACT)
@ask_again
@require_POST
def approve_extract(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to another person's extract: its rows are gathered, at once where they are few."""
    return act(
        request,
        None,
        operations.approve_extract,
        extract_id=number,
        page=lambda _: _page(request, number),
        missing=(ExtractRejection.NO_SUCH_EXTRACT,),
        done=gettext("Approved. Colleagues who may download reports find its files here."),
        to=_gather,
    )


def _gather(done: ExtractActed) -> tuple[str, int]:
    """Have the report made: at once if it is short, else by a worker. Where to go then."""
    assert done.run_id is not None, "what is approved has its report"
    if not operations.prepare(run_id=done.run_id, now=timezone.now(), rows_most=AT_ONCE_ROWS):
        soon(prepare_requests)
    return "backoffice:extract", done.extract_id


@allowed(Action.APPROVE_EXTRACT)
@ask_again
@require_POST
def reject_extract(request: HttpRequest, number: int) -> HttpResponse:
    """Turn another person's extract down, with the reason."""
    return act(
        request,
        Reason(request.POST),
        operations.reject_extract,
        extract_id=number,
        page=partial(_page, request, number),
        missing=(ExtractRejection.NO_SUCH_EXTRACT,),
        done=gettext("Turned down. Nothing was gathered; the proposer reads the reason."),
        to=("backoffice:extract", number),
    )


@allowed(Action.EXPORT_REPORTS)
@require_POST
def withdraw_extract(request: HttpRequest, number: int) -> HttpResponse:
    """Take one's own proposal back."""
    return act(
        request,
        None,
        operations.withdraw_extract,
        extract_id=number,
        page=lambda _: _page(request, number),
        missing=(ExtractRejection.NO_SUCH_EXTRACT,),
        done=gettext("Withdrawn. Nothing was gathered."),
        to=("backoffice:extract", number),
    )


def _page(request: HttpRequest, number: int, form: Form | None = None) -> HttpResponse:
    card = extract_queries.extract(number)
    if card is None:
        raise Http404
    own = card.proposed_by_id == staff_id(request)
    exports = may(request.user, Action.EXPORT_REPORTS)
    context = {
        "extract": card,
        "lines": presenters.lines(card),
        "follows": presenters.follows(card) if card.waits else (),
        "form": form or Reason(),
        "own": own,
        "may_decide": card.waits and may(request.user, Action.APPROVE_EXTRACT),
        "may_withdraw": card.waits and own and may(request.user, Action.EXPORT_REPORTS),
        "report": reverse("backoffice:requested_report", args=[card.report]) if card.report and exports else "",
    }
    return pages.page(request, "backoffice/extract/page.html", "reports", context)
