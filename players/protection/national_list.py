"""Reading the national list of excluded persons from a file, refused whole where a line is not right (PT-30, PT-31).

Three shapes: CSV and XML of our own (`national_entries.COLUMNS`), and the regulator's messages with or without their
SOAP envelope (`national_entries.MESSAGE`). Knows no person.
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final
from xml.parsers import expat

from players.protection.national_entries import COLUMNS, MESSAGE, Entry, entry_of, entry_of_message

Row = Mapping[str, str]
_AROUND: Final = frozenset({"Envelope", "Header", "Body", "ListaExcluidos", "NotificacaoPedidoExclusao"})
"""What may stand around an entry. A notification that holds the fields itself is one."""
_ENTRIES: Final = frozenset({"Excluido", "PedidoExclusao"})


class ListInvalid(Exception):
    """The file was not taken: `faults` are its lines with what is wrong with each, in the words of this module."""

    def __init__(self, faults: tuple[tuple[int, str], ...]) -> None:
        super().__init__("; ".join(f"{line}: {what}" for line, what in faults[:5]))
        self.faults = faults


def parse(content: bytes) -> tuple[Entry, ...]:
    """The entries of a file in UTF-8, CSV with `;` or XML. Raises `ListInvalid` with every fault.

    An empty list is invalid: read as the whole list, a truncated file would lift every exclusion.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ListInvalid(((1, "not-utf-8"),)) from error
    entries: dict[str, Entry] = {}
    faults: list[tuple[int, str]] = []
    for line, row, read in _xml(text) if text.lstrip().startswith("<") else _csv(text):
        try:
            entry = read(row)
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


_Found = tuple[int, Row, Callable[[Row], Entry]]


def _csv(text: str) -> Iterator[_Found]:
    reader = csv.reader(io.StringIO(text), delimiter=";", strict=True)
    try:
        head = next(reader, [])
        if tuple(name.strip().lower() for name in head) != COLUMNS:
            raise ListInvalid(((1, "columns"),))
        for cells in reader:
            if cells:
                complete = len(cells) == len(COLUMNS)
                yield reader.line_num, dict(zip(COLUMNS, cells, strict=True)) if complete else {}, entry_of
    except csv.Error as error:
        raise ListInvalid(((reader.line_num, "not-csv"),)) from error


def _xml(text: str) -> Iterable[_Found]:
    """Elements `Excluido` with our columns as attributes, or with the regulator's fields as elements.

    Namespaces are read past; document types and entities are refused, not expanded.
    """
    reader = _Messages()
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ListInvalid(((error.lineno, "not-xml"),)) from error
    return reader.found


class _Messages:
    """What an XML file holds, gathered element by element."""

    def __init__(self) -> None:
        self.found: list[_Found] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler, self.parser.EndElementHandler = self._begin, self._end
        self.parser.CharacterDataHandler, self.parser.StartDoctypeDeclHandler = self._text, self._refuse
        self._path: list[str] = []
        self._fields: dict[str, str] | None = None

    def _begin(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        line = self.parser.CurrentLineNumber
        columns = {key.lower(): value for key, value in attributes.items() if not key.startswith("xmlns")}
        if self._path and self._path[-1] in MESSAGE:
            raise ListInvalid(((line, "unknown-element"),))
        if name in MESSAGE and self._path:
            if self._fields is None:
                self._start_entry(line)
            assert self._fields is not None
            if name in self._fields:
                raise ListInvalid(((line, "columns"),))
            self._fields[name] = ""
        elif name in _ENTRIES and self._fields is None:
            if columns:
                self.found.append((line, columns, entry_of))
            else:
                self._start_entry(line)
        elif name not in _AROUND or self._fields is not None:
            raise ListInvalid(((line, "unknown-element"),))
        self._path.append(name)

    def _start_entry(self, line: int) -> None:
        self._fields = {}
        self.found.append((line, self._fields, entry_of_message))

    def _text(self, text: str) -> None:
        if self._fields is not None and self._path[-1] in self._fields:
            self._fields[self._path[-1]] += text

    def _end(self, _tag: str) -> None:
        if self._path.pop() not in MESSAGE:
            self._fields = None

    def _refuse(self, *_: object) -> None:
        raise ListInvalid(((self.parser.CurrentLineNumber, "entities"),))
