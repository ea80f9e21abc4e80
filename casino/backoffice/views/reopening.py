"""Play that a proof closed: its differences, the proof since then, and two persons who open it again (D5)."""

from uuid import uuid4

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import stops
from casino.backoffice.presenters.ledger import verdict
from casino.signing.again import ask_again
from casino.web.act import act
from players.roles import Action, may
from reporting import operations, queries
from tables.queries import proof_stop


@allowed(Action.REOPEN_PLAY)
@require_safe
def reopening(request: HttpRequest) -> HttpResponse:
    """The proof that stopped play, the last proof, and the proposal that waits."""
    return _page(request)


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_reopening(request: HttpRequest) -> HttpResponse:
    """Say why play may go on."""
    return act(
        request,
        forms.ProposeReopening(request.POST),
        operations.propose_reopening,
        page=lambda form: _page(request, form=form),
        done=gettext("Proposed. Play stays stopped until another person approves."),
        to="backoffice:reopening",
    )


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_reopening(request: HttpRequest) -> HttpResponse:
    """Agree to another person's proposal."""
    return act(
        request,
        forms.ReopeningApproval(request.POST),
        operations.approve_reopening,
        page=lambda _: _page(request),
        done=gettext("Play was reopened by two people. Open tables begin rounds again."),
        to="backoffice:reopening",
    )


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_reopening(request: HttpRequest) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        forms.ReopeningRejectionForm(request.POST),
        operations.reject_reopening,
        page=lambda form: _page(request, decision=form),
        done=gettext("Refused. Play stays stopped."),
        to="backoffice:reopening",
    )


def _page(request: HttpRequest, **sent: Form) -> HttpResponse:
    """The page; `sent` is the form that came back with something wrong, by its name on the page."""
    stop, card, proof = proof_stop(), queries.waiting_reopening(), queries.latest_proof()
    context = {
        "stop": stop,
        "reason": stops.reason(stop) if stop else "",
        "verdict": verdict(proof),
        "proven_since": stop is not None and proof is not None and proof.made_at > stop.at,
        "card": card,
        "own": card is not None and card.proposed_by_id == staff_id(request),
        "form": forms.ProposeReopening(initial={"key": uuid4()}),
        "decision": forms.ReopeningRejectionForm(initial={"proposal": card.reopening_id if card else None}),
        "may_verify": may(request.user, Action.VERIFY_LEDGER),
        "sees_ledger": may(request.user, Action.SEE_LEDGER),
        **sent,
    }
    return pages.page(request, "backoffice/reopening/page.html", "floor", context)
