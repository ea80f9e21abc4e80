"""Past bets under other rules, as pages show them: figures, and places on a drawing."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final, TypeAlias

from django.utils.translation import gettext, ngettext

from baccarat.chances import Chance
from baccarat.odds import odds_of
from casino.backoffice.presenters.exposure import Spread, counted, spread
from casino.backoffice.presenters.hour_curve import HourDrawing, hour_drawing
from casino.wording import words
from kernel.calendar import lisbon_date
from reporting.queries import jobs
from reporting.queries.jobs import JobCard
from tables.queries import WHAT_IF_DAYS, ConfigurationCard, WhatIfMoney, WhatIfOf, WhatIfRevenue
from tables.table_settings import TableSettings

WIDTH: Final = 760
LEFT: Final = 150
"""Room for the names of the bars."""
RIGHT: Final = 100
"""Room for a figure beside the last one."""
ROW: Final = 26
TICKS_MOST: Final = 7

_Place: TypeAlias = Callable[[int], int]
"""From cents to a place on the drawing."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One period that may be asked for."""

    days: int
    label: str
    chosen: bool
    done: bool


@dataclass(frozen=True, slots=True)
class Bar:
    """One side of one period: its band, its average, what happened, and the figure at its end."""

    name: str
    version: str
    tone: str
    y: int
    low: int
    width: int
    mean: int
    happened: int | None
    foot: int
    end: int
    text: str
    said: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A line down with its figure."""

    x: int
    text: str
    zero: bool


@dataclass(frozen=True, slots=True)
class RevenueChart:
    """The average gross revenue under both rules, with the band of 95 %, period by period."""

    width: int
    height: int
    bottom: int
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """One chance under both rules; an edge is None where the rules do not offer it."""

    chance: str
    staked: int
    refused: int
    old_edge: Fraction | None
    new_edge: Fraction | None
    old: int
    new: int

    @property
    def difference(self) -> int:
        """New less old."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Total:
    """All chances together: rounded once, not the sum of rounded lines."""

    staked: int
    refused: int
    old: int
    new: int
    difference: int


@dataclass(frozen=True, slots=True)
class SizeLine:
    """Players of one size of stake under both rules, and the lengths of their bars, in hundredths."""

    name: str
    players: int
    old: int
    new: int
    refused: int
    old_bar: int
    new_bar: int


@dataclass(frozen=True, slots=True)
class WhatIfView:
    """All that a page says of past bets under a version."""

    choices: tuple[Choice, ...]
    days: int
    job: JobCard | None
    """The work while it is under way, or failed."""
    empty: bool
    """Whether the days had no bets."""
    found: WhatIfMoney | None
    old_number: int
    new_number: int
    period: str
    chart: RevenueChart | None
    lines: tuple[ChanceLine, ...]
    total: Total | None
    sizes: tuple[SizeLine, ...]
    fullest: tuple[Spread, ...]
    fullest_at: datetime | None
    hour: HourDrawing | None
    kept_until: date | None = None
    """Of a version that was decided: the last of the days of which this is, as it was worked out then."""

    @property
    def days_text(self) -> str:
        """The days as an address names them."""
        return str(self.days)


def what_if(
    card: ConfigurationCard, base: ConfigurationCard | None, *, days: int, yesterday: date
) -> WhatIfView | None:
    """Past bets under `card` beside `base`, the version in force; None without one, or for a decided version."""
    if base is None or card.status not in {"draft", "submitted", "approved"}:
        return None
    works = {each: jobs.latest_what_if(_about(card, base, each), day=yesterday) for each in WHAT_IF_DAYS}
    return _view(card, base, works, days=days)


def kept_what_if(card: ConfigurationCard, base: ConfigurationCard | None, *, days: int) -> WhatIfView | None:
    """Past bets under a version that was decided, beside the one that it was decided beside, as they were worked out
    before that; None where none were.
    """
    decided = card.taken_back_at or card.decided_at
    if base is None or decided is None:
        return None
    since = lisbon_date(card.drafted_at) - timedelta(days=1)
    known = {
        each: jobs.last_what_if_done(_about(card, base, each), since=since, until=decided) for each in WHAT_IF_DAYS
    }
    works = {each: work for each, work in known.items() if work is not None}
    if not works:
        return None
    chosen = days if days in works else next(iter(works))
    view = _view(card, base, works, days=chosen)
    return replace(view, kept_until=works[chosen].day)


def _view(
    card: ConfigurationCard, base: ConfigurationCard, works: Mapping[int, JobCard | None], *, days: int
) -> WhatIfView:
    found = {each: jobs.tried(work) for each, work in works.items() if work is not None and work.done}
    chosen, work = found.get(days), works[days]
    drawn = [(each, tried) for each, tried in found.items() if tried is not None]
    fullest = tuple(_fullest(chosen, base, card)) if chosen else ()
    return WhatIfView(
        choices=tuple(Choice(each, period(each), each == days, each in found) for each in works),
        days=days,
        job=work if work is not None and not work.done else None,
        empty=days in found and chosen is None,
        found=chosen,
        old_number=base.number,
        new_number=card.number,
        period=period(days),
        chart=_chart(drawn, base, card) if drawn else None,
        lines=tuple(_lines(chosen, base.terms, card.terms)) if chosen else (),
        total=_total(chosen) if chosen else None,
        sizes=tuple(_sizes(chosen, card.currency)) if chosen else (),
        fullest=fullest,
        hour=hour_drawing(fullest, card.currency),
        fullest_at=datetime.fromisoformat(chosen.fullest.at) if chosen and chosen.fullest else None,
    )


