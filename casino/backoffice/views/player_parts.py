"""The parts of a player's page, each at its own address: money, rounds, sessions, protection, cases, notes, history."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from casino.backoffice import pages, player_forms
from casino.backoffice.access import allowed, staff_id
from casino.backoffice.forms import row_of
from casino.backoffice.presenters import player_bars, player_story
from casino.backoffice.presenters import player_chart as charts
from casino.backoffice.presenters import player_figures as figures
from casino.backoffice.presenters import players as recorded
from casino.web.act import act
from kernel.money import Currency
from players.access import queries as access
from players.accounts import queries as persons
from players.audit.operations import notes
from players.audit.operations.notes import NoteRejection
from players.audit.queries import dossier
from players.audit.queries.documents import documents_of
from players.audit.queries.notes import note_count, notes_on
from players.cashier import queries as cashier
from players.complaints.queries import cases
from players.inbox.queries import Subject, Thing, kept_by
from players.protection.queries import protecting, protection, watch
from players.roles import Action, may
from tables import queries as tables
from wallet import queries as ledger

ROUNDS_PAGE: Final = 30
SESSIONS_PAGE: Final = 30
PAYMENTS_PAGE: Final = 50
EVENTS_PAGE: Final = 50
LIMITS_MOST: Final = 100
SIGNALS_MOST: Final = 50
AFTER: Final = "antes"

ACTS: Final = {
    "may_note": Action.NOTE_PLAYER,
    "may_view": Action.SEE_PERSONAL_DATA,
    "may_limit": Action.LIMIT_PLAYER,
    "may_exclude": Action.EXCLUDE_PLAYER,
    "may_suspend": Action.SUSPEND_PLAYER,
}
"""What may be done for a player, as the templates name it."""

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its name, the action that it takes beyond seeing players, and what it shows."""

    title: "str | Promise"
    action: Action | None
    show: Callable[[HttpRequest, persons.PersonCard, datetime], Context]


@dataclass(frozen=True, slots=True)
class Tab:
    """The way to a part, with how many things stand there if that is known."""

    href: str
    title: str
    count: int | None
    here: bool


@allowed(Action.SEE_PLAYERS)
@require_safe
def player_part(request: HttpRequest, number: UUID, part: str) -> HttpResponse:
    """One part of a player's page."""
    return _page(request, card_of(number), part)


@allowed(Action.NOTE_PLAYER)
@require_POST
def note_player(request: HttpRequest, number: UUID) -> HttpResponse:
    """Write a note on the player."""
    card = card_of(number)
    return act(
        request,
        player_forms.Note(request.POST),
        notes.add_note,
        person_id=card.id,
        page=lambda form: _page(request, card, "notas", note_form=form),
        fields={NoteRejection.TEXT_MISSING: "text"},
        done=gettext("The note is written."),
        to=("backoffice:player_part", number, "notas"),
    )


@allowed(Action.NOTE_PLAYER)
@require_POST
def pin_note(request: HttpRequest, number: UUID, note: int) -> HttpResponse:
    """Put a note on top, or take it from there."""
    card = card_of(number)
    return act(
        request,
        None,
        notes.pin_note,
        person_id=card.id,
        note_id=note,
        on_top=request.POST.get("on_top") == "1",
        page=lambda _: _page(request, card, "notas"),
        missing=(NoteRejection.NO_SUCH_NOTE,),
        to=("backoffice:player_part", number, "notas"),
    )


def card_of(number: UUID) -> persons.PersonCard:
    """The player of an address; 404 if it names a member of staff or no account."""
    card = persons.by_key(str(number))
    if card is None or card.kind != "player":
        raise Http404
    return card


