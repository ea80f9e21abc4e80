"""Money in, out and corrected: lists with filters, one payment with its story, and decisions by two persons."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import money_forms as forms
from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.list_pages import List, show
from casino.backoffice.lists import money as lists
from casino.backoffice.presenters import payments
from casino.signing.again import ask_again
from casino.web.act import act, posted
from casino.wording import payment_names
from players.cashier import operations
from players.cashier import queries as cashier
from players.roles import Action, may

DEPOSITS: Final = ("pending", "credited", "rejected", "expired", "charged-back")
WITHDRAWALS: Final = ("held", "ready", "sent", "paid", "cancelled", "refused", "failed")
ADJUSTMENTS: Final = ("proposed", "approved", "rejected")
APPROVED: Final = {
    "held": gettext_lazy("Approved. Another person’s approval is missing; no money has left yet."),
    "ready": gettext_lazy("Approved by two people. The money goes to the bank."),
}
TURNED_DOWN: Final = {
    "refused": gettext_lazy("Refused. The money is back in the balance of the player, who gets the reason by email."),
}


@allowed(Action.SEE_MONEY)
@require_safe
def deposits(request: HttpRequest) -> HttpResponse:
    """Deposits by state and player, rejected ones with their reasons (PT-R02, PT-R04)."""
    return _narrowed(request, lists.DEPOSITS, DEPOSITS)


@allowed(Action.SEE_MONEY)
@require_safe
def deposit(request: HttpRequest, key: UUID) -> HttpResponse:
    """One deposit, and everything the provider said of it."""
    card = cashier.deposit(key)
    if card is None:
        raise Http404
    context = {
        "deposit": card,
        "why": payment_names.why_of(card),
        "notices": cashier.notices_of(key, card.provider_ref),
        "holder": payments.holder(card.person_id, now=timezone.now()),
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
    }
    return pages.page(request, "backoffice/money/deposit.html", "deposits", context)


@allowed(Action.SEE_MONEY)
@require_safe
def withdrawals(request: HttpRequest) -> HttpResponse:
    """Withdrawals by state and player; those that wait for staff are counted in the navigation (PT-R05, PT-R06)."""
    return _narrowed(request, lists.WITHDRAWALS, WITHDRAWALS)


@allowed(Action.SEE_MONEY)
@require_safe
def withdrawal(request: HttpRequest, key: UUID) -> HttpResponse:
    """One withdrawal, the people who approved it and their reasons."""
    return _withdrawal(request, key, forms.MoneyReason())


@allowed(Action.APPROVE_WITHDRAWAL)
@ask_again
@require_POST
def approve_withdrawal(request: HttpRequest, key: UUID) -> HttpResponse:
    """Agree: the second of two different persons lets the money go."""
    return _decide_withdrawal(request, key, operations.approve_withdrawal, APPROVED)


@allowed(Action.APPROVE_WITHDRAWAL)
@ask_again
@require_POST
def refuse_withdrawal(request: HttpRequest, key: UUID) -> HttpResponse:
    """Turn it down: the money returns to the player, who is told the reason."""
    return _decide_withdrawal(request, key, operations.refuse_withdrawal, TURNED_DOWN)


def _decide_withdrawal(
    request: HttpRequest, key: UUID, operation: Callable[..., operations.WithdrawalStands], done: Mapping[str, Any]
) -> HttpResponse:
    return act(
        request,
        forms.MoneyReason(request.POST),
        operation,
        key=key,
        page=partial(_withdrawal, request, key),
        missing=(operations.WithdrawalRejection.NO_SUCH_WITHDRAWAL,),
        done=lambda stands: str(done[stands.state]),
        to=("backoffice:withdrawal", key),
    )


def _withdrawal(request: HttpRequest, key: UUID, form: forms.MoneyReason) -> HttpResponse:
    card = cashier.withdrawal(key)
    if card is None:
        raise Http404
    context = {
        "withdrawal": card,
        "form": form,
        "may_decide": may(request.user, Action.APPROVE_WITHDRAWAL) and card.state == "held",
        "own": card.first_by_id == staff_id(request),
        "follows": tuple(payments.withdrawal_follows(card)),
        "holder": payments.holder(card.person_id, now=timezone.now()),
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
    }
    return pages.page(request, "backoffice/money/withdrawal.html", "withdrawals", context)


@allowed(Action.SEE_MONEY)
@require_safe
def adjustments(request: HttpRequest) -> HttpResponse:
    """Corrections of balances: proposed, approved, rejected (D6)."""
    return _narrowed(request, lists.ADJUSTMENTS, ADJUSTMENTS)


@allowed(Action.PROPOSE_ADJUSTMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def new_adjustment(request: HttpRequest) -> HttpResponse:
    """Propose an adjustment; no money moves before another person approves it."""
    return act(
        request,
        forms.NewAdjustment(posted(request)),
        operations.propose_adjustment,
        page=partial(_new_adjustment, request),
        done=gettext("Proposed. It now awaits another person’s decision."),
        to=lambda made: ("backoffice:adjustment", made.adjustment_id),
    )


def _new_adjustment(request: HttpRequest, form: forms.NewAdjustment) -> HttpResponse:
    return pages.page(request, "backoffice/money/new_adjustment.html", "adjustments", {"form": form})


@allowed(Action.SEE_MONEY)
@require_safe
def adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """One adjustment, its author and the reason."""
    return _adjustment(request, number)


@allowed(Action.APPROVE_ADJUSTMENT)
@ask_again
@require_POST
def approve_adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """Approve another person's proposal: the ledger's line is written."""
    return act(
        request,
        None,
        operations.approve_adjustment,
        adjustment_id=number,
        page=lambda _: _adjustment(request, number),
        missing=(operations.AdjustmentRejection.NO_SUCH_ADJUSTMENT,),
        done=gettext("Approved. The player’s balance is corrected."),
        to=("backoffice:adjustment", number),
    )


@allowed(Action.APPROVE_ADJUSTMENT)
@ask_again
@require_POST
def reject_adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """Turn another person's proposal down, with the reason."""
    return act(
        request,
        forms.MoneyReason(request.POST),
        operations.reject_adjustment,
        adjustment_id=number,
        page=partial(_adjustment, request, number),
        missing=(operations.AdjustmentRejection.NO_SUCH_ADJUSTMENT,),
        done=gettext("Refused. No money has moved."),
        to=("backoffice:adjustment", number),
    )


def _adjustment(request: HttpRequest, number: int, form: forms.MoneyReason | None = None) -> HttpResponse:
    card = cashier.adjustment(number)
    if card is None:
        raise Http404
    whose = payments.holder(card.person_id, now=timezone.now())
    context = {
        "adjustment": card,
        "form": form or forms.MoneyReason(),
        "may_decide": may(request.user, Action.APPROVE_ADJUSTMENT) and card.state == "proposed",
        "own": card.proposed_by_id == staff_id(request),
        "follows": tuple(payments.adjustment_follows(card, whose.balance)),
        "holder": whose,
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
    }
    return pages.page(request, "backoffice/money/adjustment.html", "adjustments", context)


def _narrowed(request: HttpRequest, shown: List, states: Sequence[str]) -> HttpResponse:
    form = forms.PaymentFilter(request.GET or None, states=states)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return show(request, shown, form, state=asked.get("state", ""), nickname=asked.get("nickname", ""))
