"""The drawings of a day's report: the band of chance of a line, revenue over the hours, bets, the month's days.

Drawn at the width that they have on the page, so that their letters keep their size.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import isqrt
from typing import Final

from babel.dates import format_date
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice.presenters.charts import ceiling
from casino.backoffice.presenters.hold import BAND, MICRO
from casino.wording import names, words
from reporting.making.figures import Sums
from reporting.making.splits import SplitLine
from reporting.making.tax import TaxDay
from tables.queries import RoundCard

BAND_WIDTH: Final = 120
EDGE: Final = 5
"""Room for the mark at the ends of a band's line."""
WIDTH: Final = 502
LEFT: Final = 68
TOP: Final = 12
BOTTOM: Final = 196
HEIGHT: Final = 220
SIDE: Final = 271
"""The width of the two drawings beside that of the hours."""
MONTH_FOOT: Final = 190
MONTH_TOP: Final = 22
CHANCE_ROW: Final = 38
VOIDS_MOST: Final = 20
STRETCH: Final = Fraction(5, 4)
REACH: Final = 8


def promised_of(sums: Sums) -> int:
    """What the bets promised the house, in whole cents."""
    return round(Fraction(sums.expected, MICRO))


def spread_of(variance: int) -> int:
    """How far chance carries a sum in 95 of 100 days, in cents."""
    return isqrt(variance * BAND * BAND) // 100


@dataclass(frozen=True, slots=True)
class Band:
    """A line's hold on the line of what chance explains, as places on a small drawing, and in words."""

    low: int
    breadth: int
    promised: int
    hold: int
    inside: bool
    said: str


def bands(lines: Sequence[Sums], total: Sums) -> list[Band | None]:
    """The band of each line, all on one scale around the whole day's promise; None for one without stakes or promise.

    The scale holds the whole day's own band and reaches to the furthest hold, but at most `REACH` bands far: what is
    beyond it, a wide band or a mark, ends where the scale ends.
    """
    known = [line for line in (*lines, total) if line.turnover and (line.variance or line.expected)]
    if not known or not total.turnover:
        return [None] * len(lines)
    middle = Fraction(total.expected, total.turnover)
    own = Fraction(spread_of(total.variance) * MICRO, total.turnover)
    furthest = max(abs(_share(line) - middle) for line in known)
    reach = max(2 * own, min(furthest, REACH * own) if own else furthest)
    reach = reach * STRETCH or Fraction(MICRO)

    def x(share: Fraction) -> int:
        place = (share - middle + reach) / (2 * reach)
        return EDGE + int((BAND_WIDTH - 2 * EDGE) * min(max(place, Fraction(0)), Fraction(1)))

    return [_band(line, x) if line in known else None for line in lines]


def _share(sums: Sums) -> Fraction:
    return Fraction(sums.gross_revenue * MICRO, sums.turnover)


def _band(sums: Sums, x: Callable[[Fraction], int]) -> Band:
    hold, promised = _share(sums), Fraction(sums.expected, sums.turnover)
    spread = Fraction(spread_of(sums.variance) * MICRO, sums.turnover)
    low, high = promised - spread, promised + spread
    said = gettext("%(hold)s; promised %(promised)s, by chance from %(low)s to %(high)s") % {
        name: words.percent(share / MICRO)
        for name, share in (("hold", hold), ("promised", promised), ("low", low), ("high", high))
    }
    return Band(x(low), max(1, x(high) - x(low)), x(promised), x(hold), low <= hold <= high, said)


@dataclass(frozen=True, slots=True)
class Text:
    """A text on a drawing."""

    x: int
    y: int
    text: str
    zero: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class VoidMark:
    """A void round on the hours; without a text where several stand near each other."""

    x: int
    text: str
    anchor: str
    said: str


