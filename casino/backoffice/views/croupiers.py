"""Croupiers' tables as a supervisor works at them: calls, cards that wait for a second person, rulings, faults (C9)."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django import forms as django_forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import croupier_forms as forms
from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.forms import Reason
from casino.backoffice.presenters.croupiers import CroupierCard, croupier_cards, fault_lines, keyed_lines
from casino.web.act import act
from players.roles import Action
from tables import queries
from tables.live import clock
from tables.operations.croupier import calls, film, paper_shoes, ruling, scanners, shifts
from tables.queries.croupier import keyed_cards, open_calls
from tables.queries.croupier_figures import faults, paces

FIGURES_OF: Final = timedelta(days=30)
_AT_FIELDS: Final = {
    film.FilmRejection.NO_REASON: "reason",
    film.FilmRejection.WHEP_INVALID: "whep",
    film.FilmRejection.HLS_INVALID: "hls",
    film.FilmRejection.DELAY_OUT_OF_RANGE: "delay",
}
"""Where a refusal of a film is said."""


@allowed(Action.RULE_ON_CARDS)
@require_safe
def croupiers(request: HttpRequest) -> HttpResponse:
    """Every croupier's table, and the figures of thirty days; when the page asks again, calls and keyed cards alone."""
    if request.headers.get("HX-Request"):
        return render(request, "backoffice/croupiers/_waiting.html", _waiting())
    return _page(request)


def _waiting() -> dict[str, Any]:
    return {"calls": open_calls(), "keyed": keyed_lines(keyed_cards())}


def _page(
    request: HttpRequest,
    form: django_forms.Form | None = None,
    *,
    issued: scanners.ScannerActed | None = None,
    filmed: str = "",
) -> HttpResponse:
    """The page; `filmed` is the table whose film the form that was sent is about."""
    now = clock.now()
    cards = croupier_cards(person_id=staff_id(request), now=now)
    context = {
        "tables": [(card, _film_form(card, form if card.code == filmed else None)) for card in cards],
        **_waiting(),
        "faults": fault_lines(faults(since=now - FIGURES_OF, until=now)),
        "paces": paces(since=now - FIGURES_OF, until=now),
        "sent": form,
        "issued": issued,
        "reason": Reason(),
        "keys": {name: uuid.uuid4() for name in ("back", "aside", "scanner")},
    }
    return pages.page(request, "backoffice/croupiers/page.html", "croupiers", context)


def _film_form(card: CroupierCard, sent: django_forms.Form | None) -> django_forms.Form:
    """The form as it was sent, or as the table is filmed now; each table's fields have names of their own."""
    film = card.film
    form = sent or forms.FilmOfTable(initial={"whep": film.whep, "hls": film.hls, "delay": film.delay})
    form.auto_id = f"film-{card.code}-%s"
    return form


def _do(
    request: HttpRequest,
    form: django_forms.Form | None,
    operation: Callable[..., Any],
    done: "str | Promise",
    **facts: Any,
) -> HttpResponse:
    return act(
        request,
        form,
        operation,
        page=partial(_page, request),
        done=str(done),
        to="backoffice:croupiers",
        now=clock.now(),
        **facts,
    )


def _table_id(code: str) -> int:
    table_id = queries.table_id(code)
    if table_id is None:
        raise Http404
    return table_id


@allowed(Action.RULE_ON_CARDS)
@require_POST
def answer_call(request: HttpRequest, call: int) -> HttpResponse:
    """Tell the croupier that the call was heard."""
    done = gettext_lazy("The croupier reads your answer on the console.")
    return _do(request, forms.Answer(request.POST), calls.answer_call, done, call_id=call)


@allowed(Action.RULE_ON_CARDS)
@require_POST
def confirm_card(request: HttpRequest, keyed: int) -> HttpResponse:
    """The second person has seen the card: it is that one."""
    done = gettext_lazy("Confirmed: the card lies in its place.")
    return _do(request, None, ruling.confirm_keyed, done, keyed_id=keyed, confirmed=True)


@allowed(Action.RULE_ON_CARDS)
@require_POST
def reject_card(request: HttpRequest, keyed: int) -> HttpResponse:
    """The second person has seen the card: it is another."""
    done = gettext_lazy("Turned down: the croupier keys the card again.")
    return _do(request, None, ruling.confirm_keyed, done, keyed_id=keyed, confirmed=False)


@allowed(Action.RULE_ON_CARDS)
@require_POST
def take_card_back(request: HttpRequest, code: str) -> HttpResponse:
    """The last card does not count: its place is due again."""
    done = gettext_lazy("The last card was taken back; its place is due again. No money has moved.")
    return _do(request, forms.Back(request.POST), ruling.take_back, done, table_id=_table_id(code))


@allowed(Action.RULE_ON_CARDS)
@require_POST
def put_card_aside(request: HttpRequest, code: str) -> HttpResponse:
    """A card that was exposed, or one too many, is burned."""
    done = gettext_lazy("The card was put aside; it counts for nothing. No money has moved.")
    return _do(request, forms.Aside(request.POST), ruling.put_aside, done, table_id=_table_id(code))


@allowed(Action.RULE_ON_CARDS)
@require_POST
def relieve_croupier(request: HttpRequest, code: str) -> HttpResponse:
    """End a croupier's time at a table: the round goes on from its last card with the next one."""
    done = gettext_lazy("Relieved. The round waits for the next croupier, and goes on from its last card.")
    return _do(request, forms.OfShift(request.POST), shifts.relieve, done, table_id=_table_id(code))


@allowed(Action.RULE_ON_CARDS)
@require_POST
def end_paper_shoe(request: HttpRequest, code: str) -> HttpResponse:
    """Take a shoe out of play."""
    done = gettext_lazy("The shoe is out of play; the croupier begins another.")
    return _do(request, forms.OfShoe(request.POST), paper_shoes.end_shoe, done, table_id=_table_id(code))


@allowed(Action.RULE_ON_CARDS)
@require_POST
def set_film(request: HttpRequest, code: str) -> HttpResponse:
    """Say where the table is filmed, or that it is filmed no more."""
    return act(
        request,
        forms.FilmOfTable(request.POST),
        film.set_film,
        page=partial(_page, request, filmed=code),
        done=gettext("Saved. Pages of the table that are opened from now on follow."),
        to="backoffice:croupiers",
        fields=_AT_FIELDS,
        table_id=_table_id(code),
        now=clock.now(),
    )


@allowed(Action.RULE_ON_CARDS)
@require_POST
def issue_scanner(request: HttpRequest, code: str) -> HttpResponse:
    """Give a scanner a token for this table. The answer is the page itself, which shows the token this once."""
    return act(
        request,
        forms.NewScanner(request.POST),
        scanners.issue_scanner,
        page=partial(_page, request),
        to=lambda issued: _page(request, issued=issued),
        table_id=_table_id(code),
        now=clock.now(),
    )


@allowed(Action.RULE_ON_CARDS)
@require_POST
def revoke_scanner(request: HttpRequest, scanner: int) -> HttpResponse:
    """End a scanner's token."""
    done = gettext_lazy("Revoked: this scanner reads no card any more.")
    return _do(request, None, scanners.revoke_scanner, done, scanner_id=scanner)
