"""The line to the regulator: its parts, the month's minutes, and two persons who open play again (PT-72)."""

from uuid import uuid4

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import regulator_line as presenters
from casino.backoffice.presenters import stops
from casino.signing.again import ask_again
from casino.web.act import act
from players.roles import Action, may
from reporting.operations import opening_play
from reporting.queries import regulator_line
from tables.queries import line_stop


@allowed(Action.SEE_FLOOR)
@require_safe
def line(request: HttpRequest) -> HttpResponse:
    """The line as it stands, and the proposal that waits."""
    return _page(request)


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_line_opening(request: HttpRequest) -> HttpResponse:
    """Say what was wrong and why play may go on."""
    return act(
        request,
        forms.ProposeReopening(request.POST),
        opening_play.propose_opening,
        page=lambda form: _page(request, form=form),
        done=gettext("Proposed. Play stays stopped until another person approves."),
        to="backoffice:line",
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_line_opening(request: HttpRequest) -> HttpResponse:
    """Agree to another person's proposal."""
    return act(
        request,
        forms.OpeningApproval(request.POST),
        opening_play.approve_opening,
        page=lambda _: _page(request),
        done=gettext("Play was reopened by two people. Open tables begin rounds again."),
        to="backoffice:line",
    )


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_line_opening(request: HttpRequest) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        forms.OpeningRejectionForm(request.POST),
        opening_play.reject_opening,
        page=lambda form: _page(request, decision=form),
        done=gettext("Refused. Play stays stopped."),
        to="backoffice:line",
    )


def _page(request: HttpRequest, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name on the page."""
    stop, card = line_stop(), regulator_line.waiting_opening()
    context = {
        "line": presenters.line(first=None, now=timezone.now()),
        "stop": stop,
        "reason": stops.reason(stop) if stop else "",
        "lasts": regulator_line.stops_still(),
        "card": card,
        "own": card is not None and card.proposed_by_id == staff_id(request),
        "form": forms.ProposeReopening(initial={"key": uuid4()}),
        "decision": forms.OpeningRejectionForm(initial={"proposal": card.opening_id if card else None}),
        "may_open": may(request.user, Action.REOPEN_PLAY),
        **sent,
    }
    return pages.page(request, "backoffice/line/page.html", "floor", context)
