"""A void that waits: the stakes it would return, its author and the reason; another person approves it or not."""

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.signing.again import ask_again
from casino.web.act import act
from players.roles import Action, may
from tables import queries
from tables.operations import voids as operations


@allowed(Action.SEE_ROUNDS)
@require_safe
def proposed_void(request: HttpRequest, code: str) -> HttpResponse:
    """The table's void that waits, or the last one that was decided."""
    return _page(request, code)


@allowed(Action.APPROVE_VOID)
@ask_again
@require_POST
def approve_void(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to another person's proposal: every stake goes back."""
    return act(
        request,
        forms.Proposal(request.POST),
        operations.approve_void,
        page=lambda _: _page(request, code),
        missing=(operations.VoidRejection.NO_SUCH_PROPOSAL,),
        done=gettext("The round was made void by two people and every bet went back."),
        to=("backoffice:proposed_void", code),
    )


@allowed(Action.APPROVE_VOID)
@ask_again
@require_POST
def reject_void(request: HttpRequest, code: str) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    return act(
        request,
        forms.VoidRejectionForm(request.POST),
        operations.reject_void,
        page=partial(_page, request, code),
        missing=(operations.VoidRejection.NO_SUCH_PROPOSAL,),
        done=gettext("The round was not made void: the bets stand. The table waits to be resumed."),
        to=("backoffice:proposed_void", code),
    )


def _page(request: HttpRequest, code: str, form: forms.VoidRejectionForm | None = None) -> HttpResponse:
    card = queries.void_of_table(code)
    if card is None:
        raise Http404
    form = form or forms.VoidRejectionForm()
    form.initial = {"proposal": card.proposal_id}
    waits = card.state == "proposed"
    context = {
        "void": card,
        "form": form,
        "waits": waits,
        "may_decide": waits and may(request.user, Action.APPROVE_VOID),
        "own": card.proposed_by_id == staff_id(request),
        "opens_table": may(request.user, Action.SEE_CONFIGURATIONS),
    }
    return pages.page(request, "backoffice/void/page.html", "floor", context)
