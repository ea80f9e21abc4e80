"""Paying out: to a means that funded the account, with what is left and what waits before one's eyes (PT-13)."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from casino import payments
from casino.portal import cashier_forms as forms
from casino.portal import cashier_words
from casino.portal.viewer import person_id, players_only
from players import queries as players
from players.operations import cashier as operations
from players.queries import cashier
from tables.queries.locked import locked_stakes
from wallet import queries as ledger
from wallet.money import Currency

SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def withdraw(request: HttpRequest) -> HttpResponse:
    """Ask to be paid; and see what was asked before."""
    funding = [each for each in cashier.instruments_of(person_id(request)) if each.proven_at is not None]
    if request.method != "POST":
        return _page(request, forms.Payment(instruments=funding))
    form = forms.Payment(request.POST, instruments=funding)
    if form.is_valid() and payments.provider() is not None:
        sent = form.cleaned_data
        try:
            stands = operations.request_withdrawal(
                person_id=person_id(request),
                instrument_id=sent["instrument"],
                amount=sent["amount"],
                key=sent["key"],
                now=timezone.now(),
            )
        except operations.WithdrawalRefused as error:
            form.add_error("amount" if error.most is not None else None, cashier_words.withdrawal(error))
        else:
            held = gettext("Pedido recebido. Duas pessoas da casa conferem-no antes de seguir.")
            ready = gettext("Pedido recebido. Segue para o banco dentro de momentos.")
            messages.success(request, held if stands.state == "held" else ready)
            return redirect("portal:withdrawal")
    return _page(request, form)


@require_POST
@players_only
def cancel(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Take a withdrawal back while it waits."""
    try:
        operations.cancel_withdrawal(person_id=person_id(request), key=key, now=timezone.now())
    except operations.WithdrawalRefused as error:
        if error.reason == operations.WithdrawalRefusal.NO_SUCH_WITHDRAWAL:
            raise Http404 from error
        messages.error(request, cashier_words.withdrawal(error))
    else:
        messages.success(request, gettext("Levantamento cancelado. O dinheiro está de novo no seu saldo."))
    return redirect("portal:withdrawal")


def _page(request: HttpRequest, form: forms.Payment) -> HttpResponse:
    person = players.person(person_id(request))
    assert person is not None, "whoever is signed in is somebody"
    context = {
        "place": "wallet",
        "form": form,
        "funding": form.fields["instrument"].choices,  # type: ignore[attr-defined]
        "verified": person.verified_at is not None,
        "balance": ledger.balance(person.person_key, Currency.EUR),
        "locked": locked_stakes(person.id, Currency.EUR),
        "on_way": cashier.on_its_way(person.id),
        "withdrawals": cashier.withdrawals(person_id=person.id, limit=SHOWN),
        "terms": operations.cashier_terms(),
        "takes_money": payments.provider() is not None,
    }
    return render(request, "portal/withdrawal/page.html", context, status=400 if form.errors else 200)
