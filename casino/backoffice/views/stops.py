"""The switches that stop play: thrown with a reason, lifted with a reason, each after a page that says what follows."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from baccarat.rulesets import PRESETS
from casino.backoffice import forms, pages
from casino.backoffice.access import allowed
from casino.backoffice.presenters.stops import line_of, reaches
from casino.signing.again import ask_again
from casino.web.act import act, posted
from casino.wording.rejections import sentence
from players.roles import Action
from tables import queries
from tables.operations import stops as operations
from tables.operations.stops import EVERYWHERE, StopRejected, StopRejection


@allowed(Action.STOP_PLAY)
def stop_play(request: HttpRequest) -> HttpResponse:
    """Keep new rounds and new bets away, everywhere or from one game; at once: only lifting it asks for a code."""
    return act(
        request,
        forms.StopPlay(posted(request)),
        operations.stop,
        page=partial(_stop_page, request),
        done=gettext("Stopped. Rounds in play are finished and paid; no others begin."),
        to="backoffice:floor",
    )


def _stop_page(request: HttpRequest, form: forms.StopPlay) -> HttpResponse:
    now = timezone.now()
    reach = reaches(queries.floor(now=now), queries.lobby(currency=None, now=now), queries.stops())
    context = {"form": form, "reaches": reach}
    return pages.page(request, "backoffice/stop_play/page.html", "floor", context)


@allowed(Action.STOP_PLAY)
@ask_again
def lift_stop(request: HttpRequest, scope: str) -> HttpResponse:
    """Let rounds open again."""
    if scope not in {EVERYWHERE, *PRESETS}:
        raise Http404
    return act(
        request,
        forms.Reason(posted(request)),
        operations.lift,
        scope=scope,
        page=partial(_lift_page, request, scope),
        done=gettext("Lifted. Open tables start rounds again within seconds."),
        to="backoffice:floor",
    )


def _lift_page(request: HttpRequest, scope: str, form: forms.Reason) -> HttpResponse:
    line = line_of(scope, queries.stops())
    if line is None:
        messages.info(request, sentence(StopRejected(StopRejection.NOT_STOPPED)))
        return redirect("backoffice:floor")
    context = {"form": form, "stop": line}
    return pages.page(request, "backoffice/lift_stop/page.html", "floor", context)
