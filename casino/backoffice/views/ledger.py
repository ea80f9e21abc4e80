"""The ledger: the last proof, the house's own accounts, and a proof on demand."""

from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.cards.exports import taken
from casino.backoffice.cards.ledger import house, verdict
from casino.backoffice.views import works
from players.roles import Action, may
from reporting import queries, work_queries
from reporting.work_queries import WorkKind
from wallet import queries as wallet
from wallet.chart import AccountKind
from wallet.money import Currency

SUMS: Final = "house-sums"
"""Where the house's sums are kept for a minute: they are added up from the first line. A proof never asks here."""


@allowed(Action.SEE_LEDGER)
@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    """Does every cent agree, and what does the house hold?"""
    context = {
        "verdict": verdict(queries.latest_proof()),
        "work": work_queries.open_work(WorkKind.PROOF),
        "house_money": house(cache.get_or_set(SUMS, _house_sums, timeout=60) or {}),
        "may_verify": may(request.user, Action.VERIFY_LEDGER),
        "exports": taken(queries.exports()) if may(request.user, Action.EXPORT_REPORTS) else None,
    }
    return pages.page(request, "backoffice/ledger/page.html", "ledger", context)


def _house_sums() -> dict[Currency, dict[AccountKind, int]]:
    return {currency: wallet.house_sums(currency) for currency in Currency}


@allowed(Action.VERIFY_LEDGER)
@require_POST
def verify(request: HttpRequest) -> HttpResponse:
    """Prove ledger, rounds and house against one another now."""
    proof = works.outcome(works.asked(request, WorkKind.PROOF))
    cache.delete(SUMS)
    if proof.get("agrees"):
        messages.success(request, gettext("Verificado agora: tudo concorda ao cêntimo."))
    elif proof:
        messages.error(request, gettext("Verificado agora: há diferenças. Estão abaixo, uma a uma."))
    return redirect("backoffice:ledger")
