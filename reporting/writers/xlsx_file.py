"""XLSX with typed cells, its rows streamed in constant memory; no text is ever taken for a formula or a link."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import chain, islice
from typing import IO, Any, Final

import xlsxwriter
from django.utils.translation import gettext as _
from xlsxwriter.format import Format as CellFormat
from xlsxwriter.worksheet import Worksheet

from kernel.calendar import LISBON
from reporting.writers import heading
from reporting.writers.documents import PPM, Column, Document, Kind, Row, Section, clean, shown

SHEET_ROWS_MOST: Final = 1_000_000
"""A sheet holds 1,048,576 rows; further rows go on in the next one."""
CELL_MOST: Final = 32_767
WIDTHS: Final = {
    Kind.CENTS: 14,
    Kind.WHOLE: 11,
    Kind.RATIO: 11,
    Kind.MOMENT: 30,
    Kind.DAY: 12,
}
WORDS_LEAST: Final = 10
WORDS_MOST: Final = 60
"""Words and codes get the width of the longest cell of the first rows, between these."""
SEEN: Final = 500
"""Rows looked at for that."""
OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "remove_timezone": False,
    # A sheet of a million rows may pass two gibibytes before it is packed.
    "use_zip64": True,
}


class _Formats:
    """The cell formats of a workbook."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        self.title: CellFormat = book.add_format({"bold": True, "font_size": 14})
        self.head: CellFormat = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.name: CellFormat = book.add_format({"font_color": "#555555"})
        self.words: CellFormat = book.add_format({"num_format": "@"})
        self._book = book
        self._known: dict[_Shape, CellFormat] = {}

    def of(self, shape: "_Shape") -> CellFormat:
        """A shape's format; numbers of totals are bold with a line above."""
        found = self._known.get(shape)
        if found is None:
            bold = {"bold": True, "top": 1} if shape.total and shape.pattern != _WORDS else {}
            found = self._known[shape] = self._book.add_format({"num_format": shape.pattern} | bold)
        return found


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document: a sheet for the heading, and one for each section that has rows."""
    book = xlsxwriter.Workbook(out, OPTIONS)
    book.set_properties(
        {"title": str(document.title), "author": document.operator, "created": _naive(document.made_at)}
    )
    formats = _Formats(book)
    _heading(document, _sheet(book, document, _("Report")), formats)
    for section in document.sections:
        _section(section, book, document, formats)
    book.close()


def _section(section: Section, book: xlsxwriter.Workbook, document: Document, formats: _Formats) -> None:
    """The sheets of a section: in each as many rows as it holds, in the last one the totals too."""
    rows = iter(section.rows)
    first = list(islice(rows, SEEN))
    going = chain(first, rows)
    parts = -(-section.count // SHEET_ROWS_MOST)
    for part in range(parts):
        sheet = _begin(section, part, book, document, formats)
        _widen(sheet, section, first)
        last = part == parts - 1
        ordinary = [_cell(column, sheet, formats, total=False) for column in section.columns]
        at = 0
        for at, row in enumerate(going if last else islice(going, SHEET_ROWS_MOST), 1):
            _row(at, ordinary, row)
        bold = [_cell(column, sheet, formats, total=True) for column in section.columns]
        for below, row in enumerate(section.totals if last else (), at + 1):
            _row(below, bold, row)


def _row(at: int, cells: "list[_Cell]", row: Row) -> None:
    for place, (cell, value) in enumerate(zip(cells, row, strict=True)):
        if value is not None:
            cell(at, place, value)


def _sheet(book: xlsxwriter.Workbook, document: Document, name: str) -> Worksheet:
    sheet = book.add_worksheet(name)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    # «&» begins a command in a header or footer, and is doubled to be one.
    title, operator = (text.replace("&", "&&")[:90] for text in (str(document.title), clean(document.operator)))
    sheet.set_header(f"&L{operator}&R{title}")
    sheet.set_footer("&L" + document.definition.replace("&", "&&") + "&R&P / &N")
    return sheet


def _heading(document: Document, sheet: Worksheet, formats: _Formats) -> None:
    sheet.set_column(0, 0, 46)
    sheet.set_column(1, 1, 74)
    sheet.write_string(0, 0, str(document.title), formats.title)
    at = 2
    for _name, title, value in heading.lines(document):
        sheet.write_string(at, 0, clean(title), formats.name)
        sheet.write_string(at, 1, value[:CELL_MOST], formats.words)
        at += 1
    for section in document.sections:
        if not section.count and section.empty:
            sheet.write_string(at, 0, str(section.title), formats.name)
            sheet.write_string(at, 1, str(section.empty))
            at += 1


def _begin(section: Section, part: int, book: xlsxwriter.Workbook, document: Document, formats: _Formats) -> Worksheet:
    """A sheet with its columns' heads."""
    name = clean(str(section.title))
    for barred in "[]:*?/\\'":
        name = name.replace(barred, " ")
    sheet = _sheet(book, document, (name[:25].strip() + (f" ({part + 1})" if part else "")))
    for place, column in enumerate(section.columns):
        sheet.write_string(0, place, str(column.title), formats.head)
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    return sheet


