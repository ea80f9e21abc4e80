"""The small charts of the system's health: delays with their goal, and counts, over an hour to a day."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext
from prometheus_client import Histogram

from casino.backoffice.presenters.charts import ceiling
from casino.wording import words
from kernel import measures
from reporting.queries.processes import Moment

WIDTH: Final = 348
LEFT: Final = 34
RIGHT: Final = 2
TOP: Final = 6
LABELS: Final = 20
"""Room below, for the times of day."""
DELAYS: Final = 106
COUNTS: Final = 64
"""The heights of the two kinds of drawing."""
MARK_APART: Final = 4


@dataclass(frozen=True, slots=True)
class Span:
    """What is drawn: from when to when, in which steps."""

    since: datetime
    until: datetime
    step: timedelta

    def x(self, at: datetime) -> int:
        """Where a moment stands."""
        return LEFT + round((WIDTH - LEFT - RIGHT) * ((at - self.since) / (self.until - self.since)))


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across with its figure."""

    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A time of day below."""

    x: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """One drawing. `lines` and `second` are unbroken stretches as points; `goal` is where the goal stands, if it has
    one; `marks` are the moments at which a process fell."""

    code: str
    title: str
    figure: str
    beside: str
    text: str
    note: str
    height: int
    bottom: int
    rules: tuple[Rule, ...]
    ticks: tuple[Tick, ...]
    areas: tuple[str, ...]
    lines: tuple[str, ...]
    second: tuple[str, ...]
    goal: int | None
    marks: tuple[int, ...]
    width: int = WIDTH
    left: int = LEFT

    @property
    def empty(self) -> bool:
        """Whether nothing was measured."""
        return not self.lines


@dataclass(frozen=True, slots=True)
class Delay:
    """What a chart of delays says of one measure. `goal` in seconds is one of its buckets' bounds; `promised` the share
    that is to stay below it, in thousandths."""

    code: str
    title: str
    measure: Histogram
    reached: Callable[[Moment], tuple[int, ...]]
    goal: float
    promised: int = 999


def delay_chart(delay: Delay, course: Sequence[Moment], span: Span, marks: Sequence[datetime]) -> LineChart:
    """The slowest hundredth and the median of a delay."""
    limits = measures.bounds(delay.measure)
    by_step = [(moment.at, delay.reached(moment)) for moment in course if moment.at <= span.until]
    slow, middle = (
        [(at, measures.quantile(share, limits, reached)) for at, reached in by_step] for share in (0.99, 0.5)
    )
    whole = _together([reached for _, reached in by_step])
    p99, p50 = (measures.quantile(share, limits, whole) for share in (0.99, 0.5))
    top = _top([*(value for _, value in slow if value is not None), delay.goal * 1.2])
    bottom = TOP + DELAYS

    def y(value: float) -> int:
        return TOP + round(DELAYS * (1 - min(1.0, value / top)))

    lines = _stretches(slow, span, y)
    said = gettext("%(value)s p99 · %(median)s p50") % {"value": _ms(p99), "median": _ms(p50)}
    return LineChart(
        code=delay.code,
        title=delay.title,
        figure=_ms(p99),
        beside=gettext("p99 · %(median)s p50") % {"median": _ms(p50)} if p50 is not None else "",
        text=f"{delay.title}: {said}",
        note=_kept_goal(delay, limits, whole),
        height=bottom + LABELS,
        bottom=bottom,
        rules=tuple(Rule(y(top * part / 2), words.number(round(top * part / 2 * 1000))) for part in range(3)),
        ticks=_ticks(span),
        areas=tuple(_area(each, bottom) for each in lines),
        lines=lines,
        second=_stretches(middle, span, y),
        goal=y(delay.goal),
        marks=tuple(span.x(at) for at in marks if span.since <= at <= span.until),
    )


def _kept_goal(delay: Delay, limits: tuple[float, ...], whole: tuple[int, ...]) -> str:
    """The goal, the share that kept it, and how much of the allowed error is spent."""
    total = sum(whole)
    goal = gettext("Goal: %(share)s below %(goal)s.") % {
        "share": f"{_tenths(delay.promised)} %",
        "goal": _ms(delay.goal),
    }
    if not total:
        return goal
    kept = measures.within(delay.goal, limits, whole)
    spent = round(100 * (total - kept) / (total * (1000 - delay.promised) / 1000))
    share = kept * 10_000 // total
    return gettext("%(goal)s Here %(kept)s of %(all)s; %(spent)s of the allowed error is spent.") % {
        "goal": goal,
        "kept": f"{share // 100}{words.separators()[0]}{share % 100:02} %",
        "all": words.number(total),
        "spent": f"{words.number(spent)} %",
    }


def count_chart(
    code: str, title: str, values: Sequence[tuple[datetime, int | None]], span: Span, *, note: str = ""
) -> LineChart:
    """One count by step; a step of which nothing is known breaks the line."""
    values = [(at, value) for at, value in values if at <= span.until]
    known = [value for _, value in values if value is not None]
    top = ceiling(max(known, default=0), unit=1) or 1
    bottom = TOP + COUNTS

    def y(value: float) -> int:
        return TOP + round(COUNTS * (1 - value / top))

    lines = _stretches(values, span, y)
    last = words.number(known[-1]) if known else gettext("not measured")
    return LineChart(
        code=code,
        title=title,
        figure=last,
        beside=gettext("most %(most)s") % {"most": words.number(max(known))} if known else "",
        text=f"{title}: {last}",
        note=note,
        height=bottom + LABELS,
        bottom=bottom,
        rules=(Rule(y(0), "0"), Rule(y(top), words.number(top))),
        ticks=_ticks(span),
        areas=tuple(_area(each, bottom) for each in lines),
        lines=lines,
        second=(),
        goal=None,
        marks=(),
    )


def _together(all_of_them: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    measured = [each for each in all_of_them if each]
    return tuple(map(sum, zip(*measured, strict=True)))


def _top(values: Sequence[float]) -> float:
    """The top of the axis: the next of 1, 2, 5, 10 … milliseconds."""
    return ceiling(max(1, ceil(max(values) * 1000)), unit=1) / 1000


def _stretches(
    values: Sequence[tuple[datetime, float | None]], span: Span, y: Callable[[float], int]
) -> tuple[str, ...]:
    """The line in unbroken parts: no line leads over a step of which nothing is known."""
    parts: list[list[str]] = []
    before: datetime | None = None
    for at, value in values:
        if value is None:
            continue
        if before is None or at - before > span.step:
            parts.append([])
        parts[-1].append(f"{span.x(at)},{y(value)}")
        before = at
    # A lone step is a dash of two units.
    return tuple(" ".join(part if len(part) > 1 else [part[0], _beside(part[0])]) for part in parts)


def _beside(point: str) -> str:
    x, y = point.split(",")
    return f"{int(x) + 2},{y}"


def _area(line: str, bottom: int) -> str:
    points = line.split(" ")
    first, last = points[0].split(",")[0], points[-1].split(",")[0]
    return f"{first},{bottom} {line} {last},{bottom}"


def _ticks(span: Span) -> tuple[Tick, ...]:
    third = (span.until - span.since) / 3
    places = [(span.since + third * part, "middle") for part in range(4)]
    named = [(places[0][0], "start"), *places[1:3], (places[3][0], "end")]
    return tuple(Tick(span.x(at), f"{timezone.localtime(at):%H:%M}", anchor) for at, anchor in named)


def _ms(seconds: float | None) -> str:
    if seconds is None:
        return gettext("not measured")
    return words.gap(timedelta(seconds=seconds)) if seconds >= 1 else f"{words.number(round(seconds * 1000))} ms"


def _tenths(thousandths: int) -> str:
    return f"{thousandths // 10}{words.separators()[0]}{thousandths % 10}"
