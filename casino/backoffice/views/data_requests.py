"""Requests about personal data that wait for compliance, and closing the account of a player who died (PT-07)."""

from typing import Final

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import data_request_forms as forms
from casino.backoffice import pages
from casino.backoffice.access import allowed
from casino.backoffice.forms import row_of
from casino.backoffice.row_forms import with_forms
from casino.signing.again import ask_again
from casino.web.act import act
from players.privacy import operations, queries
from players.privacy.operations import PrivacyRejection
from players.privacy.queries import RectificationState
from players.roles import Action, may

ONE_REQUEST: Final = "pedido"
"""The word by which an address names one request."""


@allowed(Action.SEE_PLAYERS)
@require_safe
def data_requests(request: HttpRequest) -> HttpResponse:
    """The open requests, the decided ones, and the closed accounts; or the one request that the address names."""
    return _one(request) or _page(request)


def _one(request: HttpRequest) -> HttpResponse | None:
    """The page of one request, waiting or decided; None where the address names none that there is."""
    number = row_of(request.GET.get(ONE_REQUEST, ""))
    asked = None if number is None else queries.rectification(number)
    if asked is None:
        return None
    context = {
        "each": asked,
        "form": forms.verdict_on(asked) if asked.state is RectificationState.OPEN else None,
        "may_decide": may(request.user, Action.VERIFY_PLAYER),
        "now": timezone.now(),
    }
    return pages.page(request, "backoffice/data_requests/one.html", "data_requests", context)


def _page(
    request: HttpRequest, *, verdict: tuple[int, forms.Verdict] | None = None, death: Form | None = None
) -> HttpResponse:
    """The page; the forms that were sent come back with what is wrong."""
    context = {
        "open": with_forms(
            request,
            queries.open_rectifications(),
            forms.verdict_on,
            verdict,
            alike=lambda each: each.field,
            values=("wanted",),
        ),
        "decided": queries.decided_rectifications(),
        "closures": queries.closures(),
        "may_decide": may(request.user, Action.VERIFY_PLAYER),
        "may_close": may(request.user, Action.SUSPEND_PLAYER),
        "death": death or forms.Death(),
        "now": timezone.now(),
    }
    return pages.page(request, "backoffice/data_requests/page.html", "data_requests", context)


@allowed(Action.VERIFY_PLAYER)
@ask_again
@require_POST
def decide_rectification(request: HttpRequest, number: int) -> HttpResponse:
    """Accept or reject a request, with the reason that the person reads."""
    asked = next((each for each in queries.open_rectifications() if each.id == number), None)
    return act(
        request,
        forms.Verdict(request.POST) if asked is None else forms.verdict_on(asked, request.POST),
        operations.decide_rectification,
        request_id=number,
        page=lambda form: _page(request, verdict=(number, form)),
        fields=forms.AT_FIELDS,
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
    return act(
        request,
        forms.Death(request.POST),
        operations.close_for_death,
        page=lambda form: _page(request, death=form),
        fields=forms.AT_FIELDS,
        done=gettext("The account is closed. The payment to the heirs is kept as an open obligation."),
        to="backoffice:data_requests",
    )
