"""The players: found by what they are known by, one with everything that answers a question about them."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import listing, pages, protection_forms, running_forms, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards.player_story import story
from casino.backoffice.cards.players import told
from casino.backoffice.forms import Reason
from casino.signing.again import ask_again
from players import queries as persons
from players.operations import accounts, viewing
from players.operations.accounts import StandingRefused
from players.operations.viewing import PersonalData, ViewingRefused
from players.queries import protection
from players.queries.dossier import PLAYERS, PlayerState, dossier, players_list
from players.roles import Action, may
from tables import queries as tables
from wallet import queries as ledger
from wallet.money import Currency

PAGE = 50


@allowed(Action.SEE_PLAYERS)
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Players, the latest first; or those that fit what is asked."""
    form = running_forms.PlayerSearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    read = partial(
        players_list,
        text=asked.get("text", ""),
        state=PlayerState(asked["state"]) if asked.get("state") else None,
        now=timezone.now(),
    )
    page = listing.page_of(request, PLAYERS, read, size=PAGE)
    context = {"form": form, "searched": any(asked.values()), "page": page}
    return pages.page(request, "backoffice/players/page.html", "players", context)


@allowed(Action.SEE_PLAYERS)
@require_safe
def player(request: HttpRequest, number: UUID) -> HttpResponse:
    """One player: standing, money, limits, play, sign-ins, the story; personal data masked."""
    return player_page(request, card_of(number))


@allowed(Action.SEE_PERSONAL_DATA)
@ask_again
@require_POST
def personal_data(request: HttpRequest, number: UUID) -> HttpResponse:
    """The personal data, this once; who asked and why is noted."""
    card, form = card_of(number), Reason(request.POST)
    if not form.is_valid():
        return player_page(request, card, forms={"viewing_form": form})
    try:
        data = viewing.view_personal_data(
            person_id=card.id, by=staff_id(request), reason=form.cleaned_data["reason"], now=timezone.now()
        )
    except ViewingRefused as error:
        form.add_error(None, sentences.viewing(error.reason))
        return player_page(request, card, forms={"viewing_form": form})
    return player_page(request, card, data=data)


@allowed(Action.SUSPEND_PLAYER)
@require_POST
def suspend_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Bar the player from betting and depositing, at once."""
    return _stand(request, number, accounts.suspend, gettext("O jogador está suspenso: não aposta nem deposita."))


@allowed(Action.SUSPEND_PLAYER)
@require_POST
def reinstate_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """End the suspension."""
    return _stand(request, number, accounts.reinstate, gettext("A suspensão terminou."))


def _stand(request: HttpRequest, number: UUID, operation: Any, done: str) -> HttpResponse:
    card, form = card_of(number), Reason(request.POST)
    if not form.is_valid():
        return player_page(request, card, forms={"standing_form": form})
    try:
        operation(person_id=card.id, reason=form.cleaned_data["reason"], by=staff_id(request), now=timezone.now())
    except StandingRefused as error:
        form.add_error(None, sentences.standing(error.reason))
        return player_page(request, card, forms={"standing_form": form})
    messages.success(request, done)
    return redirect("backoffice:player", number)


def card_of(number: UUID) -> persons.PersonCard:
    """The player of an address; 404 for staff and nobody."""
    card = persons.by_key(str(number))
    if card is None or card.kind != "player":
        raise Http404
    return card


def player_page(
    request: HttpRequest,
    card: persons.PersonCard,
    *,
    data: PersonalData | None = None,
    forms: Mapping[str, Form] = MappingProxyType({}),
) -> HttpResponse:
    """One player's page; `forms` are those that were sent and not taken, by their names on the page."""
    now = timezone.now()
    found = dossier(card.id, now=now)
    exclusions = protection.exclusions_of(card.id, now)
    context = {
        "player": card,
        "registered": found.registered,
        "told": told(found),
        "excluded": any(each.in_force for each in found.exclusions),
        "ours": [each for each in exclusions if each.in_force and each.source == "operator"],
        "data": data,
        "balances": [(each.value, ledger.balance(card.person_key, each)) for each in Currency],
        "statement": ledger.statement(card.person_key, Currency.EUR, limit=15),
        "sessions": tables.sessions_of(card.id, now=now, limit=10),
        "story": story(found, person_id=card.id, reader=request.user, now=now),
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
        "may_audit": may(request.user, Action.SEE_AUDIT),
        "may_view": may(request.user, Action.SEE_PERSONAL_DATA),
        "may_suspend": may(request.user, Action.SUSPEND_PLAYER),
        "may_limit": may(request.user, Action.LIMIT_PLAYER),
        "may_exclude": may(request.user, Action.EXCLUDE_PLAYER),
        **_forms(forms),
    }
    return pages.page(request, "backoffice/player/page.html", "players", context, status=400 if forms else 200)


def _forms(sent: Mapping[str, Form]) -> dict[str, Form]:
    """The page's forms by name, those that were sent in place of empty ones."""
    forms = {
        "viewing_form": Reason(),
        "standing_form": Reason(),
        "limit_form": protection_forms.HouseLimit(),
        "exclusion_form": protection_forms.HouseExclusion(),
        "back_form": protection_forms.TakingBack(),
        **sent,
    }
    for name, form in forms.items():
        form.auto_id = f"{name}_%s"  # several ask for a reason: each label needs a field of its own
    return forms
