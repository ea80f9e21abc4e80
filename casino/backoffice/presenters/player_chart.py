"""A player's money over time beside what the bets promised, and limits, exclusions and signals on the same days.

Places on drawings are worked out here in whole units; templates only write them down.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import islice
from typing import Final

from babel.dates import format_date

from baccarat.revenue import band
from casino.backoffice.presenters.hold import Grid, Label
from casino.wording import protection_names, words
from kernel.calendar import lisbon_date
from kernel.labels import label
from players.protection.queries.protection import ExclusionEntry, LimitEntry
from players.protection.queries.watch import SignalCard
from tables.queries import OwnPromise, WeekOfBets

WIDTH: Final = 720
LEFT: Final = 76
RIGHT: Final = 12
MARKS: Final = 48
"""The room above the curve for what happened."""
MARK_ROWS: Final = 3
PANEL: Final = 208
HEIGHT: Final = MARKS + PANEL + 26
STEPS: Final[tuple[int, ...]] = tuple(each * 10**power for power in range(2, 12) for each in (1, 2, 5))
"""Cents between two lines of the grid."""
LINES_MOST: Final = 6
LETTER: Final = 6
"""The mean width of a letter of 11 px."""
LABELS_MOST: Final = 9
LANE: Final = 24
LANES_LEFT: Final = 136
LANES_WIDTH: Final = 440
LANES_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class LifeWeek:
    """A week, and all weeks of the drawing up to it, from the player's side; cents."""

    week: date
    staked: int
    result: int
    so_far: int
    promised: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Happened:
    """What stands on the drawing as a mark: when, what, and how grave."""

    at: datetime
    text: str
    tone: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as it is drawn; `text` is empty where there is no room, and then said by its title alone."""

    x: int
    y: int
    text: str
    title: str
    tone: str
    anchor: str
    text_x: int


@dataclass(frozen=True, slots=True)
class LifeChart:
    """The player's result so far, what the bets promised of it, the band of chance, and what happened meanwhile."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    band: str
    promised: str
    actual: str
    last: tuple[int, int]
    grid: tuple[Grid, ...]
    labels: tuple[Label, ...]
    marks: tuple[Mark, ...]


def life_weeks(promise: OwnPromise, *, since: date | None, today: date) -> tuple[LifeWeek, ...]:
    """Every week from the first with a bet, or from `since`, to the present one; a week without bets stands still."""
    by_week = {each.week: each for each in promise.weeks if since is None or each.week >= since}
    if not by_week:
        return ()
    found = []
    result, expected, variance = 0, Fraction(0), Fraction(0)
    for week in _mondays(min(by_week), today):
        one = by_week.get(week) or WeekOfBets(
            week=week, staked=0, returned=0, expected=Fraction(0), variance=Fraction(0)
        )
        result += one.returned - one.staked
        expected += one.expected
        variance += one.variance
        middle, spread = -round(expected), band(variance)
        found.append(
            LifeWeek(week, one.staked, one.returned - one.staked, result, middle, middle - spread, middle + spread)
        )
    return tuple(found)


def _mondays(first: date, last: date) -> Iterator[date]:
    while first <= last:
        yield first
        first += timedelta(days=7)


def happened(
    limits: Iterable[LimitEntry], exclusions: Iterable[ExclusionEntry], signals: Iterable[SignalCard]
) -> tuple[Happened, ...]:
    """Limits that came into force, exclusions and signals, in the order of time."""
    found = [
        Happened(
            each.starts_at,
            f"{protection_names.heading(each.name)}: {protection_names.amount(each.kind, each.most)}",
            "good",
        )
        for each in limits
        if each.starts_at is not None
    ]
    found += [Happened(each.starts_at, label(each.kind), "bad") for each in exclusions]
    found += [Happened(each.raised_at, label(each.kind), "warn") for each in signals]
    return tuple(sorted(found, key=lambda each: each.at))


