"""A player's deposits and withdrawals by month, and the hold on the line of chance, as places on drawings."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from babel.dates import format_date

from casino.wording import words
from players.cashier.queries import MoneyMonth
from tables.queries import OwnPromise

MONTHS_MOST: Final = 12
BARS_WIDTH: Final = 440
BARS_HALF: Final = 64
HOLD_WIDTH: Final = 400


@dataclass(frozen=True, slots=True)
class Pair:
    """A month's deposits above the line and withdrawals below it."""

    x: int
    width: int
    middle: int
    in_y: int
    in_height: int
    in_text: str
    out_y: int
    out_height: int
    out_text: str
    label: str


@dataclass(frozen=True, slots=True)
class MonthBars:
    """The latest months with a payment."""

    width: int
    height: int
    zero: int
    pairs: tuple[Pair, ...]


def month_bars(months: Sequence[MoneyMonth]) -> MonthBars | None:
    """The drawing of the latest months; None where nothing was paid."""
    shown = [each for each in months if each.deposited or each.withdrawn][-MONTHS_MOST:]
    if not shown:
        return None
    most = max(max(each.deposited, each.withdrawn) for each in shown)
    step = BARS_WIDTH // max(6, len(shown))
    zero = 18 + BARS_HALF
    pairs = []
    for place, each in enumerate(shown):
        x, width = place * step + step // 6, step * 2 // 3
        up, down = BARS_HALF * each.deposited // most, BARS_HALF * each.withdrawn // most
        pairs.append(
            Pair(
                x=x,
                width=width,
                middle=x + width // 2,
                in_y=zero - up,
                in_height=up,
                in_text=_figure(each.deposited),
                out_y=zero + 1,
                out_height=down,
                out_text=_figure(each.withdrawn),
                label=format_date(each.month, "MMM yy" if len(shown) < 8 else "MMM", locale=words.locale()),
            )
        )
    return MonthBars(BARS_WIDTH, zero + BARS_HALF + 34, zero, tuple(pairs))


def _figure(cents: int) -> str:
    """Whole euros without their sign: the head says it once."""
    return words.number(cents // 100) if cents else ""


@dataclass(frozen=True, slots=True)
class HoldLine:
    """The hold on the line of what chance explains."""

    width: int
    low: int
    promised: int
    high: int
    hold: int
    texts: tuple[str, str, str]

    @property
    def breadth(self) -> int:
        """Of the band."""
        return self.high - self.low


def hold_line(promise: OwnPromise) -> HoldLine:
    """The drawing: the band in its middle two thirds, the hold within the edges."""
    low, high = promise.low, promise.high
    span = (high - low) or Fraction(1)
    begin, end = HOLD_WIDTH // 5, HOLD_WIDTH * 4 // 5

    def x(share: Fraction) -> int:
        return min(max(round(begin + (end - begin) * (share - low) / span), 6), HOLD_WIDTH - 6)

    return HoldLine(
        width=HOLD_WIDTH,
        low=x(low),
        promised=x(promise.promised),
        high=x(high),
        hold=x(promise.hold),
        texts=(words.percent(low), words.percent(promise.promised), words.percent(high)),
    )
