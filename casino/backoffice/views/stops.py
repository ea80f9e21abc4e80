"""The switches that stop play: thrown with a reason, lifted with a reason, each after a page that says what follows."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from baccarat.rulesets import PRESETS
from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards.stops import line_of, reaches
from casino.signing.again import ask_again
from players.roles import Action
from tables import queries
from tables.operations import stops as operations
from tables.operations.stops import EVERYWHERE, StopRefusal, StopRefused


@allowed(Action.STOP_PLAY)
def stop_play(request: HttpRequest) -> HttpResponse:
    """Keep new rounds and new bets away, everywhere or from one game; at once: only lifting it asks for a code."""
    form = forms.StopPlay(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            operations.stop(**form.cleaned_data, by=staff_id(request), now=timezone.now())
        except StopRefused as error:
            form.add_error(None, sentences.stop(error.reason))
        else:
            messages.success(request, gettext("Parado. As jogadas em curso acabam e pagam-se; não começam outras."))
            return redirect("backoffice:floor")
    now = timezone.now()
    reach = reaches(queries.floor(now=now), queries.lobby(currency=None, now=now), queries.stops())
    context = {"form": form, "reaches": reach}
    return pages.page(request, "backoffice/stop_play/page.html", "floor", context, status=_status(form))


@allowed(Action.STOP_PLAY)
@ask_again
def lift_stop(request: HttpRequest, scope: str) -> HttpResponse:
    """Let rounds open again."""
    if scope not in {EVERYWHERE, *PRESETS}:
        raise Http404
    form = forms.Reason(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _lift(request, scope, form.cleaned_data["reason"])
    line = line_of(scope, queries.stops())
    if line is None:
        messages.info(request, sentences.stop(StopRefusal.NOT_STOPPED))
        return redirect("backoffice:floor")
    context = {"form": form, "stop": line}
    return pages.page(request, "backoffice/lift_stop/page.html", "floor", context, status=_status(form))


def _lift(request: HttpRequest, scope: str, reason: str) -> HttpResponse:
    try:
        operations.lift(scope=scope, by=staff_id(request), reason=reason, now=timezone.now())
    except StopRefused as error:
        messages.error(request, sentences.stop(error.reason))
    else:
        messages.success(request, gettext("Levantado. As mesas abertas voltam a abrir jogadas dentro de segundos."))
    return redirect("backoffice:floor")


def _status(form: forms.StopPlay | forms.Reason) -> int:
    return 409 if form.non_field_errors() else 400 if form.errors else 200