def _widen(sheet: Worksheet, section: Section, first: Sequence[Row]) -> None:
    """Columns as wide as what stands in them; the words of a head may wrap, none is cut."""
    for place, column in enumerate(section.columns):
        if column.kind in WIDTHS:
            sheet.set_column(place, place, WIDTHS[column.kind])
            continue
        cells = (len(shown(column, row[place])) for row in (*first, *section.totals))
        head = (len(word) for word in str(column.title).split())
        sheet.set_column(place, place, min(WORDS_MOST, max(WORDS_LEAST, 2 + max(chain(cells, head), default=0))))


@dataclass(frozen=True, slots=True)
class _Shape:
    """How cells look: their number format (`@` is text), and whether they are totals."""

    pattern: str
    total: bool


_PATTERNS: Final = {Kind.CENTS: "#,##0.00", Kind.RATIO: "0.0000%", Kind.WHOLE: "#,##0", Kind.DAY: "yyyy-mm-dd"}
_WORDS: Final = "@"
_MOMENTS: Final = {hours: f'yyyy-mm-dd hh:mm:ss.000"+{hours:02}:00"' for hours in (0, 1, 2)}
"""By distance from UTC, which is in the format: the hour that comes twice in October can be told apart. Portugal's
legal time was two hours ahead in the summers of 1993 to 1995."""


_Cell = Callable[[int, int, Any], Any]


def _cell(column: Column, sheet: Worksheet, formats: _Formats, *, total: bool) -> _Cell:
    """The writer of this column's cells: chosen once, not for every cell of a million."""
    # Words are never bold: a total's first cell says what it is the total of.
    number, string = sheet.write_number, sheet.write_string
    if column.kind is Kind.MOMENT:
        of_hours = {hours: formats.of(_Shape(pattern, total)) for hours, pattern in _MOMENTS.items()}
        return lambda at, place, value: _moment(number, of_hours, at, place, value)
    form = formats.of(_Shape(_PATTERNS.get(column.kind, _WORDS), total))
    match column.kind:
        case Kind.CENTS:
            return lambda at, place, value: number(at, place, value / 100, form)
        case Kind.RATIO:
            return lambda at, place, value: number(at, place, value / PPM, form)
        case Kind.WHOLE:
            return lambda at, place, value: number(at, place, value, form)
        case Kind.DAY:
            return lambda at, place, value: number(at, place, value.toordinal() - _DAY_ZERO, form)
    titles = {code: str(title) for code, title in column.values.items()}

    def words(at: int, place: int, value: str) -> None:
        if value:
            string(at, place, clean(titles.get(value, value))[:CELL_MOST], form)

    return words


_DAY_ZERO: Final = date(1899, 12, 30).toordinal()
"""A spreadsheet counts days of the clock on the wall from here."""
_DAY_SECONDS: Final = 86_400
_MILLIONTHS: Final = 1_000_000


def _moment(number: Callable[..., Any], of_hours: dict[int, CellFormat], at: int, place: int, value: datetime) -> None:
    """Legal time, as days of the wall's clock."""
    hours, midnight = _wall(value.toordinal(), value.hour)
    seconds = value.minute * 60 + value.second + value.microsecond / _MILLIONTHS
    number(at, place, midnight + seconds / _DAY_SECONDS, of_hours[hours])


@cache
def _wall(day: int, hour: int) -> tuple[int, float]:
    """How many hours Portugal was ahead of UTC in an hour of UTC, and when it began, in days of the wall's clock."""
    local = (datetime.fromordinal(day).replace(tzinfo=UTC) + timedelta(hours=hour)).astimezone(LISBON)
    distance = local.utcoffset()
    assert distance is not None
    return distance.seconds // 3_600, local.toordinal() - _DAY_ZERO + local.hour / 24


def _naive(at: datetime) -> datetime:
    return at.astimezone(LISBON).replace(tzinfo=None, microsecond=0)
