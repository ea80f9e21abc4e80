"""Hold beside what the bets promised, as places on a drawing: worked out here, only written down by the template."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import isqrt
from typing import Final

from babel.dates import format_date

from casino.wording import words
from reporting.making.figures import DayFigures, Total

WIDTH: Final = 960
LEFT: Final = 96
RIGHT: Final = 12
TOP: Final = 16
PANEL: Final = 220
HEIGHT: Final = TOP + PANEL + 28
LABELS_MOST: Final = 10
MICRO: Final = 1_000_000
BAND: Final = 196
"""Hundredths of standard deviations on either side: 95 of 100 days end within it by chance alone."""
STEPS: Final = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000)


@dataclass(frozen=True, slots=True)
class HoldDay:
    """A day, and all days of the drawing up to it; shares in millionths."""

    day: date
    turnover: int
    gross_revenue: int
    commission: int
    hold: int | None
    promised: int | None
    low: int | None
    high: int | None

    @property
    def inside(self) -> bool:
        """Whether the hold so far lies within what chance explains."""
        return self.hold is None or self.low is None or self.high is None or self.low <= self.hold <= self.high


@dataclass(frozen=True, slots=True)
class Grid:
    """A line across with its figure."""

    y: int
    text: str
    zero: bool


@dataclass(frozen=True, slots=True)
class Label:
    """A day or month under the drawing."""

    x: int
    text: str


@dataclass(frozen=True, slots=True)
class HoldChart:
    """The band, the expected hold in its middle, and the actual hold."""

    width: int
    height: int
    left: int
    right: int
    labels_at: int
    band: str
    promised: str
    actual: str
    last: tuple[int, int]
    grid: tuple[Grid, ...]
    labels: tuple[Label, ...]


def hold_days(figures: Sequence[DayFigures], currency: str) -> tuple[HoldDay, ...]:
    """Each day with the hold, the promise and the band of all days from the first of them on."""
    turnover = won = expected = variance = 0
    found = []
    for one in figures:
        total = next((each for each in one.totals if each.currency == currency), Total(currency=currency))
        turnover += total.turnover
        won += total.gross_revenue
        expected += total.expected
        variance += total.variance
        spread = isqrt(variance * BAND * BAND) // 100
        promised = expected // turnover if turnover else None
        found.append(
            HoldDay(
                day=one.day,
                turnover=total.turnover,
                gross_revenue=total.gross_revenue,
                commission=total.commission,
                hold=won * MICRO // turnover if turnover else None,
                promised=promised,
                low=(expected - spread * MICRO) // turnover if turnover else None,
                high=(expected + spread * MICRO) // turnover if turnover else None,
            )
        )
    return tuple(found)


def hold_chart(days: Sequence[HoldDay]) -> HoldChart | None:
    """The drawing; None where there is nothing to draw."""
    drawn = [(place, day) for place, day in enumerate(days) if day.hold is not None]
    if len(drawn) < 2:
        return None
    # The band of the first days is wide; the drawing is as high as the hold and the settled band need.
    holds = [day.hold or 0 for _, day in drawn]
    settled = drawn[len(drawn) // 5]
    high = max(*holds, settled[1].high or 0, 0)
    low = min(*holds, settled[1].low or 0, 0)
    step = next((step for step in STEPS if (high - low) // step <= 6), STEPS[-1])
    top, bottom = -(-high // step) * step, low // step * step

    def y(share: int) -> int:
        return TOP + PANEL * (top - min(max(share, bottom), top)) // (top - bottom)

    def x(place: int) -> int:
        return LEFT + (WIDTH - LEFT - RIGHT) * place // max(1, len(days) - 1)

    upper = [f"{x(place)},{y(day.high or 0)}" for place, day in drawn]
    lower = [f"{x(place)},{y(day.low or 0)}" for place, day in reversed(drawn)]
    place, last = drawn[-1]
    every = -(-len(days) // LABELS_MOST)
    return HoldChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        labels_at=HEIGHT - 6,
        band=" ".join(upper + lower),
        promised=" ".join(f"{x(place)},{y(day.promised or 0)}" for place, day in drawn),
        actual=" ".join(f"{x(place)},{y(day.hold or 0)}" for place, day in drawn),
        last=(x(place), y(last.hold or 0)),
        grid=tuple(
            Grid(y(share), f"{words.millionths(share)[:-2]}\N{NO-BREAK SPACE}%", share == 0)
            for share in range(bottom, top + 1, step)
        ),
        labels=tuple(
            Label(x(place), format_date(day.day, "d/M", locale=words.locale()))
            for place, day in enumerate(days)
            if place % every == 0 and x(place) < WIDTH - RIGHT - 12
        ),
    )
