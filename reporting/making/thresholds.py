"""Amounts from which on a report counts something (PT-R08, PT-53, GL-23): dated lines, each with its source.

A house's own file of facts may add lines; before its first one, and without any, the lines here hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final


@dataclass(frozen=True, slots=True, order=True)
class Threshold:
    """A report's threshold in cents from a day on, until the next line's day."""

    since: date
    report: str
    cents: int
    source: str
    """The person or text that set it; in the language of record."""


DEFAULTS: Final = (
    Threshold(date(2015, 6, 28), "significant-events", 5_000_00, "política da casa; a lei não fixa valor"),
    Threshold(
        date(2015, 6, 28),
        "unusual-transfers",
        2_000_00,
        "política da casa, pelo valor da Diretiva (UE) 2015/849, art. 11.º, d)",
    ),
)
"""One line for each report that takes an amount, from the first day that a report may be about."""


def in_force(report: str, first: date, last: date, *, house: Iterable[Threshold]) -> tuple[Threshold, ...]:
    """The lines of a report in force on some day of a period, in the order of their days.

    `house` are the house's own lines; of two lines of one day the house's holds.

    >>> [line.cents for line in in_force("unusual-transfers", date(2026, 1, 1), date(2026, 1, 31), house=())]
    [200000]
    """
    lines = {line.since: line for line in (*DEFAULTS, *house) if line.report == report and line.since <= last}
    days = sorted(lines)
    begun = max((day for day in days if day <= first), default=days[0])
    return tuple(lines[day] for day in days if day >= begun)


def default(lines: Iterable[Threshold]) -> int:
    """The amount a report counts from unless asked otherwise: the least of the lines in force, in cents."""
    return min(line.cents for line in lines)
