"""Drafts of a table's rules: written with a form that thinks along, revised, submitted."""

import re
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import decision_forms, forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters import history
from casino.backoffice.presenters.exposure import full_table
from casino.backoffice.presenters.terms import Thinking, changes
from casino.backoffice.presenters.terms import think as think_of
from casino.backoffice.views import jobs
from casino.backoffice.views.finding import floor_table, has_one_seat, version
from casino.backoffice.views.proposal import asked_days, proposal
from casino.web.act import act
from players.roles import Action
from tables import queries
from tables.operations import configurations as operations
from tables.queries import ConfigurationCard, FloorTable
from tables.table_settings import TableSettings

FIRST = TableSettings(preset="macau", minimum=5_00, max_prize=10_000_00)
"""The initial values of the form for a table without any rules."""
ONLY_SHOW: Final = frozenset({"calculate", "try"})
"""Buttons that store nothing."""


@allowed(Action.DRAFT_CONFIGURATION)
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """A new draft, beginning from the rules in force, or from a version that the address names."""
    row, one_seat = _table(code)
    current = history.in_force(queries.configurations(row.table_id))
    if request.method != "POST":
        begun = _begun_from(request, row) or current
        first = forms.Draft.first(begun.terms if begun else FIRST, one_seat=one_seat)
        return _form(request, row, first, current)
    form = forms.Draft(request.POST, one_seat=one_seat)
    if request.POST.keys() & ONLY_SHOW:
        form.is_valid()
        return _form(request, row, form, current)
    return act(
        request,
        form,
        operations.draft,
        table_id=row.table_id,
        page=lambda sent: _form(request, row, sent, current),
        done=gettext("Draft saved. Nothing has changed at the table yet: it still has to be submitted."),
        to=lambda made: ("backoffice:configuration", code, made.number),
    )


