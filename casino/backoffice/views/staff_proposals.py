"""Proposals about members of staff: what waits, what was decided, and deciding: never on one's own (H7)."""

from django import forms as django_forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, staff_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import staff as cards
from casino.signing.again import ask_again
from players.operations import staff as operations
from players.operations.staff import MemberRefusal, MemberRefused
from players.queries import staff as queries
from players.roles import Action, may

MOST = 100


@allowed(Action.SEE_STAFF)
@require_safe
def staff_proposals(request: HttpRequest) -> HttpResponse:
    """What waits, the oldest first, and what was decided lately."""
    me = staff_id(request)
    context = {
        "waiting": [
            (card, cards.what(card), me in {card.proposed_by_id, card.member_id})
            for card in queries.staff_proposals(waiting=True, limit=MOST)
        ],
        "decided": [(card, cards.what(card)) for card in queries.staff_proposals(waiting=False, limit=MOST)],
        "may_decide": may(request.user, Action.APPROVE_STAFF),
    }
    return pages.page(request, "backoffice/staff_proposals/page.html", "staff", context)


@allowed(Action.SEE_STAFF)
@require_safe
def staff_proposal(request: HttpRequest, proposal: int) -> HttpResponse:
    """One proposal: what would change, in words, who proposed it and why."""
    return _page(request, proposal, staff_forms.Refusal(), status=200)


@allowed(Action.APPROVE_STAFF)
@ask_again
@require_POST
def approve_staff(request: HttpRequest, proposal: int) -> HttpResponse:
    """Agree to another's proposal: it is done at once."""
    form = staff_forms.Refusal()
    try:
        operations.approve_proposal(proposal_id=proposal, by=staff_id(request), now=timezone.now())
    except MemberRefused as refused:
        return _refused(request, proposal, form, refused)
    messages.success(request, gettext("Aprovado e feito. Quem propôs e a própria pessoa já foram avisados."))
    return redirect("backoffice:staff_proposal", proposal)


@allowed(Action.APPROVE_STAFF)
@ask_again
@require_POST
def reject_staff(request: HttpRequest, proposal: int) -> HttpResponse:
    """Turn another's proposal down, with the reason."""
    form = staff_forms.Refusal(request.POST)
    if not form.is_valid():
        return _page(request, proposal, form, status=400)
    try:
        operations.reject_proposal(
            proposal_id=proposal, reason=form.cleaned_data["reason"], by=staff_id(request), now=timezone.now()
        )
    except MemberRefused as refused:
        return _refused(request, proposal, form, refused)
    messages.success(request, gettext("Recusado. Nada mudou; quem propôs lê o motivo."))
    return redirect("backoffice:staff_proposal", proposal)


def _refused(request: HttpRequest, proposal: int, form: django_forms.Form, refused: MemberRefused) -> HttpResponse:
    if refused.reason is MemberRefusal.NO_SUCH_PROPOSAL:
        raise Http404 from refused
    return _page(request, proposal, form, status=409, said=staff_forms.said(refused))


def _page(request: HttpRequest, proposal: int, form: django_forms.Form, *, status: int, said: str = "") -> HttpResponse:
    card = queries.staff_proposal(proposal)
    if card is None:
        raise Http404
    waits = card.state == "proposed"
    context = {
        "proposal": card,
        "what": cards.what(card),
        "changes": cards.changes(card),
        "follows": cards.follows(card) if waits else (),
        "form": form,
        "said": said,
        "own": card.proposed_by_id == staff_id(request),
        "oneself": card.member_id == staff_id(request),
        "may_decide": waits and may(request.user, Action.APPROVE_STAFF),
    }
    return pages.page(request, "backoffice/staff_proposal/page.html", "staff", context, status=status)
