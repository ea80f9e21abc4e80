"""Drafts of a table's rules: written with a form that thinks along, revised, submitted."""

import uuid
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import history
from casino.backoffice.cards.terms import Thinking, changes
from casino.backoffice.cards.terms import think as think_of
from casino.backoffice.views.finding import floor_table, has_one_seat, version
from casino.backoffice.views.proposal import proposal
from players.roles import Action
from tables import queries
from tables.operations import configurations as operations
from tables.operations.configurations import ConfigurationRefusal, ConfigurationRefused
from tables.queries import ConfigurationCard, FloorTable
from tables.terms import Terms

FIRST = Terms(preset="macau", minimum=5_00, max_prize=10_000_00)
"""What the form of a table without any rules begins with."""
ONLY_SHOW: Final = frozenset({"calculate", "try"})
"""Buttons that store nothing."""


@allowed(Action.DRAFT_CONFIGURATION)
def draft(request: HttpRequest, code: str) -> HttpResponse:
    """A new draft, beginning from the rules in force."""
    row, one_seat = _table(code)
    current = history.in_force(queries.configurations(row.table_id))
    if request.method != "POST":
        first = forms.Draft.first(current.terms if current else FIRST, one_seat=one_seat)
        return _form(request, row, first, current)
    form = forms.Draft(request.POST, one_seat=one_seat)
    if not form.is_valid() or form.terms is None or request.POST.keys() & ONLY_SHOW:
        return _form(request, row, form, current)
    try:
        made = operations.draft(
            table_id=row.table_id,
            terms=form.terms,
            by=staff_id(request),
            key=form.cleaned_data["key"] or uuid.uuid4(),
            now=timezone.now(),
        )
    except ConfigurationRefused as error:
        form.add_error(None, sentences.configuration(error.reason))
        return _form(request, row, form, current)
    messages.success(request, gettext("Rascunho guardado. Ainda nada mudou na mesa: falta submetê-lo."))
    return redirect("backoffice:configuration", code, made.number)


@allowed(Action.DRAFT_CONFIGURATION)
def revise(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Change a draft; whoever saved in between is not overwritten unawares."""
    row, one_seat = _table(code)
    cards = queries.configurations(row.table_id)
    card, current = version(cards, number), history.in_force(cards)
    if request.method != "POST":
        first = forms.Draft.first(card.terms, revision=card.revision, one_seat=one_seat)
        return _form(request, row, first, current, card)
    form = forms.Draft(request.POST, one_seat=one_seat)
    if not form.is_valid() or form.terms is None or request.POST.keys() & ONLY_SHOW:
        return _form(request, row, form, current, card)
    try:
        operations.revise(
            configuration_id=card.configuration_id,
            terms=form.terms,
            seen_revision=form.cleaned_data["seen_revision"] or 0,
            by=staff_id(request),
            now=timezone.now(),
        )
    except ConfigurationRefused as error:
        newest = version(queries.configurations(row.table_id), number)  # somebody may have saved only just now
        return _refused(request, row, form, current, newest, error.reason)
    messages.success(request, gettext("Alterações guardadas no rascunho."))
    return redirect("backoffice:configuration", code, number)


def _refused(
    request: HttpRequest,
    row: FloorTable,
    form: forms.Draft,
    current: ConfigurationCard | None,
    card: ConfigurationCard,
    reason: ConfigurationRefusal,
) -> HttpResponse:
    """The form again, nothing lost; a stale one now knows the newer revision and shows where it differs."""
    stored = None
    if reason is ConfigurationRefusal.STALE and form.terms is not None:
        stored = changes(card.terms, form.terms, currency=card.currency)
        form = form.with_revision(card.revision)
    form.add_error(None, sentences.configuration(reason))
    return _form(request, row, form, current, card, stored=stored)


@allowed(Action.DRAFT_CONFIGURATION)
@require_POST
def think(request: HttpRequest, code: str) -> HttpResponse:
    """What the values in the form would mean, as a fragment; nothing is stored."""
    row, one_seat = _table(code)
    current = history.in_force(queries.configurations(row.table_id))
    form = forms.Draft(request.POST, one_seat=one_seat)
    form.is_valid()
    context = {"form": form, "thinking": _thinking(form, row.currency, current), "table": row}
    return render(request, "backoffice/draft/_thinking.html", context)


@allowed(Action.DRAFT_CONFIGURATION)
@require_POST
def try_bets(request: HttpRequest, code: str) -> HttpResponse:
    """What the values in the form would have made of the last day's real bets, as a fragment; nothing is stored."""
    row, one_seat = _table(code)
    form = forms.Draft(request.POST, one_seat=one_seat)
    form.is_valid()
    context = {"tried": _tried(form, row), "asked": True, "table": row}
    return render(request, "backoffice/draft/_tried.html", context)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def tried(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What a version would have made of the last day's real bets: a fragment, or the version's page with it."""
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    found = queries.what_if_last_day(table_id=row.table_id, terms=card.terms, now=timezone.now())
    if getattr(request, "htmx", False):
        return render(request, "backoffice/draft/_tried.html", {"tried": found, "asked": True, "table": row})
    return proposal(request, code, number, tried=found)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def configuration(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One version: its terms, what they mean, its story, and what may be done with it."""
    return proposal(request, code, number)


@allowed(Action.SUBMIT_CONFIGURATION)
@require_POST
def submit(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Put a draft before the approvers."""
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    try:
        operations.submit(configuration_id=card.configuration_id, by=staff_id(request), now=timezone.now())
    except ConfigurationRefused as error:
        messages.error(request, sentences.configuration(error.reason))
    else:
        messages.success(request, gettext("Proposta submetida. Decide-a outra pessoa; a mesa joga como até aqui."))
    return redirect("backoffice:configuration", code, number)


def _table(code: str) -> tuple[FloorTable, bool]:
    """The table, and whether it has one seat."""
    now = timezone.now()
    row = floor_table(code, now=now)
    return row, has_one_seat(row, now=now)


def _tried(form: forms.Draft, row: FloorTable) -> queries.WhatIfDay | None:
    if form.terms is None:
        return None
    return queries.what_if_last_day(table_id=row.table_id, terms=form.terms, now=timezone.now())


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
        "current": current.number if current else None,
        "number": card.number if card else None,
        "stored": stored,
        "asked": "try" in request.POST,
        "tried": _tried(form, row) if "try" in request.POST else None,
    }
    conflict = 409 if form.non_field_errors() else 400
    return pages.page(request, "backoffice/draft/page.html", "tables", context, status=conflict if form.errors else 200)