def head(
    request: HttpRequest,
    card: persons.PersonCard,
    here: str,
    lives: tuple[tables.Lifetime, ...],
    signals: Sequence[watch.SignalCard],
) -> Context:
    """What stands above every part: who it is, how the account stands, open signals, what may be done, the tabs."""
    counts = {
        "sessoes": sum(each.sessions for each in lives),
        "notas": note_count(card.id),
    }
    tabs = [Tab(reverse("backoffice:player", args=[card.public_id]), gettext("Everything"), None, not here)]
    for name, part in PARTS.items():
        if part.action is None or may(request.user, part.action):
            href = reverse("backoffice:player_part", args=[card.public_id, name])
            tabs.append(Tab(href, str(part.title), counts.get(name), here == name))
    acts = {name: may(request.user, action) for name, action in ACTS.items()}
    thing = Thing(Subject.PLAYER, str(card.public_id))
    kept = kept_by(staff_id(request), now=timezone.now()).get(thing)
    return {
        "player": card,
        "tabs": tabs,
        "watched": kept is not None and kept.is_watched,
        "open_signals": [each for each in signals if each.closed_at is None],
        **acts,
    }


def _page(request: HttpRequest, card: persons.PersonCard, name: str, **sent: Form) -> HttpResponse:
    part = PARTS.get(name)
    if part is None:
        raise Http404
    if part.action is not None and not may(request.user, part.action):
        raise PermissionDenied
    now = timezone.now()
    shown = part.show(request, card, now)
    signals = shown.get("signals") or watch.latest_signals_of(card.id, limit=SIGNALS_MOST)
    context = {
        "part": name,
        "title": part.title,
        "excluded": persons.exclusion_of(card.id, now) is not None,
        **head(request, card, name, tables.lifetime(card.id, now=now), signals),
        **shown,
        **sent,
    }
    return pages.page(request, f"backoffice/player/{name}.html", "players", context)


