"""The croupiers' console: a page that shows how the table stands, and the acts that its keys and its scanner do."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import forms as django_forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from baccarat.card_codes import is_deck
from baccarat.cards import SUITS
from casino.backoffice.access import allowed, staff_id
from casino.croupier import forms
from casino.croupier.barcodes import sheet
from casino.croupier.beside import beside
from casino.croupier.screen import screen
from casino.web import middleware
from casino.web.act import MALFORMED, OK, status_of
from casino.wording import names
from casino.wording.rejections import sentence
from casino.wording.rejections.croupier import REFUSALS
from kernel.rejection import Rejected
from players.roles import Action
from tables import queries
from tables.live import clock
from tables.operations.croupier import calls, closing, confirming, paper_shoes, reading, ruling, shifts
from tables.queries.croupier import Console, ShuffledBy, croupier_tables
from tables.queries.croupier import console as console_of

_Send = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Said:
    """What an act came to, in words. `sound`: what the console plays."""

    text: str
    tone: str = "good"
    sound: str = ""


@dataclass(frozen=True, slots=True)
class _Act:
    """An act of the console: its form, and the operation with the form's values."""

    form: type[django_forms.Form]
    do: _Send
    said: Callable[[Any], Said | None] = lambda answer: None


def _read(*, table_id: int, by: int, now: datetime, code: str, device: str, idempotency_key: uuid.UUID) -> Any:
    return reading.read_card(
        table_id=table_id, code=code, by=by, device=device, idempotency_key=idempotency_key, now=now
    )


def _key(*, rank: str, suit: str, **facts: Any) -> Any:
    return ruling.key_card(card=rank + suit, **facts)


def _shoe(*, decks: tuple[str, ...], shuffled_by: str, **facts: Any) -> Any:
    return paper_shoes.begin_shoe(decks=decks, shuffled_by=ShuffledBy(shuffled_by), **facts)


def _said_of(read: reading.Reading) -> Said | None:
    if read.refusal is not None:
        tone = "bad" if read.stopped else "warn"
        return Said(str(REFUSALS[read.refusal]), tone, "refused")
    if read.burnt:
        return Said(_("%(card)s was turned: burn as many cards as it counts.") % {"card": names.card(read.card)})
    return Said("", sound="card")


ACTS: Final[Mapping[str, _Act]] = {
    "take": _Act(forms.Keyed, shifts.take_table),
    "leave": _Act(django_forms.Form, shifts.leave_table),
    "shoe": _Act(forms.NewShoe, _shoe),
    "close": _Act(forms.OfRound, closing.close_soon, lambda done: Said(_("Three seconds: no more bets after that."))),
    "last": _Act(django_forms.Form, paper_shoes.call_last_round, lambda last: Said(_("The cut card is out."))),
    "read": _Act(forms.Reading, _read, _said_of),
    "key": _Act(forms.ByHand, _key, lambda keyed: Said(_("Keyed. It counts once another person has confirmed it."))),
    "confirm": _Act(forms.OfRound, confirming.confirm_result, lambda paid: Said(_("Paid."), sound="paid")),
    "call": _Act(forms.Keyed, calls.call_supervisor),
}
"""Every act of the console, by the word in its address."""


@require_safe
@allowed(Action.DEAL_CARDS)
def home(request: HttpRequest) -> HttpResponse:
    """The croupiers' tables: which one to take; straight to one's own."""
    tables = croupier_tables(person_id=staff_id(request))
    mine = next((table for table in tables if table.mine), None)
    if mine is not None:
        return redirect("croupier:console", mine.code)
    return render(request, "croupier/home.html", {"tables": tables})


@require_safe
@allowed(Action.DEAL_CARDS)
def deck(request: HttpRequest, deck: str) -> HttpResponse:
    """A deck of barcodes to print, for a demonstration with paper cards."""
    name = deck.upper()
    if not is_deck(name):
        raise Http404
    return render(request, "croupier/deck.html", {"deck": name, "cards": sheet(name)})


@require_safe
@allowed(Action.DEAL_CARDS)
def console(request: HttpRequest, code: str) -> HttpResponse:
    """The console of one table."""
    return _page(request, _console(code), "croupier/console.html")


@require_safe
@allowed(Action.DEAL_CARDS)
def standing(request: HttpRequest, code: str) -> HttpResponse:
    """How the table stands now, for a console that is open; nothing where it has not changed."""
    found = _console(code)
    if request.GET.get("stamp") == found.stamp:
        return HttpResponse(status=204)
    return _page(request, found, "croupier/_screen.html")


@require_POST
@allowed(Action.DEAL_CARDS)
def act(request: HttpRequest, code: str, act: str) -> HttpResponse:
    """Do one act, and show how the table stands after it. What stands in the way is said on the screen."""
    chosen = ACTS.get(act)
    if chosen is None:
        raise Http404
    table_id = queries.table_id(code)
    if table_id is None:
        raise Http404
    form = chosen.form(request.POST)
    said, status = None, OK
    if not form.is_valid():
        said = Said(_("That was incomplete. Nothing was done: look at the screen and try again."), "bad", "refused")
        status = MALFORMED
    else:
        try:
            answer = chosen.do(table_id=table_id, by=staff_id(request), now=clock.now(), **form.cleaned_data)
            said = chosen.said(answer)
        except Rejected as rejected:
            said, status = Said(sentence(rejected), "bad", "refused"), status_of(rejected)
    if request.headers.get("HX-Request"):
        return _page(request, _console(code), "croupier/_screen.html", said=said)
    return _page(request, _console(code), "croupier/console.html", said=said, status=status)


def _console(code: str) -> Console:
    found = console_of(code=code, now=clock.now())
    if found is None:
        raise Http404
    return found


def _page(
    request: HttpRequest, found: Console, template: str, *, said: Said | None = None, status: int = OK
) -> HttpResponse:
    person, now = staff_id(request), clock.now()
    mine = found.croupier_id == person
    context = {
        "console": found,
        "screen": screen(found, person_id=person),
        "mine": mine,
        "said": said,
        "now": now,
        "moments": {name: at.timestamp() for name, at in _moments(found, now).items() if at is not None},
        "keys": {name: uuid.uuid4() for name in ("take", "read", "key", "call")},
        "decks": " ".join(f"D{number:03d}" for number in range(1, found.decks + 1)),
        "needs_shoe": mine and _needs_shoe(found),
        "suits": [{"code": suit, "sign": sign} for suit, sign in zip(SUITS, "♠♥♦♣", strict=True)],
        **beside(found),
    }
    response = render(request, template, context, status=status)
    response.headers["Permissions-Policy"] = middleware.policy(*middleware.SCANNERS)
    return response


def _moments(found: Console, now: datetime) -> Mapping[str, datetime | None]:
    return {"now": now, "closes": found.closes_at, "read": found.last_event_at}


def _needs_shoe(found: Console) -> bool:
    """Whether the croupier has to begin a shoe before anything else."""
    between = found.phase in {"waiting", "settled", "void"}
    return between and found.status in {"open", "closing"} and (found.shoe is None or found.shoe.over)
