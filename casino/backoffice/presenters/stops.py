"""Switches that stop play: the stopped games, the author, the reason, and the reach of each switch."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.rulesets import PRESETS
from casino.backoffice import labels
from casino.backoffice.presenters import drift, regulator_line
from casino.web.addresses import address
from players.roles import Action, may
from tables.operations.stops import EXPLAINED_WITHIN
from tables.queries import FloorTable, StopCard, Tile
from tables.scopes import DRIFT, EVERYWHERE, PROOF, REGULATOR, WHOLE_HOUSE, holds, stopped_by_drift

_PROOF: Final = re.compile(r"Prova (\d+): (\d+)")
"""The reason that the house writes when a proof stops play: the proof's number, and its differences."""


@dataclass(frozen=True, slots=True)
class StopLine:
    """One switch that is thrown."""

    scope: str
    title: str
    reason: str
    """Empty until the person who stopped play gives one."""
    by: str
    at: datetime
    explains: bool = False
    """Whether the reader threw it and may still say why."""

    @property
    def by_drift(self) -> bool:
        """Whether the drift court threw it: two persons open again, on the alarm's page."""
        return _by_drift(self.scope)

    @property
    def by_line(self) -> bool:
        """Whether the line to the regulator stopped play: two persons open again, on a page of its own."""
        return self.scope == REGULATOR


@dataclass(frozen=True, slots=True)
class Reach:
    """The present reach of a switch: tables in play, players at them."""

    name: str
    stopped: bool
    tables: int
    players: int


def lines(
    cards: Iterable[StopCard], *, person_id: int | None = None, now: datetime | None = None
) -> tuple[StopLine, ...]:
    """The switches in words, oldest first, for this reader."""
    return tuple(line(card, person_id=person_id, now=now) for card in cards)


def line(card: StopCard, *, person_id: int | None = None, now: datetime | None = None) -> StopLine:
    """One switch in words."""
    own = person_id is not None and card.by_id == person_id and not card.reason
    return StopLine(
        scope=card.scope,
        title=_title(card),
        reason=reason(card),
        by=card.by or gettext("the house"),
        at=card.at,
        explains=own and now is not None and now <= card.at + EXPLAINED_WITHIN,
    )


def reason(card: StopCard) -> str:
    """The reason for the stop: as staff wrote it, or the house's own finding in the reader's language."""
    if _by_drift(card.scope):
        return drift.stop_reason(card.reason)
    if card.scope == REGULATOR:
        return regulator_line.stop_reason(card.reason)
    found = _PROOF.fullmatch(card.reason) if card.scope == PROOF else None
    if found is None:
        return card.reason
    count = int(found[2])
    text = ngettext(
        "Proof %(number)s found %(count)s difference.", "Proof %(number)s found %(count)s differences.", count
    )
    return text % {"number": found[1], "count": count}


def _by_drift(scope: str) -> bool:
    return scope == DRIFT or stopped_by_drift(scope) is not None


def own_of(cards: Iterable[StopCard]) -> dict[int, StopCard]:
    """The switch of each table that has one; a person's before the drift court's, since it is lifted here."""
    by_urgency = sorted(cards, key=lambda card: card.by_id is not None)
    return {card.table_id: card for card in by_urgency if card.table_id is not None}


def over(cards: Iterable[StopCard], *, table_id: int, preset: str) -> tuple[StopCard, ...]:
    """The switches that keep a table with that ruleset from going on, its own first."""
    found = [card for card in cards if holds(frozenset({card.scope}), table_id=table_id, preset=preset)]
    return tuple(sorted(found, key=lambda card: card.table_id is None))


@dataclass(frozen=True, slots=True)
class WayOut:
    """What a person presses to have play go on: lifting, or the page where two persons decide; `title` is the stop."""

    label: str
    href: str
    title: str


def ways_out(stops: Iterable[StopLine], person: object) -> tuple[WayOut, ...]:
    """The way out of each stop that this person may take."""
    found = ((stop, _way_out(stop, person)) for stop in stops)
    return tuple(WayOut(*way, stop.title) for stop, way in found if way is not None)


def _way_out(stop: StopLine, person: object) -> tuple[str, str] | None:
    if stop.scope == PROOF:
        where, action = "backoffice:reopening", Action.REOPEN_PLAY
    elif stop.by_drift or stop.by_line:
        where, action = "backoffice:drift" if stop.by_drift else "backoffice:line", Action.SEE_FLOOR
    else:
        lifts = address("backoffice:lift_stop", stop.scope)
        return (gettext("Lift the stop"), lifts) if may(person, Action.STOP_PLAY) else None
    return (gettext("See why…"), address(where)) if may(person, action) else None


def line_of(scope: str, cards: Iterable[StopCard]) -> StopLine | None:
    """The switch of this scope, if it is thrown."""
    return next((each for each in lines(cards) if each.scope == scope), None)


def _title(card: StopCard) -> str:
    if card.scope == EVERYWHERE:
        return gettext("All play is stopped")
    if card.scope == PROOF:
        return gettext("All play is stopped: a proof found differences")
    if card.scope == DRIFT:
        return gettext("All play is stopped: play drifts from the exact odds")
    if card.scope == REGULATOR:
        return gettext("All play is stopped: the line to the regulator fails")
    return gettext("Stopped: %(game)s") % {"game": card.table_name or labels.scope(card.scope)}


def reaches(rows: Iterable[FloorTable], tiles: Iterable[Tile], cards: Iterable[StopCard]) -> tuple[Reach, ...]:
    """Everything first, then each game."""
    games = {tile.code: tile.preset for tile in tiles}
    live = [(games[row.code], row.taken) for row in rows if row.code in games]
    stopped = {card.scope for card in cards}
    found = []
    for scope in (EVERYWHERE, *PRESETS):
        taken = [players for game, players in live if scope in {EVERYWHERE, game}]
        held = not stopped.isdisjoint({*WHOLE_HOUSE, scope})
        found.append(Reach(labels.scope(scope), held, len(taken), sum(taken)))
    return tuple(found)
