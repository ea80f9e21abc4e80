"""A report's rows on their way out of the database and out of what is kept of them.

The database itself writes each cell as people read it (decimal comma, legal time, words for codes, no formula, masks),
and the rows are copied out as text: that text is what is kept, and every format is made from it. The other direction
is exact, cell by cell.
"""

import csv
import hashlib
import io
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO, Any, Final

from django.conf import settings
from django.db import connection
from django.utils import translation

from kernel.datasets import Dataset
from reporting.writers.documents import (
    LEADS,
    TRIGGERS,
    Column,
    Kind,
    Row,
    Value,
    cents_of,
    unguarded,
)

BLOCK: Final = 1 << 20
"""Kept text is cut into pieces of about this many bytes before it is compressed."""
MASK: Final = "•••"
LINE_END: Final = b"\r\n"
"""Ends a row of kept text. Rows kept by earlier versions end with the second of the two bytes alone."""
# The same characters as `documents.clean` and `documents.guarded`; a test compares them.
_BLANKS: Final = r"[\t\n\v\f\r\u0085\u2028\u2029]+"
_BARRED: Final = r"[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]"
_PATTERNS: Final = {
    "blanks_": _BLANKS,
    "barred_": _BARRED,
    "risky_": f"^{LEADS}{TRIGGERS}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """Rows as they were copied out: how many, their hash, their pieces; and the sums by group, the whole last."""

    rows: int
    sha256: str
    pieces: "Pieces"
    sums: tuple[dict[str, Any], ...]


class Pieces:
    """Compressed pieces of text in a file of its own, gone with it."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as this does)
        self._lengths: list[int] = []

    def add(self, text: bytes) -> None:
        """Compress and keep one piece."""
        packed = zlib.compress(text, 1)
        self._file.write(packed)
        self._lengths.append(len(packed))

    def __len__(self) -> int:
        return len(self._lengths)

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(0)
        for length in self._lengths:
            yield self._file.read(length)

    def close(self) -> None:
        """Give the disk back."""
        self._file.close()


def gather(
    columns: Sequence[Column],
    register: Dataset,
    *,
    reveal: bool,
    grouped: str,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Gathered:
    """Add a register's rows up and copy them out; inside one view of the database.

    The sums come first: the database adds up without putting in order, and how much there is to copy is known then.
    `told` hears then, and after every piece, how many rows are out, and of how many. However many there are, only a
    piece of them is in memory.
    """
    hashed, pieces, rows = hashlib.sha256(), Pieces(), 0
    waiting = bytearray()

    def keep() -> None:
        nonlocal rows
        text = bytes(waiting).replace(b"\n", LINE_END)
        waiting.clear()
        hashed.update(text)
        pieces.add(text)
        rows += text.count(LINE_END)
        told(rows, sums[-1]["rows"])

    with connection.cursor() as cursor:
        # To hand a row over from a helping process is little beside writing it as text.
        cursor.execute(
            "SELECT set_config('TimeZone', 'Europe/Lisbon', true), set_config('jit', 'off', true),"
            " set_config('parallel_tuple_cost', '0.01', true)"
        )
        sums = _sums(cursor, columns, register, grouped)
        told(0, sums[-1]["rows"])
        with translation.override(settings.LANGUAGE_CODE):
            cells = ", ".join(_cell(column, reveal=reveal) for column in columns)
        statement = f"COPY (SELECT {cells} FROM ({register.in_order}) q) TO STDOUT (FORMAT csv, DELIMITER ';')"
        with cursor.cursor.copy(statement, {**register.parameters, **_PATTERNS}) as copied:
            for row in copied:
                waiting += row
                if len(waiting) >= BLOCK:
                    keep()
        cursor.execute("SELECT set_config('TimeZone', 'UTC', true)")
    if waiting:
        keep()
    assert rows == sums[-1]["rows"], "what was copied is what was added up, and no cell holds a line end"
    return Gathered(rows=rows, sha256=hashed.hexdigest(), pieces=pieces, sums=sums)


def _sums(cursor: Any, columns: Sequence[Column], register: Dataset, grouped: str) -> tuple[dict[str, Any], ...]:
    """How many rows, and the sum of each column that has one: by group, and the whole last."""
    names = [column.name for column in columns if column.summed]
    added = "".join(f', coalesce(sum(q."{name}"), 0)::bigint' for name in names)
    if grouped:
        whole, group, tail = f'grouping(q."{grouped}")', f'q."{grouped}"::text', f'GROUP BY ROLLUP (q."{grouped}")'
    else:
        whole, group, tail = "1", "NULL::text", ""
    cursor.execute(
        f"SELECT {whole}, {group}, count(*){added} FROM ({register.rows}) q {tail} ORDER BY 1, 2", register.parameters
    )
    return tuple(
        {"group": None if whole else (group or ""), **dict(zip(["rows", *names], found, strict=True))}
        for whole, group, *found in cursor.fetchall()
    )


def count(register: Dataset, *, most: int, milliseconds: int) -> int | None:
    """How many rows there are, counting to `most` and one more; None when counting takes longer than it may."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(milliseconds)])
        with suppress(_timed_out()):
            cursor.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM ({register.rows}) q LIMIT {int(most) + 1}) few",
                register.parameters,
            )
            found = int(cursor.fetchone()[0])
            cursor.execute("SELECT set_config('statement_timeout', '0', true)")
            return found
    return None


def _timed_out() -> type[Exception]:
    from django.db import OperationalError

    return OperationalError


def _cell(column: Column, *, reveal: bool) -> str:
    name = f'q."{column.name}"'
    if column.personal and not reveal:
        return _masked(column, name)
    match column.kind:
        case Kind.CENTS:
            return _decimal(name, 100, 2)
        case Kind.RATIO:
            return _decimal(name, 10_000, 4)
        case Kind.MOMENT:
            return f"to_char({name}, 'YYYY-MM-DD HH24:MI:SS.MSTZH:TZM')"
        case Kind.CODE if column.values:
            whens = " ".join(f"WHEN {_quoted(key)} THEN {_quoted(str(title))}" for key, title in column.values.items())
            return f"CASE {name} {whens} ELSE {_guarded(name)} END"
        case Kind.CODE if not column.personal:
            return _guarded(name)
        case Kind.TEXT | Kind.CODE:  # what is personal was typed by a person, a document's number too
            clean = f"regexp_replace(regexp_replace({name}, %(blanks_)s, ' ', 'g'), %(barred_)s, '\ufffd', 'g')"
            return _guarded(f"(CASE WHEN {name} ~ %(barred_)s THEN {clean} ELSE {name} END)")
        case _:
            return f"{name}::text"


def _masked(column: Column, name: str) -> str:
    if column.kind is Kind.TEXT:
        first = f"CASE WHEN {name} ~ '^[[:alpha:]]' THEN left({name}, 1) ELSE '' END"
        return f"CASE WHEN {name} = '' THEN '' ELSE {first} || '{MASK}' END"
    if column.kind is Kind.CODE:
        return f"CASE WHEN {name} = '' THEN '' WHEN {name} IS NOT NULL THEN '{MASK}' END"
    return "NULL"


def _decimal(name: str, unit: int, places: int) -> str:
    """Whole numbers cut in two: no division that rounds."""
    return (
        f"CASE WHEN {name} < 0 THEN '-' ELSE '' END || abs({name}) / {unit} || ','"
        f" || lpad((abs({name}) %% {unit})::text, {places}, '0')"
    )


def _guarded(name: str) -> str:
    """Text that begins with a plain letter or figure needs no second look."""
    plain = " OR ".join(f"ascii({name}) BETWEEN {ord(first)} AND {ord(last)}" for first, last in ("az", "09", "AZ"))
    return f"CASE WHEN {plain} THEN {name} WHEN {name} ~ %(risky_)s THEN '''' || {name} ELSE {name} END"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''").replace("%", "%%") + "'"


class Kept:
    """Rows read back out of the pieces that were kept; gone through as often as files are made."""

    def __init__(self, columns: tuple[Column, ...], pieces: Callable[[], Iterable[bytes]]) -> None:
        self._columns = columns
        self._pieces = pieces

    def csv_blocks(self) -> Iterator[bytes]:
        """The kept text as it is: the lines of a CSV file; no cell holds a line end of its own."""
        for piece in self._pieces():
            text = zlib.decompress(piece)
            yield text if LINE_END in text else text.replace(b"\n", LINE_END)

    def __iter__(self) -> Iterator[Row]:
        with translation.override(settings.LANGUAGE_CODE):  # the words that were kept are in the language of record
            readers = [_reader(column) for column in self._columns]
        text = io.TextIOWrapper(io.BufferedReader(_Stream(self._pieces()), BLOCK), encoding="utf-8", newline="")
        for cells in csv.reader(text, delimiter=";"):
            yield [read(cell) for read, cell in zip(readers, cells, strict=True)]


class _Stream(io.RawIOBase):
    """Pieces as one file."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = iter(pieces)
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = zlib.decompress(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def _reader(column: Column) -> Callable[[str], Value]:
    """The function that turns a kept cell of this column back into its value."""
    if column.kind in {Kind.TEXT, Kind.CODE}:
        codes = {str(title): code for code, title in column.values.items()}
        return lambda cell: codes.get(unguarded(cell), unguarded(cell))
    convert: Mapping[Kind, Callable[[str], Value]] = {
        Kind.CENTS: cents_of,
        Kind.RATIO: cents_of,
        Kind.WHOLE: int,
        Kind.MOMENT: datetime.fromisoformat,
        Kind.DAY: date.fromisoformat,
    }
    read = convert[column.kind]
    return lambda cell: read(cell) if cell else None
