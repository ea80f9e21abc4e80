"""The switches that stop play: thrown with one press, reasoned then or within ten minutes, lifted with a code."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext

from baccarat.rulesets import PRESETS
from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters.stops import StopLine, line_of, reaches
from casino.backoffice.views.floor import fragment
from casino.signing.again import ask_again
from casino.web.act import act, posted
from casino.wording.rejections import sentence
from players.roles import Action
from tables import queries
from tables.operations import stops as operations
from tables.operations.stops import StopRejected, StopRejection
from tables.scopes import EVERYWHERE, table_in


@allowed(Action.STOP_PLAY)
def stop_play(request: HttpRequest) -> HttpResponse:
    """Keep new rounds and new bets away, everywhere, from one game or at one table; only lifting it asks for a code."""
    form = forms.StopPlay(posted(request))
    if request.headers.get("HX-Request") and form.is_valid():
        return _pressed(request, form.cleaned_data["scope"])
    return act(
        request,
        form,
        operations.stop,
        page=partial(_stop_page, request),
        done=_done(),
        to="backoffice:floor",
    )


def _pressed(request: HttpRequest, scope: str) -> HttpResponse:
    """The floor as it is after one press, said aloud; a switch that another person threw first is as good."""
    try:
        operations.stop(scope=scope, by=staff_id(request), now=timezone.now())
    except StopRejected as rejected:
        return fragment(request, said=sentence(rejected, to_player=False))
    return fragment(request, said=_done())


def _done() -> str:
    return gettext("Stopped. Rounds in play are finished and paid; no others begin.")


def _stop_page(request: HttpRequest, form: forms.StopPlay) -> HttpResponse:
    now = timezone.now()
    reach = reaches(queries.floor(now=now), queries.lobby(currency=None, now=now), queries.stops())
    context = {"form": form, "reaches": reach}
    return pages.page(request, "backoffice/stop_play/page.html", "floor", context)


@allowed(Action.STOP_PLAY)
def explain_stop(request: HttpRequest, scope: str) -> HttpResponse:
    """Say why one stopped, after the press."""
    _require_scope(scope)
    return act(
        request,
        forms.Reason(posted(request)),
        operations.explain,
        scope=scope,
        page=partial(_about, request, "backoffice/explain_stop/page.html", scope),
        done=gettext("Noted. The floor and the audit trail show the reason with your name."),
        to="backoffice:floor",
    )


@allowed(Action.STOP_PLAY)
@ask_again
def lift_stop(request: HttpRequest, scope: str) -> HttpResponse:
    """Let rounds open again."""
    _require_scope(scope)
    return act(
        request,
        forms.Reason(posted(request)),
        operations.lift,
        scope=scope,
        page=partial(_about, request, "backoffice/lift_stop/page.html", scope),
        done=gettext("Lifted. Open tables start rounds again within seconds."),
        to="backoffice:floor",
    )


def _require_scope(scope: str) -> None:
    if scope not in {EVERYWHERE, *PRESETS} and table_in(scope) is None:
        raise Http404


def _about(request: HttpRequest, template: str, scope: str, form: forms.Reason) -> HttpResponse:
    """A page about a switch that is thrown; the floor, with a word, where it is thrown no more."""
    line: StopLine | None = line_of(scope, queries.stops())
    if line is None:
        messages.info(request, sentence(StopRejected(StopRejection.NOT_STOPPED)))
        return redirect("backoffice:floor")
    return pages.page(request, template, "floor", {"form": form, "stop": line})
