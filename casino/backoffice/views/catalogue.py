"""The catalogue of reports: choose one, say what it should be about, see what came out, take it away."""

import uuid
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from casino import files
from casino.backoffice import pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import catalogue as cards
from casino.backoffice.report_forms import OrderForm
from casino.signing.again import ask_again
from players.roles import Action, may
from reporting import operations, order_queries, queries, runs
from reporting.catalogue import CATALOGUE, Filter
from reporting.operations.orders import AT_ONCE_ROWS
from reporting.tasks import prepare_orders
from reporting.writers import Format
from tables import queries as tables

PREVIEW_ROWS = 50
_ASKED = frozenset({"first_day", "last_day", "table", "player"})
"""What an address may fill into the form beforehand: a list's own filters."""


@allowed(Action.SEE_REPORTS)
@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Every report there is, by subject, and the latest orders."""
    may_export = may(request.user, Action.EXPORT_REPORTS)
    context = {
        "subjects": cards.subjects(),
        "orders": order_queries.orders() if may_export else (),
        "may_export": may_export,
    }
    return pages.page(request, "backoffice/catalogue/page.html", "reports", context)


@allowed(Action.EXPORT_REPORTS)
@ask_again
@require_http_methods(["GET", "HEAD", "POST"])
def order_report(request: HttpRequest, name: str) -> HttpResponse:
    """One report: what it says, and the form to order it by."""
    definition = CATALOGUE.get(name)
    if definition is None:
        raise Http404
    now = timezone.now()
    places = {table.code: table.name for table in tables.floor(now=now)}
    if request.method == "POST":
        form = OrderForm(definition, request.POST, tables=places)
        if form.is_valid():
            try:
                key = _ordered(form, by=staff_id(request))
            except operations.OrderRefused as refused:
                form.add_error(None, sentences.order(refused))
            else:
                return redirect("backoffice:ordered_report", key)
    else:
        day = queries.day_of(now)
        first = {"key": uuid.uuid4(), "first_day": day, "last_day": day}
        asked = {name: value for name, value in request.GET.items() if name in _ASKED and value}
        form = OrderForm(definition, initial=first | asked, tables=places)
    if Filter.LEAST in definition.filters:
        day = queries.day_of(now)
        form.show(queries.thresholds_of(name, day, day))
    context = {"definition": definition, "form": form, "orders": order_queries.orders(name=name, limit=8)}
    return pages.page(request, "backoffice/order_report/page.html", "reports", context, status=200)


def _ordered(form: OrderForm, *, by: int) -> UUID:
    """Order; make it at once if it is short, else wake a worker."""
    key, now = form.cleaned_data["key"], timezone.now()
    ordered = operations.order(wanted=form.wanted(), by=by, key=key, now=now)
    if not ordered.done and not operations.prepare(run_id=ordered.run_id, now=now, rows_most=AT_ONCE_ROWS):
        transaction.on_commit(prepare_orders.delay)
    return ordered.key


@allowed(Action.EXPORT_REPORTS)
@require_safe
def ordered_report(request: HttpRequest, key: UUID) -> HttpResponse:
    """An order: how far it is; once done its first rows, its totals, its files."""
    order = order_queries.order(key)
    if order is None:
        raise Http404
    context = {"order": order, "most": PREVIEW_ROWS}
    if order.done:
        rows, sums = cards.grids(order, limit=PREVIEW_ROWS)
        context |= {"rows": rows, "sums": sums}
        formats = cards.files(order, at_once=AT_ONCE_ROWS, spare=runs.SPARE_ROWS)
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
                messages.info(request, gettext("O ficheiro está a ser feito. Esta página diz quando está pronto."))
            return redirect("backoffice:ordered_report", key)
        exported = operations.take(key=key, format=Format(form), by=staff_id(request), now=timezone.now())
    except operations.OrderRefused as refused:
        if refused.reason is operations.OrderRefusal.NO_SUCH_REPORT:
            raise Http404 from refused
        messages.error(request, sentences.order(refused))
        return redirect("backoffice:ordered_report", key)
    return files.download_of(exported.file, name=exported.filename, content_type=exported.content_type)