def life_chart(weeks: Sequence[LifeWeek], marks: Sequence[Happened], *, currency: str) -> LifeChart | None:
    """The drawing; None where nothing was played."""
    if not weeks:
        return None
    high = max(0, *(max(week.so_far, week.high) for week in weeks))
    low = min(0, *(min(week.so_far, week.low) for week in weeks))
    step = next((each for each in STEPS if (high - low) // each < LINES_MOST), STEPS[-1])
    top, bottom = -(-high // step) * step, low // step * step

    def y(cents: int) -> int:
        return MARKS + PANEL * (top - cents) // (top - bottom)

    days = _Days(weeks[0].week, weeks[-1].week + timedelta(days=7), LEFT, WIDTH - RIGHT)
    ends = [days.x(week.week + timedelta(days=7)) for week in weeks]
    zero = (days.x(weeks[0].week), y(0))
    path = [zero, *((x, y(week.so_far)) for x, week in zip(ends, weeks, strict=True))]
    upper = [zero, *((x, y(week.high)) for x, week in zip(ends, weeks, strict=True))]
    lower = [(x, y(week.low)) for x, week in zip(ends, weeks, strict=True)]
    middle = [zero, *((x, y(week.promised)) for x, week in zip(ends, weeks, strict=True))]
    return LifeChart(
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        right=WIDTH - RIGHT,
        top=MARKS,
        bottom=MARKS + PANEL,
        band=_points([*upper, *reversed(lower)]),
        promised=_points(middle),
        actual=_points(path),
        last=path[-1],
        grid=tuple(
            Grid(y(cents), words.short_money(cents, currency), cents == 0) for cents in range(bottom, top + 1, step)
        ),
        labels=days.months(),
        marks=tuple(_marks(marks, days)),
    )


@dataclass(frozen=True, slots=True)
class _Days:
    """Days along a drawing."""

    first: date
    end: date
    left: int
    right: int

    def x(self, day: date) -> int:
        """Where a day begins; at the edges for days outside."""
        whole: int = max(1, (self.end - self.first).days)
        so_far: int = min(max((day - self.first).days, 0), whole)
        return self.left + (self.right - self.left) * so_far // whole

    def has(self, day: date) -> bool:
        return self.first <= day < self.end

    def months(self) -> tuple[Label, ...]:
        """The first days of months, so many as fit, or the first day where there is none."""
        firsts = [self.first] if self.first.day == 1 else []
        day = self.first
        while (day := (day.replace(day=1) + timedelta(days=32)).replace(day=1)) < self.end:
            firsts.append(day)
        every = max(1, -(-len(firsts) // LABELS_MOST))
        shape = "MMM yy" if (self.end - self.first).days > 330 else "MMM"
        shown = [(each, shape) for each in firsts[::every]] or [(self.first, "d MMM")]
        return tuple(
            Label(self.x(each), format_date(each, how, locale=words.locale()))
            for each, how in shown
            if self.x(each) < self.right - 20
        )


def _points(places: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in places)


def _marks(found: Sequence[Happened], days: _Days) -> Iterator[Mark]:
    """The latest get their words first; a mark without room keeps its line and its title."""
    free = [WIDTH - RIGHT + 1] * MARK_ROWS
    drawn = []
    for each in reversed([one for one in found if days.has(lisbon_date(one.at))]):
        x = days.x(lisbon_date(each.at))
        width = LETTER * len(each.text) + 8
        row = next((row for row in range(MARK_ROWS) if x < free[row] and x - width >= 0), None)
        title = f"{words.date(each.at)}: {each.text}"
        if row is None:
            drawn.append(Mark(x, MARKS + 6, "", title, each.tone, "end", x))  # below the words of the others
            continue
        free[row] = x - width
        drawn.append(Mark(x, 12 + 14 * row, each.text, title, each.tone, "end", x - 4))
    yield from reversed(drawn)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a lane, or, without width, a mark on it."""

    x: int
    width: int
    text: str
    title: str
    tone: str


@dataclass(frozen=True, slots=True)
class Lane:
    """One limit, the exclusions or the signals, from left to right."""

    name: str
    y: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Lanes:
    """Limits, exclusions and signals over the same days."""

    width: int
    height: int
    left: int
    lanes: tuple[Lane, ...]
    labels: tuple[Label, ...]


def lanes(
    limits: Sequence[LimitEntry],
    exclusions: Sequence[ExclusionEntry],
    signals: Sequence[SignalCard],
    *,
    names: tuple[str, str],
    now: datetime,
) -> Lanes | None:
    """The drawing; None where there never was any of it. `names`: of the lanes of exclusions and of signals."""
    spans: dict[str, list[tuple[datetime, datetime, str, str]]] = {}
    for each in reversed(limits):
        if each.starts_at is not None and each.most is not None:
            most = protection_names.amount(each.kind, each.most)
            tone = "house" if each.source == "operator" else "own"
            spans.setdefault(each.name, []).append((each.starts_at, each.ended_at or now, most, tone))
    moments = [begins for found in spans.values() for begins, *_ in found]
    moments += [each.starts_at for each in exclusions] + [each.raised_at for each in signals]
    if not moments:
        return None
    days = _Days(lisbon_date(min(moments)), lisbon_date(now) + timedelta(days=1), LANES_LEFT, LANES_WIDTH - 4)
    rows: list[tuple[str, list[Piece]]] = [
        (protection_names.heading(name), _apart([_piece(days, *span) for span in found]))
        for name, found in islice(spans.items(), LANES_MOST)
    ]
    breaks = [_piece(days, each.starts_at, each.ends_at or now, "", "break", label(each.kind)) for each in exclusions]
    raised = [Piece(days.x(lisbon_date(each.raised_at)), 0, "", _title(each), "warn") for each in signals]
    rows += [(name, pieces) for name, pieces in zip(names, (breaks, raised), strict=True) if pieces]
    return Lanes(
        width=LANES_WIDTH,
        height=LANE * len(rows) + 20,
        left=LANES_LEFT,
        lanes=tuple(Lane(name, LANE * place, tuple(pieces)) for place, (name, pieces) in enumerate(rows)),
        labels=days.months(),
    )


def _title(signal: SignalCard) -> str:
    return f"{words.date(signal.raised_at)}: {label(signal.kind)}"


def _apart(pieces: list[Piece]) -> list[Piece]:
    """Each piece ends where the next one begins: on the day of a change both limits held."""
    ends = [each.x - 1 for each in pieces[1:]]
    found = []
    for each, end in zip(pieces, [*ends, LANES_WIDTH], strict=True):
        width = max(3, min(each.width, end - each.x))
        found.append(replace(each, width=width, text=each.text if _fits(each.text, width) else ""))
    return found


def _fits(text: str, width: int) -> bool:
    return LETTER * len(text) + 8 <= width


def _piece(days: _Days, begins: datetime, ends: datetime, text: str, tone: str, title: str = "") -> Piece:
    x = days.x(lisbon_date(begins))
    width = max(3, days.x(lisbon_date(ends) + timedelta(days=1)) - x - 1)
    said = f"{words.date(begins)}: {title or text}"
    return Piece(x, width, text if _fits(text, width) else "", said, tone)
