"""Play that a proof closed: what was found, the proof since then, and two persons who open it again (D5)."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards.ledger import verdict
from casino.signing.again import ask_again
from players.roles import Action, may
from reporting import operations, queries
from reporting.operations import ReopeningRefused
from tables.queries import proof_stop


@allowed(Action.REOPEN_PLAY)
@require_safe
def reopening(request: HttpRequest) -> HttpResponse:
    """What closed play, the last proof, and the proposal that waits."""
    return _page(request, forms.ProposeReopening(initial={"key": uuid4()}))


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def propose_reopening(request: HttpRequest) -> HttpResponse:
    """Say why play may go on."""
    form = forms.ProposeReopening(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    try:
        operations.propose_reopening(**form.cleaned_data, by=staff_id(request), now=timezone.now())
    except ReopeningRefused as error:
        return _page(request, form, refused=sentences.reopening(error.reason, error.until), status=409)
    messages.success(request, gettext("Proposto. O jogo fica parado até outra pessoa aprovar."))
    return redirect("backoffice:reopening")


@allowed(Action.REOPEN_PLAY)
@ask_again
@require_POST
def approve_reopening(request: HttpRequest) -> HttpResponse:
    """Agree to somebody else's proposal."""
    form = forms.ReopeningDecision(request.POST)
    del form.fields["reason"]
    if form.is_valid():
        try:
            operations.approve_reopening(
                reopening_id=form.cleaned_data["proposal"], by=staff_id(request), now=timezone.now()
            )
        except ReopeningRefused as error:
            return _page(request, None, refused=sentences.reopening(error.reason, error.until), status=409)
        messages.success(request, gettext("Reaberto por duas pessoas. As mesas abertas voltam a abrir jogadas."))
    return redirect("backoffice:reopening")


@allowed(Action.REOPEN_PLAY)
@require_POST
def reject_reopening(request: HttpRequest) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    form = forms.ReopeningDecision(request.POST)
    if not form.is_valid():
        return _page(request, None, decision=form, status=400)
    try:
        operations.reject_reopening(
            reopening_id=form.cleaned_data["proposal"],
            reason=form.cleaned_data["reason"],
            by=staff_id(request),
            now=timezone.now(),
        )
    except ReopeningRefused as error:
        return _page(request, None, refused=sentences.reopening(error.reason, error.until), status=409)
    messages.success(request, gettext("Recusado. O jogo continua parado."))
    return redirect("backoffice:reopening")


def _page(
    request: HttpRequest,
    form: forms.ProposeReopening | None,
    *,
    decision: forms.ReopeningDecision | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    stop, card, proof = proof_stop(), queries.waiting_reopening(), queries.latest_proof()
    context = {
        "stop": stop,
        "verdict": verdict(proof),
        "proven_since": stop is not None and proof is not None and proof.made_at > stop.at,
        "card": card,
        "own": card is not None and card.proposed_by_id == staff_id(request),
        "form": form or forms.ProposeReopening(initial={"key": uuid4()}),
        "decision": decision or forms.ReopeningDecision(initial={"proposal": card.reopening_id if card else None}),
        "refused": refused,
        "may_verify": may(request.user, Action.VERIFY_LEDGER),
        "sees_ledger": may(request.user, Action.SEE_LEDGER),
    }
    return pages.page(request, "backoffice/reopening/page.html", "floor", context, status=status)
