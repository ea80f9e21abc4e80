"""A day's report split: by table, version of the rules, hour, bet, device; each adds up to the report. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Final

from reporting.making.figures import DayFigures, Sums, TableLine, Total, totals


class SplitBy(StrEnum):
    """What the sums of a day are told apart by."""

    TABLE = "table"
    RULES = "rules"
    HOUR = "hour"
    CHANCE = "chance"
    DEVICE = "device"


COUNTED: Final = frozenset({SplitBy.TABLE, SplitBy.RULES, SplitBy.HOUR})
"""Splits in which every round is in one line; by bet and by device a round is in several, and so not counted."""
PROMISED: Final = COUNTED | {SplitBy.CHANCE}
"""Splits whose lines know what their bets promised."""
ROUNDS: Final = ("rounds", "voids")
MONEY: Final = ("bets", "turnover", "returned", "prizes", "commission", "pushes", "refunded")


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitLine(Sums):
    """One part of a day in one currency; play money has lines of its own."""

    currency: str
    key: str
    """The table's code, `code/version`, the whole hours since the day began, the bet, the device."""
    players: int | None = None
    """Different persons; None where they were not counted."""
    table_code: str = ""
    table_name: str = ""
    versions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A day's parts, and how far their sum is from the report's."""

    by: SplitBy
    lines: tuple[SplitLine, ...]
    differences: tuple[tuple[str, str, int], ...] = ()
    """Currency, figure and cents (or number) that the parts have more than the report; empty where they agree."""

    def of(self, currency: str) -> tuple[SplitLine, ...]:
        """The parts of one currency."""
        return tuple(line for line in self.lines if line.currency == currency)


def by_rules(figures: DayFigures) -> Split:
    """A line for each table and version, as the report has them."""
    return Split(
        by=SplitBy.RULES,
        lines=tuple(_line(f"{line.table_code}/{line.version}", (line,)) for line in figures.lines),
    )


def by_table(figures: DayFigures) -> Split:
    """A line for each table, all versions of its rules together."""
    tables: dict[str, list[TableLine]] = {}
    for line in figures.lines:
        tables.setdefault(line.table_code, []).append(line)
    return Split(by=SplitBy.TABLE, lines=tuple(_line(code, lines) for code, lines in tables.items()))


def _line(key: str, lines: Sequence[TableLine]) -> SplitLine:
    sums = {item.name: sum(getattr(line, item.name) for line in lines) for item in fields(Sums)}
    first = lines[0]
    return SplitLine(
        **sums,
        currency=first.currency,
        key=key,
        # Persons are never added up: one may have played under both versions.
        players=first.players if len(lines) == 1 else None,
        table_code=first.table_code,
        table_name=first.table_name,
        versions=tuple(line.version for line in lines),
    )


def compared(by: SplitBy, lines: Iterable[SplitLine], figures: DayFigures) -> Split:
    """A split of lines that were read from the rounds, with what tells them from the report."""
    kept = tuple(lines)
    names = (*MONEY, *(ROUNDS if by in COUNTED else ()))
    found = {currency: dict.fromkeys(names, 0) for currency in {line.currency for line in kept}}
    for line in kept:
        for name in names:
            found[line.currency][name] += getattr(line, name)
    reported = {total.currency: total for total in totals(figures.lines)}
    differences = []
    for currency in sorted(found.keys() | reported.keys()):
        of_report = reported.get(currency, Total(currency=currency))
        of_parts = found.get(currency, dict.fromkeys(names, 0))
        differences += [
            (currency, name, of_parts[name] - getattr(of_report, name))
            for name in names
            if of_parts[name] != getattr(of_report, name)
        ]
    return Split(by=by, lines=kept, differences=tuple(differences))
