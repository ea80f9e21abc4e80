"""The rendering of a back-office page: its frame shows only the actions that this person may do."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from casino.backoffice import listing, menu, navigation
from casino.backoffice.access import landing
from casino.backoffice.navigation import Group
from casino.backoffice.view_forms import SaveView
from casino.wording.staff_names import named
from players.audit.queries.saved_views import ViewCard, views_of
from players.roles import Action, Role, may
from tables import queries
from tables.scopes import EVERYWHERE, WHOLE_HOUSE


@dataclass(frozen=True, slots=True)
class Office:
    """The frame of a page."""

    groups: tuple[Group, ...]
    home: str
    who: str
    initials: str
    roles: str
    now: datetime
    stop: str
    """The way to stop the house, or to see that it is stopped; empty for people who may do neither."""
    stopped: bool

    @property
    def menu(self) -> SafeString:
        """The groups as markup."""
        return menu.groups(self.groups)

    @property
    def sees_floor(self) -> bool:
        """Whether the navigation leads to the floor: the keys that do so are said to those alone."""
        return any(place.name == "floor" for group in self.groups for place in group.places)


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
_STOPS: Final = "sabot.stops"
"""Where a request keeps the stops that were read for it."""
_ASKED: Final = {
    "table": ("table",),
    "day": ("first_day", "last_day"),
    "since": ("first_day",),
    "until": ("last_day",),
}
"""A list's filters -> the fields of the request that ask the same."""


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
    mine = views_of(int(request.user.pk or 0))
    frame = {
        "office": _office(request, place, mine),
        "views": _views(request, place, mine),
        "file_of": _file_of(request, place, report),
    }
    return render(request, template, {**frame, **(context or {})}, status=status)


def _file_of(request: HttpRequest, place: str, report: str) -> str:
    """The address that requests the list at `place` as a file, with the same filters; empty if there is none."""
    found = request.resolver_match
    if not report or found is None or found.url_name != place or not may(request.user, Action.EXPORT_REPORTS):
        return ""
    asked = {field: value for name, value in request.GET.items() if value for field in _ASKED.get(name, ())}
    address = reverse("backoffice:request_report", args=[report])
    return f"{address}?{urlencode(asked)}" if asked else address


def _views(request: HttpRequest, place: str, mine: tuple[ViewCard, ...]) -> Views | None:
    """The views of the list at `place`, when this is the list itself."""
    found = request.resolver_match
    if place not in LISTS or found is None or found.url_name != place:
        return None
    said = [(name, value) for name, value in request.GET.items() if value and name != listing.AFTER]
    query = urlencode(said)
    form = SaveView(initial={"place": place, "query": query}, auto_id="view_%s")
    return Views(place, query, tuple(view for view in mine if view.place == place), form)


def _office(request: HttpRequest, place: str, mine: tuple[ViewCard, ...]) -> Office:
    person, now = request.user, timezone.now()
    held: frozenset[Role] = getattr(person, "roles", frozenset())
    who = str(getattr(person, "nickname", ""))
    groups = navigation.groups(person, place, mine, now=now)
    stop, stopped = _stop(request)
    return Office(
        groups=groups,
        home=reverse(landing(person)),
        who=who,
        initials="".join(word[0] for word in who.split()[:2]).upper(),
        roles=named([role for role in Role if role in held]),
        now=now,
        stop=stop,
        stopped=stopped,
    )


def stops_of(request: HttpRequest) -> tuple[queries.StopCard, ...]:
    """The switches that are thrown, read once for a page: its bar and its tables never differ."""
    found: tuple[queries.StopCard, ...] | None = request.META.get(_STOPS)
    if found is None:
        found = request.META[_STOPS] = queries.stops()
    return found


def _stop(request: HttpRequest) -> tuple[str, bool]:
    """Where this person stops the whole house, and whether it is stopped: then where that is lifted."""
    if not may(request.user, Action.STOP_PLAY):
        return "", False
    scopes = {card.scope for card in stops_of(request)}
    if EVERYWHERE in scopes:
        return reverse("backoffice:lift_stop", args=[EVERYWHERE]), True
    if not scopes.isdisjoint(WHOLE_HOUSE):
        return reverse("backoffice:floor"), True
    return reverse("backoffice:stop_play"), False