@dataclass(frozen=True, slots=True)
class HoursChart:
    """Gross revenue over the hours, as places on a drawing."""

    band: str
    promised: str
    actual: str
    last: tuple[int, int]
    inside: bool
    grid: tuple[Text, ...]
    labels: tuple[Text, ...]
    voids: tuple[VoidMark, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    top: int = TOP
    bottom: int = BOTTOM


@dataclass(frozen=True, slots=True)
class HourPoint:
    """The day so far at the end of an hour, in cents."""

    hour: int
    won: int
    promised: int
    low: int
    high: int


def hour_points(lines: Sequence[SplitLine], hours: int) -> tuple[HourPoint, ...]:
    """The day added up from its beginning, hour by hour; hours without a round carry on the one before."""
    of_hour = {int(line.key): line for line in lines}
    won = expected = variance = 0
    points = [HourPoint(0, 0, 0, 0, 0)]
    for hour in range(hours):
        line = of_hour.get(hour)
        if line is not None:
            won += line.gross_revenue
            expected += line.expected
            variance += line.variance
        promised, spread = round(Fraction(expected, MICRO)), spread_of(variance)
        points.append(HourPoint(hour + 1, won, promised, promised - spread, promised + spread))
    return tuple(points)


def hours_chart(
    lines: Sequence[SplitLine],
    *,
    since: datetime,
    until: datetime,
    hours: int,
    voids: Sequence[RoundCard],
    currency: str,
) -> HoursChart | None:
    """The drawing of one currency's hours up to `until`; None where nothing was staked."""
    if not any(line.turnover for line in lines):
        return None
    passed = min(hours, -(-int((until - since).total_seconds()) // 3600))
    points = hour_points(lines, passed)
    high, low = max(max(one.won, one.high, 0) for one in points), min(min(one.won, one.low, 0) for one in points)
    step = _step(high - low)
    top, bottom = -(-high // step) * step, low // step * step

    def x(hour: Fraction | int) -> int:
        return LEFT + int((WIDTH - LEFT - 8) * hour / hours)

    def y(cents: int) -> int:
        return TOP + (BOTTOM - TOP) * (top - cents) // (top - bottom)

    upper = [f"{x(one.hour)},{y(one.high)}" for one in points]
    lower = [f"{x(one.hour)},{y(one.low)}" for one in reversed(points)]
    last = points[-1]
    return HoursChart(
        band=" ".join(upper + lower),
        promised=" ".join(f"{x(one.hour)},{y(one.promised)}" for one in points),
        actual=" ".join(f"{x(one.hour)},{y(one.won)}" for one in points),
        last=(x(last.hour), y(last.won)),
        inside=last.low <= last.won <= last.high,
        grid=tuple(
            Text(LEFT - 6, y(cents), words.short_money(cents, currency), cents == 0, "end")
            for cents in range(bottom, top + 1, step)
        ),
        labels=tuple(
            Text(x(hour), HEIGHT - 6, hour_name(since, hour, hours), anchor="end" if hour == hours else "middle")
            for hour in _hours_named(hours)
        ),
        voids=_voids(voids, since, x),
    )


def _step(span: int) -> int:
    """So that a few lines stand across, five at most beside those at the ends."""
    return max(1, ceiling(-(-span // 5)))


def _hours_named(hours: int) -> tuple[int, ...]:
    return (*range(0, hours - 2, 4), hours)


def hour_name(since: datetime, hour: int, hours: int) -> str:
    """The clock at the beginning of an hour of the day: «4 h»; at the end of the day «24 h»."""
    if hour == hours:
        return gettext("%(hour)s h") % {"hour": 24}
    here = timezone.localtime(since + timedelta(hours=hour))
    return gettext("%(hour)s h") % {"hour": here.hour}


def hour_span(since: datetime, hour: int) -> str:
    """An hour as a line is named: «04:00–05:00»; with its distance from UTC on the days when the clocks change."""
    begin, end = (timezone.localtime(since + timedelta(hours=each)) for each in (hour, hour + 1))
    text = f"{begin:%H:%M}–{end:%H:%M}"
    if timezone.localtime(since).utcoffset() == timezone.localtime(since + timedelta(hours=23)).utcoffset():
        return text
    return f"{text} (UTC{begin:%z})"


def _voids(rounds: Sequence[RoundCard], since: datetime, x: Callable[[Fraction | int], int]) -> tuple[VoidMark, ...]:
    marks = []
    for one in rounds:
        if one.voided_at is None:
            continue
        place = x(Fraction(int((one.voided_at - since).total_seconds()), 3600))
        said = gettext("void %(time)s") % {"time": words.clock(one.voided_at)}
        text = said if len(rounds) == 1 else ""
        marks.append(VoidMark(place, text, "end" if place > WIDTH // 2 else "start", f"{one.code}: {said}"))
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class ChanceBar:
    """One bet: its part of the stakes, its hold beside the promise, and where they stand on the drawing."""

    name: str
    text: str
    width: int
    y: int


@dataclass(frozen=True, slots=True)
class ChanceBars:
    """All bets of a day, those with most stakes first."""

    bars: tuple[ChanceBar, ...]
    height: int
    width: int = SIDE


def chance_bars(lines: Sequence[SplitLine]) -> ChanceBars | None:
    """The bets with stakes; None without any."""
    staked = sorted((line for line in lines if line.turnover), key=lambda line: -line.turnover)
    if not staked:
        return None
    whole = sum(line.turnover for line in staked)
    bars = tuple(
        ChanceBar(names.chance(line.key), _beside(line), max(1, SIDE * line.turnover // whole), 24 + CHANCE_ROW * place)
        for place, line in enumerate(staked)
    )
    return ChanceBars(bars, CHANCE_ROW * len(bars))


def _beside(line: SplitLine) -> str:
    promised = Fraction(line.expected, line.turnover * MICRO)
    return gettext("%(hold)s · promised %(promised)s") % {
        "hold": words.percent(Fraction(line.gross_revenue, line.turnover)),
        "promised": words.percent(promised),
    }


@dataclass(frozen=True, slots=True)
class MonthBar:
    """One day's gross revenue."""

    x: int
    y: int
    width: int
    height: int
    tone: str
    said: str
    here: bool
    href: str


@dataclass(frozen=True, slots=True)
class MonthChart:
    """The days of a month up to the one that is shown."""

    bars: tuple[MonthBar, ...]
    zero: int
    first: str
    last: str
    figure: str
    width: int = SIDE
    height: int = HEIGHT


def month_chart(days: Sequence[TaxDay], here: date, currency: str, href: Callable[[date], str]) -> MonthChart | None:
    """Bars of gross revenue by day; None before there is a day with any."""
    if not any(day.gross_revenue for day in days):
        return None
    high = max(0, *(day.gross_revenue for day in days), 0)
    low = max(0, *(-day.gross_revenue for day in days), 0)
    room = MONTH_FOOT - MONTH_TOP
    zero = MONTH_TOP + room * high // (high + low)
    step = Fraction(SIDE, max(len(days), 12))
    bars = []
    for place, day in enumerate(days):
        height = max(1, room * abs(day.gross_revenue) // (high + low))
        said = f"{_short(day.day)}: {words.signed(day.gross_revenue, currency)}"
        up = day.gross_revenue >= 0
        bars.append(
            MonthBar(
                x=int(step * place),
                y=zero - height if up else zero,
                width=max(2, int(step * Fraction(3, 4))),
                height=height,
                tone="won" if up else "lost",
                said=said,
                here=day.day == here,
                href=href(day.day) if day.revision else "",
            )
        )
    shown = next((day for day in days if day.day == here), None)
    figure = words.signed(shown.gross_revenue, currency) if shown else ""
    return MonthChart(tuple(bars), zero, _short(days[0].day), _short(days[-1].day), figure)


def _short(day: date) -> str:
    return format_date(day, "d MMM", locale=words.locale())
