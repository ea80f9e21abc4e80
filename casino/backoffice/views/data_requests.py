"""Requests about personal data that wait for compliance, and closing the account of a player who died (PT-07)."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.signing.again import ask_again
from casino.web.act import act
from players.accounts import queries as players
from players.privacy import operations, queries
from players.privacy.operations import PrivacyRejection
from players.roles import Action, may


@allowed(Action.SEE_PLAYERS)
@require_safe
def data_requests(request: HttpRequest) -> HttpResponse:
    """The open requests, the decided ones, and the closed accounts."""
    return _page(request)


def _page(request: HttpRequest) -> HttpResponse:
    context = {
        "open": queries.open_rectifications(),
        "decided": queries.decided_rectifications(),
        "closures": queries.closures(),
        "may_decide": may(request.user, Action.VERIFY_PLAYER),
        "may_close": may(request.user, Action.SUSPEND_PLAYER),
        "key": uuid.uuid4(),
        "now": timezone.now(),
    }
    return pages.page(request, "backoffice/data_requests/page.html", "data_requests", context)


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def decide_rectification(request: HttpRequest, number: int) -> HttpResponse:
    """Accept or reject a request, with the reason that the person reads."""
    verdict = request.POST.get("verdict")
    if verdict not in {"accept", "reject"}:
        return HttpResponse(status=400)
    return act(
        request,
        None,
        operations.decide_rectification,
        request_id=number,
        accepted=verdict == "accept",
        reason=request.POST.get("reason", ""),
        value=request.POST.get("value", "")[:300],
        page=lambda _: _page(request),
        missing=(PrivacyRejection.NO_SUCH_REQUEST,),
        done=lambda decided: (
            gettext("Decided, and the registration is corrected. The person gets the decision and the reason.")
            if decided.changed
            else gettext("Decided. The person gets the decision and the reason.")
        ),
        to="backoffice:data_requests",
    )


@allowed(Action.SUSPEND_PLAYER)
@ask_again
@require_POST
def close_for_death(request: HttpRequest) -> HttpResponse:
    """Close the account of a player who died; the balance waits for the person entitled to it."""
    person = players.by_email(request.POST.get("email", ""))
    try:
        key = uuid.UUID(request.POST.get("key", ""))
    except ValueError:
        return HttpResponse(status=400)
    return act(
        request,
        None,
        operations.close_for_death,
        person_id=0 if person is None else person.id,
        reason=request.POST.get("reason", ""),
        key=key,
        page=lambda _: _page(request),
        done=gettext("The account is closed. The payment to the heirs is kept as an open obligation."),
        to="backoffice:data_requests",
    )
