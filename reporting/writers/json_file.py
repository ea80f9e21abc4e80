"""JSON for programs: codes, whole cents and millionths, moments in UTC; written row by row."""

import json
from typing import IO, Any

from reporting.writers import heading
from reporting.writers.documents import Document, Section, told


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document as one object, names in one order."""
    out.write(b'{"heading":')
    out.write(_text(head_of(document)))
    out.write(b',"sections":{')
    for place, section in enumerate(document.sections):
        out.write((b"," if place else b"") + _text(section.name) + b":")
        _section(section, out)
    out.write(b"}}\n")


def head_of(document: Document) -> dict[str, Any]:
    """The values above the sections."""
    filters = {name: value for name, _title, value in document.filters}
    read = {name: value for name, _title, value in heading.lines(document) if name not in filters}
    return read | {
        "name": document.name,
        "since": _moment(document.since),
        "until": _moment(document.until),
        "made-at": _moment(document.made_at),
        "provisional": document.provisional,
        "activity": document.activity,
        "filters": filters,
    }


def _section(section: Section, out: IO[bytes]) -> None:
    columns = [{"name": column.name, "kind": column.kind.value} for column in section.columns]
    out.write(b'{"columns":' + _text(columns) + b',"count":' + _text(section.count) + b',"rows":[')
    between = b"\n"
    for row in section.rows:
        values = {column.name: told(column, value) for column, value in zip(section.columns, row, strict=True)}
        out.write(between + _text(values))
        between = b",\n"
    totals = [
        {column.name: told(column, value) for column, value in zip(section.columns, row, strict=True)}
        for row in section.totals
    ]
    out.write(b'],"totals":' + _text(totals) + b"}")


def _moment(at: Any) -> str | None:
    return None if at is None else at.isoformat().replace("+00:00", "Z")


def _text(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
