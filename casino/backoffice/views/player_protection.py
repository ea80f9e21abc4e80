"""Measures of the house for one player: a limit, an exclusion, and the end of its exclusion (GL-09, PT-25)."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from casino.backoffice import protection_forms
from casino.backoffice.access import allowed
from casino.backoffice.views import players
from casino.backoffice.views.player_parts import card_of
from casino.signing.again import ask_again
from casino.web.act import act
from players.protection.operations import exclusion, limits
from players.protection.operations.exclusion import RevocationRejection
from players.protection.queries import protection
from players.roles import Action
from tables.operations import breaks


@allowed(Action.LIMIT_PLAYER)
@ask_again
@require_POST
def limit_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Set the house's limit for this player, or take it away; it holds at once, beside the player's own."""
    return _act(
        request,
        number,
        protection_forms.HouseLimit(request.POST),
        "limit_form",
        limits.set_operators_limit,
        gettext("The house’s limit has changed, and applies at once. The player has been told."),
    )


@allowed(Action.EXCLUDE_PLAYER)
@ask_again
@require_POST
def exclude_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Exclude the player at the house's order, in the middle of a session too."""
    return _act(
        request,
        number,
        protection_forms.HouseExclusion(request.POST),
        "exclusion_form",
        breaks.exclude_by_house,
        gettext(
            "The player is excluded from now on, and has been told. The regulator must know of it within 24 hours."
        ),
    )


@allowed(Action.EXCLUDE_PLAYER)
@ask_again
@require_POST
def take_back_exclusion(request: HttpRequest, number: UUID) -> HttpResponse:
    """Take back an exclusion of this player that the house ordered."""
    card, sent = card_of(number), request.POST.get("exclusion", "")[:20]
    return act(
        request,
        protection_forms.TakingBack(request.POST, auto_id=f"back_{sent}_%s"),
        _revoke,
        person_id=card.id,
        page=lambda form: players.player_page(request, card, taking_back=(form.cleaned_data.get("exclusion", 0), form)),
        fields={RevocationRejection.REASON_MISSING: "reason"},
        done=gettext(
            "The exclusion has ended. The player has been told; the regulator must know of it within 24 hours."
        ),
        to=("backoffice:player", number),
    )


def _revoke(*, person_id: int, exclusion_id: int, now: datetime, **said: Any) -> None:
    """End an exclusion of this player; another's does not exist here."""
    theirs = {each.id for each in protection.exclusions_of(person_id, now)}
    exclusion.revoke(exclusion_id=exclusion_id if exclusion_id in theirs else 0, now=now, **said)


def _act(
    request: HttpRequest, number: UUID, form: Form, name: str, operation: Callable[..., Any], done: str
) -> HttpResponse:
    card = card_of(number)
    return act(
        request,
        form,
        operation,
        person_id=card.id,
        page=lambda sent: players.player_page(request, card, **{name: sent}),
        done=done,
        to=("backoffice:player", number),
    )
