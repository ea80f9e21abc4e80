"""The rendering of a back-office page: its frame shows only the actions that this person may do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice import listing
from casino.backoffice.access import landing
from casino.backoffice.view_forms import SaveView
from casino.signing import kept
from casino.wording.staff_names import named
from players.audit.queries.saved_views import ViewCard, views_of
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.protection.queries import watch
from players.roles import Action, Role, may
from players.staff.queries import staff_to_decide
from tables import queries


@dataclass(frozen=True, slots=True)
class Place:
    """One entry of the navigation."""

    name: str
    label: str
    href: str
    count: int
    current: bool


@dataclass(frozen=True, slots=True)
class Group:
    """Entries under one heading; the first group has none."""

    label: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Office:
    """The frame of a page."""

    groups: tuple[Group, ...]
    home: str
    who: str
    roles: str
    now: datetime


@dataclass(frozen=True, slots=True)
class Views:
    """The views of a list that this person kept, and the filters it is shown with now."""

    place: str
    query: str
    kept: tuple[ViewCard, ...]
    form: SaveView


LISTS: Final = frozenset(
    {"rounds", "players", "incidents", "complaints", "audit", "deposits", "withdrawals", "adjustments"}
)
"""The lists whose filters can be kept under a name."""
_ASKED: Final = {
    "table": ("table",),
    "day": ("first_day", "last_day"),
    "since": ("first_day",),
    "until": ("last_day",),
}
"""A list's filters -> the fields of the request that ask the same."""
_Entry = tuple[str, "str | Promise", Action]
PLACES: Final[tuple[tuple["str | Promise", tuple[_Entry, ...]], ...]] = (
    (
        "",
        (
            ("floor", gettext_lazy("Floor"), Action.SEE_FLOOR),
            ("tables", gettext_lazy("Tables and rules"), Action.SEE_CONFIGURATIONS),
            ("decisions", gettext_lazy("Awaiting a decision"), Action.SEE_CONFIGURATIONS),
            ("rounds", gettext_lazy("Rounds"), Action.SEE_ROUNDS),
            ("deadlines", gettext_lazy("Deadlines"), Action.SEE_FLOOR),
            ("players", gettext_lazy("Players"), Action.SEE_PLAYERS),
            ("protection", gettext_lazy("Protection"), Action.SEE_PLAYERS),
            ("prohibitions", gettext_lazy("Barred from play"), Action.SEE_PLAYERS),
            ("incidents", gettext_lazy("Incidents"), Action.SEE_INCIDENTS),
            ("complaints", gettext_lazy("Complaints"), Action.SEE_COMPLAINTS),
            ("data_requests", gettext_lazy("Data requests"), Action.SEE_PLAYERS),
        ),
    ),
    (
        gettext_lazy("Money"),
        (
            ("deposits", gettext_lazy("Deposits"), Action.SEE_MONEY),
            ("withdrawals", gettext_lazy("Withdrawals"), Action.SEE_MONEY),
            ("adjustments", gettext_lazy("Adjustments"), Action.SEE_MONEY),
            ("ledger", gettext_lazy("Ledger"), Action.SEE_LEDGER),
        ),
    ),
    (
        gettext_lazy("Proof"),
        (
            ("reports", gettext_lazy("Reports"), Action.SEE_REPORTS),
            ("audit", gettext_lazy("Audit"), Action.SEE_AUDIT),
            ("staff", gettext_lazy("Staff"), Action.SEE_STAFF),
            ("conformance", gettext_lazy("Conformance"), Action.SEE_FLOOR),
        ),
    ),
)
"""The navigation: each entry, its heading, and the action that shows it."""


def page(
    request: HttpRequest,
    template: str,
    place: str,
    context: Mapping[str, Any] | None = None,
    *,
    status: int = 200,
    report: str = "",
) -> HttpResponse:
    """Render a whole page that stands at `place` of the navigation; `report`: that which says the list as a file."""
    _put_back(request, context or {})
    frame = {
        "office": _office(request, place),
        "views": _views(request, place),
        "file_of": _file_of(request, place, report),
    }
    return render(request, template, {**frame, **(context or {})}, status=status)


