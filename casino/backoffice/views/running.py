"""The settings of a table beside its rules: the house's risk limit for a round, and the opening hours."""

from functools import partial

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.running_forms import OpeningHours, RiskLimit
from casino.backoffice.views.finding import floor_table
from casino.web.act import act
from players.roles import Action
from tables.operations import tables as operations
from tables.queries import FloorTable


@allowed(Action.OPEN_TABLE)
def risk_limit(request: HttpRequest, code: str) -> HttpResponse:
    """Say beyond what the floor is to be told."""
    row = floor_table(code, now=timezone.now())
    form = RiskLimit(request.POST) if request.method == "POST" else RiskLimit.first(row.risk_limit)
    return act(
        request,
        form,
        operations.set_risk_limit,
        table_id=row.table_id,
        page=partial(_page, request, "backoffice/risk_limit/page.html", row),
        done=gettext("Risk limit saved. It refuses no bets."),
        to=("backoffice:table", code),
    )


@allowed(Action.OPEN_TABLE)
def hours(request: HttpRequest, code: str) -> HttpResponse:
    """Say when the table opens and closes by itself."""
    row = floor_table(code, now=timezone.now())
    form = OpeningHours(request.POST) if request.method == "POST" else OpeningHours.first(row.hours)
    return act(
        request,
        form,
        operations.set_hours,
        table_id=row.table_id,
        page=partial(_page, request, "backoffice/hours/page.html", row),
        done=gettext("Opening hours saved. They apply from the next opening or closing."),
        to=("backoffice:table", code),
    )


def _page(request: HttpRequest, template: str, row: FloorTable, form: Form) -> HttpResponse:
    return pages.page(request, template, "tables", {"table": row, "form": form})
