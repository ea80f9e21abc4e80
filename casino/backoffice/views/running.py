"""How a table runs beside its rules: what the house is ready to lose on a round, and its hours."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice import pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.running_forms import OpeningHours, RiskLimit
from casino.backoffice.views.finding import floor_table
from players.roles import Action
from tables.hours import HoursInvalid
from tables.operations import tables as operations
from tables.operations.tables import TableRefused


@allowed(Action.OPEN_TABLE)
def risk_limit(request: HttpRequest, code: str) -> HttpResponse:
    """Say beyond what the floor is to be told."""
    row = floor_table(code, now=timezone.now())
    form = RiskLimit(request.POST) if request.method == "POST" else RiskLimit.first(row.risk_limit)
    if request.method == "POST" and form.is_valid():
        try:
            operations.set_risk_limit(
                table_id=row.table_id,
                cents=form.cleaned_data["cents"],
                by=staff_id(request),
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        except TableRefused as error:
            form.add_error(None, sentences.table(error.reason))
        else:
            messages.success(request, gettext("Limite de risco guardado. Nenhuma aposta é recusada por ele."))
            return redirect("backoffice:table", code)
    context = {"table": row, "form": form}
    status = 400 if form.errors else 200
    return pages.page(request, "backoffice/risk_limit/page.html", "tables", context, status=status)


@allowed(Action.OPEN_TABLE)
def hours(request: HttpRequest, code: str) -> HttpResponse:
    """Say when the table opens and closes by itself."""
    row = floor_table(code, now=timezone.now())
    form = OpeningHours(request.POST) if request.method == "POST" else OpeningHours.first(row.hours)
    if request.method == "POST" and form.is_valid():
        try:
            operations.set_hours(
                table_id=row.table_id,
                hours=form.document(),
                by=staff_id(request),
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        except HoursInvalid as error:
            form.add_error(f"opens_{error.day}", gettext("Estas horas não servem."))
        except TableRefused as error:
            form.add_error(None, sentences.table(error.reason))
        else:
            messages.success(
                request, gettext("Horário guardado. Vale a partir da próxima abertura ou do próximo fecho.")
            )
            return redirect("backoffice:table", code)
    status = 400 if form.errors else 200
    return pages.page(request, "backoffice/hours/page.html", "tables", {"table": row, "form": form}, status=status)
