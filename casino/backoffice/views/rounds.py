"""Rounds: find one, read everything about it."""

from datetime import datetime, time, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.list_pages import show
from casino.backoffice.lists import play as lists
from casino.backoffice.presenters.complaints import line as complaint_line
from casino.backoffice.presenters.replay import Verdict, verdict
from casino.backoffice.presenters.rounds import connection_lines, players_of, sheet
from casino.backoffice.views.finding import round_card
from casino.wording import readings
from players.accounts import queries as players
from players.complaints.queries.cases import CaseFilter, cases
from players.roles import Action, may
from tables import queries
from tables.queries import RoundCard

PAGE_ROWS = 50


@allowed(Action.SEE_ROUNDS)
@require_safe
def rounds(request: HttpRequest) -> HttpResponse:
    """The latest rounds settled, or made void, of one table or one day; or straight to the one asked for by number."""
    form = forms.RoundSearch(request.GET or None, tables=queries.table_names())
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    if asked.get("code"):
        if queries.round_of(round_code=asked["code"].strip(), person_id=None) is not None:
            return redirect("backoffice:round", asked["code"].strip())
        form.add_error("code", gettext("There is no round with this number."))
    shown = lists.VOID_ROUNDS if asked.get("end") == "void" else lists.ROUNDS
    if shown is lists.ROUNDS and asked.get("day"):
        shown = lists.ROUNDS_OF_A_DAY
    return show(request, shown, form, **_filters(asked))


def _filters(asked: dict[str, Any]) -> dict[str, Any]:
    """The table and the house's day that were asked for, as the query takes them."""
    found: dict[str, Any] = {"table_code": asked.get("table") or None}
    if asked.get("day"):
        found["since"] = timezone.make_aware(datetime.combine(asked["day"], time.min))
        found["until"] = timezone.make_aware(datetime.combine(asked["day"] + timedelta(days=1), time.min))
    return found


@allowed(Action.SEE_ROUNDS)
@require_safe
def round_sheet(request: HttpRequest, code: str) -> HttpResponse:
    """Everything about one round."""
    return _sheet(request, round_card(code))


@allowed(Action.SEE_ROUNDS)
@require_safe
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """The round's page with the verdict of a replay from the record; changes nothing."""
    again = queries.replay(code)
    if again is None:
        raise Http404
    return _sheet(request, round_card(code), verdict(again))


def _sheet(request: HttpRequest, played: RoundCard, again: Verdict | None = None) -> HttpResponse:
    persons, now = players_of(played), timezone.now()
    acts = queries.acts_of_round(round_code=played.code, named=True)
    sees_incidents, sees_complaints = (
        may(request.user, action) for action in (Action.SEE_INCIDENTS, Action.SEE_COMPLAINTS)
    )
    paper = queries.paper_round(round_code=played.code, named=True) if played.paper else None
    about, rules = CaseFilter(round_code=played.code), (played.table_code, played.version)
    context = {
        "round": played,
        "player_edges": queries.edges_of_versions({rules}).get(rules),
        "sheet": sheet(played, players.person_keys(persons), acts, players.guests_among(persons)),
        "paper": None if paper is None else readings.told(paper, refused=True),
        "replay": again,
        "connections": connection_lines(queries.connections_of_round(round_code=played.code, person_id=None, now=now)),
        "incidents": queries.incidents(round_code=played.code) if sees_incidents else None,
        "complaints": [complaint_line(card) for card in cases(about, now=now)] if sees_complaints else None,
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
        "opens_table": may(request.user, Action.SEE_CONFIGURATIONS),
        "may_take": sees_complaints,
    }
    return pages.page(request, "backoffice/round/page.html", "rounds", context)
