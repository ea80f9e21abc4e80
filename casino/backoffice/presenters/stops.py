"""Switches that stop play: the stopped games, the author, the reason, and the reach of each switch."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.rulesets import PRESETS
from casino.backoffice import labels
from tables.operations.stops import EVERYWHERE, PROOF
from tables.queries import FloorTable, StopCard, Tile

_PROOF: Final = re.compile(r"Prova (\d+): (\d+)")
"""The reason that the house writes when a proof stops play: the proof's number, and its differences."""


@dataclass(frozen=True, slots=True)
class StopLine:
    """One switch that is thrown."""

    scope: str
    title: str
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Reach:
    """The present reach of a switch: tables in play, players at them."""

    name: str
    stopped: bool
    tables: int
    players: int


def lines(cards: Iterable[StopCard]) -> tuple[StopLine, ...]:
    """The switches in words, oldest first."""
    return tuple(
        StopLine(card.scope, _title(card.scope), reason(card), card.by or gettext("the house"), card.at)
        for card in cards
    )


def reason(card: StopCard) -> str:
    """The reason for the stop: as staff wrote it, or the house's own finding in the reader's language."""
    found = _PROOF.fullmatch(card.reason) if card.scope == PROOF else None
    if found is None:
        return card.reason
    count = int(found[2])
    text = ngettext(
        "Proof %(number)s found %(count)s difference.", "Proof %(number)s found %(count)s differences.", count
    )
    return text % {"number": found[1], "count": count}


def line_of(scope: str, cards: Iterable[StopCard]) -> StopLine | None:
    """The switch of this scope, if it is thrown."""
    return next((line for line in lines(cards) if line.scope == scope), None)


def _title(scope: str) -> str:
    if scope == EVERYWHERE:
        return gettext("All play is stopped")
    if scope == PROOF:
        return gettext("All play is stopped: a proof found differences")
    return gettext("Stopped: %(game)s") % {"game": labels.scope(scope)}


def reaches(rows: Iterable[FloorTable], tiles: Iterable[Tile], cards: Iterable[StopCard]) -> tuple[Reach, ...]:
    """Everything first, then each game."""
    games = {tile.code: tile.preset for tile in tiles}
    live = [(games[row.code], row.taken) for row in rows if row.code in games]
    stopped = {card.scope for card in cards}
    found = []
    for scope in (EVERYWHERE, *PRESETS):
        taken = [players for game, players in live if scope in {EVERYWHERE, game}]
        held = not stopped.isdisjoint({EVERYWHERE, PROOF, scope})
        found.append(Reach(labels.scope(scope), held, len(taken), sum(taken)))
    return tuple(found)
