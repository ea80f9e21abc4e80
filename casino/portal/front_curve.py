"""The curve of the front page's felt: one circle for beam and spots, as at a table (static/js/table/geometry.js).

Its centre lies far above the page, left of the felt's middle, where the rail of the scene has its lowest point. The
unit is that of the drawings: the felt is 640 wide. Numbers have a decimal point in every language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, cos, sin
from typing import Final

from baccarat.chances import Chance

CENTRE_X, RADIUS, CORNER = 175, 6100, 16
"""Where the circle is lowest, its radius at the top of the spots, and a spot's corners."""
TOP, HIGH = 20, 108
"""The spots' top where the circle is lowest, and their height."""
ENDS: Final = {Chance.PONTO: (2, 219), Chance.EMPATE: (233, 407), Chance.BANCA: (421, 638)}
"""Left and right of each spot at half its height; `.front-spots` has the same columns."""
BEAM_ENDS: Final = (10, 630)
BEAM_LOW: Final = 26
"""The beam's own drawing: its ends, and its lowest point."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A spot's outline, and its rim in two halves, from the middle of the bottom up."""

    outline: str
    halves: tuple[str, str]


def cell(chance: Chance) -> Cell:
    """The sector between two radii and two radials, with round corners."""
    inner, outer = RADIUS, RADIUS + HIGH
    first, last = (asin((x - CENTRE_X) / (RADIUS + HIGH / 2)) for x in ENDS[chance])
    corner, low = CORNER / inner, CORNER / outer
    middle = (first + last) / 2
    outline = (
        f"M{_at(inner, first + corner)}{_arc(inner, last - corner, 0)}{_bend(inner, last, (inner + CORNER, last))}"
        f"L{_at(outer - CORNER, last)}{_bend(outer, last, (outer, last - low))}{_arc(outer, first + low, 1)}"
        f"{_bend(outer, first, (outer - CORNER, first))}L{_at(inner + CORNER, first)}"
        f"{_bend(inner, first, (inner, first + corner))}Z"
    )
    left, right = (
        f"M{_at(outer, middle)}{_arc(outer, edge - sign * low, sweep)}{_bend(outer, edge, (outer - CORNER, edge))}"
        f"L{_at(inner + CORNER, edge)}{_bend(inner, edge, (inner, edge - sign * corner))}"
        f"{_arc(inner, middle, 1 - sweep)}"
        for edge, sign, sweep in ((first, -1, 1), (last, 1, 0))
    )
    return Cell(outline, (left, right))


def beam_line() -> str:
    """The beam's arc in its own drawing."""
    (x, y), (end_x, end_y) = (beam_point(percent) for percent in (0, 100))
    return f"M{x} {y}A{RADIUS} {RADIUS} 0 0 0 {end_x} {end_y}"


def beam_point(percent: int) -> tuple[str, str]:
    """A point so far along the beam."""
    left, right = BEAM_ENDS
    angle = asin((left + (right - left) * percent / 100 - CENTRE_X) / RADIUS)
    return f"{CENTRE_X + RADIUS * sin(angle):.1f}", f"{BEAM_LOW - RADIUS + RADIUS * cos(angle):.1f}"


def _at(radius: float, angle: float) -> str:
    return f"{CENTRE_X + radius * sin(angle):.1f} {TOP - RADIUS + radius * cos(angle):.1f}"


def _arc(radius: float, to: float, sweep: int) -> str:
    return f"A{radius:.0f} {radius:.0f} 0 0 {sweep} {_at(radius, to)}"


def _bend(radius: float, angle: float, to: Sequence[float]) -> str:
    return f"Q{_at(radius, angle)} {_at(*to)}"