@allowed(Action.DRAFT_CONFIGURATION)
def revise(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Change a draft; changes that another person saved in between are never overwritten unseen."""
    row, one_seat = _table(code)
    cards = queries.configurations(row.table_id)
    card, current = version(cards, number), history.in_force(cards)
    if request.method != "POST":
        first = forms.Draft.first(card.terms, revision=card.revision, one_seat=one_seat)
        return _form(request, row, first, current, card)
    form = forms.Draft(request.POST, one_seat=one_seat, revising=True)
    if request.POST.keys() & ONLY_SHOW:
        form.is_valid()
        return _form(request, row, form, current, card)
    return act(
        request,
        form,
        operations.revise,
        configuration_id=card.configuration_id,
        page=lambda sent: _revised(request, row, sent, current, number),
        done=gettext("Changes saved in the draft."),
        to=("backoffice:configuration", code, number),
    )


def _revised(
    request: HttpRequest, row: FloorTable, form: forms.Draft, current: ConfigurationCard | None, number: int
) -> HttpResponse:
    """The form again, nothing lost; a stale one now knows the newer revision and shows where it differs."""
    card = version(queries.configurations(row.table_id), number)  # another person may have saved just now
    if form.terms is None or form.cleaned_data["seen_revision"] == card.revision:
        return _form(request, row, form, current, card)
    again = form.with_revision(card.revision)
    again.add_error(None, list(form.non_field_errors()))
    stored = changes(card.terms, form.terms, currency=card.currency)
    return _form(request, row, again, current, card, stored=stored)


@allowed(Action.DRAFT_CONFIGURATION)
@require_POST
def think(request: HttpRequest, code: str) -> HttpResponse:
    """The meaning of the values in the form, as a fragment; nothing is stored."""
    row, one_seat = _table(code)
    current = history.in_force(queries.configurations(row.table_id))
    form = forms.Draft(request.POST, one_seat=one_seat)
    form.is_valid()
    exposure = full_table(form.terms, row.currency) if form.terms else None
    context = {"form": form, "thinking": _thinking(form, row.currency, current), "exposure": exposure, "table": row}
    return render(request, "backoffice/draft/_thinking.html", context)


@allowed(Action.DRAFT_CONFIGURATION)
@require_POST
def try_bets(request: HttpRequest, code: str) -> HttpResponse:
    """The last day's real bets tried with the values in the form, as a fragment; nothing is stored."""
    row, one_seat = _table(code)
    current = history.in_force(queries.configurations(row.table_id))
    form = forms.Draft(request.POST, one_seat=one_seat)
    form.is_valid()
    context = {**_trial(form, row, current), "asked": True, "table": row}
    return render(request, "backoffice/draft/_tried.html", context)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def tried(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The last day's real bets tried with a version: a fragment, or the version's page with it."""
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    found = queries.what_if_last_day(table_id=row.table_id, terms=card.terms, now=timezone.now())
    if getattr(request, "htmx", False):
        return render(request, "backoffice/draft/_tried.html", {"tried": found, "asked": True, "table": row})
    return proposal(request, code, number, tried=found)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def configuration(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One version: its terms, their meaning, its history, and the acts open on it."""
    return proposal(request, code, number)


@allowed(Action.SEE_CONFIGURATIONS)
@require_POST
def effect(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ask what a version would have brought on past bets; a worker does it where there are many."""
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    days = asked_days(request.POST.get("dias", ""))
    jobs.what_if(request, configuration_id=card.configuration_id, days=days)
    return redirect(f"{reverse('backoffice:configuration', args=[code, number])}?dias={days}#efeito")


@allowed(Action.SUBMIT_CONFIGURATION)
@require_POST
def submit(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Put a draft before the approvers."""
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    return act(
        request,
        decision_forms.Submission(request.POST),
        operations.submit,
        configuration_id=card.configuration_id,
        page=lambda sent: proposal(request, code, number, submission=sent),
        fields={operations.ConfigurationRejection.START_OUT_OF_RANGE: "start_day"},
        done=gettext("Proposal submitted. Another person decides on it; the table plays on as before."),
        to=("backoffice:configuration", code, number),
    )


def _begun_from(request: HttpRequest, row: FloorTable) -> ConfigurationCard | None:
    """The version whose terms the address asks a new draft to begin with."""
    number = request.GET.get("de", "")
    return version(queries.configurations(row.table_id), int(number)) if re.fullmatch(r"[0-9]{1,9}", number) else None


def _table(code: str) -> tuple[FloorTable, bool]:
    """The table, and whether it has one seat."""
    now = timezone.now()
    row = floor_table(code, now=now)
    return row, has_one_seat(row, now=now)


def _trial(form: forms.Draft, row: FloorTable, current: ConfigurationCard | None) -> dict[str, object]:
    """The last day's bets under the form's terms: what they refuse, and the money beside the rules in force.

    A day of more slips than are tried at once has its money from the saved draft, where a worker counts it.
    """
    if form.terms is None:
        return {"tried": None}
    tried = queries.what_if_last_day(table_id=row.table_id, terms=form.terms, now=timezone.now())
    if tried is None or current is None:
        return {"tried": tried}
    if tried.cut or tried.slips > queries.PRICED_AT_ONCE:
        return {"tried": tried, "unpriced": True}
    money = queries.what_if_money_of_day(table_id=row.table_id, old=current.terms, new=form.terms, day=tried.day)
    return {"tried": tried, "money": money, "old": current.number}


def _thinking(form: forms.Draft, currency: str, current: ConfigurationCard | None) -> Thinking | None:
    if form.terms is None:
        return None
    return think_of(
        form.terms,
        currency=currency,
        current=current.terms if current else None,
        current_number=current.number if current else None,
    )


def _form(
    request: HttpRequest,
    row: FloorTable,
    form: forms.Draft,
    current: ConfigurationCard | None,
    card: ConfigurationCard | None = None,
    *,
    stored: object = None,
) -> HttpResponse:
    context = {
        "table": row,
        "form": form,
        "thinking": _thinking(form, row.currency, current),
        "exposure": full_table(form.terms, row.currency) if form.terms else None,
        "current": current.number if current else None,
        "number": card.number if card else None,
        "stored": stored,
        "asked": "try" in request.POST,
        **(_trial(form, row, current) if "try" in request.POST else {"tried": None}),
    }
    status = 400 if form.errors else 200  # a button that stores nothing meets the same faults
    return pages.page(request, "backoffice/draft/page.html", "tables", context, status=status)
