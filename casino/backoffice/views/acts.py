"""What staff do to a live table: each act is first a page that says what becomes of the money, then one operation."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy

from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards.floor import consequence
from casino.backoffice.views.finding import floor_table
from casino.signing.again import ask_again
from players.roles import Action
from tables import queries
from tables.live import clock
from tables.operations import tables as operations
from tables.operations import voids
from tables.queries import FloorTable

DONE: Final = {
    "open_table": gettext_lazy("A mesa está aberta."),
    "pause_table": gettext_lazy("A mesa está em pausa. Nenhum dinheiro se moveu."),
    "resume_table": gettext_lazy("O jogo foi retomado."),
    "close_table": gettext_lazy("A mesa fecha depois desta jogada; os jogadores já foram avisados."),
    "void_round": gettext_lazy("A jogada foi anulada; não tinha apostas."),
    "proposed": gettext_lazy(
        "Proposto. A mesa está em pausa e espera que outra pessoa decida; nenhum dinheiro se moveu."
    ),
}


@allowed(Action.OPEN_TABLE)
def open_table(request: HttpRequest, code: str) -> HttpResponse:
    """Let rounds run."""
    return _act(request, "open_table", code, operations.open_table, with_reason=False)


@allowed(Action.PAUSE_TABLE)
def pause_table(request: HttpRequest, code: str) -> HttpResponse:
    """Stop the table where it is."""
    return _act(request, "pause_table", code, operations.pause)


@allowed(Action.PAUSE_TABLE)
def resume_table(request: HttpRequest, code: str) -> HttpResponse:
    """Go on after a pause."""
    return _act(request, "resume_table", code, operations.resume)


@allowed(Action.CLOSE_TABLE)
def close_table(request: HttpRequest, code: str) -> HttpResponse:
    """Finish the round in play and close."""
    return _act(request, "close_table", code, operations.close_after_round)


@allowed(Action.VOID_ROUND)
@ask_again
def void_round(request: HttpRequest, code: str) -> HttpResponse:
    """Void the round in play where nobody has bets on it; else propose it to a second person."""
    return _act(request, "void_round", code, voids.void_round)


def _act(
    request: HttpRequest, act: str, code: str, operation: Callable[..., Any], *, with_reason: bool = True
) -> HttpResponse:
    now = clock.now()  # a resumption sets a deadline: by the clock that judges it
    row = floor_table(code, now=now)
    sent = request.POST if request.method == "POST" else None
    form = forms.Reason(sent, initial={"round_code": row.round_code})
    if not with_reason:
        del form.fields["reason"]
    if request.method == "POST" and form.is_valid():
        refused = _do(operation, act, row, form.cleaned_data, by=staff_id(request), now=now)
        if refused is None:
            proposed = queries.void_of_table(code) if act == "void_round" else None
            waits = proposed is not None and proposed.state == "proposed"
            messages.success(request, DONE["proposed" if waits else act])
            return redirect("backoffice:proposed_void", code) if waits else redirect("backoffice:floor")
        form.add_error(None, refused)
    return _page(request, act, row, form)


def _do(
    operation: Callable[..., Any], act: str, row: FloorTable, said: dict[str, Any], *, by: int, now: datetime
) -> str | None:
    """Do it; or say why not."""
    words = {"reason": said["reason"]} if "reason" in said else {}
    if act == "void_round":
        words["seen_round_code"] = said["round_code"]
    try:
        operation(table_id=row.table_id, by=by, now=now, **words)
    except operations.TableRefused as error:
        return sentences.table(error.reason)
    except voids.VoidRefused as error:
        return sentences.void(error.reason)
    return None


def _page(request: HttpRequest, act: str, row: FloorTable, form: forms.Reason) -> HttpResponse:
    unpaid = row.phase in {"betting", "closed", "dealing"}
    played = queries.round_of(round_code=row.round_code, person_id=None) if unpaid else None
    context = {"table": row, "form": form, "consequence": consequence(act, row, played)}
    status = 409 if form.non_field_errors() else 400 if form.errors else 200
    return pages.page(request, "backoffice/acts/page.html", "floor", context, status=status)
