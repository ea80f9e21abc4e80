"""Reading the national list of excluded persons from a file: CSV or XML, refused whole where a line is not right.

A simplified shape of the regulator's messages (PT-30, PT-31): reference, tax number, document, beginning, and how many
months, empty for no end. Knows no person.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from xml.parsers import expat

from players.calendar import add_months
from players.numbers import compact
from players.periods import midnight

COLUMNS: Final = ("referencia", "nif", "documento", "inicio", "meses")
MOST_MONTHS: Final = 127
_REFERENCE: Final = re.compile(r"[A-Za-z0-9./-]{1,40}")
_DOCUMENT: Final = re.compile(r"[A-Z0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One excluded person as the list names one: by tax number, by document, or by both."""

    reference: str
    tax_number: str
    document: str
    starts_at: datetime
    ends_at: datetime | None


class ListInvalid(Exception):
    """The file was not taken: `faults` are its lines with what is wrong with each, in the words of this module."""

    def __init__(self, faults: tuple[tuple[int, str], ...]) -> None:
        super().__init__("; ".join(f"{line}: {what}" for line, what in faults[:5]))
        self.faults = faults


def parse(content: bytes) -> tuple[Entry, ...]:
    """The entries of a file in UTF-8, CSV with `;` or XML. Raises `ListInvalid` with every fault.

    A list of nobody is none: taken as the whole one, what was lost on the way would free everybody.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ListInvalid(((1, "not-utf-8"),)) from error
    rows = _xml(text) if text.lstrip().startswith("<") else _csv(text)
    entries: dict[str, Entry] = {}
    faults: list[tuple[int, str]] = []
    for line, row in rows:
        try:
            entry = entry_of(row)
        except ValueError as error:
            faults.append((line, str(error)))
            continue
        if entry.reference in entries:
            faults.append((line, "reference-twice"))
        entries[entry.reference] = entry
    if not entries and not faults:
        faults.append((1, "empty"))
    if faults:
        raise ListInvalid(tuple(faults))
    return tuple(entries.values())


def _csv(text: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    reader = csv.reader(io.StringIO(text), delimiter=";", strict=True)
    try:
        head = next(reader, [])
        if tuple(name.strip().lower() for name in head) != COLUMNS:
            raise ListInvalid(((1, "columns"),))
        for cells in reader:
            if cells:
                complete = len(cells) == len(COLUMNS)
                yield reader.line_num, dict(zip(COLUMNS, cells, strict=True)) if complete else {}
    except csv.Error as error:
        raise ListInvalid(((reader.line_num, "not-csv"),)) from error


def _xml(text: str) -> list[tuple[int, Mapping[str, str]]]:
    """Elements `Excluido` of `ListaExcluidos`, with the columns as attributes. Entities are refused, not expanded."""
    found: list[tuple[int, Mapping[str, str]]] = []
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        if name == "Excluido":
            found.append((parser.CurrentLineNumber, {key.lower(): value for key, value in attributes.items()}))
        elif name != "ListaExcluidos":
            raise ListInvalid(((parser.CurrentLineNumber, "unknown-element"),))

    def refuse(*_: object) -> None:
        raise ListInvalid(((parser.CurrentLineNumber, "entities"),))

    parser.StartElementHandler, parser.StartDoctypeDeclHandler = begin, refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ListInvalid(((error.lineno, "not-xml"),)) from error
    return found


def entry_of(row: Mapping[str, str]) -> Entry:
    """The entry in one row, by the names of `COLUMNS`. Raises `ValueError` with the fault's word."""
    if not row or set(row) - set(COLUMNS) or "\0" in "".join(row.values()):
        raise ValueError("columns")
    said = {name: row.get(name, "").strip() for name in COLUMNS}
    if not _REFERENCE.fullmatch(said["referencia"]):
        raise ValueError("reference")
    tax_number, document = compact(said["nif"]), compact(said["documento"]).upper()
    if tax_number and not re.fullmatch("[0-9]{9}", tax_number):
        raise ValueError("tax-number")
    if document and not _DOCUMENT.fullmatch(document):
        raise ValueError("document")
    if not tax_number and not document:
        raise ValueError("nobody")
    try:
        starts_at = midnight(date.fromisoformat(said["inicio"]))
    except (ValueError, OverflowError) as error:
        raise ValueError("beginning") from error
    return Entry(said["referencia"], tax_number, document, starts_at, _end(starts_at, said["meses"]))


def _end(starts_at: datetime, months: str) -> datetime | None:
    if not months:
        return None
    if not re.fullmatch("[0-9]{1,3}", months) or not 1 <= int(months) <= MOST_MONTHS:
        raise ValueError("months")
    try:
        return add_months(starts_at, int(months))
    except (ValueError, OverflowError) as error:
        raise ValueError("months") from error
