"""The parts of every report: a heading, sections of typed columns, totals. Pure; writes no format.

A report is one `Document`; the five writers (`reporting.writers`) turn it into CSV, XLSX, PDF, XML and JSON.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final, TypeAlias

from kernel.calendar import LISBON

Value: TypeAlias = str | int | datetime | date | None
Row: TypeAlias = Sequence[Value]
Words: TypeAlias = Any
"""A text, or one that is translated when it is written."""

PPM: Final = 1_000_000
"""Shares are whole millionths, so that every format says the same figure."""


class Kind(StrEnum):
    """The type of a column's values, and so how each format writes it."""

    TEXT = "text"
    """Text that people wrote: names, reasons."""
    CODE = "code"
    """Our own identifiers and closed lists of codes."""
    CENTS = "cents"
    WHOLE = "whole"
    RATIO = "ratio"
    """Millionths of one."""
    MOMENT = "moment"
    DAY = "day"


NUMBERS: Final = frozenset({Kind.CENTS, Kind.WHOLE, Kind.RATIO})


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column: `name` is for programs, `title` for people."""

    name: str
    title: Words
    kind: Kind
    values: Mapping[str, Words] = field(default_factory=dict)
    """A closed list's codes in words; machines get the codes."""
    personal: bool = False
    """Identifies a person: masked unless asked for with a reason."""
    summed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One table of a document. `rows` may be streamed and are gone through once for every file written."""

    name: str
    title: Words
    columns: tuple[Column, ...]
    rows: Iterable[Row]
    totals: tuple[Row, ...] = ()
    """Rows under the same columns, their first cell saying what they are the total of."""
    count: int = 0
    empty: Words = ""
    """Said instead of the table when it has no row; empty: the section is left out of what people read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole report: its heading (GL-19, PA-01) and its sections."""

    name: str
    title: Words
    operator: str
    definition: str
    """How the figures are derived, by name and version."""
    software: str
    revision: str
    made_at: datetime
    sha256: str
    """Of the kept text that this file was made from."""
    since: datetime | None = None
    until: datetime | None = None
    provisional: bool = False
    activity: bool = True
    filters: tuple[tuple[str, Words, str], ...] = ()
    """Name, title and value of each filter that was set."""
    facts: tuple[tuple[str, Words, str], ...] = ()
    """Further lines of the heading."""
    sections: tuple[Section, ...] = ()


LEADS: Final = "[ \u00a0'\"“”„«»‘’`]*"
"""Characters before a formula that a spreadsheet passes over."""
TRIGGERS: Final = "[=+@|%＝＋－＠\u2212-]"
RISKY: Final = re.compile(f"^{LEADS}{TRIGGERS}")
NEGATIVE: Final = re.compile(r"^-(?=\d[\d.,]*$)")
"""The sign of a text that is a number below nought."""
_BLANKS: Final = re.compile(r"[\t\n\v\f\r\x85\u2028\u2029]+")
_BARRED: Final = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff\\ufdd0-\\ufdef\\ufffe\\uffff]"
)


def clean(text: str) -> str:
    """A text with nothing in it that breaks a line, a file or the direction of reading.

    Line breaks become a space; control characters, what XML forbids and marks that turn the direction of writing
    become «�», so that it shows that something stood there.

    >>> clean("Ana\\u202egnp\\n<b>"), clean("a\\x00b")
    ('Ana�gnp <b>', 'a�b')
    """
    if text.isascii() and text.isprintable():
        return text
    return _BARRED.sub("\N{REPLACEMENT CHARACTER}", _BLANKS.sub(" ", text))


def guarded(text: str) -> str:
    """A text that no spreadsheet runs: text that could be read as a formula gets an apostrophe before it.

    >>> guarded("=1+1"), guarded("Mesa 1"), guarded("  @SUM(A1)"), guarded('"=1')
    ("'=1+1", 'Mesa 1', "'  @SUM(A1)", '\\'"=1')
    """
    return f"'{text}" if RISKY.match(text) else text


def unguarded(text: str) -> str:
    """What `guarded` was given.

    >>> [unguarded(guarded(text)) for text in ("=1", "'=1", "''", "x")]
    ['=1', "'=1", "''", 'x']
    """
    return text[1:] if text.startswith("'") and RISKY.match(text) else text


def amount(cents: int) -> str:
    """Cents as decimal text, from whole numbers only: the comma, two places, no groups.

    >>> amount(123456), amount(-5), amount(0)
    ('1234,56', '-0,05', '0,00')
    """
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{part:02}"


def cents_of(text: str) -> int:
    """What `amount` was given.

    >>> cents_of("-0,05"), cents_of("1234,56")
    (-5, 123456)
    """
    return int(text.replace(",", ""))


def share(millionths: int) -> str:
    """Millionths as a percentage with four places.

    >>> share(12_351), share(-500_000)
    ('1,2351', '-50,0000')
    """
    whole, part = divmod(abs(millionths), 10_000)
    return f"{'-' if millionths < 0 else ''}{whole},{part:04}"


def read(text: str) -> str:
    """A text that may be a number, as people read it: with a true minus. Programs and spreadsheets take the hyphen.

    >>> read("-0,05"), read("- sem valor"), read("2026-11-07")
    ('−0,05', '- sem valor', '2026-11-07')
    """
    return NEGATIVE.sub("\N{MINUS SIGN}", text)


def millionths(value: Fraction | None) -> int | None:
    """A share in whole millionths, halves away from zero.

    >>> millionths(Fraction(1, 3)), millionths(Fraction(-1, 3)), millionths(None)
    (333333, -333333, None)
    """
    if value is None:
        return None
    found = (2 * abs(value.numerator) * PPM + value.denominator) // (2 * value.denominator)
    return -found if value < 0 else found


def legal_time(at: datetime) -> str:
    """A moment in the legal time of continental Portugal, with its distance from UTC (PT-57).

    >>> legal_time(datetime(2026, 7, 1, 12, 0, tzinfo=UTC))
    '2026-07-01 13:00:00+01:00'
    """
    local = at.astimezone(LISBON)
    return local.isoformat(sep=" ", timespec="milliseconds" if local.microsecond else "seconds")


def shown(column: Column, value: Value) -> str:
    """A value as people read it in any format: legal time, decimal comma, words for codes."""
    if value is None:
        return ""
    match column.kind:
        case Kind.CENTS:
            return amount(_whole(value))
        case Kind.RATIO:
            return share(_whole(value))
        case Kind.MOMENT:
            assert isinstance(value, datetime)
            return value.astimezone(LISBON).isoformat(sep=" ", timespec="milliseconds")
        case Kind.TEXT | Kind.CODE:
            return clean(str(column.values.get(str(value), value)))
        case _:
            return str(value)


def told(column: Column, value: Value) -> str | int | None:
    """A value as programs read it: whole cents and millionths, UTC, codes."""
    if value is None:
        return None
    match column.kind:
        case Kind.CENTS | Kind.WHOLE | Kind.RATIO:
            return _whole(value)
        case Kind.MOMENT:
            assert isinstance(value, datetime)
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case Kind.DAY:
            assert isinstance(value, date)
            return value.isoformat()
        case _:
            return clean(str(value))


def _whole(value: Value) -> int:
    assert type(value) is int, f"figures are whole, not {value!r}"
    return value
