"""XML under the schema `report-1.xsd`: codes, whole cents and millionths, moments in UTC; written row by row."""

from typing import IO, Final
from xml.sax.saxutils import escape, quoteattr

from reporting.writers import heading
from reporting.writers.documents import Column, Document, Row, Section, clean, told

NAMESPACE: Final = "urn:sabot:report:1"


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document."""
    told_activity = "true" if document.activity else "false"
    _line(out, '<?xml version="1.0" encoding="UTF-8"?>')
    _line(out, f'<report xmlns="{NAMESPACE}" name={_attribute(document.name)} activity="{told_activity}">')
    _line(out, "<heading>")
    for name, title, value in heading.lines(document):
        _line(out, f"<line name={_attribute(name)} title={_attribute(title)}>{escape(clean(value))}</line>")
    _line(out, "</heading>")
    for section in document.sections:
        _section(section, out)
    _line(out, "</report>")


def _section(section: Section, out: IO[bytes]) -> None:
    _line(
        out, f'<section name={_attribute(section.name)} title={_attribute(str(section.title))} count="{section.count}">'
    )
    for column in section.columns:
        title = _attribute(str(column.title))
        _line(out, f'<column name={_attribute(column.name)} kind="{column.kind.value}" title={title}/>')
    for row in section.rows:
        _line(out, f"<row>{_cells(section.columns, row)}</row>")
    for row in section.totals:
        _line(out, f"<total>{_cells(section.columns, row)}</total>")
    _line(out, "</section>")


def _cells(columns: tuple[Column, ...], row: Row) -> str:
    cells = []
    for column, value in zip(columns, row, strict=True):
        written = told(column, value)
        if written is not None:
            cells.append(f'<c n="{column.name}">{escape(str(written))}</c>')
    return "".join(cells)


def _attribute(text: str) -> str:
    return quoteattr(clean(text))


def _line(out: IO[bytes], text: str) -> None:
    out.write(f"{text}\n".encode())
