"""XLSX with typed cells, its rows streamed in constant memory; no text is ever taken for a formula or a link.

The library lays the book out: formats, widths, headings, and in each sheet a row with one cell of every format that its
columns need. The rows themselves are written here, into the sheet's own XML, with the numbers that the library gave
those formats: cell by cell through the library they would cost several times as much.
"""

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import chain, islice
from typing import IO, Any, Final
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

import xlsxwriter
from django.utils.translation import gettext as _
from xlsxwriter.format import Format as CellFormat
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from kernel.calendar import LISBON
from reporting.writers import heading
from reporting.writers.documents import PPM, Column, Document, Kind, Row, Section, clean, shown

SHEET_ROWS_MOST: Final = 1_000_000
"""A sheet holds 1,048,576 rows; further rows go on in the next one."""
CELL_MOST: Final = 32_767
CELLS_ZIP64: Final = 20_000_000
"""A sheet of more cells than these may pass two gibibytes before it is packed, and must be announced as that long."""
BLOCK: Final = 2_000
"""Rows written at a time."""
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
    layout = io.BytesIO()
    book = xlsxwriter.Workbook(layout, OPTIONS)
    book.set_properties(
        {"title": str(document.title), "author": document.operator, "created": _naive(document.made_at)}
    )
    formats = _Formats(book)
    _heading(document, _sheet(book, document, _("Report")), formats)
    filled: dict[str, tuple[Section, int, int]] = {}
    going: dict[str, Iterator[Row]] = {}
    for section in document.sections:
        parts = -(-section.count // SHEET_ROWS_MOST)
        if not parts:
            continue
        rows = iter(section.rows)
        first = list(islice(rows, SEEN))
        going[section.name] = chain(first, rows)
        for part in range(parts):
            _begin(section, part, book, document, formats)
            _widen(book.worksheets()[-1], section, first)
            filled[f"xl/worksheets/sheet{len(book.worksheets())}.xml"] = section, part, parts
    book.close()
    _fill(layout, filled, going, out)


def _fill(
    layout: IO[bytes],
    filled: dict[str, tuple[Section, int, int]],
    going: dict[str, Iterator[Row]],
    out: IO[bytes],
) -> None:
    """The book that was laid out, with the rows in their sheets."""
    with ZipFile(layout) as laid, ZipFile(out, "w", ZIP_DEFLATED) as whole:
        for info in laid.infolist():
            text = laid.read(info)
            if info.filename not in filled:
                whole.writestr(info, text)
                continue
            section, part, parts = filled[info.filename]
            rows, last = going[section.name], part == parts - 1
            count = (section.count - part * SHEET_ROWS_MOST + len(section.totals)) if last else SHEET_ROWS_MOST
            with whole.open(info, "w", force_zip64=count * len(section.columns) > CELLS_ZIP64) as file:
                mine, totals = (rows, section.totals) if last else (islice(rows, SHEET_ROWS_MOST), ())
                _fill_sheet(text.decode(), section, count, mine, totals, file)


def _fill_sheet(
    laid: str, section: Section, count: int, rows: Iterable[Row], totals: Sequence[Row], file: IO[bytes]
) -> None:
    """Head and end as they were laid out; between them `count` rows instead of the one with the shapes."""
    begin, end = laid.index('<row r="2"'), laid.index("</sheetData>")
    styles = dict(zip(_shapes(section), re.findall(r' s="(\d+)"', laid[begin:end]), strict=True))
    ordinary = [_cell(column, place, styles, total=False) for place, column in enumerate(section.columns)]
    bold = [_cell(column, place, styles, total=True) for place, column in enumerate(section.columns)]
    extent = f'<dimension ref="A1:{xl_col_to_name(len(section.columns) - 1)}{1 + count}"/>'
    file.write(re.sub(r"<dimension [^>]*/>", extent, laid[:begin]).encode())
    lines = chain(((ordinary, row) for row in rows), ((bold, row) for row in totals))
    numbered = enumerate(lines, 2)
    while block := list(islice(numbered, BLOCK)):
        file.write("".join(_row(at, cells, row) for at, (cells, row) in block).encode())
    file.write(laid[end:].encode())


def _row(at: int, cells: "list[_Cell]", row: Row) -> str:
    written = [cell(at, value) for cell, value in zip(cells, row, strict=True) if value is not None]
    return f'<row r="{at}">{"".join(written)}</row>'


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


def _begin(section: Section, part: int, book: xlsxwriter.Workbook, document: Document, formats: _Formats) -> None:
    """A sheet with its columns' heads, and below them one empty cell of each shape."""
    name = clean(str(section.title))
    for barred in "[]:*?/\\'":
        name = name.replace(barred, " ")
    sheet = _sheet(book, document, (name[:25].strip() + (f" ({part + 1})" if part else "")))
    for place, column in enumerate(section.columns):
        sheet.write_string(0, place, str(column.title), formats.head)
    for place, shape in enumerate(_shapes(section)):
        sheet.write_blank(1, place, None, formats.of(shape))
    sheet.freeze_panes(1, 0)
    sheet.repeat_rows(0)


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


def _shapes(section: Section) -> list[_Shape]:
    """Every shape that the section's cells may have, each once."""
    patterns = [pattern for column in section.columns for pattern in _patterns(column)]
    return [_Shape(pattern, total) for total in (False, True) for pattern in dict.fromkeys(patterns)]


def _patterns(column: Column) -> Iterable[str]:
    return _MOMENTS.values() if column.kind is Kind.MOMENT else (_PATTERNS.get(column.kind, _WORDS),)


_Cell = Callable[[int, Any], str]
_SPECIAL: Final = re.compile(r"[&<>]|_x[0-9a-fA-F]{4}_|^\s|\s$")


def _cell(column: Column, place: int, styles: dict[_Shape, str], *, total: bool) -> _Cell:
    """The writer of this column's cells: chosen once, not for every cell of a million."""
    # Words are never bold: a total's first cell says what it is the total of.
    begin = f'<c r="{xl_col_to_name(place)}'
    if column.kind is Kind.MOMENT:
        tails = {hours: f'" s="{styles[_Shape(pattern, total)]}"><v>' for hours, pattern in _MOMENTS.items()}
        return lambda at, value: _moment(f"{begin}{at}", tails, value)
    tail = f'" s="{styles[_Shape(_PATTERNS.get(column.kind, _WORDS), total)]}"'
    match column.kind:
        case Kind.CENTS:
            return lambda at, value: f"{begin}{at}{tail}><v>{value / 100}</v></c>"
        case Kind.RATIO:
            return lambda at, value: f"{begin}{at}{tail}><v>{value / PPM}</v></c>"
        case Kind.WHOLE:
            return lambda at, value: f"{begin}{at}{tail}><v>{value}</v></c>"
        case Kind.DAY:
            return lambda at, value: f"{begin}{at}{tail}><v>{value.toordinal() - _DAY_ZERO}</v></c>"
    known: dict[str, str] = {code: _text(str(title)) for code, title in column.values.items()}

    def words(at: int, value: str) -> str:
        text = known.get(value) or _text(value)
        return f'{begin}{at}{tail} t="inlineStr"><is>{text}</is></c>' if value else ""

    return words


def _text(text: str) -> str:
    """A text as the inside of a cell; spaces at its ends are kept, and what looks like the format's own escapes."""
    text = clean(text)[:CELL_MOST]
    if not _SPECIAL.search(text):
        return f"<t>{text}</t>"
    kept = ' xml:space="preserve"' if text != text.strip() else ""
    text = re.sub(r"(_x[0-9a-fA-F]{4}_)", r"_x005F\1", text)
    return f"<t{kept}>{escape(text)}</t>"


_DAY_ZERO: Final = date(1899, 12, 30).toordinal()
"""A spreadsheet counts days of the clock on the wall from here."""
_DAY_SECONDS: Final = 86_400
_MILLIONTHS: Final = 1_000_000


def _moment(begin: str, tails: dict[int, str], value: datetime) -> str:
    """Legal time, as days of the wall's clock."""
    local = value.astimezone(LISBON)
    distance = local.utcoffset()
    assert distance is not None
    seconds = local.hour * 3_600 + local.minute * 60 + local.second + local.microsecond / _MILLIONTHS
    days = local.toordinal() - _DAY_ZERO + seconds / _DAY_SECONDS
    return f"{begin}{tails[distance.seconds // 3_600]}{days}</v></c>"


def _naive(at: datetime) -> datetime:
    return at.astimezone(LISBON).replace(tzinfo=None, microsecond=0)
