"""The catalogue of reports: choose one, say what it should be about, see what came out, take it away."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import catalogue as presenters
from casino.backoffice.report_forms import OrderForm
from casino.signing.again import ask_again
from casino.web import files
from casino.web.act import act
from casino.wording.rejections import sentence
from players.roles import Action, may
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Definition, Filter, runs
from reporting.operations import Wanted
from reporting.operations.orders import AT_ONCE_ROWS
from reporting.queries import orders as order_queries
from reporting.tasks import prepare_orders
from reporting.writers import Format
from tables import queries as tables

PREVIEW_ROWS = 50
_ASKED = frozenset({"first_day", "last_day", "table", "player"})
"""The fields that an address may fill in beforehand: a list's own filters."""


@allowed(Action.SEE_REPORTS)
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every report there is, by subject, and the latest orders."""
    may_export = may(request.user, Action.EXPORT_REPORTS)
    context = {
        "subjects": presenters.subjects(),
        "orders": order_queries.orders() if may_export else (),
        "may_export": may_export,
    }
    return pages.page(request, "backoffice/catalogue/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def order_report(request: HttpRequest, name: str) -> HttpResponse:
    """One report: its description, and the form that orders it."""
    definition = CATALOGUE.get(name)
    if definition is None:
        raise Http404
    places = {table.code: table.name for table in tables.floor(now=timezone.now())}
    return act(
        request,
        _order_form(request, definition, places),
        _ordered,
        page=partial(_order_page, request, definition),
        to=lambda key: ("backoffice:ordered_report", key),
    )


def _order_form(request: HttpRequest, definition: Definition, places: Mapping[str, str]) -> OrderForm:
    day = queries.day_of(timezone.now())
    if request.method == "POST":
        form = OrderForm(definition, request.POST, tables=places)
    else:
        first = {"key": uuid.uuid4(), "first_day": day, "last_day": day}
        asked = {name: value for name, value in request.GET.items() if name in _ASKED and value}
        form = OrderForm(definition, initial=first | asked, tables=places)
    if Filter.LEAST in definition.filters:
        form.show(queries.thresholds_of(definition.name, day, day))
    return form


def _order_page(request: HttpRequest, definition: Definition, form: OrderForm) -> HttpResponse:
    orders = order_queries.orders(name=definition.name, limit=8)
    context = {"definition": definition, "form": form, "orders": orders}
    return pages.page(request, "backoffice/order_report/page.html", "reports", context)


def _ordered(*, key: UUID, wanted: Wanted, by: int, now: datetime) -> UUID:
    """Order; make it at once if it is short, else wake a worker."""
    ordered = operations.order(wanted=wanted, by=by, key=key, now=now)
    if not ordered.done and not operations.prepare(run_id=ordered.run_id, now=now, rows_most=AT_ONCE_ROWS):
        transaction.on_commit(prepare_orders.delay)
    return ordered.key


@allowed(Action.EXPORT_REPORTS)
@require_safe
def ordered_report(request: HttpRequest, key: UUID) -> HttpResponse:
    """An order: its progress; once done, its first rows, its totals and its files."""
    order = order_queries.order(key)
    if order is None:
        raise Http404
    context = {"order": order, "most": PREVIEW_ROWS}
    if order.done:
        rows, sums = presenters.grids(order, limit=PREVIEW_ROWS)
        context |= {"rows": rows, "sums": sums}
        formats = presenters.files(order, at_once=AT_ONCE_ROWS, spare=runs.SPARE_ROWS)
        context |= {"files": formats, "making": any(one.making for one in formats)}
    return pages.page(request, "backoffice/ordered_report/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def take_report(request: HttpRequest, key: UUID, form: str) -> HttpResponseBase:
    """A file of an order: GET takes it and is logged, POST has a long one made."""
    if form not in set(Format):
        raise Http404
    try:
        if request.method == "POST":
            if not operations.order_file(key=key, format=Format(form), by=staff_id(request), now=timezone.now()):
                transaction.on_commit(prepare_orders.delay)
                messages.info(request, gettext("The file is being made. This page says when it is ready."))
            return redirect("backoffice:ordered_report", key)
        exported = operations.take(key=key, format=Format(form), by=staff_id(request), now=timezone.now())
    except operations.OrderRejected as refused:
        if refused.reason is operations.OrderRejection.NO_SUCH_REPORT:
            raise Http404 from refused
        messages.error(request, sentence(refused))
        return redirect("backoffice:ordered_report", key)
    return files.download_of(exported.file, name=exported.filename, content_type=exported.content_type)
