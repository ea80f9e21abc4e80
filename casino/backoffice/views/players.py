"""The players: the search, and one player's page with everything that staff need to answer a question."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, protection_forms, running_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.forms import Reason
from casino.backoffice.list_pages import show
from casino.backoffice.lists.people import PLAYERS
from casino.backoffice.player_forms import SeeData
from casino.backoffice.presenters import player_bars, player_story
from casino.backoffice.presenters import player_chart as charts
from casino.backoffice.presenters import player_figures as figures
from casino.backoffice.presenters import players as recorded
from casino.backoffice.presenters.purposes import purposes
from casino.backoffice.row_forms import with_forms
from casino.backoffice.views import player_parts
from casino.backoffice.views.player_parts import card_of
from casino.signing.again import ask_again
from casino.signing.kept import is_kept
from casino.web.act import act
from kernel.calendar import lisbon_date
from kernel.labels import headings_of
from kernel.money import Currency
from players.access.queries import Occupation
from players.accounts.queries import PersonCard
from players.audit.operations import viewing
from players.audit.queries import dossier
from players.audit.queries.documents import documents_of
from players.audit.queries.dossier import PlayerState
from players.audit.queries.notes import notes_on
from players.audit.queries.personal_data import Shown, shown_to
from players.cashier import queries as cashier
from players.complaints.queries.cases import cases_of
from players.protection.queries import protection, watch
from players.roles import Action, may
from players.staff.operations import accounts
from tables import queries as tables
from tables.queries import Wanted
from wallet import queries as ledger

LATEST: Final = 5
STORY: Final = 15
SPANS: Final = (13, 26, 0)
"""Weeks that the drawing of a player's money may be asked for; 0 for all."""


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
    """The personal data, for five minutes; the viewer and the reason are recorded."""
    card = card_of(number)
    asked = purposes(card, reader=request.user, now=timezone.now())
    return act(
        request,
        SeeData(request.POST, purposes=asked),
        viewing.view_personal_data,
        person_id=card.id,
        page=lambda form: player_page(request, card, viewing_form=form),
        to=f"{reverse('backoffice:player', args=[number])}?abrir=dados#who",
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


def player_page(
    request: HttpRequest,
    card: PersonCard,
    *,
    taking_back: tuple[int, Form] | None = None,
    **sent: Form,
) -> HttpResponse:
    """One player's page; `sent` are forms that came back with something wrong, by their names on the page, and
    `taking_back` one that would end an exclusion of the house's.
    """
    now = timezone.now()
    lives = tables.lifetime(card.id, now=now)
    signals = watch.latest_signals_of(card.id, limit=player_parts.SIGNALS_MOST)
    sessions = tables.sessions_of(card.id, now=now, limit=LATEST)
    entries = protection.exclusions_of(card.id, now)
    ours = [each for each in entries if each.in_force and each.source == "operator"]
    shown = _shown(request, card, now)
    context = {
        **player_parts.head(request, card, "", lives, signals),
        "registered": dossier.registered_of(card.id),
        "document": recorded.present_document(documents_of(card.id)),
        "told": {
            "limits": recorded.limits(dossier.limits_of(card.id)),
            "exclusions": recorded.exclusions(dossier.exclusions_of(card.id, now=now)),
            "sign_ins": recorded.sign_ins(dossier.sign_ins_of(card.id)),
            "viewings": recorded.viewings(dossier.viewings_of(card.id)),
        },
        "excluded": any(each.in_force for each in entries),
        "ours": with_forms(request, ours, protection_forms.taking_back, taking_back),
        "shown": shown,
        "shown_for": (shown.until - now) // timedelta(seconds=1) if shown else 0,
        "occupation": headings_of(Occupation).get(shown.data.occupation, "") if shown else "",
        "sessions": sessions,
        "playing": next((each for each in sessions if each.ended_at is None), None),
        "opened": request.GET.get("abrir", ""),
        "kept": is_kept(request),
        "story": player_story.latest(card.id, reader=request.user, limit=STORY),
        "notes": notes_on(card.id, limit=LATEST),
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
        "may_audit": may(request.user, Action.SEE_AUDIT),
        "may_see_money": may(request.user, Action.SEE_MONEY),
        "may_see_cases": may(request.user, Action.SEE_COMPLAINTS),
        "may_register": may(request.user, Action.ANSWER_COMPLAINTS),
        **_life(request, card, lives, entries, signals, now),
        **_forms(_asked_to_see(request, card, shown, now) | sent),
    }
    return pages.page(request, "backoffice/player/page.html", "players", context)


def _life(
    request: HttpRequest,
    card: PersonCard,
    lives: tuple[tables.Lifetime, ...],
    entries: tuple[protection.ExclusionEntry, ...],
    signals: tuple[watch.SignalCard, ...],
    now: datetime,
) -> dict[str, Any]:
    """The figures and the drawings: of money, and beside it of play money where it was played with."""
    promises = {each.currency: each for each in tables.own_promise(card.id)}
    by_currency = {each.currency: each for each in lives}
    paid = cashier.money_life(card.id)
    limits = protection.limit_history(card.id, limit=player_parts.LIMITS_MOST)
    own = promises.get(Currency.EUR.value)
    weeks, span = _weeks(request, own, now)
    marks = charts.happened(limits, entries, signals)
    names = (gettext("Exclusions"), gettext("Signals"))
    return {
        "strips": [
            (
                currency,
                figures.figures(
                    by_currency.get(currency),
                    promises.get(currency),
                    paid if currency == Currency.EUR else None,
                    balance=ledger.balance(card.person_key, Currency(currency)),
                    currency=currency,
                ),
            )
            for currency in figures.kinds_of_money(lives)
        ],
        "weeks": weeks,
        "spans": SPANS,
        "span": span,
        "chart": charts.life_chart(weeks, marks, currency=Currency.EUR.value),
        "marks": marks,
        "promise": own,
        "hold": player_bars.hold_line(own) if own and own.staked else None,
        "lanes": charts.lanes(limits, entries, signals, names=names, now=now),
        "paid": paid,
        "bars": player_bars.month_bars(paid.months),
        "rounds": [
            figures.played_row(each) for each in tables.played_rounds(card.id, wanted=Wanted(), limit=LATEST).rounds
        ]
        if may(request.user, Action.SEE_ROUNDS)
        else None,
        "cases": cases_of(card.id, now=now, limit=LATEST) if may(request.user, Action.SEE_COMPLAINTS) else None,
    }


def _weeks(
    request: HttpRequest, promise: tables.OwnPromise | None, now: datetime
) -> tuple[tuple[charts.LifeWeek, ...], str]:
    """The weeks that the address asks for (`semanas`), all of them without a word."""
    asked = request.GET.get("semanas", "")
    span = next((each for each in SPANS if str(each) == asked), 0)
    today = lisbon_date(now)
    monday = today - timedelta(days=today.weekday())
    since = monday - timedelta(weeks=span - 1) if span else None
    return (charts.life_weeks(promise, since=since, today=today) if promise else ()), str(span)


def _shown(request: HttpRequest, card: PersonCard, now: datetime) -> Shown | None:
    """The personal data, at the address of a viewing and for as long as it lasts."""
    if request.GET.get("abrir") != "dados" or not may(request.user, Action.SEE_PERSONAL_DATA):
        return None
    return shown_to(person_id=card.id, by=staff_id(request), now=now)


def _asked_to_see(request: HttpRequest, card: PersonCard, shown: Shown | None, now: datetime) -> dict[str, Form]:
    """The form that asks what the personal data are needed for, where it is opened."""
    wanted = request.GET.get("abrir") == "dados" or is_kept(request)
    if shown or not wanted or not may(request.user, Action.SEE_PERSONAL_DATA):
        return {}
    return {"viewing_form": SeeData(purposes=purposes(card, reader=request.user, now=now))}


def _forms(sent: Mapping[str, Form]) -> dict[str, Form]:
    """The page's forms by name, those that were sent in place of empty ones."""
    forms = {
        "standing_form": Reason(),
        "limit_form": protection_forms.HouseLimit(),
        "exclusion_form": protection_forms.HouseExclusion(),
        **sent,
    }
    for name, form in forms.items():
        form.auto_id = f"{name}_%s"  # several ask for a reason: each label needs a field of its own
    return forms
