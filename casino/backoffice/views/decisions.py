"""Decisions on proposals: yes with the regulator's reference, no with the reason. Never on one's own work."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import decision_forms, forms, pages
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.presenters import history
from casino.backoffice.views.finding import floor_table, version
from casino.backoffice.views.proposal import proposal
from casino.signing.again import ask_again
from casino.web.act import act
from players.accounts import queries as players
from players.roles import Action, may
from tables import queries
from tables.operations import configurations as operations
from tables.operations.configurations import ConfigurationMoved, ConfigurationRejection

FIELD_OF = {
    ConfigurationRejection.NO_REFERENCE: "reference",
    ConfigurationRejection.NEGATIVE_EDGE: "override",
    ConfigurationRejection.START_OUT_OF_RANGE: "start_day",
}


@allowed(Action.SEE_CONFIGURATIONS)
@require_safe
def decisions(request: HttpRequest) -> HttpResponse:
    """The proposals that wait for a decision, oldest first."""
    cards = queries.waiting_configurations()
    names = players.nicknames({author for card in cards for author in card.authors})
    waiting = [(card, history.version(card, None, names), staff_id(request) in card.authors) for card in cards]
    context = {"waiting": waiting, "may_decide": may(request.user, Action.APPROVE_CONFIGURATION)}
    return pages.page(request, "backoffice/decisions/page.html", "decisions", context)


@allowed(Action.APPROVE_CONFIGURATION)
@ask_again
@require_POST
def approve(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Approve a proposal with the regulator's reference; it applies from the table's next round, or from a moment."""
    return act(
        request,
        decision_forms.Approval(request.POST),
        operations.approve,
        configuration_id=_id(code, number),
        page=lambda form: proposal(request, code, number, approval=form),
        fields=FIELD_OF,
        done=gettext("Approved. Until its first round you or the author may revoke it."),
        to=("backoffice:configuration", code, number),
    )


@allowed(Action.APPROVE_CONFIGURATION)
@require_POST
def reject(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Send a proposal back for good, with the reason."""
    return act(
        request,
        decision_forms.Rejection(request.POST),
        operations.reject,
        configuration_id=_id(code, number),
        page=lambda form: proposal(request, code, number, rejection=form),
        done=gettext("Rejected. The reason stays with the proposal; the table plays on as before."),
        to=("backoffice:configuration", code, number),
    )


@allowed(Action.SUBMIT_CONFIGURATION)
@require_POST
def withdraw(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take back one's own proposal before it is decided."""
    return _taken_back(request, code, number, operations.withdraw, gettext("Withdrawn. The table plays on as before."))


@allowed(Action.REVOKE_CONFIGURATION)
@require_POST
def revoke(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Take back an approved version before its first round: nothing changes at the table."""
    return _taken_back(request, code, number, operations.revoke, gettext("Revoked. The table plays on as before."))


def _taken_back(
    request: HttpRequest, code: str, number: int, operation: Callable[..., ConfigurationMoved], done: str
) -> HttpResponse:
    return act(
        request,
        forms.Reason(request.POST),
        operation,
        configuration_id=_id(code, number),
        page=lambda form: proposal(request, code, number, taking_back=form),
        done=done,
        to=("backoffice:configuration", code, number),
    )


def _id(code: str, number: int) -> int:
    row = floor_table(code, now=timezone.now())
    return version(queries.configurations(row.table_id), number).configuration_id
