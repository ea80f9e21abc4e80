"""Switches that stop play: what is stopped, by whom, why, and what throwing one would reach."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from baccarat.rulesets import PRESETS
from casino.backoffice import labels
from tables.operations.stops import EVERYWHERE, PROOF
from tables.queries import FloorTable, StopCard, Tile


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
    """What a switch would reach now: tables in play, players at them."""

    name: str
    stopped: bool
    tables: int
    players: int


def lines(cards: Iterable[StopCard]) -> tuple[StopLine, ...]:
    """The switches in words, oldest first."""
    return tuple(
        StopLine(card.scope, _title(card.scope), card.reason, card.by or gettext("a casa"), card.at) for card in cards
    )


def line_of(scope: str, cards: Iterable[StopCard]) -> StopLine | None:
    """The switch of this scope, if it is thrown."""
    return next((line for line in lines(cards) if line.scope == scope), None)


def _title(scope: str) -> str:
    if scope == EVERYWHERE:
        return gettext("Todo o jogo está parado")
    if scope == PROOF:
        return gettext("Todo o jogo está parado: uma prova encontrou diferenças")
    return gettext("Parado: %(game)s") % {"game": labels.scope(scope)}


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
