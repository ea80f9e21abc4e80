"""The navigation of the office: what this person may open, how much waits there, and the views that they kept."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from players.audit.queries.saved_views import ViewCard
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.protection.queries import watch
from players.roles import Action, may
from players.staff.queries import staff_to_decide
from tables import queries


@dataclass(frozen=True, slots=True)
class Wait:
    """How much waits for this person at a place; `due`: whether some of it is late."""

    count: int = 0
    due: bool = False

    def __add__(self, other: "Wait") -> "Wait":
        return Wait(self.count + other.count, self.due or other.due)


NOTHING: Final = Wait()


@dataclass(frozen=True, slots=True)
class Place:
    """One entry of the navigation; `name` is that of its drawing too."""

    name: str
    label: str
    href: str
    wait: Wait
    current: bool
    key: str = ""
    """The letter that leads there after a G."""


@dataclass(frozen=True, slots=True)
class Group:
    """Entries under one heading; the first group has none. `wait`: of all of them, said where the group is closed."""

    name: str
    label: str
    places: tuple[Place, ...]
    wait: Wait


KEYS: Final = {
    "inbox": "I",
    "floor": "S",
    "deadlines": "P",
    "tables": "M",
    "rounds": "J",
    "players": "D",
    "reports": "R",
}
"""Place -> the letter that leads there after a G."""
_Entry = tuple[str, "str | Promise", Action]
PLACES: Final[tuple[tuple[str, "str | Promise", tuple[_Entry, ...]], ...]] = (
    (
        "",
        "",
        (
            ("inbox", gettext_lazy("Inbox"), Action.SEE_FLOOR),
            ("floor", gettext_lazy("Floor"), Action.SEE_FLOOR),
            ("deadlines", gettext_lazy("Deadlines"), Action.SEE_FLOOR),
        ),
    ),
    (
        "play",
        gettext_lazy("Play"),
        (
            ("tables", gettext_lazy("Tables and rules"), Action.SEE_CONFIGURATIONS),
            ("decisions", gettext_lazy("Awaiting a decision"), Action.SEE_CONFIGURATIONS),
            ("croupiers", gettext_lazy("Croupiers’ tables"), Action.RULE_ON_CARDS),
            ("rounds", gettext_lazy("Rounds"), Action.SEE_ROUNDS),
            ("incidents", gettext_lazy("Incidents"), Action.SEE_INCIDENTS),
        ),
    ),
    (
        "people",
        gettext_lazy("People"),
        (
            ("players", gettext_lazy("Players"), Action.SEE_PLAYERS),
            ("protection", gettext_lazy("Protection"), Action.SEE_PLAYERS),
            ("complaints", gettext_lazy("Complaints"), Action.SEE_COMPLAINTS),
            ("prohibitions", gettext_lazy("Barred from play"), Action.SEE_PLAYERS),
            ("data_requests", gettext_lazy("Data requests"), Action.SEE_PLAYERS),
        ),
    ),
    (
        "money",
        gettext_lazy("Money"),
        (
            ("deposits", gettext_lazy("Deposits"), Action.SEE_MONEY),
            ("withdrawals", gettext_lazy("Withdrawals"), Action.SEE_MONEY),
            ("adjustments", gettext_lazy("Adjustments"), Action.SEE_MONEY),
            ("ledger", gettext_lazy("Ledger"), Action.SEE_LEDGER),
        ),
    ),
    (
        "proof",
        gettext_lazy("Proof"),
        (
            ("reports", gettext_lazy("Reports"), Action.SEE_REPORTS),
            ("audit", gettext_lazy("Audit"), Action.SEE_AUDIT),
            ("regulator", gettext_lazy("Regulator’s room"), Action.SEE_AUDIT),
        ),
    ),
    (
        "house",
        gettext_lazy("House"),
        (
            ("health", gettext_lazy("System health"), Action.SEE_HEALTH),
            ("staff", gettext_lazy("Staff"), Action.SEE_STAFF),
            ("keeping", gettext_lazy("Keeping of data"), Action.SEE_AUDIT),
            ("conformance", gettext_lazy("Conformance"), Action.SEE_FLOOR),
        ),
    ),
)
"""The navigation: each group's name and heading, and its entries with the action that shows each."""


def groups(person: object, place: str, kept: tuple[ViewCard, ...], *, now: datetime) -> tuple[Group, ...]:
    """The groups that have something for `person`, who stands at `place`; the views that they kept come last."""
    waits = dict(_waits(person, now=now))
    found = [
        _group(
            name,
            str(heading),
            tuple(
                Place(entry, str(label), address(entry), waits.get(entry, NOTHING), entry == place, KEYS.get(entry, ""))
                for entry, label, action in entries
                if may(person, action)
            ),
        )
        for name, heading, entries in PLACES
    ]
    found.append(_group("views", gettext("My views"), _views(person, kept)))
    return tuple(group for group in found if group.places)


def _group(name: str, label: str, places: tuple[Place, ...]) -> Group:
    return Group(name, label, places, sum((place.wait for place in places), NOTHING))


def _views(person: object, kept: tuple[ViewCard, ...]) -> tuple[Place, ...]:
    """The kept views of the lists that this person may still see."""
    seen = {name for _, _, entries in PLACES for name, _, action in entries if may(person, action)}
    return tuple(
        Place("view", view.name, f"{address(view.place)}?{view.query}", NOTHING, current=False)
        for view in kept
        if view.place in seen
    )


@cache
def address(name: str) -> str:
    """The address of a place."""
    return reverse(f"backoffice:{name}")


def _waits(person: object, *, now: datetime) -> Iterator[tuple[str, Wait]]:
    """What waits, by place: counted only for people who may act on it."""
    if may(person, Action.APPROVE_CONFIGURATION):
        yield "decisions", Wait(queries.waiting_count())
    if may(person, Action.HANDLE_INCIDENTS):
        yield "incidents", Wait(queries.open_incident_count())
    if may(person, Action.ANSWER_COMPLAINTS):
        cases = complaints.waiting_counts(now=now)
        yield "complaints", Wait(cases["open"], bool(cases["late"]))
    if may(person, Action.APPROVE_WITHDRAWAL):
        yield "withdrawals", Wait(cashier.held_withdrawals())
    if may(person, Action.APPROVE_ADJUSTMENT):
        yield "adjustments", Wait(cashier.open_adjustments())
    if may(person, Action.EXCLUDE_PLAYER):
        waiting = watch.waiting(now=now)
        yield "protection", Wait(waiting.signals + waiting.overdue, bool(waiting.overdue))
    if may(person, Action.APPROVE_STAFF):
        yield "staff", Wait(staff_to_decide(int(getattr(person, "pk", None) or 0)))
