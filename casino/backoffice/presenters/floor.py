"""The floor as a supervisor sees it: what needs attention first with its evidence, then every table by its game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.presenters.clocks import ClockLine, clock_line
from casino.backoffice.presenters.day_lines import Course, DayLine
from casino.backoffice.presenters.floor_card import RUNNING, FloorCard, card_of
from casino.backoffice.presenters.stops import StopLine, line, lines, own_of
from casino.wording import names
from kernel.money import Currency
from players.roles import Action, may
from tables.queries import DriftLight, FloorTable, StopCard
from tables.scopes import holds


class Which(StrEnum):
    """The tables that are shown; the address says it."""

    MONEY = "dinheiro"
    PLAY = "demonstracao"
    CLOSED = "fechadas"


class Look(StrEnum):
    """How they are shown."""

    ROWS = "linhas"
    CARDS = "cartoes"
    WALL = "parede"


WHICH: Final[Mapping[Which, "str | Promise"]] = {
    Which.MONEY: gettext_lazy("Money"),
    Which.PLAY: gettext_lazy("Demonstration"),
    Which.CLOSED: gettext_lazy("Closed tables"),
}
LOOKS: Final[Mapping[Look, "str | Promise"]] = {
    Look.CARDS: gettext_lazy("Cards view"),
    Look.ROWS: gettext_lazy("Rows view"),
    Look.WALL: gettext_lazy("Wall view"),
}


EACH: Final = "todas"


@dataclass(frozen=True, slots=True)
class Group:
    """The tables of one game; `scope` stops them all, for readers who may."""

    label: str
    scope: str
    cards: tuple[FloorCard, ...]
    other: str = ""
    """Of individual tables: the way to see each of them, or all as one row."""
    folded: bool = False
    """Whether they stand as one row with their sums: there are many, and each has one player."""
    day: DayLine | None = None
    """The day so far of all of them together."""

    @property
    def currency(self) -> str:
        """Of all of them: tables of money and of play money never stand in one group."""
        return self.cards[0].currency

    @property
    def taken(self) -> int:
        """How many players sit at them."""
        return sum(card.taken for card in self.cards)

    @property
    def seats(self) -> int:
        """How many could."""
        return sum(card.seats for card in self.cards)

    @property
    def staked(self) -> int:
        """What is in play at all of them, in cents."""
        return sum(card.staked for card in self.cards)

    @property
    def worst(self) -> int:
        """What they cost if all lost at once, in cents."""
        return sum(card.worst for card in self.cards)


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several ways to see the floor, as a link."""

    label: str
    href: str
    count: int | None
    current: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for; nothing: what there is, in rows."""

    which: Which | None = None
    look: Look = Look.ROWS
    each: bool = False
    """Each individual table in a row of its own."""

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> "Asked":
        """Read an address; what it does not know is as if it were not there."""
        which, look = sent.get("mesas", ""), sent.get("vista", "")
        each = sent.get("individuais") == EACH
        return cls(Which(which) if which in set(Which) else None, Look(look) if look in set(Look) else Look.ROWS, each)


@dataclass(frozen=True, slots=True)
class Notice:
    """What the house itself has to say above the tables."""

    text: str
    tables: frozenset[int] = frozenset()
    """The tables that it is about: where all of them have a card in trouble, it is no alert beside theirs."""
    href: str = ""
    """Where the first of what it tells is looked into."""


@dataclass(frozen=True, slots=True)
class Floor:
    """The whole room."""

    cards: tuple[FloorCard, ...]
    """Every table, those in trouble first."""
    troubled: tuple[FloorCard, ...]
    groups: tuple[Group, ...]
    """The other tables that are asked for; in cards and on the wall those in trouble are among them no more."""
    whiches: tuple[Choice, ...]
    looks: tuple[Choice, ...]
    look: Look
    query: str
    currency: str
    stops: tuple[StopLine, ...]
    """The switches that are thrown for more than one table: they stand above all tables."""
    clock: ClockLine
    may_stop: bool
    running: int
    halted: int
    alerts: int
    favoured: int
    """How many tables run rules that give players an edge."""
    players: int
    seats: int
    staked: int
    worst: int
    tables: int
    """How many tables the sums are of."""
    day: DayLine | None
    """The day so far at all tables of that currency."""
    at: datetime
    news: str
    """The text for screen readers: the alerts, if they differ from those that the page had; empty if nothing is new."""
    fields: tuple[tuple[str, str], ...]
    """What is asked for, as fields of a form: what is stopped answers with the same floor."""
    notices: tuple[Notice, ...] = ()
    """What the house itself has to say above the tables: adapters that are silent, rounds that hang."""

    @property
    def in_rows(self) -> bool:
        """Whether the tables in order stand in rows below the cards of those that need someone."""
        return self.look is Look.ROWS


def floor(
    rows: tuple[FloorTable, ...],
    *,
    person: object,
    now: datetime,
    skews: Sequence[timedelta] = (),
    stops: tuple[StopCard, ...] = (),
    lights: Mapping[int, DriftLight] | None = None,
    course: Course | None = None,
    seen_alerts: str | None = None,
    asked: Asked | None = None,
    notices: tuple[Notice, ...] = (),
) -> Floor:
    """The room for `person`: tables in trouble first, then those that run, the closed ones last.

    `skews` are how far each dealer's clock is ahead of the database's, the largest difference first.
    `course` is the day so far, hour by hour.
    `seen_alerts` is the number that the page showed before; None for a page that is only now opened.
    """
    seen, clock, scopes = lights or {}, clock_line(skews), frozenset(stop.scope for stop in stops)
    own = own_of(stops)
    held = {row.code for row in rows if holds(scopes, table_id=row.table_id, preset=row.preset)}
    person_id = getattr(person, "pk", None)
    cards = sorted(
        (
            card_of(
                row,
                person=person,
                now=now,
                drift=seen.get(row.table_id),
                day=course.of({row.table_id}) if course else None,
                stopped=row.code in held,
                stop=line(own[row.table_id], person_id=person_id, now=now) if row.table_id in own else None,
            )
            for row in rows
        ),
        key=_urgency,
    )
    asked = _asked(asked or Asked(), cards)
    wide = lines((stop for stop in stops if stop.table_id is None), person_id=person_id, now=now)
    troubled = tuple(card for card in cards if card.alert)
    count = len(troubled) + len(wide) + clock.refuses + _beside(troubled, notices)
    currency = Currency.PLAY.value if asked.which is Which.PLAY else Currency.EUR.value
    summed = [card for card in cards if card.currency == currency and card.status != "closed"]
    return Floor(
        cards=tuple(cards),
        troubled=troubled,
        groups=_groups(
            [card for card in cards if not card.alert and _which(card) is asked.which], person, asked, course
        ),
        whiches=_whiches(asked, cards),
        looks=_looks(asked),
        look=asked.look,
        query=_query(asked),
        currency=currency,
        stops=wide,
        clock=clock,
        may_stop=may(person, Action.STOP_PLAY),
        running=sum(card.status in RUNNING and card.code not in held for card in cards),
        halted=sum(card.status in RUNNING and card.code in held for card in cards),
        alerts=count,
        favoured=sum(bool(card.player_edges) for card in cards),
        players=sum(card.taken for card in cards),
        seats=sum(card.seats for card in cards if card.status != "closed"),
        staked=sum(card.staked for card in summed),
        worst=sum(card.worst for card in summed),
        tables=len(summed),
        day=course.in_currency(currency) if course else None,
        at=now,
        news="" if seen_alerts in {None, str(count)} else _news(troubled, wide, clock, notices),
        fields=_fields(asked),
        notices=notices,
    )


def _beside(troubled: Iterable[FloorCard], notices: Iterable[Notice]) -> int:
    """How many notices tell of more than the cards do."""
    carded = {card.table_id for card in troubled}
    return sum(not each.tables or not each.tables <= carded for each in notices)


def _which(card: FloorCard) -> Which:
    if card.status == "closed":
        return Which.CLOSED
    return Which.PLAY if card.play else Which.MONEY


def _asked(asked: Asked, cards: Sequence[FloorCard]) -> Asked:
    """What is asked for; else the first of the kinds that there are tables of."""
    there = {_which(card) for card in cards}
    which = asked.which or next((which for which in Which if which in there), Which.MONEY)
    return Asked(which, asked.look, asked.each)


def _fields(asked: Asked) -> tuple[tuple[str, str], ...]:
    assert asked.which is not None, "chosen above"
    each = (("individuais", EACH),) if asked.each else ()
    return ("mesas", asked.which.value), ("vista", asked.look.value), *each


def _query(asked: Asked) -> str:
    return urlencode(_fields(asked))


def _whiches(asked: Asked, cards: Sequence[FloorCard]) -> tuple[Choice, ...]:
    counts = {which: sum(_which(card) is which for card in cards) for which in Which}
    return tuple(
        Choice(str(label), f"?{_query(Asked(which, asked.look, asked.each))}", counts[which], which is asked.which)
        for which, label in WHICH.items()
    )


def _looks(asked: Asked) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(label), f"?{_query(Asked(asked.which, look, asked.each))}", None, look is asked.look)
        for look, label in LOOKS.items()
    )


def _groups(cards: Iterable[FloorCard], person: object, asked: Asked, course: Course | None) -> tuple[Group, ...]:
    """By game, the individual tables last, in rows as one row with their sums; each in the order of the names."""
    found: dict[tuple[bool, str], list[FloorCard]] = {}
    for card in cards:
        alone = card.kind == "individual"
        found.setdefault((alone, "" if alone else card.preset), []).append(card)
    stops = may(person, Action.STOP_PLAY)
    other = f"?{_query(Asked(asked.which, asked.look, not asked.each))}"
    in_rows = asked.look is Look.ROWS and asked.which is not Which.CLOSED
    return tuple(
        Group(
            gettext("Individual tables")
            if alone
            else names.variant(preset)
            if preset
            else gettext("No approved rules"),
            preset if stops else "",
            tuple(sorted(group, key=lambda card: card.name.casefold())),
            other if alone and in_rows and len(group) > 1 else "",
            alone and in_rows and len(group) > 1 and not asked.each,
            course.of({card.table_id for card in group}) if course else None,
        )
        for (alone, preset), group in sorted(found.items())
    )


def _news(troubled: Iterable[FloorCard], stops: Iterable[StopLine], clock: ClockLine, notices: Iterable[Notice]) -> str:
    refused = [clock.text] if clock.refuses else []
    said = [
        *refused,
        *(stop.title for stop in stops),
        *(notice.text for notice in notices),
        *(f"{card.name}: {card.headline}" for card in troubled),
    ]
    return ". ".join(said) or gettext("There are no more alerts.")


def _urgency(card: FloorCard) -> tuple[bool, int, bool, bool, int, str]:
    """Where a person waits for a supervisor first, then the others in trouble, money before demonstration; the closed
    ones last.
    """
    grave = {"bad": 0, "stopped": 1, "warn": 2}.get(card.tone, 3)
    return (
        not card.state.calls,
        grave,
        card.status == "closed",
        card.play,
        -(card.share or 0) if card.alert else 0,
        card.code,
    )
