"""The page of one version of a table's rules; it answers the view that shows it and the decisions that were refused."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from casino.backoffice import decision_forms, forms, pages
from casino.backoffice.access import staff_id
from casino.backoffice.presenters import history
from casino.backoffice.presenters.exposure import full_table
from casino.backoffice.presenters.terms import think
from casino.backoffice.presenters.what_if import kept_what_if, what_if
from casino.backoffice.views.finding import floor_table, version
from kernel.calendar import lisbon_date
from players.accounts import queries as players
from tables import queries


def asked_days(text: str) -> int:
    """How many days of past bets an address asks for; yesterday where it says nothing that can be asked for."""
    return int(text) if text in {str(days) for days in queries.WHAT_IF_DAYS} else queries.WHAT_IF_DAYS[0]


def proposal(
    request: HttpRequest,
    code: str,
    number: int,
    *,
    submission: decision_forms.Submission | None = None,
    approval: decision_forms.Approval | None = None,
    rejection: decision_forms.Rejection | None = None,
    taking_back: forms.Reason | None = None,
    tried: queries.WhatIfDay | None = None,
) -> HttpResponse:
    """The page; with the forms of a decision as they were sent when it was refused."""
    row = floor_table(code, now=timezone.now())
    cards = queries.configurations(row.table_id)
    card = version(cards, number)
    base = history.base_of(card, cards)
    now = timezone.now()
    in_force, days = history.in_force(cards), asked_days(request.GET.get("dias", ""))
    proposed = card.proposed_start if card.proposed_start and card.proposed_start > now else None
    context = {
        "effect": what_if(card, in_force, days=days, yesterday=lisbon_date(now) - timedelta(days=1))
        or kept_what_if(card, base, days=days),
        "exposure": full_table(card.terms, row.currency),
        "table": row,
        "version": history.version(card, base, players.nicknames(card.authors)),
        "thinking": think(card.terms, currency=row.currency, current=base.terms if base else None),
        "may": history.may_act(card, person=request.user, person_id=staff_id(request)),
        "proposed_start": proposed,
        "submission": submission or decision_forms.Submission(),
        "approval": (approval or decision_forms.Approval().as_proposed(proposed)).beside(base.number if base else 0),
        "taking_back": taking_back or forms.Reason(),
        "tried": tried,
        "asked": tried is not None,
        "rejection": (rejection or decision_forms.Rejection()).beside(base.number if base else 0),
    }
    return pages.page(request, "backoffice/configuration/page.html", "tables", context)
