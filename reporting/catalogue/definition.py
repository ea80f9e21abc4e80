"""A report of the catalogue: its name and version, the questions that it answers, its columns, its source of rows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from kernel.datasets import Dataset
from kernel.money import Currency
from reporting.writers.documents import Column, Kind

Words = Any


class Period(StrEnum):
    """The time that a report is about."""

    DAYS = "days"
    """Gaming days, the first and the last included."""
    MOMENT = "moment"
    """How things stand when it is made."""


class Filter(StrEnum):
    """Further filters of a report."""

    CURRENCY = "currency"
    TABLE = "table"
    PLAYER = "player"
    LEAST = "least"
    """An amount from which on something counts, in cents: the house's threshold (`reporting.making.thresholds`) unless
    asked otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A valid request to a register. `since` is None for how things stand at `until`."""

    since: datetime | None
    until: datetime
    currency: Currency = Currency.EUR
    table: str | None = None
    player: str | None = None
    least: int = 0

    @property
    def whole(self) -> bool:
        """Whether nothing is left out: only then do the sums meet the ledger's."""
        return self.table is None and self.player is None

    @property
    def begin(self) -> datetime:
        """The first moment, for reports over days."""
        assert self.since is not None, "only reports over days ask for their beginning"
        return self.since


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """A total of the report beside the same figure from elsewhere (PA-01)."""

    name: str
    title: Words
    report: int
    ledger: int

    @property
    def difference(self) -> int:
        """0 where both agree."""
        return self.report - self.ledger


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """One report. A change of what it says is a new `version`, and its files bear it."""

    name: str
    version: int
    source: str
    """The row of the regulation that asks for it."""
    title: Words
    about: Words
    columns: tuple[Column, ...]
    register: Callable[[Asked], Dataset]
    period: Period = Period.DAYS
    filters: frozenset[Filter] = frozenset({Filter.CURRENCY})
    grouped: str = ""
    """The column that subtotals are by; empty for none."""
    checks: Callable[[Asked, Mapping[str, int]], tuple[Check, ...]] | None = None

    @property
    def full_name(self) -> str:
        """Name and version, as files bear it."""
        return f"{self.name}/{self.version}"

    @property
    def personal(self) -> bool:
        """Whether some column identifies a person."""
        return any(column.personal for column in self.columns)

    @property
    def summed(self) -> tuple[Column, ...]:
        """The columns that have totals."""
        return tuple(column for column in self.columns if column.summed)


def code(name: str, title: Words, values: Mapping[str, Words] | None = None, *, personal: bool = False) -> Column:
    """A column of identifiers, or of a closed list."""
    return Column(name=name, title=title, kind=Kind.CODE, values=values or {}, personal=personal)


def words(name: str, title: Words, *, personal: bool = False) -> Column:
    """A column of text that people wrote."""
    return Column(name=name, title=title, kind=Kind.TEXT, personal=personal)


def cents(name: str, title: Words, *, summed: bool = True) -> Column:
    """A column of amounts."""
    return Column(name=name, title=title, kind=Kind.CENTS, summed=summed)


def whole(name: str, title: Words, *, summed: bool = True) -> Column:
    """A column of counts."""
    return Column(name=name, title=title, kind=Kind.WHOLE, summed=summed)


def ratio(name: str, title: Words) -> Column:
    """A column of shares in millionths."""
    return Column(name=name, title=title, kind=Kind.RATIO)


def at(name: str, title: Words) -> Column:
    """A column of moments."""
    return Column(name=name, title=title, kind=Kind.MOMENT)


def day(name: str, title: Words, *, personal: bool = False) -> Column:
    """A column of days."""
    return Column(name=name, title=title, kind=Kind.DAY, personal=personal)
