"""Proposals about members of staff: open ones, decided ones, and the decision, which takes another person (H7)."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, staff_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import staff as presenters
from casino.signing.again import ask_again
from casino.web.act import act
from players.roles import Action, may
from players.staff import operations, queries
from players.staff.operations import MemberRejection


@allowed(Action.SEE_STAFF)
@require_safe
def staff_proposals(request: HttpRequest) -> HttpResponse:
    """The proposals that wait, the oldest first, and those decided lately."""
    me = staff_id(request)
    context = {
        "waiting": [
            (card, presenters.what(card), me in {card.proposed_by_id, card.member_id})
            for card in queries.waiting_proposals()
        ],
        "decided": [(card, presenters.what(card)) for card in queries.decided_proposals()],
        "may_decide": may(request.user, Action.APPROVE_STAFF),
    }
    return pages.page(request, "backoffice/staff_proposals/page.html", "staff", context)


@allowed(Action.SEE_STAFF)
@require_safe
def staff_proposal(request: HttpRequest, proposal: int) -> HttpResponse:
    """One proposal: its changes in words, its author and the reason."""
    return _page(request, proposal)


@allowed(Action.APPROVE_STAFF)
@ask_again
@require_POST
def approve_staff(request: HttpRequest, proposal: int) -> HttpResponse:
    """Agree to another's proposal: it is done at once."""
    return act(
        request,
        None,
        operations.approve_proposal,
        proposal_id=proposal,
        page=lambda _: _page(request, proposal),
        missing=(MemberRejection.NO_SUCH_PROPOSAL,),
        done=gettext("Approved and done. The proposer and the person concerned have been told."),
        to=("backoffice:staff_proposal", proposal),
    )


@allowed(Action.APPROVE_STAFF)
@ask_again
@require_POST
def reject_staff(request: HttpRequest, proposal: int) -> HttpResponse:
    """Turn another's proposal down, with the reason."""
    return act(
        request,
        staff_forms.Rejection(request.POST),
        operations.reject_proposal,
        proposal_id=proposal,
        page=partial(_page, request, proposal),
        missing=(MemberRejection.NO_SUCH_PROPOSAL,),
        done=gettext("Turned down. Nothing has changed; the proposer reads the reason."),
        to=("backoffice:staff_proposal", proposal),
    )


def _page(request: HttpRequest, proposal: int, form: staff_forms.Rejection | None = None) -> HttpResponse:
    card = queries.staff_proposal(proposal)
    if card is None:
        raise Http404
    waits = card.state == "proposed"
    context = {
        "proposal": card,
        "what": presenters.what(card),
        "changes": presenters.changes(card),
        "follows": presenters.follows(card) if waits else (),
        "form": form or staff_forms.Rejection(),
        "own": card.proposed_by_id == staff_id(request),
        "oneself": card.member_id == staff_id(request),
        "may_decide": waits and may(request.user, Action.APPROVE_STAFF),
    }
    return pages.page(request, "backoffice/staff_proposal/page.html", "staff", context)
