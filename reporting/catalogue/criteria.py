"""Criteria of one's own on a report of the catalogue: which of its rows, and which of its columns (PT-73).

A condition names a column of the report, a match that fits its kind, and the values to compare with. Names of columns
and matches come from closed lists alone; values go to the database beside the statement, never in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from kernel.datasets import Dataset
from kernel.labels import label
from kernel.money import MOST
from reporting.catalogue.definition import Definition
from reporting.making.matches import Match
from reporting.writers.documents import Column, Kind, Value, read, shown

CONDITIONS_MOST: Final = 8
VALUES_MOST: Final = 50
TEXT_MOST: Final = 200
"""Characters of a value."""


_NUMBER: Final = (Match.LEAST, Match.MOST, Match.IS, Match.IS_NOT, Match.EMPTY, Match.FILLED)
_TIME: Final = (Match.LEAST, Match.MOST, Match.EMPTY, Match.FILLED)
_LIST: Final = (Match.IS, Match.IS_NOT, Match.EMPTY, Match.FILLED)
_TEXT: Final = (Match.IS, Match.IS_NOT, Match.BEGINS, Match.CONTAINS, Match.EMPTY, Match.FILLED)
_MATCHES: Final[Mapping[Kind, tuple[Match, ...]]] = MappingProxyType(
    {
        Kind.CENTS: _NUMBER,
        Kind.WHOLE: _NUMBER,
        Kind.RATIO: _NUMBER,
        Kind.MOMENT: _TIME,
        Kind.DAY: (*_TIME[:2], *_LIST),
        Kind.TEXT: _TEXT,
        Kind.CODE: _TEXT,
    }
)
VALUELESS: Final = frozenset({Match.EMPTY, Match.FILLED})
MANY: Final = frozenset({Match.IS, Match.IS_NOT})


class Fault(StrEnum):
    """What is wrong with criteria."""

    COLUMN_UNKNOWN = "column-unknown"
    MATCH_UNKNOWN = "match-unknown"
    VALUE_MISSING = "value-missing"
    VALUE_INVALID = "value-invalid"
    TOO_MANY = "too-many"
    PERSONAL = "personal"
    """It tests a column that is hidden from the reader of the rows."""


class CriteriaFault(ValueError):
    """These criteria do not fit the report. `fault` says why; `most` what would do, where a number is too high."""

    def __init__(self, fault: Fault, *, most: int | None = None) -> None:
        super().__init__(fault.value)
        self.fault, self.most = fault, most


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """One condition on the rows. Values are as JSON keeps them: cents, counts and millionths as numbers, moments and
    days in ISO 8601, codes and text as text.
    """

    column: str
    match: Match
    values: tuple[str | int, ...] = ()

    def document(self) -> dict[str, Any]:
        """As it is kept."""
        return {"column": self.column, "match": self.match.value, "values": list(self.values)}


def condition_of(document: Mapping[str, Any]) -> Condition:
    """A condition as it was kept."""
    return Condition(column=document["column"], match=Match(document["match"]), values=tuple(document["values"]))


def matches_of(column: Column) -> tuple[Match, ...]:
    """The matches that fit a column, the likeliest first."""
    return _LIST if column.values else _MATCHES[column.kind]


def checked(
    definition: Definition, conditions: Sequence[Condition], columns: Sequence[str], *, reveal: bool
) -> tuple[tuple[Condition, ...], tuple[str, ...]]:
    """The conditions and the names of the wanted columns, in the report's order; no column named: all of them.

    Raises `CriteriaFault`.
    """
    by_name = {column.name: column for column in definition.columns}
    if len(conditions) > CONDITIONS_MOST:
        raise CriteriaFault(Fault.TOO_MANY, most=CONDITIONS_MOST)
    if unknown := {*columns, *(each.column for each in conditions)} - by_name.keys():
        raise CriteriaFault(Fault.COLUMN_UNKNOWN, most=len(unknown))
    for condition in conditions:
        _check(by_name[condition.column], condition, reveal=reveal)
    return tuple(conditions), tuple(name for name in by_name if name in columns or not columns)


def _check(column: Column, condition: Condition, *, reveal: bool) -> None:
    if condition.match not in matches_of(column):
        raise CriteriaFault(Fault.MATCH_UNKNOWN)
    if column.personal and not reveal:
        raise CriteriaFault(Fault.PERSONAL)
    if condition.match in VALUELESS:
        if condition.values:
            raise CriteriaFault(Fault.VALUE_INVALID)
        return
    if not condition.values:
        raise CriteriaFault(Fault.VALUE_MISSING)
    most = VALUES_MOST if condition.match in MANY else 1
    if len(condition.values) > most:
        raise CriteriaFault(Fault.TOO_MANY, most=most)
    for value in condition.values:
        if not _fits(column, value):
            raise CriteriaFault(Fault.VALUE_INVALID)


def _fits(column: Column, value: str | int) -> bool:
    """Whether a value is of the column's kind."""
    if column.kind in {Kind.CENTS, Kind.WHOLE, Kind.RATIO}:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST
    if not isinstance(value, str) or not 1 <= len(value) <= TEXT_MOST or "\0" in value:
        return False
    if column.values:
        return value in column.values
    try:
        if column.kind is Kind.MOMENT:
            return datetime.fromisoformat(value).tzinfo is not None
        if column.kind is Kind.DAY:
            date.fromisoformat(value)
    except ValueError:
        return False
    return True


