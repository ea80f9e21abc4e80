"""The players: the search, and one player's page with everything that staff need to answer a question."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, protection_forms, running_forms
from casino.backoffice.access import allowed
from casino.backoffice.forms import Reason
from casino.backoffice.list_pages import show
from casino.backoffice.lists.people import PLAYERS
from casino.backoffice.presenters.player_story import story
from casino.backoffice.presenters.players import told
from casino.backoffice.row_forms import with_forms
from casino.signing.again import ask_again
from casino.web.act import act
from kernel.money import Currency
from players.accounts import queries as persons
from players.audit.operations import viewing
from players.audit.operations.viewing import PersonalData
from players.audit.queries.dossier import PlayerState, dossier
from players.protection.queries import protection
from players.roles import Action, may
from players.staff.operations import accounts
from tables import queries as tables
from wallet import queries as ledger

PAGE = 50


@allowed(Action.SEE_PLAYERS)
@require_safe
def players(request: HttpRequest) -> HttpResponse:
    """Players, the latest first; or those that match the search."""
    form = running_forms.PlayerSearch(request.GET or None)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    return show(
        request,
        PLAYERS,
        form,
        text=asked.get("text", ""),
        state=PlayerState(asked["state"]) if asked.get("state") else None,
        now=timezone.now(),
    )


@allowed(Action.SEE_PLAYERS)
@require_safe
def player(request: HttpRequest, number: UUID) -> HttpResponse:
    """One player: standing, money, limits, play, sign-ins, the story; personal data masked."""
    return player_page(request, card_of(number))


@allowed(Action.SEE_PERSONAL_DATA)
@ask_again
@require_POST
def personal_data(request: HttpRequest, number: UUID) -> HttpResponse:
    """The personal data, this once; the viewer and the reason are recorded."""
    card = card_of(number)
    return act(
        request,
        Reason(request.POST),
        viewing.view_personal_data,
        person_id=card.id,
        page=lambda form: player_page(request, card, viewing_form=form),
        to=lambda data: player_page(request, card, data=data),
    )


@allowed(Action.SUSPEND_PLAYER)
@require_POST
def suspend_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Bar the player from betting and depositing, at once."""
    return _stand(request, number, accounts.suspend, gettext("The player is suspended: no bets and no deposits."))


@allowed(Action.SUSPEND_PLAYER)
@require_POST
def reinstate_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """End the suspension."""
    return _stand(request, number, accounts.reinstate, gettext("The suspension has ended."))


def _stand(request: HttpRequest, number: UUID, operation: Any, done: str) -> HttpResponse:
    card = card_of(number)
    return act(
        request,
        Reason(request.POST),
        operation,
        person_id=card.id,
        page=lambda form: player_page(request, card, standing_form=form),
        done=done,
        to=("backoffice:player", number),
    )


def card_of(number: UUID) -> persons.PersonCard:
    """The player of an address; 404 if it names a member of staff or no account."""
    card = persons.by_key(str(number))
    if card is None or card.kind != "player":
        raise Http404
    return card


def player_page(
    request: HttpRequest,
    card: persons.PersonCard,
    *,
    data: PersonalData | None = None,
    taking_back: tuple[int, Form] | None = None,
    **sent: Form,
) -> HttpResponse:
    """One player's page; `sent` are forms that came back with something wrong, by their names on the page, and
    `taking_back` one that would end an exclusion of the house's.
    """
    now = timezone.now()
    found = dossier(card.id, now=now)
    ours = [each for each in protection.exclusions_of(card.id, now) if each.in_force and each.source == "operator"]
    context = {
        "player": card,
        "registered": found.registered,
        "told": told(found),
        "excluded": any(each.in_force for each in found.exclusions),
        "ours": with_forms(request, ours, protection_forms.taking_back, taking_back),
        "data": data,
        "balances": [(each.value, ledger.balance(card.person_key, each)) for each in Currency],
        "statement": ledger.statement(card.person_key, Currency.EUR, limit=15),
        "sessions": tables.sessions_of(card.id, now=now, limit=10),
        "story": story(found, person_id=card.id, reader=request.user, now=now),
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
        "may_audit": may(request.user, Action.SEE_AUDIT),
        "may_view": may(request.user, Action.SEE_PERSONAL_DATA),
        "may_register": may(request.user, Action.ANSWER_COMPLAINTS),
        "may_suspend": may(request.user, Action.SUSPEND_PLAYER),
        "may_limit": may(request.user, Action.LIMIT_PLAYER),
        "may_exclude": may(request.user, Action.EXCLUDE_PLAYER),
        **_forms(sent),
    }
    return pages.page(request, "backoffice/player/page.html", "players", context)


def _forms(sent: Mapping[str, Form]) -> dict[str, Form]:
    """The page's forms by name, those that were sent in place of empty ones."""
    forms = {
        "viewing_form": Reason(),
        "standing_form": Reason(),
        "limit_form": protection_forms.HouseLimit(),
        "exclusion_form": protection_forms.HouseExclusion(),
        **sent,
    }
    for name, form in forms.items():
        form.auto_id = f"{name}_%s"  # several ask for a reason: each label needs a field of its own
    return forms
