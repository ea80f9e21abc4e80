"""Requests about personal data that wait for compliance, and closing the account of somebody who died (PT-07)."""

import uuid
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed, staff_id
from casino.signing.again import ask_again
from players import queries as players
from players.operations import own_data as operations
from players.operations.own_data import OwnDataRefusal, OwnDataRefused
from players.queries import own_data as queries
from players.roles import Action, may

SAID: Final[dict[OwnDataRefusal, "str | Promise"]] = {
    OwnDataRefusal.REASON_MISSING: gettext_lazy("Escreva a razão, até 1000 caracteres."),
    OwnDataRefusal.ALREADY_DECIDED: gettext_lazy("Este pedido já foi decidido."),
    OwnDataRefusal.VALUE_INVALID: gettext_lazy(
        "O valor não pode ficar assim no registo. Escreva-o como deve ficar e aceite de novo; nada mudou."
    ),
    OwnDataRefusal.VALUE_TAKEN: gettext_lazy("Este número é do registo de outra pessoa (PT-04). Nada mudou."),
    OwnDataRefusal.ALREADY_CLOSED: gettext_lazy("O falecimento já estava registado. Nada mudou."),
    OwnDataRefusal.NO_SUCH_PERSON: gettext_lazy("Não há jogador com este e-mail."),
}


@allowed(Action.SEE_PLAYERS)
@require_safe
def data_requests(request: HttpRequest) -> HttpResponse:
    """What waits, what was decided, which accounts were closed."""
    context = {
        "open": queries.open_corrections(),
        "decided": queries.decided_corrections(),
        "closures": queries.closures(),
        "may_decide": may(request.user, Action.VERIFY_PLAYER),
        "may_close": may(request.user, Action.SUSPEND_PLAYER),
        "key": uuid.uuid4(),
        "now": timezone.now(),
    }
    return pages.page(request, "backoffice/data_requests/page.html", "data_requests", context)


def _refused(request: HttpRequest, refused: OwnDataRefused) -> HttpResponse:
    messages.error(request, str(SAID.get(refused.reason, gettext("Não foi possível. Nada mudou."))))
    return redirect("backoffice:data_requests")


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def decide_correction(request: HttpRequest, number: int) -> HttpResponse:
    """Accept or reject a request, with the reason that the person reads."""
    verdict = request.POST.get("verdict")
    if verdict not in {"accept", "reject"}:
        return HttpResponse(status=400)
    try:
        decided = operations.decide_correction(
            request_id=number,
            accepted=verdict == "accept",
            reason=request.POST.get("reason", ""),
            value=request.POST.get("value", "")[:300],
            by=staff_id(request),
            now=timezone.now(),
        )
    except OwnDataRefused as refused:
        if refused.reason is OwnDataRefusal.NO_SUCH_REQUEST:
            raise Http404 from refused
        return _refused(request, refused)
    if decided.changed:
        messages.success(request, gettext("Decidido, e o registo está corrigido. A pessoa recebe a decisão e a razão."))
    else:
        messages.success(request, gettext("Decidido. A pessoa recebe a decisão e a razão."))
    return redirect("backoffice:data_requests")


@allowed(Action.SUSPEND_PLAYER)
@ask_again
@require_POST
def close_for_death(request: HttpRequest) -> HttpResponse:
    """Close the account of a player who died; the balance waits for whoever it is due to."""
    person = players.by_email(request.POST.get("email", ""))
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return HttpResponse(status=400)
    try:
        operations.close_for_death(
            person_id=0 if person is None else person.id,
            reason=request.POST.get("reason", ""),
            by=staff_id(request),
            key=key,
            now=timezone.now(),
        )
    except OwnDataRefused as refused:
        return _refused(request, refused)
    messages.success(request, gettext("A conta está fechada. O pagamento aos herdeiros ficou como dever em aberto."))
    return redirect("backoffice:data_requests")
