"""The page of one version of a table's rules; it answers the view that shows it and the decisions that were refused."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from casino.backoffice import forms, pages
from casino.backoffice.access import staff_id
from casino.backoffice.presenters import history
from casino.backoffice.presenters.terms import think
from casino.backoffice.views.finding import floor_table, version
from players.accounts import queries as players
from tables import queries


def proposal(
    request: HttpRequest,
    code: str,
    number: int,
    *,
    approval: forms.Approval | None = None,
    rejection: forms.Rejection | None = None,
    taking_back: forms.TakeBack | None = None,
    tried: queries.WhatIfDay | None = None,
) -> HttpResponse:
    """The page; with the forms of a decision as they were sent when it was refused."""
    row = floor_table(code, now=timezone.now())
    cards = queries.configurations(row.table_id)
    card = version(cards, number)
    base = history.base_of(card, cards)
    context = {
        "table": row,
        "version": history.version(card, base, players.nicknames(card.authors)),
        "thinking": think(card.terms, currency=row.currency, current=base.terms if base else None),
        "may": history.may_act(card, person=request.user, person_id=staff_id(request)),
        "approval": (approval or forms.Approval()).beside(base.number if base else 0),
        "taking_back": taking_back or forms.TakeBack(),
        "tried": tried,
        "asked": tried is not None,
        "rejection": (rejection or forms.Rejection()).beside(base.number if base else 0),
    }
    return pages.page(request, "backoffice/configuration/page.html", "tables", context)
