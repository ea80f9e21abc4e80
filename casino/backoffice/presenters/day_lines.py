"""The day so far as a small line: gross revenue added up hour by hour, of one table or of several.

Places on the drawing are worked out here in whole units; templates only write them down.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from casino.backoffice.presenters.day_drawings import hour_span
from casino.wording import words
from tables.queries import TableHour

WIDTH: Final = 64
HEIGHT: Final = 22
EDGE: Final = 2
"""Room for the mark at the line's end, and for the thickness of the line."""


@dataclass(frozen=True, slots=True)
class DayLine:
    """The drawing, and what it says."""

    line: str
    area: str
    zero: int
    """How far from the top the line of nothing won and nothing lost lies."""
    end: tuple[int, int]
    revenue: int
    currency: str
    label: str
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def tone(self) -> str:
        """Whether the house is ahead: "won", or "lost"."""
        return "lost" if self.revenue < 0 else "won"


@dataclass(frozen=True, slots=True)
class Course:
    """The hours of a day at all tables; `hours` of it have begun since `since`."""

    since: datetime
    hours: int
    of_tables: tuple[TableHour, ...] = field(default=())

    def of(self, tables: Collection[int]) -> DayLine | None:
        """The line of these tables together, which have one currency; None where nothing was staked."""
        return self._line([each for each in self.of_tables if each.table_id in tables])

    def in_currency(self, currency: str) -> DayLine | None:
        """The line of all tables with this currency; None where nothing was staked."""
        return self._line([each for each in self.of_tables if each.currency == currency])

    def _line(self, found: list[TableHour]) -> DayLine | None:
        if not any(each.turnover for each in found):
            return None
        won, staked = (
            _by_hour((each.hour, each.revenue) for each in found),
            _by_hour((h.hour, h.turnover) for h in found),
        )
        sums = [0]
        for hour in range(self.hours):
            sums.append(sums[-1] + won.get(hour, 0))
        currency = found[0].currency
        best = max(staked, key=lambda hour: (staked[hour], -hour))
        said = gettext("Today so far %(revenue)s; most was staked from %(span)s, %(staked)s.") % {
            "revenue": words.signed(sums[-1], currency),
            "span": hour_span(self.since, best),
            "staked": words.money(staked[best], currency),
        }
        return _drawn(sums, currency, said)


def _by_hour(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for hour, cents in pairs:
        found[hour] = found.get(hour, 0) + cents
    return found


def _drawn(sums: list[int], currency: str, said: str) -> DayLine:
    """A line through these sums, from the left edge to the right one, with zero in sight."""
    high, low = max(sums), min(sums)
    room, last = HEIGHT - 2 * EDGE, max(1, len(sums) - 1)

    def place(at: int, cents: int) -> tuple[int, int]:
        return (WIDTH - 2 * EDGE) * at // last + EDGE, EDGE + room * (high - cents) // max(1, high - low)

    points = [place(at, cents) for at, cents in enumerate(sums)]
    line = " ".join(f"{x},{y}" for x, y in points)
    zero = place(0, 0)[1]
    return DayLine(line, f"{EDGE},{zero} {line} {points[-1][0]},{zero}", zero, points[-1], sums[-1], currency, said)