def _put_back(request: HttpRequest, context: Mapping[str, Any]) -> None:
    """Fill in what the person wrote before being asked for a code, in the forms that have all of those fields."""
    words = kept.take(request)
    found = [each for each in context.values() if isinstance(each, BaseForm) and not each.is_bound]
    fitting = [form for form in found if words and words.keys() <= form.fields.keys()]
    for form in fitting:
        form.initial = {**form.initial, **words}
    if fitting:
        said = gettext("Your text is in the form again. Nothing has been done yet: send it again.")
        messages.info(request, said)


def _file_of(request: HttpRequest, place: str, report: str) -> str:
    """The address that requests the list at `place` as a file, with the same filters; empty if there is none."""
    found = request.resolver_match
    if not report or found is None or found.url_name != place or not may(request.user, Action.EXPORT_REPORTS):
        return ""
    asked = {field: value for name, value in request.GET.items() if value for field in _ASKED.get(name, ())}
    address = reverse("backoffice:request_report", args=[report])
    return f"{address}?{urlencode(asked)}" if asked else address


def _views(request: HttpRequest, place: str) -> Views | None:
    """The views of the list at `place`, when this is the list itself."""
    found = request.resolver_match
    if place not in LISTS or found is None or found.url_name != place:
        return None
    said = [(name, value) for name, value in request.GET.items() if value and name != listing.AFTER]
    query = urlencode(said)
    form = SaveView(initial={"place": place, "query": query}, auto_id="view_%s")
    return Views(place, query, views_of(int(request.user.pk or 0), place), form)


def _office(request: HttpRequest, place: str) -> Office:
    person = request.user
    held: frozenset[Role] = getattr(person, "roles", frozenset())
    return Office(
        groups=tuple(group for group in _groups(person, place) if group.places),
        home=reverse(landing(person)),
        who=getattr(person, "nickname", ""),
        roles=named([role for role in Role if role in held]),
        now=timezone.now(),
    )


def _groups(person: object, place: str) -> list[Group]:
    counts = {
        "decisions": _waiting(person),
        "incidents": _open_incidents(person),
        "complaints": _unanswered(person),
        **_money_waiting(person),
        "protection": _to_protect(person),
        "staff": _colleagues_to_decide(person),
    }
    return [
        Group(
            str(heading),
            tuple(
                Place(name, str(label), _address(name), counts.get(name, 0), name == place)
                for name, label, action in entries
                if may(person, action)
            ),
        )
        for heading, entries in PLACES
    ]


@cache
def _address(name: str) -> str:
    return reverse(f"backoffice:{name}")


def _waiting(person: object) -> int:
    """The number of proposals that wait: counted only for people who may decide."""
    return queries.waiting_count() if may(person, Action.APPROVE_CONFIGURATION) else 0


def _open_incidents(person: object) -> int:
    """The number of open incidents: counted only for people who may close them."""
    return queries.open_incident_count() if may(person, Action.HANDLE_INCIDENTS) else 0


def _unanswered(person: object) -> int:
    """The number of complaints that wait for an answer: counted only for people who may answer."""
    if not may(person, Action.ANSWER_COMPLAINTS):
        return 0
    return complaints.waiting_counts(now=timezone.now())["open"]


def _money_waiting(person: object) -> dict[str, int]:
    """The number of withdrawals and adjustments that wait: counted only for people who may decide."""
    return {
        "withdrawals": cashier.held_withdrawals() if may(person, Action.APPROVE_WITHDRAWAL) else 0,
        "adjustments": cashier.open_adjustments() if may(person, Action.APPROVE_ADJUSTMENT) else 0,
    }


def _colleagues_to_decide(person: object) -> int:
    """The number of proposals about colleagues that wait for this person."""
    return staff_to_decide(int(getattr(person, "pk", None) or 0)) if may(person, Action.APPROVE_STAFF) else 0


def _to_protect(person: object) -> int:
    """The number of signals and overdue obligations: counted only for people who may act on them."""
    return watch.open_count(now=timezone.now()) if may(person, Action.EXCLUDE_PLAYER) else 0
