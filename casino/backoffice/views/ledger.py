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
from casino.backoffice.presenters.exports import taken
from casino.backoffice.presenters.ledger import house, verdict
from casino.backoffice.views import jobs
from kernel.money import Currency
from players.roles import Action, may
from reporting import queries
from reporting.queries import jobs as job_queries
from reporting.queries.jobs import JobKind
from wallet import queries as wallet
from wallet.chart import AccountKind

SUMS: Final = "house-sums"
"""The cache key of the house's sums, kept for a minute: they are added up from the first line. Proofs never use it."""


@allowed(Action.SEE_LEDGER)
@require_safe
def ledger(request: HttpRequest) -> HttpResponse:
    """The last proof, and the balances of the house's accounts."""
    context = {
        "verdict": verdict(queries.latest_proof(), queries.latest_whole_proof()),
        "work": job_queries.open_job(JobKind.PROOF),
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
    proof = jobs.outcome(jobs.asked(request, JobKind.PROOF))
    cache.delete(SUMS)
    if proof.get("agrees"):
        messages.success(request, gettext("Checked just now: everything agrees to the cent."))
    elif proof:
        messages.error(request, gettext("Checked just now: there are differences. They are below, one by one."))
    return redirect("backoffice:ledger")
