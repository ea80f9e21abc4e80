"""Decisions on proposals: yes with the regulator's reference, no with the reason. Never on one's own work."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import history
from casino.backoffice.views.finding import floor_table, version
from casino.backoffice.views.proposal import proposal
from casino.signing.again import ask_again
from players import queries as players
from players.roles import Action, may
from tables import queries
from tables.operations import configurations as operations
from tables.operations.configurations import ConfigurationRefusal, ConfigurationRefused

FIELD_OF = {ConfigurationRefusal.NO_REFERENCE: "reference", ConfigurationRefusal.NEGATIVE_EDGE: "override"}


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
    """Approve a proposal with the regulator's reference; it applies from the table's next round."""
    form = forms.Approval(request.POST)
    if not form.is_valid():
        return proposal(request, code, number, approval=form)
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    try:
        operations.approve(
            configuration_id=card.configuration_id,
            by=staff_id(request),
            reference=form.cleaned_data["reference"],
            negative_edge_override=form.cleaned_data["override"],
            now=timezone.now(),
        )
    except ConfigurationRefused as error:
        form.add_error(FIELD_OF.get(error.reason), sentences.configuration(error.reason, error.until))
        return proposal(request, code, number, approval=form)
    messages.success(request, gettext("Aprovada. Entra em vigor no começo da próxima jogada da mesa."))
    return redirect("backoffice:configuration", code, number)


@allowed(Action.APPROVE_CONFIGURATION)
@require_POST
def reject(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Send a proposal back for good, with the reason."""
    form = forms.Rejection(request.POST)
    if not form.is_valid():
        return proposal(request, code, number, rejection=form)
    row = floor_table(code, now=timezone.now())
    card = version(queries.configurations(row.table_id), number)
    try:
        operations.reject(
            configuration_id=card.configuration_id,
            by=staff_id(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    except ConfigurationRefused as error:
        form.add_error(None, sentences.configuration(error.reason))
        return proposal(request, code, number, rejection=form)
    messages.success(request, gettext("Recusada. O motivo ficou com a proposta; a mesa joga como até aqui."))
    return redirect("backoffice:configuration", code, number)
