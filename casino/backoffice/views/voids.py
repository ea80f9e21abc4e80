"""A void that waits: what it would give back, who proposed it and why; somebody else agrees or not."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.signing.again import ask_again
from players.roles import Action, may
from tables import queries
from tables.operations import voids as operations


@allowed(Action.SEE_ROUNDS)
@require_safe
def proposed_void(request: HttpRequest, code: str) -> HttpResponse:
    """The table's void that waits, or the last one that was decided."""
    return _page(request, code, forms.VoidDecision())


@allowed(Action.APPROVE_VOID)
@ask_again
@require_POST
def approve_void(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to somebody else's proposal: every stake goes back."""
    form = forms.VoidDecision(request.POST)
    del form.fields["reason"]
    if not form.is_valid():
        return _page(request, code, forms.VoidDecision(), status=400)
    try:
        operations.approve_void(proposal_id=form.cleaned_data["proposal"], by=staff_id(request), now=timezone.now())
    except operations.VoidRefused as error:
        return _refused(request, code, forms.VoidDecision(), error)
    messages.success(request, gettext("A jogada foi anulada por duas pessoas e todas as apostas foram devolvidas."))
    return redirect("backoffice:proposed_void", code)


@allowed(Action.APPROVE_VOID)
@require_POST
def reject_void(request: HttpRequest, code: str) -> HttpResponse:
    """Turn a proposal down, or take back one's own."""
    form = forms.VoidDecision(request.POST)
    if not form.is_valid():
        return _page(request, code, form, status=400)
    try:
        operations.reject_void(
            proposal_id=form.cleaned_data["proposal"],
            by=staff_id(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except operations.VoidRefused as error:
        return _refused(request, code, form, error)
    messages.success(request, gettext("A jogada não foi anulada: as apostas valem. A mesa espera que a retomem."))
    return redirect("backoffice:proposed_void", code)


def _refused(request: HttpRequest, code: str, form: forms.VoidDecision, error: operations.VoidRefused) -> HttpResponse:
    if error.reason is operations.VoidRefusal.NO_SUCH_PROPOSAL:
        raise Http404 from error
    return _page(request, code, form, refused=sentences.void(error.reason, error.until), status=409)


def _page(
    request: HttpRequest, code: str, form: forms.VoidDecision, *, refused: str = "", status: int = 200
) -> HttpResponse:
    card = queries.void_of_table(code)
    if card is None:
        raise Http404
    form.initial = {"proposal": card.proposal_id}
    waits = card.state == "proposed"
    context = {
        "void": card,
        "form": form,
        "refused": refused,
        "waits": waits,
        "may_decide": waits and may(request.user, Action.APPROVE_VOID),
        "own": card.proposed_by_id == staff_id(request),
        "opens_table": may(request.user, Action.SEE_CONFIGURATIONS),
    }
    return pages.page(request, "backoffice/void/page.html", "floor", context, status=status)