def narrowed(definition: Definition, conditions: Sequence[Condition], columns: Sequence[str]) -> Definition:
    """The report with these rows and columns alone. Its sums are compared with no others: they are of a part."""
    kept = tuple(column for column in definition.columns if not columns or column.name in columns)
    names = {column.name for column in kept}

    def register(asked: Any) -> Dataset:
        return rows_where(definition.register(asked), definition, conditions)

    return replace(
        definition,
        columns=kept,
        register=register,
        grouped=definition.grouped if definition.grouped in names else "",
        checks=None,
    )


def rows_where(rows: Dataset, definition: Definition, conditions: Sequence[Condition]) -> Dataset:
    """The rows that meet all of the conditions, which were checked."""
    by_name = {column.name: column for column in definition.columns}
    for number, condition in enumerate(conditions):
        where, values = _sql(by_name[condition.column], condition, f"criterion_{number}")
        rows = rows.narrowed(where, values)
    return rows


def _sql(column: Column, condition: Condition, name: str) -> tuple[str, dict[str, Any]]:
    """A condition as SQL, with its values beside it."""
    subject = f'wanted."{column.name}"'
    if column.kind in {Kind.TEXT, Kind.CODE}:
        subject = f"{subject}::text"
    values = [_value(column, value) for value in condition.values]
    blank = f"coalesce({subject}::text, '') = ''"
    cast = _CASTS[column.kind]
    match condition.match:
        case Match.EMPTY:
            return blank, {}
        case Match.FILLED:
            return f"NOT ({blank})", {}
        case Match.IS:
            return f"{subject} = ANY(%({name})s::{cast}[])", {name: values}
        case Match.IS_NOT:
            return f"({subject} = ANY(%({name})s::{cast}[])) IS NOT TRUE", {name: values}
        case Match.LEAST:
            return f"{subject} >= %({name})s::{cast}", {name: values[0]}
        case Match.MOST:
            return f"{subject} <= %({name})s::{cast}", {name: values[0]}
        case Match.BEGINS:
            return f"starts_with(lower({subject}), lower(%({name})s))", {name: values[0]}
        case Match.CONTAINS:
            return f"strpos(lower({subject}), lower(%({name})s)) > 0", {name: values[0]}


_CASTS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        Kind.CENTS: "bigint",
        Kind.WHOLE: "bigint",
        Kind.RATIO: "bigint",
        Kind.MOMENT: "timestamptz",
        Kind.DAY: "date",
        Kind.TEXT: "text",
        Kind.CODE: "text",
    }
)


def _value(column: Column, value: str | int) -> Value:
    text = str(value)
    match column.kind:
        case Kind.MOMENT:
            return datetime.fromisoformat(text)
        case Kind.DAY:
            return date.fromisoformat(text)
        case _:
            return value


def sentence(definition: Definition, condition: Condition) -> str:
    """A condition in words, in the language that is in force: “Staked: at least 100,00”."""
    column = next((each for each in definition.columns if each.name == condition.column), None)
    if column is None:  # a later version of the report has it no more
        return f"{condition.column}: {label(condition.match)}"
    said = f"{column.title}: {label(condition.match)}"
    values = ", ".join(read(shown(column, _value(column, value))) for value in condition.values)
    return f"{said} {values}" if values else said
