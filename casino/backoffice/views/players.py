"""The players: found by what they are known by, one with everything that answers a question about them."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import forms, pages, running_forms, sentences
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.cards import audit as trail_cards
from casino.backoffice.cards.players import told
from casino.signing.again import ask_again
from players import queries as persons
from players.operations import accounts, viewing
from players.operations.accounts import StandingRefused
from players.operations.viewing import PersonalData, ViewingRefused
from players.queries import audit as trail
from players.queries.dossier import PlayerState, dossier, players_list
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
    before = forms.row_of(request.GET.get("antes", ""))
    found = players_list(
        text=asked.get("text", ""),
        state=PlayerState(asked["state"]) if asked.get("state") else None,
        now=timezone.now(),
        before=before,
        limit=PAGE + 1,
    )
    context = {
        "form": form,
        "searched": any(asked.values()),
        "players": found[:PAGE],
        "older": _address(asked, before=found[PAGE - 1].id) if len(found) > PAGE else None,
        "newest": _address(asked) if before is not None else None,
    }
    return pages.page(request, "backoffice/players/page.html", "players", context)


def _address(asked: dict[str, Any], *, before: int | None = None) -> str:
    kept = urlencode({name: value for name, value in {**asked, "antes": before}.items() if value})
    return f"{reverse('backoffice:players')}?{kept}" if kept else reverse("backoffice:players")


@allowed(Action.SEE_PLAYERS)
@require_safe
def player(request: HttpRequest, number: UUID) -> HttpResponse:
    """One player: standing, money, limits, play, sign-ins, the story; personal data masked."""
    return _page(request, _card(number))


@allowed(Action.SEE_PERSONAL_DATA)
@ask_again
@require_POST
def personal_data(request: HttpRequest, number: UUID) -> HttpResponse:
    """The personal data, this once; who asked and why is noted."""
    card, form = _card(number), forms.Reason(request.POST)
    if not form.is_valid():
        return _page(request, card, viewing_form=form)
    try:
        data = viewing.view_personal_data(
            person_id=card.id, by=staff_id(request), reason=form.cleaned_data["reason"], now=timezone.now()
        )
    except ViewingRefused as error:
        form.add_error(None, sentences.viewing(error.reason))
        return _page(request, card, viewing_form=form)
    return _page(request, card, data=data)


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
    card, form = _card(number), forms.Reason(request.POST)
    if not form.is_valid():
        return _page(request, card, standing_form=form)
    try:
        operation(person_id=card.id, reason=form.cleaned_data["reason"], by=staff_id(request), now=timezone.now())
    except StandingRefused as error:
        form.add_error(None, sentences.standing(error.reason))
        return _page(request, card, standing_form=form)
    messages.success(request, done)
    return redirect("backoffice:player", number)


def _card(number: UUID) -> persons.PersonCard:
    card = persons.by_key(str(number))
    if card is None or card.kind != "player":
        raise Http404
    return card


def _page(
    request: HttpRequest,
    card: persons.PersonCard,
    *,
    data: PersonalData | None = None,
    viewing_form: forms.Reason | None = None,
    standing_form: forms.Reason | None = None,
) -> HttpResponse:
    now = timezone.now()
    found = dossier(card.id, now=now)
    acts = trail.story([("players_person", str(card.id))]) if may(request.user, Action.SEE_AUDIT) else ()
    context = {
        "player": card,
        "registered": found.registered,
        "told": told(found, persons.standing_of(card.id)),
        "excluded": any(each.in_force for each in found.exclusions),
        "data": data,
        "balances": [(each.value, ledger.balance(card.person_key, each)) for each in Currency],
        "statement": ledger.statement(card.person_key, Currency.EUR, limit=15),
        "sessions": tables.sessions_of(card.id, now=now, limit=10),
        "story": trail_cards.entries(acts, persons.nicknames(trail_cards.authors_of(acts))),
        "viewing_form": viewing_form or forms.Reason(),
        "standing_form": standing_form or forms.Reason(),
        "may_view": may(request.user, Action.SEE_PERSONAL_DATA),
        "may_suspend": may(request.user, Action.SUSPEND_PLAYER),
    }
    sent = [form for form in (viewing_form, standing_form) if form is not None]
    return pages.page(request, "backoffice/player/page.html", "players", context, status=400 if sent else 200)