def _about(card: ConfigurationCard, base: ConfigurationCard, days: int) -> WhatIfOf:
    return WhatIfOf(
        table_id=card.table_id,
        old_id=base.configuration_id,
        new_id=card.configuration_id,
        revision=card.revision,
        days=days,
    )


def period(days: int) -> str:
    """The name of a period."""
    return gettext("Yesterday") if days == 1 else ngettext("%(days)s day", "%(days)s days", days) % {"days": days}


def _chart(found: Sequence[tuple[int, WhatIfMoney]], base: ConfigurationCard, card: ConfigurationCard) -> RevenueChart:
    sides = [revenue for _, tried in found for revenue in (tried.old, tried.new)]
    happened = [tried.happened for _, tried in found]
    low = min(0, *happened, *(side.expected - side.band for side in sides))
    high = max(0, *happened, *(side.expected + side.band for side in sides))
    step = _step(high - low)
    first, last = low // step * step, -(-high // step) * step

    def x(cents: int) -> int:
        return LEFT + (WIDTH - LEFT - RIGHT) * (cents - first) // max(1, last - first)

    bars: list[Bar] = []
    y = 8
    for days, tried in found:
        for version, side, tone in ((base.number, tried.old, "old"), (card.number, tried.new, "new")):
            bars.append(_bar(days if tone == "old" else 0, version, side, tone, y, x, tried, card.currency))
            y += ROW
        y += ROW // 3
    ticks = tuple(
        Tick(x(cents), words.short_money(cents, card.currency), cents == 0) for cents in range(first, last + 1, step)
    )
    return RevenueChart(WIDTH, y + 22, y, tuple(bars), ticks)


def _bar(
    days: int, version: int, side: WhatIfRevenue, tone: str, y: int, x: _Place, tried: WhatIfMoney, currency: str
) -> Bar:
    low, high = x(side.expected - side.band), x(side.expected + side.band)
    said = gettext("v%(version)s: %(expected)s, 95%% between %(low)s and %(high)s") % {
        "version": version,
        "expected": words.signed(side.expected, currency),
        "low": words.signed(side.expected - side.band, currency),
        "high": words.signed(side.expected + side.band, currency),
    }
    return Bar(
        name=period(days) if days else "",
        version=f"v{version}",
        tone=tone,
        y=y,
        low=low,
        width=max(1, high - low),
        mean=x(side.expected),
        happened=x(tried.happened) if tone == "old" else None,
        foot=y + ROW - 4,
        end=max(high, x(tried.happened)) + 8,
        text=words.signed(side.expected, currency),
        said=said,
    )


def _step(span: int) -> int:
    """A round step in cents that gives few lines."""
    step = 100
    while span // step > TICKS_MOST:
        step = step * 5 // 2 if str(step).startswith("2") else step * 2
    return step


def _lines(found: WhatIfMoney, old: TableSettings, new: TableSettings) -> Iterator[ChanceLine]:
    before, after = odds_of(old.ruleset).bets, odds_of(new.ruleset).bets
    for each in found.by_chance:
        chance = Chance(each.chance)
        yield ChanceLine(
            chance=each.chance,
            staked=each.staked,
            refused=-each.refused,
            old_edge=before[chance].edge if chance in before else None,
            new_edge=after[chance].edge if chance in after else None,
            old=each.old,
            new=each.new,
        )


def _total(found: WhatIfMoney) -> Total:
    return Total(found.staked, -found.refused, found.old.expected, found.new.expected, found.difference.expected)


def _sizes(found: WhatIfMoney, currency: str) -> Iterator[SizeLine]:
    longest = max(1, *(abs(cents) for each in found.by_size for cents in (each.old, each.new)))
    least = 0
    for each in found.by_size:
        yield SizeLine(
            name=_size(least, each.most, currency),
            players=each.players,
            old=each.old,
            new=each.new,
            refused=-each.refused,
            old_bar=abs(each.old) * 100 // longest,
            new_bar=abs(each.new) * 100 // longest,
        )
        least = each.most or 0


def _size(least: int, most: int | None, currency: str) -> str:
    if most is None:
        return gettext("more than %(least)s") % {"least": words.short_money(least, currency)}
    return gettext("up to %(most)s") % {"most": words.short_money(most, currency)}


def _fullest(found: WhatIfMoney, base: ConfigurationCard, card: ConfigurationCard) -> Iterator[Spread]:
    if found.fullest is None:
        return
    sides = ((base, "old", found.fullest.old), (card, "new", found.fullest.new))
    known = [
        (f"v{one.number}", tone, results)
        for one, tone, stakes in sides
        if (results := counted(one.terms, stakes)) is not None
    ]
    if known:
        every = [cents for _, _, each in known for cents, _ in each.results]
        reach = min(every), max(every)
        yield from (spread(name, tone, each, reach, card.currency) for name, tone, each in known)
