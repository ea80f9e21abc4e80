"""The possible results of a round as a drawing: a bar for each, worked out here and only written down there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from django.utils.translation import gettext

from casino.wording import words
from tables.queries import Exposure

LOW: Final = 1.5
"""The least height that a bar is drawn with: what may happen is to be seen."""


@dataclass(frozen=True, slots=True)
class Size:
    """A drawing's measures, in its own units, which are pixels: places for bars beside each other, and room below."""

    width: int
    height: int
    floor: int
    """How far from the top the bars stand."""
    pitch: int
    bar: str
    half: float
    """Half of a bar's width."""

    @property
    def below(self) -> int:
        """How far the line of the result zero reaches."""
        return self.floor + 3


CARD: Final = Size(width=234, height=62, floor=48, pitch=8, bar="5.5", half=2.75)
ROW: Final = Size(width=120, height=26, floor=23, pitch=4, bar="3", half=1.5)


@dataclass(frozen=True, slots=True)
class Bar:
    """One result, or several too near each other to be drawn apart. Places are text: a page's language puts commas."""

    x: str
    y: str
    height: str
    tone: str
    """"loss", "gain", or "none" where nothing changes hands."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The bars, the line of the result zero, the marks of the quantiles, and the ceiling if it is in sight."""

    size: Size
    bars: tuple[Bar, ...]
    zero: str
    marks: tuple[str, ...]
    ceiling: str
    """Empty where none is in sight."""
    label: str


@dataclass(frozen=True, slots=True)
class Quantile:
    """A loss under what it is; equal ones stand under one label that says both."""

    label: str
    cents: int
    worst: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table that says the same as the drawing."""

    cents: int
    chance: str


def quantiles(exposure: Exposure) -> tuple[Quantile, ...]:
    """99 %, 99,9 % and the worst, as losses below zero; where two are equal one label says both."""
    named = [
        (gettext("99%"), exposure.in_99),
        (gettext("99.9%"), exposure.in_999),
        (gettext("worst"), exposure.worst),
    ]
    found: list[Quantile] = []
    for label, cents in named:
        if found and found[-1].cents == -cents:
            label = f"{found.pop().label} · {label}"
        found.append(Quantile(label, -cents, worst=cents == exposure.worst))
    return tuple(found)


def results(exposure: Exposure) -> tuple[Result, ...]:
    """Every result with its chance in words, the worst first."""
    return tuple(Result(cents, _share(chance)) for cents, chance in exposure.results)


def drawing(exposure: Exposure, *, currency: str, bound: int | None, size: Size) -> Drawing:
    """The results on one line from the worst to the best; `bound` is the ceiling, drawn on a card alone."""
    shown = size is CARD and bound is not None
    low = min(0, exposure.results[0][0], -(bound or 0) if shown else 0)
    high = max(0, exposure.results[-1][0])
    places = size.width // size.pitch - 1
    step = max(1.0, (high - low) / places)
    first = _place(low, step)

    def x(cents: int) -> float:
        return (_place(cents, step) - first) * size.pitch + size.pitch / 2

    return Drawing(
        size=size,
        bars=tuple(_bars(exposure, x, step, size)),
        zero=_text(x(0)),
        marks=tuple(dict.fromkeys(_text(x(-cents)) for cents in (exposure.in_99, exposure.in_999) if cents)),
        ceiling=_text(x(-(bound or 0))) if shown else "",
        label=_label(exposure, currency),
    )


def _place(cents: int, step: float) -> int:
    """The place of a result beside the others; no loss and no gain ever stands on the line of zero."""
    if cents == 0:
        return 0
    return min(-1, round(cents / step)) if cents < 0 else max(1, round(cents / step))


def _text(value: float) -> str:
    return f"{round(value, 1):g}"


def _bars(exposure: Exposure, x: Callable[[int], float], step: float, size: Size) -> Iterator[Bar]:
    """Bars as high as the root of the chance, so that rare results stay visible beside likely ones."""
    joined: dict[int, tuple[int, Fraction]] = {}
    for cents, chance in exposure.results:
        place = _place(cents, step)
        joined[place] = (cents, joined.get(place, (0, Fraction(0)))[1] + chance)
    top = sqrt(max(chance for _, chance in joined.values()))
    room = size.floor - 3
    for cents, chance in joined.values():
        height = max(LOW, room * sqrt(chance) / top)
        tone = "loss" if cents < 0 else "gain" if cents > 0 else "none"
        yield Bar(_text(x(cents) - size.half), _text(size.floor - height), _text(height), tone)


def _label(exposure: Exposure, currency: str) -> str:
    said = gettext("Possible results of the house in this round: %(losses)s; at best %(best)s.")
    losses = ", ".join(f"{each.label} {words.money(each.cents, currency)}" for each in quantiles(exposure))
    return said % {"losses": losses, "best": words.signed(exposure.results[-1][0], currency)}


def _share(chance: Fraction) -> str:
    """A chance in percent; one that two places would call nothing is said to be less than they can say."""
    least = Fraction(1, 10_000)
    return f"< {words.percent(least)}" if chance < least else words.percent(chance)
