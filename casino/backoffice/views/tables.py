"""The tables and their rules: the list, one table with its story, a new table."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.backoffice import forms, listing, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards.floor import FloorCard, card_of
from casino.backoffice.cards.floor import floor as floor_of
from casino.backoffice.cards.history import deeds, table_rules
from casino.backoffice.views.finding import floor_table
from players import queries as players
from players.roles import Action, may
from tables import queries
from tables.operations.tables import TableRefused, create_table
from wallet.sorting import Sort

COLUMNS: Final[dict[str, Callable[[FloorCard], Any]]] = {
    "alert": lambda card: card.code,
    "name": lambda card: (card.name.casefold(), card.code),
    "money": lambda card: (card.play, card.name.casefold()),
    "status": lambda card: (card.status, card.name.casefold()),
    "seats": lambda card: (card.taken, card.name.casefold()),
}
FIRST: Final = Sort("alert")
"""As the floor has them: what needs somebody first."""


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Every table, its state and its rules."""
    now = timezone.now()
    floor = floor_of(queries.floor(now=now), person=request.user, now=now)
    cards, heads = listing.arranged(request, floor.cards, COLUMNS, FIRST)
    context = {
        "cards": cards,
        "headings": heads,
        "may_draft": may(request.user, Action.DRAFT_CONFIGURATION),
        "may_create": may(request.user, Action.CREATE_TABLE),
    }
    return pages.page(request, "backoffice/tables/page.html", "tables", context)


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table: the rules in force, what is under way, the story."""
    now = timezone.now()
    row = floor_table(code, now=now)
    cards = queries.configurations(row.table_id)
    authors = {author for card in cards for author in card.authors}
    context = {
        "table": card_of(row, person=request.user, now=now),
        "rules": table_rules(cards, players.nicknames(authors)),
        "deeds": deeds(queries.acts(row.table_id), currency=row.currency),
        "may_draft": may(request.user, Action.DRAFT_CONFIGURATION),
        "may_run": may(request.user, Action.OPEN_TABLE),
    }
    return pages.page(request, "backoffice/table/page.html", "tables", context)


@allowed(Action.CREATE_TABLE)
def new_table(request: HttpRequest) -> HttpResponse:
    """Set up a table; it stays closed until its first rules are approved."""
    form = forms.NewTable(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            made = create_table(**form.asked(), by=staff_id(request), now=timezone.now())
        except TableRefused as error:
            form.add_error("code", sentences.table(error.reason))
        else:
            messages.success(request, gettext("A mesa existe, fechada. Falta propor as regras com que se joga nela."))
            return redirect("backoffice:draft", made.code)
    status = 400 if form.errors else 200
    return pages.page(request, "backoffice/new_table/page.html", "tables", {"form": form}, status=status)
