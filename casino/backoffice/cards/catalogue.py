"""The catalogue's pages: its reports by subject, one order, the first rows of what came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from casino import words
from reporting import order_queries
from reporting.catalogue import Definition, accounts, cases, money, play, proof
from reporting.order_queries import OrderCard
from reporting.papers import NUMBERS, Column, Kind, Row, Section, shown
from reporting.writers import PAPER_ROWS_MOST, Format


@dataclass(frozen=True, slots=True)
class Subject:
    """Reports about one thing."""

    name: str
    definitions: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table ready to show. `ends` says of each column whether it stands at the right."""

    title: str
    head: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[tuple[str, bool], ...], ...]


@dataclass(frozen=True, slots=True)
class FileRow:
    """One format of an order: `there` to take, `making`, so many hundredths of it, or to be asked for; `why_not` where
    it cannot be had; `failed` where it was tried in vain."""

    format: str
    there: bool
    making: bool
    percent: int
    failed: bool
    why_not: str


def subjects() -> tuple[Subject, ...]:
    """The catalogue by subject, in the order of a day's work."""
    return (
        Subject(gettext("Prova"), proof.DEFINITIONS),
        Subject(gettext("Jogo"), play.DEFINITIONS),
        Subject(gettext("Dinheiro"), money.DEFINITIONS),
        Subject(gettext("Contas"), accounts.DEFINITIONS),
        Subject(gettext("Pagamentos, limites e reclamações"), cases.DEFINITIONS),
    )


def grids(order: OrderCard, *, limit: int) -> tuple[Grid, tuple[Grid, ...]]:
    """A finished order's first rows, and its subtotals, totals and comparisons."""
    columns, rows, sections = order_queries.preview(order.key, limit=limit)
    return grid(str(order.definition.title), columns, rows), tuple(_section(section) for section in sections)


def _section(section: Section) -> Grid:
    return grid(str(section.title), section.columns, list(section.rows))


def grid(title: str, columns: Sequence[Column], rows: Sequence[Row]) -> Grid:
    """Columns and values as texts for the eye."""
    return Grid(
        title=title,
        head=tuple((str(column.title), column.kind in NUMBERS) for column in columns),
        rows=tuple(
            tuple((_text(column, value), column.kind in NUMBERS) for column, value in zip(columns, row, strict=True))
            for row in rows
        ),
    )


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


def files(order: OrderCard, *, at_once: int, spare: int) -> tuple[FileRow, ...]:
    """What can be had of a finished order."""
    ordered = {one.format: one for one in order.files}
    rows = []
    for format in Format:
        file = ordered.get(format.value)
        state = file.state if file else ""
        there = format is Format.CSV or order.rows <= at_once or state == "done"
        making = not there and state in {"waiting", "gathering"}
        most = PAPER_ROWS_MOST - spare
        long = format is Format.PDF and order.rows > most
        why_not = gettext("mais de %(most)s linhas") % {"most": words.number(most)} if long else ""
        rows.append(
            FileRow(
                format=format.value,
                there=there and not long,
                making=making,
                percent=file.percent if file else 0,
                failed=state == "failed",
                why_not=why_not,
            )
        )
    return tuple(rows)
