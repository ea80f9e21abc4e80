"""The drift court: the house's streams and all alarms, one alarm, and what staff decide on it (GL-41, RN-10)."""

from functools import partial
from typing import Final

from django.core.cache import cache
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters.drift import alarm_line, alarm_lines, drift_chart, stream_lines
from casino.backoffice.presenters.returns import return_lines
from casino.signing.again import ask_again
from casino.web.act import act
from players.roles import Action, may
from tables import queries
from tables.operations import drift_alarms
from tables.operations.drift_alarms import AlarmActed

RETURNS_SECONDS: Final = 300


@allowed(Action.SEE_FLOOR)
@require_safe
def drift(request: HttpRequest) -> HttpResponse:
    """The streams of the whole house, the alarms of every table, and what the bets of one table gave back."""
    house, names = queries.streams_at(None), queries.table_names()
    asked = request.GET.get("mesa", "")
    asked = asked if asked in names else ""
    context = {
        "tables": sorted(names.items(), key=lambda each: each[1]),
        "asked": asked,
        "returns": return_lines(_returns(asked)) if asked else (),
        "chart": drift_chart([each for each in house if each.stream != "generator"]),
        "streams": stream_lines(house),
        "alarms": alarm_lines(queries.alarms()),
    }
    return pages.page(request, "backoffice/drift/page.html", "floor", context)


def _returns(table: str) -> tuple[queries.ChanceReturns, ...]:
    """Of a full past the answer is felt: it is kept for some minutes."""
    name = f"drift-returns-{table}"
    kept: tuple[queries.ChanceReturns, ...] | None = cache.get(name)
    if kept is None:
        kept = queries.returns_of(table)
        cache.set(name, kept, timeout=RETURNS_SECONDS)
    return kept


@allowed(Action.SEE_FLOOR)
@require_safe
def drift_alarm(request: HttpRequest, alarm: int) -> HttpResponse:
    """One alarm, with what may be decided on it now."""
    return _page(request, alarm)


@allowed(Action.STOP_PLAY)
@require_POST
def let_on(request: HttpRequest, alarm: int) -> HttpResponse:
    """Let play go on before it stops by itself."""
    return act(
        request,
        forms.Reason(request.POST),
        drift_alarms.let_on,
        alarm_id=alarm,
        page=lambda form: _page(request, alarm, let_on=form),
        done=gettext("Noted. Play goes on; the incident stays open."),
        to=partial(_to, alarm),
    )


@allowed(Action.STOP_PLAY)
@require_POST
def stop_drifting(request: HttpRequest, alarm: int) -> HttpResponse:
    """Do not wait for the hour."""
    return act(
        request,
        None,
        drift_alarms.stop_now,
        alarm_id=alarm,
        page=lambda _: _page(request, alarm),
        done=gettext("Stopped. Rounds in play are finished and paid; no others begin."),
        to=partial(_to, alarm),
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_opening(request: HttpRequest, alarm: int) -> HttpResponse:
    """Say cause and solution, and propose to open again."""
    return act(
        request,
        forms.CauseAndSolution(request.POST),
        drift_alarms.propose_reopening,
        alarm_id=alarm,
        page=lambda form: _page(request, alarm, proposal=form),
        done=gettext("Proposed. Play stays stopped until another person approves."),
        to=partial(_to, alarm),
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_opening(request: HttpRequest, alarm: int) -> HttpResponse:
    """Agree to another person's proposal."""
    return act(
        request,
        None,
        drift_alarms.approve_reopening,
        alarm_id=alarm,
        page=lambda _: _page(request, alarm),
        done=_opened,
        to=partial(_to, alarm),
    )


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_opening(request: HttpRequest, alarm: int) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        forms.Reason(request.POST),
        drift_alarms.reject_reopening,
        alarm_id=alarm,
        page=lambda form: _page(request, alarm, rejection=form),
        done=gettext("Refused. Play stays stopped."),
        to=partial(_to, alarm),
    )


def _opened(acted: AlarmActed) -> str:
    if acted.open_again:
        return gettext("Play was reopened by two people. Open tables begin rounds again.")
    return gettext("Agreed. Another alarm of this stop still waits for two people.")


def _to(alarm: int, _: AlarmActed) -> tuple[str, int]:
    return "backoffice:drift_alarm", alarm


def _page(request: HttpRequest, alarm: int, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name on the page."""
    card = queries.alarm(alarm)
    if card is None:
        raise Http404
    context = {
        "line": alarm_line(card),
        "card": card,
        "chart": drift_chart([each for each in queries.streams_at(card.table_id) if each.stream == card.stream]),
        "own": card.proposed_by_id == staff_id(request),
        "may_stop": may(request.user, Action.STOP_PLAY),
        "may_reopen": may(request.user, Action.REOPEN_PLAY),
        "sees_incidents": may(request.user, Action.SEE_INCIDENTS),
        "let_on": forms.Reason(),
        "proposal": forms.CauseAndSolution(),
        "rejection": forms.Reason(),
        **sent,
    }
    return pages.page(request, "backoffice/drift/alarm.html", "floor", context)