def _money(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    before = row_of(request.GET.get(AFTER, ""))
    lines = ledger.statement(card.person_key, Currency.EUR, limit=PAYMENTS_PAGE + 1, before_id=before)
    paid = cashier.money_life(card.id)
    return {
        "paid": paid,
        "bars": player_bars.month_bars(paid.months),
        "balances": [(each.value, ledger.balance(card.person_key, each)) for each in Currency],
        "deposits": cashier.deposits(person_id=card.id, limit=PAYMENTS_PAGE),
        "withdrawals": cashier.withdrawals(person_id=card.id, limit=PAYMENTS_PAGE),
        "adjustments": cashier.adjustments(person_id=card.id, limit=PAYMENTS_PAGE),
        "most": PAYMENTS_PAGE,
        "statement": lines[:PAYMENTS_PAGE],
        "older": _after(lines[PAYMENTS_PAGE - 1].id) if len(lines) > PAYMENTS_PAGE else "",
        "newest": before is not None,
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
    }


def _rounds(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    form = player_forms.RoundsOf(request.GET or None, tables=tables.played_tables(card.id))
    wanted = form.wanted()
    code = form.cleaned_data.get("code", "").strip() if form.is_bound and form.is_valid() else ""
    older = ""
    if code:
        found = tuple(each for each in tables.rounds_by_code(card.id, [code]).values() if each.bets)
    else:
        before = row_of(request.GET.get(AFTER, ""))
        page = tables.played_rounds(card.id, wanted=wanted, limit=ROUNDS_PAGE, before=before)
        found = page.rounds
        older = _after(page.older, request.GET) if page.older else ""
    return {
        "form": form,
        "searched": form.is_bound and form.is_valid() and any(form.cleaned_data.values()),
        "rounds": [figures.played_row(each) for each in found],
        "sums": () if code else tables.played_sums(card.id, wanted=wanted),
        "older": older,
        "newest": AFTER in request.GET,
        "may_see_round": may(request.user, Action.SEE_ROUNDS),
    }


def _sessions(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    before = _moment(request.GET.get(AFTER, ""))
    found = tables.sessions_of(card.id, now=now, limit=SESSIONS_PAGE + 1, before=before)
    shown = found[:SESSIONS_PAGE]
    more = len(found) > SESSIONS_PAGE
    sat = tables.sat_since(card.id, now - timedelta(days=figures.HEAT_DAYS), now=now)
    return {
        "sessions": shown,
        "heat": figures.heat(sat),
        "older": _after(f"{shown[-1].started_at:%Y-%m-%dT%H:%M:%S.%fZ}") if more else "",
        "newest": before is not None,
    }


def _protection(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    limits = protection.limit_history(card.id, limit=LIMITS_MOST)
    exclusions = protection.exclusions_of(card.id, now)
    signals = watch.signals_of(card.id, limit=SIGNALS_MOST)
    asked = player_forms.Limits(request.GET or None)
    return {
        "limits": limits,
        "exclusions": recorded.exclusions(dossier.exclusions_of(card.id, now=now)),
        "signals": signals,
        "lanes": charts.lanes(limits, exclusions, signals, names=(gettext("Exclusions"), gettext("Signals")), now=now),
        "form": asked,
        "tried": _tried(asked, card.id, now),
    }


def _tried(form: player_forms.Limits, person_id: int, now: datetime) -> protecting.Protecting | None:
    """What the limits of the form would have stopped; None while none is asked for."""
    if not form.is_bound or not form.is_valid():
        return None
    if not form.asked:
        form.add_error(None, gettext("Enter at least one limit to try."))
        return None
    days = form.cleaned_data["days"]
    sat = tables.sat_since(person_id, protecting.reaches_back(days, now), now=now)
    return protecting.protecting(
        person_id, limits=form.asked, days=days, sat=[(each.since, each.until) for each in sat], now=now
    )


def _cases(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    return {
        "cases": cases.cases_of(card.id, now=now),
        "files": cases.files_of(card.id),
        "documents": documents_of(card.id),
        "checks": recorded.checks(dossier.checks_of(card.id)),
        "may_register": may(request.user, Action.ANSWER_COMPLAINTS),
    }


def _notes(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    before = row_of(request.GET.get(AFTER, ""))
    found = notes_on(card.id, before=before, limit=EVENTS_PAGE + 1)
    return {
        "notes": found[:EVENTS_PAGE],
        "older": _after(found[EVENTS_PAGE - 1].id) if len(found) > EVENTS_PAGE else "",
        "newest": before is not None,
        "note_form": player_forms.Note(),
    }


def _history(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    before = row_of(request.GET.get(AFTER, ""))
    page = player_story.page(card.id, reader=request.user, before=before, limit=EVENTS_PAGE, now=now)
    return {
        "story": page.events,
        "older": _after(page.older) if page.older else "",
        "newest": before is not None,
        "may_audit": may(request.user, Action.SEE_AUDIT),
    }


def _access(request: HttpRequest, card: persons.PersonCard, now: datetime) -> Context:
    return {
        "sign_ins": recorded.sign_ins(dossier.sign_ins_of(card.id)),
        "viewings": recorded.viewings(dossier.viewings_of(card.id)),
        "devices": access.devices_of(card.id, session=None, now=now),
    }


def _after(place: object, asked: Mapping[str, Any] | None = None) -> str:
    kept = {name: value for name, value in (asked or {}).items() if value and name != AFTER}
    return f"?{urlencode({**kept, AFTER: place})}"


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


PARTS: Final[Mapping[str, Part]] = {
    "dinheiro": Part(gettext_lazy("Money"), Action.SEE_MONEY, _money),
    "jogadas": Part(gettext_lazy("Rounds"), Action.SEE_ROUNDS, _rounds),
    "sessoes": Part(gettext_lazy("Sessions"), None, _sessions),
    "protecao": Part(gettext_lazy("Protection"), None, _protection),
    "casos": Part(gettext_lazy("Complaints and documents"), Action.SEE_COMPLAINTS, _cases),
    "notas": Part(gettext_lazy("Notes"), None, _notes),
    "historia": Part(gettext_lazy("History"), None, _history),
    "acessos": Part(gettext_lazy("Sign-ins and viewings"), None, _access),
}
"""By the word in the address."""
