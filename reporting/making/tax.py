"""The gaming tax (IEJO): dated rates, and what a month owes. Pure; whole cents.

The base is the gross revenue: staked less returned, prizes and returned stakes on the same basis (PT-82). Commission
was kept back from prizes and so is inside it; it is shown, and never added (PT-84).
"""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate from a day on, until the next one's day."""

    since: date
    rate: Fraction
    source: str


RATES: Final = (Rate(date(2020, 4, 1), Fraction(25, 100), "RJO art. 89.º, Lei 2/2020"),)
"""The rates in the order of their days. A change of the law is another line; months before it keep theirs."""
ASSESSED_BY_DAY: Final = 15
"""Of the month after (PT-85); paid by its last day."""


class NoRate(ValueError):
    """No rate is known for a day that early."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxDay:
    """One gaming day's regulated figures, from its report's last revision; `revision` is 0 where there is none."""

    day: date
    revision: int
    turnover: int = 0
    returned: int = 0
    commission: int = 0

    @property
    def gross_revenue(self) -> int:
        """The base of the day."""
        return self.turnover - self.returned


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxPart:
    """The days of a month under one rate."""

    rate: Rate
    days: tuple[TaxDay, ...]

    @property
    def gross_revenue(self) -> int:
        """The base of these days."""
        return sum(day.gross_revenue for day in self.days)

    @property
    def tax(self) -> int:
        """The tax on the sum of these days in cents, halves up: a day that lost counts against the others, and a sum
        below zero owes nothing.

        >>> day = TaxDay(day=date(2026, 1, 1), revision=1, turnover=100_000_00, returned=98_900_00)
        >>> TaxPart(rate=RATES[0], days=(day,)).tax
        27500
        """
        owed = max(0, self.gross_revenue) * self.rate.rate
        return (2 * owed.numerator + owed.denominator) // (2 * owed.denominator)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaxStatement:
    """A month: its days, its base, what it owes and by when."""

    month: date
    """Its first day."""
    parts: tuple[TaxPart, ...]
    first: date | None = None
    """The house's first gaming day, where that lies in this month: before it there was nothing to report."""

    @property
    def days(self) -> tuple[TaxDay, ...]:
        """Every day of the month that is over."""
        return tuple(day for part in self.parts for day in part.days)

    @property
    def missing(self) -> tuple[date, ...]:
        """Days without a report: until they have one the statement is not whole."""
        return tuple(day.day for day in self.days if not day.revision)

    @property
    def whole(self) -> bool:
        """Whether every day of the month is over and has its report."""
        before = self.first.day - 1 if self.first else 0
        return not self.missing and len(self.days) == monthrange(self.month.year, self.month.month)[1] - before

    @property
    def gross_revenue(self) -> int:
        """The base of the month."""
        return sum(part.gross_revenue for part in self.parts)

    @property
    def tax(self) -> int:
        """The tax due for the month, in cents."""
        return sum(part.tax for part in self.parts)

    @property
    def assessed_by(self) -> date:
        """The last day to declare it."""
        return _following(self.month).replace(day=ASSESSED_BY_DAY)

    @property
    def paid_by(self) -> date:
        """The last day to pay it."""
        following = _following(self.month)
        return following.replace(day=monthrange(following.year, following.month)[1])


def statement(month: date, days: Iterable[TaxDay], *, first: date | None = None) -> TaxStatement:
    """A month out of its days, told apart by the rates in force.

    Raises `NoRate`.
    """
    parts: list[tuple[Rate, list[TaxDay]]] = []
    for day in days:
        rate = rate_on(day.day)
        if not parts or parts[-1][0] != rate:
            parts.append((rate, []))
        parts[-1][1].append(day)
    told = tuple(TaxPart(rate=rate, days=tuple(found)) for rate, found in parts)
    return TaxStatement(month=month, parts=told, first=first)


def rate_on(day: date) -> Rate:
    """The rate in force on a day. Raises `NoRate`."""
    found = [rate for rate in RATES if rate.since <= day]
    if not found:
        raise NoRate(day)
    return found[-1]


def _following(month: date) -> date:
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)
