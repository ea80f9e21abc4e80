"""Money in, out and corrected: lists with filters, one payment with its story, and decisions by two persons."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.backoffice import listing, pages
from casino.backoffice import money_forms as forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import payments
from casino.backoffice.settled_sentences import NOT_YET, not_yet
from casino.signing.again import ask_again
from players.operations import cashier as operations
from players.queries import cashier
from players.roles import Action, may

MOST: Final = 50
DEPOSITS: Final = ("pending", "credited", "rejected", "expired", "charged-back")
WITHDRAWALS: Final = ("held", "ready", "sent", "paid", "cancelled", "refused", "failed")
ADJUSTMENTS: Final = ("proposed", "approved", "rejected")
APPROVED: Final = {
    "held": gettext_lazy("Aprovado. Falta a aprovação de outra pessoa; ainda não saiu dinheiro."),
    "ready": gettext_lazy("Aprovado por duas pessoas. O dinheiro segue para o banco."),
}
TURNED_DOWN: Final = {
    "refused": gettext_lazy("Recusado. O dinheiro voltou ao saldo do jogador, que recebe o motivo por e-mail."),
}
REFUSED: Final = {
    "not-allowed": gettext_lazy("A sua função não permite esta decisão."),
    "reason-missing": gettext_lazy("Escreva o motivo, de 3 a 300 caracteres."),
    "text-invalid": gettext_lazy("O texto tem caracteres que não se aceitam, ou é longo demais."),
    "same-person": gettext_lazy("Já aprovou este levantamento: a segunda aprovação é de outra pessoa."),
    "too-late": gettext_lazy("Este levantamento já não espera por aprovação."),
    "own-proposal": gettext_lazy("O acerto é seu: quem decide é outra pessoa."),
    "already-decided": gettext_lazy("Este acerto já foi decidido."),
    "short-of-funds": gettext_lazy("O jogador não tem saldo que chegue: um acerto não desce abaixo de zero (PT-05)."),
    "key-reused": gettext_lazy("Este pedido já tinha sido tratado com outros dados. Abra a página de novo."),
    "amount-invalid": gettext_lazy("Escreva um valor acima de zero."),
}


@allowed(Action.SEE_MONEY)
@require_safe
def deposits(request: HttpRequest) -> HttpResponse:
    """Deposits by state and player, rejected ones with their reasons (PT-R02, PT-R04)."""
    return _list(request, "deposits", cashier.deposits, DEPOSITS)


@allowed(Action.SEE_MONEY)
@require_safe
def deposit(request: HttpRequest, key: UUID) -> HttpResponse:
    """One deposit, and everything the provider said of it."""
    card = cashier.deposit(key)
    if card is None:
        raise Http404
    context = {
        "deposit": card,
        "notices": cashier.notices_of(key, card.provider_ref),
        "holder": payments.holder(card.person_id, now=timezone.now()),
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
    }
    return pages.page(request, "backoffice/money/deposit.html", "deposits", context)


@allowed(Action.SEE_MONEY)
@require_safe
def withdrawals(request: HttpRequest) -> HttpResponse:
    """Withdrawals by state and player; those that wait for staff are counted in the navigation (PT-R05, PT-R06)."""
    return _list(request, "withdrawals", cashier.withdrawals, WITHDRAWALS)


@allowed(Action.SEE_MONEY)
@require_safe
def withdrawal(request: HttpRequest, key: UUID) -> HttpResponse:
    """One withdrawal, who agreed to it and why."""
    return _withdrawal(request, key, forms.MoneyReason(), status=200)


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
    """Turn it down: the money is the player's again, who is told why."""
    return _decide_withdrawal(request, key, operations.refuse_withdrawal, TURNED_DOWN)


def _decide_withdrawal(
    request: HttpRequest, key: UUID, operation: Callable[..., operations.WithdrawalStands], done: Mapping[str, Any]
) -> HttpResponse:
    form = forms.MoneyReason(request.POST)
    if not form.is_valid():
        return _withdrawal(request, key, form, status=400)
    try:
        stands = operation(key=key, reason=form.cleaned_data["reason"], by=staff_id(request), now=timezone.now())
    except operations.WithdrawalRefused as error:
        if error.reason == operations.WithdrawalRefusal.NO_SUCH_WITHDRAWAL:
            raise Http404 from error
        form.add_error(None, _said(error))
        return _withdrawal(request, key, form, status=409)
    messages.success(request, str(done[stands.state]))
    return redirect("backoffice:withdrawal", key)


def _withdrawal(request: HttpRequest, key: UUID, form: forms.MoneyReason, *, status: int) -> HttpResponse:
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
    return pages.page(request, "backoffice/money/withdrawal.html", "withdrawals", context, status=status)


