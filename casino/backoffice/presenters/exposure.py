"""What one round may bring or cost the house, as pages draw and say it: in a row, on a card, across a page.

A bar for each possible result, as high as the root of its chance; red below zero. Places are worked out here and only
written down by the templates.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt, sqrt
from typing import Final, TypeAlias

from django.utils.translation import gettext

from baccarat.chances import Chance
from baccarat.exposure import dearest_table
from casino.wording import words
from tables.queries import Exposure, exposure_of
from tables.table_settings import TableSettings

LOW: Final = 1.5
"""The least height that a bar is drawn with: what may happen is to be seen."""
SHARES: Final = (Fraction(99, 100), Fraction(999, 1000))
ROUNDS_AN_HOUR: Final = 60
NEAR: Final = 90
"""So near to the right end of a drawing a text is written inwards."""
MARK_LINE: Final = 14
"""From one text below a drawing to the next: two near each other stay legible."""


@dataclass(frozen=True, slots=True)
class Size:
    """A drawing's measures, in its own units, which are pixels: places for bars beside each other, and room below."""

    width: int
    height: int
    """Where the marks have names, as many lines below as there are marks."""
    floor: int
    """How far from the top the bars stand."""
    pitch: int
    bar: str
    half: float
    """Half of a bar's width."""
    zero: int
    """How far from the top the zero is written; 0: nowhere."""
    named: bool = False
    """Whether the marks of the quantiles have their names, and the bars what they say."""

    @property
    def below(self) -> int:
        """How far the line of the result zero reaches."""
        return self.floor + 3


CARD: Final = Size(width=234, height=62, floor=48, pitch=8, bar="5.5", half=2.75, zero=62)
ROW: Final = Size(width=120, height=26, floor=23, pitch=4, bar="3", half=1.5, zero=0)
WIDE: Final = Size(width=760, height=128, floor=64, pitch=8, bar="5.5", half=2.75, zero=78, named=True)


@dataclass(frozen=True, slots=True)
class Bar:
    """One result, or several too near each other to be drawn apart. Places are text: a page's language puts commas."""

    x: str
    y: str
    height: str
    tone: str
    """"loss", "gain", or "none" where nothing changes hands."""
    said: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A tick below the drawing at a quantile, with its name where the drawing has room for names."""

    x: str
    text: str = ""
    y: int = 0
    """Of the text: each on a line of its own."""
    beside: str = ""
    """Where the text is written, a little away from its tick."""
    inwards: bool = False
    """Whether it is written to the left of its tick."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The bars, the line of the result zero, the marks of the quantiles, and the ceiling if it is in sight."""

    size: Size
    bars: tuple[Bar, ...]
    zero: str
    marks: tuple[Mark, ...]
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


@dataclass(frozen=True, slots=True)
class Spread:
    """The exposure of given stakes under one set of terms, in figures and drawn; cents, below 0 a loss."""

    name: str
    tone: str
    """"old" or "new": the colour of what the house wins."""
    at_99: int
    at_999: int
    worst: int
    losing: Fraction
    hour_mean: int
    hour_deviation: int
    hour_99: int
    hour_999: int
    """Of sixty such rounds: mean and variance times sixty, as a normal result."""
    bars: Drawing


Reach: TypeAlias = tuple[int, int]
"""The results between which a drawing reaches, so that two drawings compare."""


def counted(terms: TableSettings, stakes: Mapping[str, int]) -> Exposure | None:
    """The house's results on stakes of the table as a whole; chances that the terms do not offer are left out."""
    offered = {Chance(name): cents for name, cents in stakes.items() if terms.ruleset.offer(Chance(name)) is not None}
    return exposure_of(terms, [offered]) if offered else None


def full_table(terms: TableSettings, currency: str) -> Spread | None:
    """The table that costs the house most under these terms, every ceiling used up; None where nothing bounds it."""
    found = _dearest(json.dumps(terms.document(), sort_keys=True))
    return spread(gettext("full table"), "new", found, None, currency) if found is not None else None


@lru_cache(maxsize=256)
def _dearest(document: str) -> Exposure | None:
    terms = TableSettings.from_document(json.loads(document))
    found = dearest_table(terms.ruleset, terms.limits, players=terms.seats)
    return exposure_of(terms, [found[1]]) if found is not None and found[1] else None


