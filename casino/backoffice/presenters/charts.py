"""Bars by day, as places on a drawing: whole units, worked out here.

The marks that come by the hundred are written as markup here too: a template takes five times as long over them.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from typing import Final

from django.utils.safestring import SafeString

from casino.wording import words

WIDTH: Final = 960
LEFT: Final = 96
"""Room for the figures of the axis."""
RIGHT: Final = 8
PANEL: Final = 96
GAP: Final = 34
TOP: Final = 22
STAKES_TOP: Final = TOP
WON_TOP: Final = TOP + PANEL + GAP
HEIGHT: Final = WON_TOP + PANEL + 24
FIGURE: Final = 14
"""The height of a figure beside its line."""
LABELS_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class DayPoint:
    """One day of a chart; amounts in cents."""

    day: date
    turnover: int
    gross_revenue: int
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle, its tooltip, and whether its day is still running."""

    x: int
    y: int
    width: int
    height: int
    tone: str
    text: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A line across, with its figure at the left."""

    y: int
    text: str
    zero: bool


@dataclass(frozen=True, slots=True)
class Label:
    """A word under the bars."""

    x: int
    text: str


def _lines_across(lines: Iterable[Line], left: int, right: int) -> SafeString:
    """The lines, each with its figure."""
    return SafeString(
        "".join(
            f'<line class="chart__{"zero" if line.zero else "grid"}" x1="{left}" x2="{right}" y1="{line.y}"'
            f' y2="{line.y}"/><text class="chart__figure" x="88" y="{line.y}" dy="4" text-anchor="end">'
            f"{escape(line.text)}</text>"
            for line in lines
        )
    )


def _rectangles(bars: Iterable[Bar]) -> SafeString:
    """The bars, each with its tooltip."""
    return SafeString(
        "".join(
            f'<rect class="chart__{bar.tone}{" chart__open" if bar.provisional else ""}" x="{bar.x}" y="{bar.y}"'
            f' width="{bar.width}" height="{bar.height}"><title>{escape(bar.text)}</title></rect>'
            for bar in bars
        )
    )


def _words_at(labels: Iterable[Label], y: int) -> SafeString:
    """The words under a drawing, so far from its top."""
    return SafeString(
        "".join(f'<text x="{label.x}" y="{y}" text-anchor="middle">{escape(label.text)}</text>' for label in labels)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Bars over lines that cross the drawing, with words below."""

    width: int
    height: int
    left: int
    right: int
    labels_at: int
    bars: tuple[Bar, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]

    @property
    def marks(self) -> SafeString:
        """The lines across and the bars."""
        return _lines_across(self.lines, self.left, self.right) + _rectangles(self.bars)

    @property
    def words_below(self) -> SafeString:
        """The words under the bars."""
        return _words_at(self.labels, self.labels_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart(Drawing):
    """Stakes above, gross revenue below, on the same days."""

    stakes_heading: int
    won_heading: int
    provisional: bool
    """Whether one of the days is not over."""


def chart(points: Sequence[DayPoint], currency: str) -> Chart | None:
    """A chart of `points`, the oldest first; None where there is nothing to draw."""
    if not any(point.turnover for point in points):
        return None
    step = (WIDTH - LEFT - RIGHT) // max(len(points), 7)
    most = ceiling(max(point.turnover for point in points))
    high = ceiling(max(0, *(point.gross_revenue for point in points), 0))
    low = ceiling(max(0, *(-point.gross_revenue for point in points), 0))
    zero = WON_TOP + PANEL * high // (high + low) if high + low else WON_TOP + PANEL
    stake_scale, won_scale = _scale(most), _scale(high + low)
    bars: list[Bar] = []
    for place, point in enumerate(points):
        x, width = LEFT + place * step + step // 6, max(3, step - step // 3)
        tall, won = stake_scale(point.turnover), won_scale(abs(point.gross_revenue))
        day = _day(point.day)
        stakes, result = words.money(point.turnover, currency), words.money(point.gross_revenue, currency)
        bottom = STAKES_TOP + PANEL
        bars.append(Bar(x, bottom - tall, width, tall, "stakes", f"{day}: {stakes}", point.provisional))
        up = point.gross_revenue >= 0
        tone = "won" if up else "lost"
        bars.append(Bar(x, zero - won if up else zero, width, won, tone, f"{day}: {result}", point.provisional))
    lines = [
        Line(STAKES_TOP, _round_money(most, currency), False),
        Line(STAKES_TOP + PANEL, _round_money(0, currency), True),
    ]
    lines.append(Line(zero, _round_money(0, currency), True))
    # An end so near to zero that its figure would lie on the other is left without one.
    lines += [Line(WON_TOP, _round_money(high, currency), False)] if zero - WON_TOP >= FIGURE else []
    lines += [Line(WON_TOP + PANEL, _round_money(-low, currency), False)] if WON_TOP + PANEL - zero >= FIGURE else []
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        stakes_heading=STAKES_TOP - 8,
        won_heading=WON_TOP - 8,
        labels_at=HEIGHT - 6,
        bars=tuple(bars),
        lines=tuple(lines),
        labels=tuple(_labels(points, step)),
        provisional=any(point.provisional for point in points),
    )


def bar_chart(points: Sequence[tuple[date, int]], currency: str) -> Drawing | None:
    """Bars of one sum by day, none below zero, the oldest first; None where there is nothing to draw."""
    if not any(cents for _day_, cents in points):
        return None
    step = (WIDTH - LEFT - RIGHT) // max(len(points), 7)
    most = ceiling(max(cents for _day_, cents in points))
    bottom, bars = TOP + PANEL, []
    for place, (day, cents) in enumerate(points):
        x, width, tall = LEFT + place * step + step // 6, max(3, step - step // 3), PANEL * max(0, cents) // most
        text = f"{_day(day)}: {words.money(cents, currency)}"
        bars.append(Bar(x, bottom - tall, width, tall, "won", text, False))
    lines = (Line(TOP, _round_money(most, currency), False), Line(bottom, _round_money(0, currency), True))
    labels = _labels([DayPoint(day, 0, 0) for day, _cents in points], step)
    height = bottom + 24
    return Drawing(
        width=WIDTH,
        height=height,
        left=LEFT,
        right=WIDTH - RIGHT,
        labels_at=height - 6,
        bars=tuple(bars),
        lines=lines,
        labels=tuple(labels),
    )


def ceiling(most: int, *, unit: int = 100) -> int:
    """The next of 1, 2, 5, 10, 20 … units that is not below `most`; 0 for nothing. Cents in whole euros, if not said.

    >>> ceiling(123_45), ceiling(500_00), ceiling(0), ceiling(11, unit=1)
    (20000, 50000, 0, 20)
    """
    if most <= 0:
        return 0
    while True:
        for times in (1, 2, 5):
            if most <= times * unit:
                return times * unit
        unit *= 10


def _scale(most: int) -> Callable[[int], int]:
    return lambda cents: PANEL * cents // most if most else 0


def _labels(points: Sequence[DayPoint], step: int) -> list[Label]:
    every = -(-len(points) // LABELS_MOST)
    return [
        Label(LEFT + place * step + step // 2, _day(point.day))
        for place, point in enumerate(points)
        if place % every == 0
    ]


def _day(day: date) -> str:
    return f"{day.day}/{day.month}"


def _round_money(cents: int, currency: str) -> str:
    """An axis needs no cents: its figures are whole euros."""
    return words.money(cents, currency).replace(words.separators()[0] + "00", "")
