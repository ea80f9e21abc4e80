"""What the house itself orders for one player: a limit, an exclusion, and taking its exclusion back (GL-09, PT-25)."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.backoffice import protection_forms, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.views import players
from casino.signing.again import ask_again
from players.operations import exclusion, limits
from players.operations.exclusion import ExclusionKind, ExclusionRefused, RevocationRefused
from players.operations.limits import LimitRefused
from players.queries import protection
from players.roles import Action
from tables.operations import breaks


@allowed(Action.LIMIT_PLAYER)
@ask_again
@require_POST
def limit_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Set the house's limit for this player, or take it away; it holds at once, beside the player's own."""
    card, form = players.card_of(number), protection_forms.HouseLimit(request.POST)
    if not form.is_valid():
        return players.player_page(request, card, forms={"limit_form": form})
    facts = {name: form.cleaned_data[name] for name in ("kind", "period", "most", "reason", "key")}
    try:
        limits.set_operators_limit(person_id=card.id, by=staff_id(request), now=timezone.now(), **facts)
    except LimitRefused as refused:
        form.add_error(None, sentences.limit(refused.reason))
        return players.player_page(request, card, forms={"limit_form": form})
    messages.success(request, gettext("O limite da casa mudou, e vale desde já. O jogador foi avisado."))
    return redirect("backoffice:player", number)


@allowed(Action.EXCLUDE_PLAYER)
@ask_again
@require_POST
def exclude_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Exclude the player at the house's order, in the middle of a session too."""
    card, form = players.card_of(number), protection_forms.HouseExclusion(request.POST)
    if not form.is_valid():
        return players.player_page(request, card, forms={"exclusion_form": form})
    facts, endless = form.cleaned_data, form.cleaned_data["length"] == protection_forms.WITHOUT_END
    try:
        breaks.exclude_by_house(
            person_id=card.id,
            kind=ExclusionKind.INDEFINITE if endless else ExclusionKind.FIXED,
            months=None if endless else int(facts["length"]),
            reason=facts["reason"],
            by=staff_id(request),
            key=facts["key"],
            now=timezone.now(),
        )
    except ExclusionRefused as refused:
        form.add_error(None, sentences.exclusion(refused.reason))
        return players.player_page(request, card, forms={"exclusion_form": form})
    messages.success(
        request, gettext("O jogador está excluído desde já, e foi avisado. O regulador tem de o saber em 24 horas.")
    )
    return redirect("backoffice:player", number)


@allowed(Action.EXCLUDE_PLAYER)
@ask_again
@require_POST
def take_back_exclusion(request: HttpRequest, number: UUID) -> HttpResponse:
    """Take back an exclusion of this player that the house ordered."""
    card, form = players.card_of(number), protection_forms.TakingBack(request.POST)
    if not form.is_valid():
        return players.player_page(request, card, forms={"back_form": form})
    mine = {each.id for each in protection.exclusions_of(card.id, timezone.now())}
    asked = form.cleaned_data["exclusion"]
    try:
        reason, by = form.cleaned_data["reason"], staff_id(request)
        exclusion.revoke(exclusion_id=asked if asked in mine else 0, reason=reason, by=by, now=timezone.now())
    except RevocationRefused as refused:
        form.add_error(None, sentences.revocation(refused.reason))
        return players.player_page(request, card, forms={"back_form": form})
    messages.success(
        request, gettext("A exclusão acabou. O jogador foi avisado; o regulador tem de o saber em 24 horas.")
    )
    return redirect("backoffice:player", number)
