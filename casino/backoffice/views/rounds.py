"""Rounds: find one, read everything about it."""

from datetime import datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.cards.rounds import sheet
from casino.backoffice.views.finding import round_card
from players.roles import Action
from tables import queries

PAGE_ROWS = 50


@allowed(Action.SEE_ROUNDS)
def rounds(request: HttpRequest) -> HttpResponse:
    """The latest settled rounds, of one table or one day; or straight to the one that is asked for by number."""
    tables = {row.code: row.name for row in queries.floor(now=timezone.now())}
    form = forms.RoundSearch(request.GET or None, tables=tables)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    if asked.get("code"):
        if queries.round_of(round_code=asked["code"].strip(), person_id=None) is not None:
            return redirect("backoffice:round", asked["code"].strip())
        form.add_error("code", gettext("Não há jogada com este número."))
    since = until = None
    if asked.get("day"):
        since = timezone.make_aware(datetime.combine(asked["day"], time.min))
        until = timezone.make_aware(datetime.combine(asked["day"] + timedelta(days=1), time.min))
    found = queries.settled_rounds(table_code=asked.get("table") or None, since=since, until=until, limit=PAGE_ROWS)
    context = {"form": form, "rounds": found, "searched": bool(asked), "most": PAGE_ROWS}
    return pages.page(request, "backoffice/rounds/page.html", "rounds", context)


@allowed(Action.SEE_ROUNDS)
def round_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about one round."""
    played = round_card(code)
    return pages.page(request, "backoffice/round/page.html", "rounds", {"round": played, "sheet": sheet(played)})
