"""Two revisions of a day's report: which figures changed, and why as far as the figures themselves tell. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from reporting.making.figures import DayFigures, RoundFault, Sums


class Section(StrEnum):
    """The table of the report that a figure stands in."""

    TABLES = "tables"
    TOTALS = "totals"
    LEDGER = "ledger"
    LIABILITY = "liability"


class Cause(StrEnum):
    """What is behind a difference, told by the figures that changed."""

    VOID_ADDED = "void-added"
    ROUND_ADDED = "round-added"
    ROUND_MISSING = "round-missing"
    VOID_MISSING = "void-missing"
    FAULT_FOUND = "fault-found"
    FAULT_MENDED = "fault-mended"
    DEFINITION = "definition"
    CARRIED = "carried"
    """Only what the day before handed over: its closing is this day's opening."""
    UNKNOWN = "unknown"
    """The same rounds with other figures: rows were changed behind the house's back, or lines came late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One figure before and after; 0 where the row was not there. `subject` names the row, as its table does."""

    section: Section
    subject: str
    currency: str
    figure: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        """After less before."""
        return self.after - self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A cause: at which table, how many rounds; or which round."""

    cause: Cause
    table_name: str = ""
    count: int = 0
    round_code: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What the later of two revisions says otherwise."""

    changes: tuple[Change, ...]
    reasons: tuple[Reason, ...]

    def total(self, currency: str, figure: str) -> int:
        """How far the total of one currency moved."""
        return sum(
            one.difference
            for one in self.changes
            if (one.section, one.currency, one.figure) == (Section.TOTALS, currency, figure)
        )


_SUMS: Final = ("rounds", "voids", "bets", "turnover", "returned", "prizes", "commission", "gross_revenue", "pushes")
_PLAYED: Final = (*_SUMS, "refunded", "players")
_HELD: Final = (
    "opening", "deposits", "withdrawals", "top_ups", "charge_backs", "adjustments", "staked", "returned", "prizes",
    "refunded", "closing", "opening_in_play", "closing_in_play", "opening_on_way", "closing_on_way",
)  # fmt: skip


def difference(before: DayFigures, after: DayFigures) -> Difference:
    """Every figure that changed from one revision of a day to another, and why."""
    changes = (
        *_changes(Section.TABLES, _lines(before), _lines(after), _PLAYED, names=_names(before, after)),
        *_changes(Section.TOTALS, _totals(before), _totals(after), _PLAYED),
        *_changes(Section.LEDGER, _compared(before), _compared(after), ("ledger",)),
        *_changes(Section.LIABILITY, _held(before), _held(after), _HELD),
    )
    return Difference(changes=changes, reasons=tuple(_reasons(before, after, changes)))


Rows = Mapping[tuple[str, str], Any]
"""By currency and subject."""


def _lines(figures: DayFigures) -> Rows:
    return {(line.currency, f"{line.table_code}/{line.version}"): line for line in figures.lines}


def _names(*revisions: DayFigures) -> dict[str, str]:
    """The lines as people name them: two tables may bear one name, so no row is found by it."""
    return {
        f"{line.table_code}/{line.version}": f"{line.table_name} v{line.version}"
        for figures in revisions
        for line in figures.lines
    }


def _totals(figures: DayFigures) -> Rows:
    return {(total.currency, ""): total for total in figures.totals}


def _compared(figures: DayFigures) -> Rows:
    return {(item.currency, item.what.value): item for item in figures.comparisons}


def _held(figures: DayFigures) -> Rows:
    return {(held.currency, ""): held for held in figures.liabilities}


def _changes(
    section: Section, before: Rows, after: Rows, figures: tuple[str, ...], *, names: Mapping[str, str] | None = None
) -> Iterator[Change]:
    for currency, key in {**before, **after}:
        subject = (names or {}).get(key, key)
        for name in figures:
            was, is_ = (getattr(rows.get((currency, key)), name, 0) or 0 for rows in (before, after))
            if was != is_:
                yield Change(section=section, subject=subject, currency=currency, figure=name, before=was, after=is_)


def _reasons(before: DayFigures, after: DayFigures, changes: tuple[Change, ...]) -> Iterator[Reason]:
    found = [*_by_definition(before, after), *_by_rounds(before, after), *_by_faults(before.faults, after.faults)]
    yield from found
    if found or not changes:
        return
    # Of the movements of a day only its opening comes from another day.
    carried = {"opening", "closing", "opening_in_play", "closing_in_play", "opening_on_way", "closing_on_way"}
    only_carried = all(one.section is Section.LIABILITY and one.figure in carried for one in changes)
    yield Reason(cause=Cause.CARRIED if only_carried else Cause.UNKNOWN)


def _by_definition(before: DayFigures, after: DayFigures) -> Iterator[Reason]:
    if before.definition != after.definition:
        yield Reason(cause=Cause.DEFINITION, why=f"{before.definition} → {after.definition}")


def _by_rounds(before: DayFigures, after: DayFigures) -> Iterator[Reason]:
    earlier, later, names = _lines(before), _lines(after), _names(before, after)
    for key in {**earlier, **later}:
        was, is_ = earlier.get(key, Sums()), later.get(key, Sums())
        name = names[key[1]]
        for one, more, fewer in (
            (is_.voids - was.voids, Cause.VOID_ADDED, Cause.VOID_MISSING),
            (is_.rounds - was.rounds, Cause.ROUND_ADDED, Cause.ROUND_MISSING),
        ):
            if one:
                yield Reason(cause=more if one > 0 else fewer, table_name=name, count=abs(one))


def _by_faults(before: tuple[RoundFault, ...], after: tuple[RoundFault, ...]) -> Iterator[Reason]:
    was, is_ = ({fault.round_code: fault.why for fault in faults} for faults in (before, after))
    for code in sorted(is_.keys() - was.keys()):
        yield Reason(cause=Cause.FAULT_FOUND, round_code=code, why=is_[code])
    for code in sorted(was.keys() - is_.keys()):
        yield Reason(cause=Cause.FAULT_MENDED, round_code=code, why=was[code])
