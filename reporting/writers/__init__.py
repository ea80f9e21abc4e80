"""The five formats of a report. Each writer takes a `Document` and a file to write to: the same bytes again.

Everything is always in Portuguese, the language of record: an inspector and an operator hold the same file.
"""

import hashlib
import tempfile
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import IO, Final

from django.conf import settings
from django.utils import translation

from reporting.writers import csv_file, json_file, pdf_file, xlsx_file, xml_file
from reporting.writers.documents import Document
from reporting.writers.pdf_file import AT_ONCE_ROWS as PRINTED_AT_ONCE

__all__ = ["CONTENT_TYPES", "PRINTED_AT_ONCE", "Format", "Written", "write"]

IN_MEMORY_MOST: Final = 4 * 1024 * 1024
"""A file of up to this many bytes never touches the disk."""


class Format(StrEnum):
    """The formats a report can be taken in."""

    CSV = "csv"
    XLSX = "xlsx"
    PDF = "pdf"
    XML = "xml"
    JSON = "json"


CONTENT_TYPES: Final[Mapping[Format, str]] = {
    Format.CSV: "text/csv; charset=utf-8",
    Format.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Format.PDF: "application/pdf",
    Format.XML: "application/xml",
    Format.JSON: "application/json",
}

_WRITERS: Final[Mapping[Format, Callable[[Document, IO[bytes]], None]]] = {
    Format.CSV: csv_file.write,
    Format.XLSX: xlsx_file.write,
    Format.PDF: pdf_file.write,
    Format.XML: xml_file.write,
    Format.JSON: json_file.write,
}


class Written:
    """A finished file, however big: at its start, with its hash and length."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.length = file.tell()
        file.seek(0)
        self.sha256 = hashlib.file_digest(_Readable(file), "sha256").hexdigest()
        file.seek(0)

    def content(self) -> bytes:
        """All of it, for files known to be small."""
        self.file.seek(0)
        return self.file.read()


class _Readable:
    """What `file_digest` asks of a file; the spooled one lacks two of the words until it is on disk."""

    def __init__(self, file: IO[bytes]) -> None:
        self.read = file.read

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:
        block = self.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


def write(document: Document, format: Format, *, language: str | None = None) -> Written:
    """The document as a file of that format; in the language of record, or in a player's own where it is theirs."""
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_MOST)  # noqa: SIM115  (the caller reads it)
    with translation.override(language or settings.LANGUAGE_CODE):
        _WRITERS[format](document, file)
    return Written(file)
