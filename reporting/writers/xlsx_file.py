"""XLSX with typed cells, written row by row in constant memory; no text is ever taken for a formula or a link."""

from collections.abc import Callable
from datetime import datetime
from typing import IO, Any, Final

import xlsxwriter
from django.utils.translation import gettext as _
from xlsxwriter.format import Format as CellFormat
from xlsxwriter.worksheet import Worksheet

from players.calendar import LISBON
from reporting.papers import PPM, Column, Kind, Paper, Section, clean
from reporting.writers import heading

SHEET_ROWS_MOST: Final = 1_000_000
"""A sheet holds 1,048,576 rows; what is more goes on in the next one."""
CELL_MOST: Final = 32_767
WIDTHS: Final = {
    Kind.TEXT: 26,
    Kind.CODE: 24,
    Kind.CENTS: 14,
    Kind.WHOLE: 11,
    Kind.RATIO: 11,
    Kind.MOMENT: 30,
    Kind.DAY: 12,
}
OPTIONS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "remove_timezone": False,
}


class _Formats:
    """The cell formats of a workbook."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        self.title: CellFormat = book.add_format({"bold": True, "font_size": 14})
        self.head: CellFormat = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.name: CellFormat = book.add_format({"font_color": "#555555"})
        self.words: CellFormat = book.add_format({"num_format": "@"})
        self._book = book
        self._known: dict[tuple[str, bool], CellFormat] = {}

    def number(self, pattern: str, *, total: bool) -> CellFormat:
        """A number's format, bold with a line above in totals."""
        found = self._known.get((pattern, total))
        if found is None:
            found = self._book.add_format({"num_format": pattern} | ({"bold": True, "top": 1} if total else {}))
            self._known[pattern, total] = found
        return found


def write(paper: Paper, out: IO[bytes]) -> None:
    """The whole paper: a sheet for the heading, and one for each section that has rows."""
    book = xlsxwriter.Workbook(out, OPTIONS)
    book.set_properties({"title": str(paper.title), "author": paper.operator, "created": _naive(paper.made_at)})
    formats = _Formats(book)
    _heading(paper, _sheet(book, paper, _("Relatório")), formats)
    for section in paper.sections:
        if section.count:
            _section(section, book, paper, formats)
    book.close()


def _sheet(book: xlsxwriter.Workbook, paper: Paper, name: str) -> Worksheet:
    sheet = book.add_worksheet(name)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    # «&» begins a command in a header or footer, and is doubled to be one.
    title, operator = (text.replace("&", "&&")[:90] for text in (str(paper.title), clean(paper.operator)))
    sheet.set_header(f"&L{operator}&R{title}")
    sheet.set_footer("&L" + paper.definition.replace("&", "&&") + "&R&P / &N")
    return sheet


def _heading(paper: Paper, sheet: Worksheet, formats: _Formats) -> None:
    sheet.set_column(0, 0, 46)
    sheet.set_column(1, 1, 74)
    sheet.write_string(0, 0, str(paper.title), formats.title)
    at = 2
    for _name, title, value in heading.lines(paper):
        sheet.write_string(at, 0, clean(title), formats.name)
        sheet.write_string(at, 1, value[:CELL_MOST], formats.words)
        at += 1
    for section in paper.sections:
        if not section.count and section.empty:
            sheet.write_string(at, 0, str(section.title), formats.name)
            sheet.write_string(at, 1, str(section.empty))
            at += 1


def _section(section: Section, book: xlsxwriter.Workbook, paper: Paper, formats: _Formats) -> None:
    part, at = 0, SHEET_ROWS_MOST
    sheet: Any = None
    writers: list[_Write] = []
    for row in section.rows:
        if at >= SHEET_ROWS_MOST:
            part += 1
            sheet, at = _begun(section, part, book, paper, formats), 1
            writers = [_writer(sheet, place, column, formats) for place, column in enumerate(section.columns)]
        for write_cell, value in zip(writers, row, strict=True):
            if value is not None:
                write_cell(at, value)
        at += 1
    totals = [_writer(sheet, place, column, formats, total=True) for place, column in enumerate(section.columns)]
    for row in section.totals:
        for write_cell, value in zip(totals, row, strict=True):
            if value is not None:
                write_cell(at, value)
        at += 1


def _begun(section: Section, part: int, book: xlsxwriter.Workbook, paper: Paper, formats: _Formats) -> Worksheet:
    name = clean(str(section.title))
    for barred in "[]:*?/\\'":
        name = name.replace(barred, " ")
    sheet = _sheet(book, paper, (name[:25].strip() + (f" ({part})" if part > 1 else "")))
    for place, column in enumerate(section.columns):
        sheet.set_column(place, place, WIDTHS[column.kind])
        sheet.write_string(0, place, str(column.title), formats.head)
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)
    return sheet


_Write = Callable[[int, Any], None]
_PATTERNS: Final = {Kind.CENTS: (100, "#,##0.00"), Kind.RATIO: (PPM, "0.0000%"), Kind.WHOLE: (1, "#,##0")}


def _writer(sheet: Worksheet, place: int, column: Column, formats: _Formats, *, total: bool = False) -> _Write:
    """What writes this column's cells: decided once, not for every cell of a million."""
    number, string = sheet.write_number, sheet.write_string
    if column.kind in _PATTERNS:
        unit, pattern = _PATTERNS[column.kind]
        cell = formats.number(pattern, total=total)
        return lambda at, value: number(at, place, value / unit, cell) and None
    if column.kind is Kind.DAY:
        cell = formats.number("yyyy-mm-dd", total=total)
        return lambda at, value: number(at, place, (value - _DAY_ZERO.date()).days, cell) and None
    if column.kind is Kind.MOMENT:
        return lambda at, value: _write_moment(number, at, place, value, formats, total=total)
    words, cell = column.values, formats.words
    known: dict[str, str] = {code: str(title) for code, title in words.items()}

    def write_words(at: int, value: str) -> None:
        text = known.get(value, value)
        if text:
            string(at, place, clean(text)[:CELL_MOST], cell)

    return write_words


_DAY_ZERO: Final = datetime(1899, 12, 30)  # noqa: DTZ001  (a spreadsheet counts days of the clock on the wall)
_DAY_SECONDS: Final = 86_400
_MILLIONTHS: Final = 1_000_000


def _write_moment(
    number: Callable[..., Any], at: int, place: int, value: datetime, formats: _Formats, *, total: bool
) -> None:
    """Legal time, as days of the wall's clock. Its distance from UTC is in the format: the hour that comes twice in
    October can be told apart."""
    local = value.astimezone(LISBON)
    distance = local.utcoffset()
    assert distance is not None
    hours = distance.seconds // 3600
    cell = formats.number(f'yyyy-mm-dd hh:mm:ss.000"+{hours:02}:00"', total=total)
    since = local.replace(tzinfo=None) - _DAY_ZERO
    number(at, place, since.days + (since.seconds + since.microseconds / _MILLIONTHS) / _DAY_SECONDS, cell)


def _naive(at: datetime) -> datetime:
    return at.astimezone(LISBON).replace(tzinfo=None, microsecond=0)
