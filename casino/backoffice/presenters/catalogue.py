"""The catalogue's pages: its reports by subject, one request, the first rows of its result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext

from casino.backoffice import columns
from casino.backoffice.columns import Table
from casino.wording import words
from reporting.catalogue import Definition, accounts, cases, money, play, proof
from reporting.operations.requests import at_once
from reporting.queries import requests as request_queries
from reporting.queries.requests import RequestCard
from reporting.writers import Format
from reporting.writers.documents import NUMBERS, Column, Kind, Row, Section, shown

SENTENCE: Final = 32
"""Letters from which on a text is a sentence and no name."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Reports about one thing."""

    name: str
    definitions: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of a report under their title, by the report's own columns."""

    title: str
    table: Table
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class FileRow:
    """One format of a request: `there` to take, `making`, so many hundredths of it, or to be asked for; `failed` where
    it was tried in vain."""

    format: str
    there: bool
    making: bool
    percent: int
    failed: bool


def subjects() -> tuple[Subject, ...]:
    """The catalogue by subject, in the order of a day's work."""
    return (
        Subject(gettext("Proof"), proof.DEFINITIONS),
        Subject(gettext("Game"), play.DEFINITIONS),
        Subject(gettext("Money"), money.DEFINITIONS),
        Subject(gettext("Accounts"), accounts.DEFINITIONS),
        Subject(gettext("Payments, limits and complaints"), cases.DEFINITIONS),
    )


def grids(wanted: RequestCard, *, limit: int) -> tuple[Grid, tuple[Grid, ...]]:
    """A finished request's first rows, and its subtotals, totals and comparisons."""
    titles, rows, sections = request_queries.preview(wanted.key, limit=limit)
    return grid(str(wanted.definition.title), titles, rows), tuple(_section(section) for section in sections)


def _section(section: Section) -> Grid:
    return grid(str(section.title), section.columns, list(section.rows))


def grid(title: str, titles: Sequence[Column], rows: Sequence[Row]) -> Grid:
    """The report's columns as a page's, their values as texts for the eye."""
    shown_as = tuple(_column(number, column, rows) for number, column in enumerate(titles))
    return Grid(title, Table(shown_as, look="data-table", row_heads=False), rows)


def _column(number: int, column: Column, rows: Sequence[Row]) -> columns.Column:
    """Numbers stand at the end of their cell; sentences break, so that the columns after them stay near."""
    end = column.kind in NUMBERS
    long = column.kind is Kind.TEXT and any(len(str(row[number] or "")) > SENTENCE for row in rows)
    css = "num" if end else "words words--long" if long else ""
    return columns.Column("", str(column.title), lambda row: _text(column, row[number]), end=end, css=css)


def _text(column: Column, value: Any) -> str:
    if value is None:
        return "–"
    match column.kind:
        case Kind.WHOLE:
            return words.number(value)
        case Kind.CENTS:
            return words.amount(value)
        case Kind.RATIO:
            return words.millionths(value)
        case Kind.MOMENT:
            return words.moment(value)
        case _:
            return shown(column, value)


def files(wanted: RequestCard) -> tuple[FileRow, ...]:
    """The files that can be downloaded from a finished request."""
    made = {one.format: one for one in wanted.files}
    rows = []
    for format in Format:
        file = made.get(format.value)
        state = file.state if file else ""
        there = at_once(format, wanted.rows) or state == "done"
        making = not there and state in {"waiting", "gathering"}
        rows.append(
            FileRow(
                format=format.value,
                there=there,
                making=making,
                percent=file.percent if file else 0,
                failed=state == "failed",
            )
        )
    return tuple(rows)
