"""The staff's acts at a live table: a page first shows the effect on the money, then one operation does the act."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django import forms as django_forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters.consequences import consequence
from casino.backoffice.views.finding import floor_table
from casino.signing.again import ask_again
from casino.web.act import act, posted
from players.roles import Action
from tables import queries
from tables.live import clock
from tables.operations import tables as operations
from tables.operations import voids
from tables.queries import FloorTable

DONE: Final = {
    "open_table": gettext_lazy("The table is open."),
    "pause_table": gettext_lazy("The table is paused. No money has moved."),
    "resume_table": gettext_lazy("Play has resumed."),
    "close_table": gettext_lazy("The table closes after this round; the players have been told."),
    "void_round": gettext_lazy("The round was made void; it had no bets."),
    "proposed": gettext_lazy(
        "Proposed. The table is paused and waits for another person to decide; no money has moved."
    ),
}


@allowed(Action.OPEN_TABLE)
def open_table(request: HttpRequest, code: str) -> HttpResponse:
    """Let rounds run."""
    return _act(request, "open_table", code, operations.open_table, django_forms.Form(posted(request)))


@allowed(Action.PAUSE_TABLE)
def pause_table(request: HttpRequest, code: str) -> HttpResponse:
    """Stop the table where it is."""
    return _act(request, "pause_table", code, operations.pause, forms.Reason(posted(request)))


@allowed(Action.PAUSE_TABLE)
def resume_table(request: HttpRequest, code: str) -> HttpResponse:
    """Go on after a pause."""
    return _act(request, "resume_table", code, operations.resume, forms.Reason(posted(request)))


@allowed(Action.CLOSE_TABLE)
def close_table(request: HttpRequest, code: str) -> HttpResponse:
    """Finish the round in play and close."""
    return _act(request, "close_table", code, operations.close_after_round, forms.Reason(posted(request)))


@allowed(Action.VOID_ROUND)
@ask_again
def void_round(request: HttpRequest, code: str) -> HttpResponse:
    """Void the round in play if it has no bets; else propose it to a second person."""
    waiting = queries.void_of_table(code)
    if request.method != "POST" and waiting is not None and waiting.state == "proposed":
        return redirect("backoffice:proposed_void", code)  # it waits for its second person already
    return _act(request, "void_round", code, voids.void_round, forms.VoidRound(posted(request)))


def _act(
    request: HttpRequest, name: str, code: str, operation: Callable[..., Any], form: django_forms.Form
) -> HttpResponse:
    now = clock.now()  # a resumption sets a deadline: by the clock that judges it
    row = floor_table(code, now=now)
    form.initial = {"round_code": row.round_code}

    def proposed(acted: Any) -> bool:
        return isinstance(acted, voids.VoidActed) and acted.state == "proposed"

    return act(
        request,
        form,
        operation,
        table_id=row.table_id,
        now=now,
        page=partial(_page, request, name, row),
        done=lambda acted: str(DONE["proposed" if proposed(acted) else name]),
        to=lambda acted: ("backoffice:proposed_void", code) if proposed(acted) else "backoffice:floor",
    )


def _page(request: HttpRequest, name: str, row: FloorTable, form: django_forms.Form) -> HttpResponse:
    unpaid = row.phase in {"betting", "closed", "dealing"}
    played = queries.round_of(round_code=row.round_code, person_id=None) if unpaid else None
    context = {"table": row, "form": form, "consequence": consequence(name, row, played)}
    return pages.page(request, "backoffice/acts/page.html", "floor", context)
