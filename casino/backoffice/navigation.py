"""The navigation of the office: what this person may open, how much waits there, and the views that they kept."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.web import addresses
from kernel.calendar import lisbon_date
from kernel.questions import Question, answers
from players.audit.queries.saved_views import ViewCard
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.protection.queries import watch
from players.roles import Action, may
from players.staff.queries import TO_DECIDE
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
    waits = _waits(person, now=now)
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


def address(place: str) -> str:
    """The address of a place."""
    return addresses.address(f"backoffice:{place}")


@dataclass(frozen=True, slots=True)
class _Counted:
    """How what waits at a place is counted, and whose act it waits for."""

    place: str
    action: Action
    waiting: tuple[Question, ...]
    late: Question | None = None
    """How much of it is late."""


_COUNTED: Final = (
    _Counted("decisions", Action.APPROVE_CONFIGURATION, (queries.WAITING_CONFIGURATIONS,)),
    _Counted("incidents", Action.HANDLE_INCIDENTS, (queries.OPEN_INCIDENTS,)),
    _Counted("complaints", Action.ANSWER_COMPLAINTS, (complaints.WAITING["open"],), complaints.WAITING["late"]),
    _Counted("withdrawals", Action.APPROVE_WITHDRAWAL, (cashier.HELD_WITHDRAWALS,)),
    _Counted("adjustments", Action.APPROVE_ADJUSTMENT, (cashier.OPEN_ADJUSTMENTS,)),
    _Counted(
        "protection",
        Action.EXCLUDE_PLAYER,
        (watch.OPEN_SIGNALS, watch.OVERDUE_OBLIGATIONS),
        watch.OVERDUE_OBLIGATIONS,
    ),
    _Counted("staff", Action.APPROVE_STAFF, (TO_DECIDE,)),
)


def _waits(person: object, *, now: datetime) -> dict[str, Wait]:
    """What waits, by place: counted only for people who may act on it. One statement."""
    counted = [each for each in _COUNTED if may(person, each.action)]
    asked = (question for each in counted for question in (*each.waiting, each.late) if question is not None)
    number = int(getattr(person, "pk", None) or 0)
    found = answers(asked, now=now, today=lisbon_date(now), person=number)
    return {
        each.place: Wait(sum(found[one] for one in each.waiting), each.late is not None and bool(found[each.late]))
        for each in counted
    }
