"""An hour of rounds like one, drawn: the curve of its results under two versions of the rules, and their rare losses.

Sixty rounds of one kind come close to a normal result; its mean and deviation are `exposure.Spread`'s.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from django.utils.translation import gettext

from casino.backoffice.presenters.exposure import Spread
from casino.wording import words

WIDTH: Final = 760
FLOOR: Final = 96
"""How far from the top the curves stand."""
TALL: Final = 88
REACH: Final = 3.6
"""So many deviations each curve is drawn to either side of its mean."""
STEPS: Final = 72
TEXT: Final = 14
"""From one line of texts to the next."""


@dataclass(frozen=True, slots=True)
class Rare:
    """A loss that only one hour in a hundred, or in a thousand, goes beyond. Places are text, as in all drawings."""

    x: str
    text: str


@dataclass(frozen=True, slots=True)
class Curve:
    """The results of an hour under one version; `tone` is "old" or "new", `y` is where its rare losses are written."""

    name: str
    tone: str
    path: str
    mean: str
    y: int
    rare: tuple[Rare, ...]


@dataclass(frozen=True, slots=True)
class HourDrawing:
    """The curves over one line of money."""

    width: int
    height: int
    floor: int
    zero: str
    """Where nothing is won or lost; empty where that is out of sight."""
    zero_y: int
    curves: tuple[Curve, ...]
    label: str


def hour_drawing(spreads: Sequence[Spread], currency: str) -> HourDrawing | None:
    """The hour under these versions; None where no result differs from another."""
    drawn = [each for each in spreads if each.hour_deviation > 0]
    if not drawn:
        return None
    first = min(each.hour_mean - REACH * each.hour_deviation for each in drawn)
    last = max(each.hour_mean + REACH * each.hour_deviation for each in drawn)
    narrowest = min(each.hour_deviation for each in drawn)

    def x(cents: float) -> float:
        return WIDTH * (cents - first) / (last - first)

    curves = tuple(_curve(each, x, narrowest, FLOOR + TEXT * (place + 1)) for place, each in enumerate(drawn))
    said = "; ".join(_said(each, currency) for each in drawn)
    zero = f"{x(0):.1f}" if first < 0 < last else ""
    return HourDrawing(WIDTH, FLOOR + TEXT * (len(curves) + 1), FLOOR, zero, FLOOR + TEXT, curves, said)


def _curve(spread: Spread, x: Callable[[float], float], narrowest: int, y: int) -> Curve:
    """As wide as its deviation, and the lower the wider, so that the curves hold the same area."""
    top = TALL * narrowest / spread.hour_deviation
    return Curve(
        name=spread.name,
        tone=spread.tone,
        path="M" + "L".join(_places(spread, x, top)),
        mean=f"{x(spread.hour_mean):.1f}",
        y=y,
        rare=(
            Rare(f"{x(spread.hour_999):.1f}", gettext("99.9%")),
            Rare(f"{x(spread.hour_99):.1f}", gettext("99%")),
        ),
    )


def _places(spread: Spread, x: Callable[[float], float], top: float) -> Iterator[str]:
    for step in range(STEPS + 1):
        away = REACH * (2 * step / STEPS - 1)
        height = top * exp(-(away**2) / 2)
        yield f"{x(spread.hour_mean + away * spread.hour_deviation):.1f} {FLOOR - height:.1f}"


def _said(spread: Spread, currency: str) -> str:
    return gettext("%(name)s: %(mean)s on average, 99 of 100 hours above %(rare)s") % {
        "name": spread.name,
        "mean": words.signed(spread.hour_mean, currency),
        "rare": words.signed(spread.hour_99, currency),
    }