def spread(name: str, tone: str, exposure: Exposure, reach: Reach | None, currency: str) -> Spread:
    """These results in figures, and drawn between the ends of `reach`; None: as far as they go."""
    mean = sum((cents * chance for cents, chance in exposure.results), Fraction(0))
    second = sum((cents**2 * chance for cents, chance in exposure.results), Fraction(0))
    variance = ROUNDS_AN_HOUR * (second - mean**2)
    hour = round(ROUNDS_AN_HOUR * mean)
    at_99, at_999 = (_result_at(exposure, share) for share in SHARES)
    return Spread(
        name=name,
        tone=tone,
        at_99=at_99,
        at_999=at_999,
        worst=_ordered(exposure)[0][0],
        losing=sum((chance for cents, chance in exposure.results if cents < 0), Fraction(0)),
        hour_mean=hour,
        hour_deviation=isqrt(int(variance)),
        hour_99=hour - isqrt(int(variance * Fraction(2326, 1000) ** 2)),
        hour_999=hour - isqrt(int(variance * Fraction(3090, 1000) ** 2)),
        bars=drawing(exposure, currency=currency, bound=None, size=WIDE, reach=reach),
    )


def _ordered(exposure: Exposure) -> list[tuple[int, Fraction]]:
    return sorted(exposure.results)


def _result_at(exposure: Exposure, share: Fraction) -> int:
    """The result that so large a share of rounds does not fall below."""
    passed = Fraction(0)
    for cents, chance in _ordered(exposure):
        passed += chance
        if passed > 1 - share:
            return cents
    return _ordered(exposure)[-1][0]


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


def drawing(exposure: Exposure, *, currency: str, bound: int | None, size: Size, reach: Reach | None = None) -> Drawing:
    """The results on one line from the worst to the best, or as far as `reach`; `bound` is the ceiling, drawn on a card
    alone.
    """
    shown = size is CARD and bound is not None
    ends = _ordered(exposure)
    low, high = reach or (ends[0][0], ends[-1][0])
    low, high = min(0, low, -(bound or 0) if shown else 0), max(0, high)
    places = size.width // size.pitch - 1
    step = max(1.0, (high - low) / places)
    first = _place(low, step)

    def x(cents: int) -> float:
        return (_place(cents, step) - first) * size.pitch + size.pitch / 2

    marks = tuple(_marks(exposure, x, size))
    return Drawing(
        size=replace(size, height=size.zero + MARK_LINE * len(marks) + 8) if size.named else size,
        bars=tuple(_bars(exposure, x, step, size, currency)),
        zero=_text(x(0)),
        marks=marks,
        ceiling=_text(x(-(bound or 0))) if shown else "",
        label=_label(exposure, currency),
    )


def _marks(exposure: Exposure, x: Callable[[int], float], size: Size) -> Iterator[Mark]:
    if not size.named:
        ticks = dict.fromkeys(_text(x(-cents)) for cents in (exposure.in_99, exposure.in_999) if cents)
        yield from (Mark(tick) for tick in ticks)
        return
    for line, each in enumerate(one for one in quantiles(exposure) if one.cents):
        place = x(each.cents)
        inwards = place > size.width - NEAR
        y = size.zero + MARK_LINE * (line + 1)
        yield Mark(_text(place), each.label, y, _text(place - 6 if inwards else place + 6), inwards)


def _place(cents: int, step: float) -> int:
    """The place of a result beside the others; no loss and no gain ever stands on the line of zero."""
    if cents == 0:
        return 0
    return min(-1, round(cents / step)) if cents < 0 else max(1, round(cents / step))


def _text(value: float) -> str:
    return f"{round(value, 1):g}"


def _bars(exposure: Exposure, x: Callable[[int], float], step: float, size: Size, currency: str) -> Iterator[Bar]:
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
        said = f"{words.signed(cents, currency)}: {_share(chance)}" if size.named else ""
        yield Bar(_text(x(cents) - size.half), _text(size.floor - height), _text(height), tone, said)


def _label(exposure: Exposure, currency: str) -> str:
    said = gettext("Possible results of the house in this round: %(losses)s; at best %(best)s.")
    losses = ", ".join(f"{each.label} {words.money(each.cents, currency)}" for each in quantiles(exposure))
    return said % {"losses": losses, "best": words.signed(_ordered(exposure)[-1][0], currency)}


def _share(chance: Fraction) -> str:
    """A chance in percent; one that two places would call nothing is said to be less than they can say."""
    least = Fraction(1, 10_000)
    return f"< {words.percent(least)}" if chance < least else words.percent(chance)
