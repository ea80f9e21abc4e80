"""Reads a report back out of each of its five formats, as programs and people would: rows of plain values."""

import csv
import io
import json
from datetime import date, datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import openpyxl
import pypdf
from openpyxl.utils.escape import unescape

from kernel.calendar import LISBON
from reporting.writers.documents import Column, Document, Kind, Section, cents_of, told, unguarded

SPACES = {ord("\N{NARROW NO-BREAK SPACE}"): None, ord("\N{MINUS SIGN}"): "-"}
XML = "{urn:sabot:report:1}"


def expected(section: Section) -> list[list[Any]]:
    """The expected content of every format: the section's rows and totals as programs read them."""
    return [
        [told(column, value) for column, value in zip(section.columns, row, strict=True)]
        for row in [*section.rows, *section.totals]
    ]


def from_json(content: bytes, section: Section) -> list[list[Any]]:
    """As `json` reads it."""
    found = json.loads(content)["sections"][section.name]
    return [[row[column.name] for column in section.columns] for row in [*found["rows"], *found["totals"]]]


def from_xml(content: bytes, section: Section) -> list[list[Any]]:
    """As an XML parser reads it; an absent cell is no value."""
    tree = ElementTree.fromstring(content)
    element = next(each for each in tree.findall(f"{XML}section") if each.get("name") == section.name)
    rows = []
    for row in [*element.findall(f"{XML}row"), *element.findall(f"{XML}total")]:
        cells = {cell.get("n"): cell.text or "" for cell in row}
        rows.append([_typed(column, cells.get(column.name)) for column in section.columns])
    return rows


def from_csv(content: bytes, section: Section) -> list[list[Any]]:
    """As a spreadsheet reads it, back from words and commas."""
    assert content.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    if not section.count:
        return []
    begin = lines.index([str(section.title)]) + 1
    assert lines[begin] == [str(column.title) for column in section.columns]
    rows = []
    for line in lines[begin + 1 :]:
        if not line:
            break
        rows.append([_read(column, cell) for column, cell in zip(section.columns, line, strict=True)])
    return rows


def from_xlsx(content: bytes, section: Section) -> list[list[Any]]:
    """As openpyxl reads it; no cell may be a formula or a link."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=False)
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f", cell.coordinate
                assert cell.hyperlink is None
    if not section.count:
        return []
    title = _sheet_name(section)
    sheets = [book[title]] + [book[name] for name in book.sheetnames if name.startswith(f"{title} (")]
    for sheet in sheets:
        headings = [cell.value for cell in next(sheet.iter_rows(max_row=1))]
        assert headings == [str(column.title) for column in section.columns]
    return [
        [_cell(column, cell) for column, cell in zip(section.columns, row, strict=False)]
        for sheet in sheets
        for row in sheet.iter_rows(min_row=2)
    ]


def from_pdf(content: bytes) -> str:
    """All words of the document, one after the other, figures without their groups."""
    reader = pypdf.PdfReader(io.BytesIO(content))
    return "".join(page.extract_text() for page in reader.pages).translate(SPACES)


def assert_all_five_agree(document: Document, files: dict[str, bytes]) -> None:
    """Every section says the same, row by row and cell by cell, in every format."""
    text = "".join(from_pdf(files["pdf"]).split())
    for section in document.sections:
        wanted = expected(section)
        assert len({column.name for column in section.columns}) == len(section.columns), "no column twice"
        assert from_json(files["json"], section) == wanted, section.name
        assert from_xml(files["xml"], section) == wanted, section.name
        assert from_csv(files["csv"], section) == _nothing_as_empty(section, wanted), section.name
        found, plain = from_xlsx(files["xlsx"], section), _nothing_as_empty(section, wanted)
        assert found == plain, (section.name, [pair for pair in zip(found, plain, strict=False) if pair[0] != pair[1]])
        for row in wanted:
            for column, value in zip(section.columns, row, strict=True):
                if column.kind is Kind.CENTS and value is not None:
                    shown = f"{'-' if value < 0 else ''}{abs(value) // 100},{abs(value) % 100:02}"
                    assert shown in text, (section.name, column.name, shown)


def _nothing_as_empty(section: Section, rows: list[list[Any]]) -> list[list[Any]]:
    """Spreadsheets do not tell an empty text from no value."""
    words = {Kind.TEXT, Kind.CODE}
    return [
        [value or None if column.kind in words else value for column, value in zip(section.columns, row, strict=True)]
        for row in rows
    ]


def _sheet_name(section: Section) -> str:
    name = str(section.title)
    for barred in "[]:*?/\\'":
        name = name.replace(barred, " ")
    return name[:25].strip()


def _typed(column: Column, text: str | None) -> Any:
    if text is None:
        return None
    return int(text) if column.kind in {Kind.CENTS, Kind.WHOLE, Kind.RATIO} else text


def _read(column: Column, cell: str) -> Any:
    if cell == "":
        return None
    match column.kind:
        case Kind.CENTS | Kind.RATIO:
            return cents_of(cell)
        case Kind.WHOLE:
            return int(cell)
        case Kind.MOMENT:
            return told(column, datetime.fromisoformat(cell))
        case Kind.TEXT | Kind.CODE:
            return _code(column, unguarded(cell))
        case _:
            return cell


def _cell(column: Column, cell: Any) -> Any:
    value = cell.value
    if value is None:
        return None
    match column.kind:
        case Kind.CENTS:
            return round(value * 100)
        case Kind.RATIO:
            return round(value * 1_000_000)
        case Kind.MOMENT:
            distance = int(cell.number_format.split('"')[1][:3])
            local = value.replace(tzinfo=LISBON)
            at = next(each for each in (local, local.replace(fold=1)) if each.utcoffset() == timedelta(hours=distance))
            return told(column, at)
        case Kind.DAY:
            return value.date().isoformat() if isinstance(value, datetime) else date.isoformat(value)
        case Kind.TEXT | Kind.CODE:
            # Excel reads the format's own escapes back, openpyxl leaves that to its user.
            return _code(column, unescape(value))
        case _:
            return value


def _code(column: Column, text: str) -> str:
    words = {str(title): code for code, title in column.values.items()}
    return words.get(text, text)
