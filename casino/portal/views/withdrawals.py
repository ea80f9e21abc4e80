"""Paying out: to a means that funded the account, with what is left and what waits before one's eyes (PT-13)."""

import uuid

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from casino.adapters import payments
from casino.portal import cashier_forms as forms
from casino.portal.viewer import person_id, players_only
from casino.web.act import act, posted
from kernel.money import Currency
from players.accounts import queries as players
from players.cashier import operations
from players.cashier import queries as cashier
from tables.queries.locked import locked_stakes
from wallet import queries as ledger

SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def withdraw(request: HttpRequest) -> HttpResponse:
    """Ask to be paid; and see what was asked before."""
    form = _form(request, posted(request))
    if payments.provider() is None:
        return _page(request, form)
    held = gettext("Request received. Two people in the house check it before it goes on.")
    ready = gettext("Request received. It goes to the bank in a few moments.")
    return act(
        request,
        form,
        operations.request_withdrawal,
        by="person_id",
        page=lambda sent: _page(request, sent),
        fields=dict.fromkeys(
            (operations.WithdrawalRejection.AMOUNT_INVALID, operations.WithdrawalRejection.SHORT_OF_FUNDS), "amount"
        ),
        done=lambda stands: held if stands.state == "held" else ready,
        to="portal:withdrawal",
    )


def _form(request: HttpRequest, sent: QueryDict | None = None) -> forms.Payment:
    funding = [each for each in cashier.instruments_of(person_id(request)) if each.proven_at is not None]
    return forms.Payment(sent, instruments=funding)


@require_POST
@players_only
def cancel(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Take a withdrawal back while it waits."""
    return act(
        request,
        None,
        operations.cancel_withdrawal,
        by="person_id",
        key=key,
        page=lambda _: _page(request, _form(request)),
        missing=(operations.WithdrawalRejection.NO_SUCH_WITHDRAWAL,),
        done=gettext("Withdrawal cancelled. The money is back in your balance."),
        to="portal:withdrawal",
    )


def _page(request: HttpRequest, form: forms.Payment) -> HttpResponse:
    person = players.person(person_id(request))
    assert person is not None, "a signed-in user has a person"
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
    return render(request, "portal/withdrawal/page.html", context)