@allowed(Action.SEE_MONEY)
@require_safe
def adjustments(request: HttpRequest) -> HttpResponse:
    """Corrections of balances: proposed, approved, rejected (D6)."""
    extra = {"may_propose": may(request.user, Action.PROPOSE_ADJUSTMENT)}
    return _list(request, "adjustments", cashier.adjustments, ADJUSTMENTS, extra)


@allowed(Action.PROPOSE_ADJUSTMENT)
@require_http_methods(["GET", "HEAD", "POST"])
def new_adjustment(request: HttpRequest) -> HttpResponse:
    """Propose a correction; no money moves before somebody else agrees."""
    form = forms.NewAdjustment(request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                made = operations.propose_adjustment(**form.asked(), by=staff_id(request), now=timezone.now())
            except operations.AdjustmentRefused as error:
                form.add_error(None, str(REFUSED.get(error.reason.value, REFUSED["key-reused"])))
                status = 409
            else:
                messages.success(request, gettext("Proposto. Espera agora pela decisão de outra pessoa."))
                return redirect("backoffice:adjustment", made.adjustment_id)
    return pages.page(request, "backoffice/money/new_adjustment.html", "adjustments", {"form": form}, status=status)


@allowed(Action.SEE_MONEY)
@require_safe
def adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """One correction, who proposed it and why."""
    return _adjustment(request, number, forms.MoneyReason(), "", status=200)


@allowed(Action.APPROVE_ADJUSTMENT)
@ask_again
@require_POST
def approve_adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """Agree to somebody else's proposal: the ledger's line is written."""
    try:
        operations.approve_adjustment(adjustment_id=number, by=staff_id(request), now=timezone.now())
    except operations.AdjustmentRefused as error:
        return _refused_adjustment(request, number, forms.MoneyReason(), error)
    messages.success(request, gettext("Aprovado. O saldo do jogador está corrigido."))
    return redirect("backoffice:adjustment", number)


@allowed(Action.APPROVE_ADJUSTMENT)
@ask_again
@require_POST
def reject_adjustment(request: HttpRequest, number: int) -> HttpResponse:
    """Turn somebody else's proposal down, with the reason."""
    form = forms.MoneyReason(request.POST)
    if not form.is_valid():
        return _adjustment(request, number, form, "", status=400)
    try:
        operations.reject_adjustment(
            adjustment_id=number, reason=form.cleaned_data["reason"], by=staff_id(request), now=timezone.now()
        )
    except operations.AdjustmentRefused as error:
        return _refused_adjustment(request, number, form, error)
    messages.success(request, gettext("Recusado. Nenhum dinheiro se moveu."))
    return redirect("backoffice:adjustment", number)


def _refused_adjustment(
    request: HttpRequest, number: int, form: forms.MoneyReason, error: operations.AdjustmentRefused
) -> HttpResponse:
    if error.reason == operations.AdjustmentRefusal.NO_SUCH_ADJUSTMENT:
        raise Http404 from error
    return _adjustment(request, number, form, _said(error), status=409)


def _said(error: operations.AdjustmentRefused | operations.WithdrawalRefused) -> str:
    if error.reason.value in NOT_YET:
        return not_yet(error.reason.value, error.until)
    return str(REFUSED[error.reason.value])


def _adjustment(
    request: HttpRequest, number: int, form: forms.MoneyReason, refused: str, *, status: int
) -> HttpResponse:
    card = cashier.adjustment(number)
    if card is None:
        raise Http404
    whose = payments.holder(card.person_id, now=timezone.now())
    context = {
        "adjustment": card,
        "form": form,
        "refused": refused,
        "may_decide": may(request.user, Action.APPROVE_ADJUSTMENT) and card.state == "proposed",
        "own": card.proposed_by_id == staff_id(request),
        "follows": tuple(payments.adjustment_follows(card, whose.balance)),
        "holder": whose,
        "may_see_player": may(request.user, Action.SEE_PLAYERS),
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
    }
    return pages.page(request, "backoffice/money/adjustment.html", "adjustments", context, status=status)


def _list(
    request: HttpRequest,
    name: str,
    query: Callable[..., tuple[Any, ...]],
    states: Sequence[str],
    extra: dict[str, Any] | None = None,
) -> HttpResponse:
    form = forms.PaymentFilter(request.GET or None, states=states)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    narrowed = {"state": asked.get("state", ""), "nickname": asked.get("nickname", "")}
    context = {
        "form": form,
        "page": listing.page_of(request, cashier.PAYMENTS, partial(query, **narrowed), size=MOST),
        "searched": any(narrowed.values()),
        **(extra or {}),
    }
    return pages.page(request, f"backoffice/money/{name}.html", name, context)
