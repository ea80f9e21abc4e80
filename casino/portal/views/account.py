"""The player's money: balances, what is locked and on its way, and the movements, line by line (PT-10, UK-03)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from casino.adapters import payments
from casino.portal import movements
from casino.portal.viewer import person_id, players_only
from kernel.money import Currency
from players.accounts import queries as players
from players.cashier import queries as cashier
from tables.queries import statement_rounds
from tables.queries.locked import locked_stakes
from wallet import queries as ledger
from wallet.queries.statements import net_deposits

PAGE = 40
SHOWN = 5


@require_safe
@players_only
def wallet(request: HttpRequest) -> HttpResponse:
    """Balance and movements of one kind of money, round by round."""
    person = players.person(person_id(request))
    assert person is not None, "a signed-in user has a person"
    currency = Currency.PLAY if request.GET.get("fichas") == "PLAY" else Currency.EUR
    before = request.GET.get("antes", "")
    before_id = int(before) if before.isascii() and before.isdecimal() and len(before) < 18 else None
    found = ledger.statement(person.person_key, currency, limit=PAGE + movements.LINES_OF_A_ROUND, before_id=before_id)
    lines, more = movements.page_of(found, PAGE)
    money = currency is Currency.EUR
    context = {
        "place": "wallet",
        "currency": currency.value,
        "balance": ledger.balance(person.person_key, currency),
        "locked": locked_stakes(person.id, currency),
        "on_way": cashier.on_its_way(person.id) if money else None,
        "net_deposits": net_deposits(person.person_key) if money else None,
        "deposits": cashier.deposits(person_id=person.id, limit=SHOWN) if money else (),
        "withdrawals": cashier.withdrawals(person_id=person.id, limit=SHOWN) if money else (),
        "takes_money": payments.provider() is not None,
        "movements": movements.movements_of(lines, statement_rounds(person.id, movements.codes_of(lines))),
        "older": f"?fichas={currency.value}&antes={lines[-1].id}" if more else None,
        "newest": f"?fichas={currency.value}" if before_id else None,
    }
    return render(request, "portal/wallet/page.html", context)
