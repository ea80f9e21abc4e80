"""The miniature big road of a lobby tile: where each mark is drawn, and the same in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.play import Winner
from baccarat.roads import ROWS, BigMark, Coup, Roads
from casino.wording import names
from tables.queries import Outcome

COLUMNS: Final = 22
GRID: Final = "".join(
    [f"M{column} 0V{ROWS}" for column in range(1, COLUMNS)] + [f"M0 {row}H{COLUMNS}" for row in range(1, ROWS)]
)
WINNER: Final = {"P": Winner.PONTO, "B": Winner.BANCA, "E": Winner.EMPATE}


@dataclass(frozen=True, slots=True)
class Mark:
    """One ring of the drawing, in cells; figures have a decimal point in every language."""

    side: str
    x: str
    y: str
    left: str
    top: str
    right: str
    bottom: str
    tie: bool


@dataclass(frozen=True, slots=True)
class SmallRoad:
    """A drawing of `columns` by `rows` cells, and what it says."""

    columns: int
    rows: int
    marks: tuple[Mark, ...]
    text: str
    grid: str
    """The paper's lines, as a path."""


def small_road(results: Sequence[Outcome]) -> SmallRoad:
    """The newest columns of the big road."""
    marks = Roads(Coup(WINNER[outcome.winner]) for outcome in results).big_road
    first = max(0, max((mark.column for mark in marks), default=0) - COLUMNS + 2)
    return SmallRoad(
        columns=COLUMNS,
        rows=ROWS,
        marks=tuple(_mark(mark, mark.column - first) for mark in marks if mark.column >= first),
        text=streak(results),
        grid=GRID,
    )


def streak(results: Sequence[Outcome]) -> str:
    """The run that is on: «Banca, 3 seguidas»."""
    wins = [outcome.winner for outcome in results if outcome.winner != "E"]
    if not wins:
        return gettext("No results yet")
    letter, run = [(letter, len(list(group))) for letter, group in groupby(wins)][-1]
    words = ngettext("%(name)s, once", "%(name)s, %(count)s in a row", run)
    return words % {"name": names.chance(WINNER[letter].value), "count": run}


def _mark(mark: BigMark, column: int) -> Mark:
    return Mark(
        side=mark.winner.value,
        x=f"{column}.5",
        y=f"{mark.row}.5",
        left=f"{column}.2",
        top=f"{mark.row}.2",
        right=f"{column}.8",
        bottom=f"{mark.row}.8",
        tie=mark.ties > 0,
    )
