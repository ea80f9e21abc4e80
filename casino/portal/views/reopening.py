"""The way back to an account that an exclusion without end closed (PT-26, PT-28)."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy
from django.views.decorators.http import require_http_methods

from casino.portal.own_data_forms import ReopenAccount
from casino.portal.viewer import person_id, players_only
from casino.signing.origin import address_of
from players import queries as players
from players import terms
from players.operations.reopening import ReopeningRefusal, ReopeningRefused
from players.operations.reopening import reopen_account as reopen
from players.queries import own_data as queries

SAID: Final[dict[ReopeningRefusal, "str | Promise"]] = {
    ReopeningRefusal.NOT_CLOSED: gettext_lazy("Esta conta está aberta."),
    ReopeningRefusal.FOR_GOOD: gettext_lazy("Esta conta foi fechada para sempre (PT-18)."),
    ReopeningRefusal.EXCLUDED: gettext_lazy("A exclusão ainda está em vigor: a conta continua fechada (PT-26)."),
    ReopeningRefusal.PROHIBITED: gettext_lazy("A lei não permite que jogue nesta casa (PT-16). A conta não se reabre."),
    ReopeningRefusal.TERMS_NOT_IN_FORCE: gettext_lazy(
        "Entrou em vigor outra versão dos termos. Leia-a e aceite-a, se concordar."
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def reopen_account(request: HttpRequest) -> HttpResponse:
    """When the account may be opened again and what that asks; once it may, doing it."""
    form = ReopenAccount(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reopen(
                person_id=person_id(request),
                terms_version=form.cleaned_data["version"],
                language=(get_language() or "pt").split("-")[0],
                address=address_of(request),
                now=timezone.now(),
            )
        except ReopeningRefused as refused:
            form.add_error(None, str(SAID.get(refused.reason, gettext("Não foi possível. Nada mudou."))))
        else:
            said = gettext(
                "A sua conta está aberta. Confirmamos de novo a sua identidade antes de poder jogar a dinheiro."
            )
            messages.success(request, said)
            return redirect("portal:account")
    now = timezone.now()
    context = {
        "place": "account",
        "form": form,
        "closure": queries.closure_of(person_id(request)),
        "exclusion": players.exclusion_of(person_id(request), now),
        "terms": terms.in_force(now),
    }
    return render(request, "portal/reopen_account/page.html", context, status=422 if form.errors else 200)
