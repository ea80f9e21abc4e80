"""CSV for people's spreadsheets: UTF-8 with its mark, semicolons, decimal commas, legal time; no cell is a formula."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, Final

from reporting.writers import heading
from reporting.writers.documents import Column, Document, Kind, Row, Section, guarded, shown

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()
"""Spreadsheets take a file without it for another encoding than UTF-8."""
SEPARATOR: Final = ";"
"""Where the decimal sign is the comma, spreadsheets expect the semicolon."""


def cell(column: Column, value: Any) -> str:
    """A value as a cell; figures are built here from whole numbers and need no guard."""
    text = shown(column, value)
    return guarded(text) if column.kind in {Kind.TEXT, Kind.CODE} else text


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document: heading, then section after section with an empty line between."""
    out.write(BOM)
    _rows(out, ([title, guarded(value)] for _name, title, value in heading.lines(document)))
    for section in document.sections:
        _section(section, out)


def _section(section: Section, out: IO[bytes]) -> None:
    if not section.count:
        if section.empty:
            _rows(out, [[], [str(section.title), str(section.empty)]])
        return
    _rows(out, [[], [str(section.title)], [str(column.title) for column in section.columns]])
    kept = getattr(section.rows, "csv_blocks", None)
    if kept is not None:
        for block in kept():
            out.write(block)
    else:
        _rows(out, _cells(section.columns, section.rows))
    _rows(out, _cells(section.columns, section.totals))


def _cells(columns: tuple[Column, ...], rows: Iterable[Row]) -> Iterable[list[str]]:
    for row in rows:
        yield [cell(column, value) for column, value in zip(columns, row, strict=True)]


def _rows(out: IO[bytes], rows: Iterable[Sequence[str]]) -> None:
    with appended(out) as add:
        add(rows)


@contextmanager
def appended(out: IO[bytes]) -> Iterator[Callable[[Iterable[Sequence[str]]], None]]:
    """What writes rows of cells to the end of a CSV file, which stays open: every CSV of the product has these signs.

    The cells are written as they are: text that others wrote must have been `guarded` before.
    """
    text = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    yield csv.writer(text, delimiter=SEPARATOR, lineterminator="\r\n").writerows
    text.detach()


def spreadsheet(rows: Iterable[Sequence[str]]) -> bytes:
    """A whole small file of these rows, whose cells are guarded already."""
    out = io.BytesIO()
    out.write(BOM)
    _rows(out, rows)
    return out.getvalue()
