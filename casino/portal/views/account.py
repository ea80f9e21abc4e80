"""The player's money: balances and the statement, line by line (PT-10)."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.portal.viewer import person_id
from players import queries as players
from wallet import queries as ledger
from wallet.money import Currency

PAGE = 40


@require_safe
@login_required
def wallet(request: HttpRequest) -> HttpResponse:
    """Balance and statement of one kind of money."""
    person = players.person(person_id(request))
    if person is None or request.user.is_staff:
        raise PermissionDenied
    currency = Currency.PLAY if request.GET.get("fichas") == "PLAY" else Currency.EUR
    before = request.GET.get("antes", "")
    before_id = int(before) if before.isdecimal() and len(before) < 18 else None
    lines = ledger.statement(person.person_key, currency, limit=PAGE + 1, before_id=before_id)
    context = {
        "place": "wallet",
        "currency": currency.value,
        "balance": ledger.balance(person.person_key, currency),
        "lines": lines[:PAGE],
        "older": f"?fichas={currency.value}&antes={lines[PAGE - 1].id}" if len(lines) > PAGE else None,
        "newest": f"?fichas={currency.value}" if before_id else None,
    }
    return render(request, "portal/wallet/page.html", context)
