"""Complaints by deadline, as places on two drawings and as the rows of their tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from babel.dates import format_date
from django.utils.translation import gettext

from casino.backoffice.presenters.charts import (
    GAP,
    LEFT,
    PANEL,
    RIGHT,
    TOP,
    WIDTH,
    Bar,
    Drawing,
    Label,
    Line,
    ceiling,
)
from casino.wording import words
from players.complaints.queries.deadlines import AnsweredMonth

SPANS: Final = ((0, 0), (1, 1), (2, 2), (3, 5), (6, 10), (11, 10_000))
"""Working days to the deadline, from and to, of each bar after the late ones."""
TALL: Final = PANEL + GAP
"""The height of the highest bar."""
LEAST: Final = 5
"""The least that the axis goes up to: one case alone is no tower."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The number above a bar."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountChart(Drawing):
    """Bars of counts, each with its number above; red parts are late, and the table says so in words."""

    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """One bar of a chart: the cases in time and the late ones."""

    name: str
    in_time: int
    late: int

    @property
    def every(self) -> int:
        """Both together."""
        return self.in_time + self.late


def waiting(found: Mapping[int, int]) -> tuple[Count, ...]:
    """Open cases by the working days they have left, the late ones first."""
    late = sum(count for left, count in found.items() if left < 0)
    rows = [Count(gettext("overdue"), 0, late)]
    for first, last in SPANS:
        name = (
            gettext("today")
            if last == 0
            else gettext("more than %(days)s days") % {"days": first - 1}
            if last > 1_000
            else f"{first}–{last}"
            if last > first
            else str(first)
        )
        rows.append(Count(name, sum(count for left, count in found.items() if first <= left <= last), 0))
    return tuple(rows)


def answered(months: Sequence[AnsweredMonth]) -> tuple[Count, ...]:
    """Answers by month, the oldest first."""
    return tuple(
        Count(format_date(one.month, "MMM yyyy", locale=words.locale()), one.in_time, one.late) for one in months
    )


def axis(most: int) -> int:
    """The end of the axis above the highest number of cases.

    >>> axis(3), axis(11)
    (5, 20)
    """
    return max(LEAST, ceiling(most, unit=1))


def drawn(rows: Sequence[Count]) -> CountChart | None:
    """The drawing of these rows; None where there is nothing to draw."""
    if not any(row.every for row in rows):
        return None
    most = axis(max(row.every for row in rows))
    step, bottom = (WIDTH - LEFT - RIGHT) // len(rows), TOP + TALL
    bars, figures = [], []
    for place, row in enumerate(rows):
        x, width = LEFT + place * step + step // 4, step - step // 2
        top = bottom
        for count, tone, what in (
            (row.in_time, "won", gettext("in time")),
            (row.late, "lost", gettext("overdue")),
        ):
            tall = TALL * count // most
            top -= tall
            if count:
                bars.append(Bar(x, top, width, tall, tone, f"{row.name}: {words.number(count)} {what}", False))
        if row.every:
            figures.append(Figure(x + width // 2, top - 5, words.number(row.every)))
    return CountChart(
        width=WIDTH,
        height=bottom + 24,
        left=LEFT,
        right=WIDTH - RIGHT,
        labels_at=bottom + 18,
        bars=tuple(bars),
        figures=tuple(figures),
        lines=(Line(TOP, words.number(most), False), Line(bottom, "0", True)),
        labels=tuple(Label(LEFT + place * step + step // 2, row.name) for place, row in enumerate(rows)),
    )
