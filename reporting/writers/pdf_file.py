"""PDF to print and sign, page n of N on every sheet; set by typst, which is given data, never markup."""

import re
from collections.abc import Iterator, Sequence
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from reporting.writers import heading, printing
from reporting.writers.documents import (
    NUMBERS,
    Column,
    Document,
    Kind,
    Row,
    Section,
    amount,
    clean,
    legal_time,
    share,
    shown,
)

ROWS_MOST: Final = 5_000
"""Rows that a document is set with: more are for a spreadsheet, not for reading."""
LANDSCAPE_FROM: Final = 7
WIDEST: Final = 60
"""Characters: a longer cell goes on in the next line."""
WHOLE_ROW: Final = 400
"""Characters of a table's longest cell up to which no row of it is torn by the end of a sheet."""
EM: Final = 0.44
"""How wide a character is on the average, of its height."""
PIECES: Final = re.compile("[ \N{ZERO WIDTH SPACE}]")
BREAK: Final = "\N{ZERO WIDTH SPACE}"
THIN: Final = "\N{NARROW NO-BREAK SPACE}"


class TooLong(ValueError):
    """More rows than fit in print; `rows` says how many there are."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"{rows} rows, {ROWS_MOST} at most")
        self.rows = rows


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document. Raises `TooLong`."""
    rows = sum(section.count for section in document.sections)
    if rows > ROWS_MOST:
        raise TooLong(rows)
    landscape = any(len(section.columns) > LANDSCAPE_FROM for section in document.sections)
    sections = [
        _section(section, landscape=landscape) for section in document.sections if section.count or section.empty
    ]
    out.write(
        printing.pdf(
            "report",
            {
                "title": str(document.title),
                "house": clean(document.operator),
                "made": legal_time(document.made_at),
                "foot": f"{clean(document.definition)} · {clean(document.software)}",
                "language": "pt",
                "landscape": landscape,
                "facts": [
                    [title, value]
                    for name, title, value in heading.lines(document)
                    if name not in {"operator", "title"}
                ],
                "idle": "" if document.activity else _("No activity"),
                "sections": sections,
            },
        )
    )


def _section(section: Section, *, landscape: bool) -> dict[str, Any]:
    if not section.count:
        return {
            "title": str(section.title),
            "empty": str(section.empty),
            "head": [],
            "rows": [],
            "totals": [],
            "ends": [],
        }
    columns = section.columns
    rows, totals = ([_cells(columns, row) for row in given] for given in (section.rows, section.totals))
    head = [clean(str(column.title)) for column in columns]
    size = _size(len(columns))
    return {
        "title": str(section.title),
        "empty": "",
        "size": size,
        "head": head,
        "rows": rows,
        "totals": totals,
        "ends": [place for place, column in enumerate(columns) if column.kind in NUMBERS],
        "widths": _widths(head, (*rows, *totals), size=size, landscape=landscape),
        "torn": any(len(cell) > WHOLE_ROW for row in rows for cell in row),
    }


def _size(columns: int) -> float:
    """Points of the letters in a table of so many columns."""
    return 6.0 if columns > 14 else 6.4 if columns > 10 else 7.6


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], *, size: float, landscape: bool) -> list[int]:
    """How the columns of a table share the sheet, in characters; empty where all of them fit as they are.

    Each needs its longest piece that cannot be broken, of its title too; the rest is shared by how much more each
    wants.
    """
    needs = [max(_longest_piece(text) for text in (title, *cells)) for title, cells in _columns(head, rows)]
    wants = [
        max(need, min(WIDEST, max(map(len, cells), default=0)))
        for need, (_title, cells) in zip(needs, _columns(head, rows), strict=True)
    ]
    sheet = (774 if landscape else 493) - len(head) * 8
    left = int(sheet / (EM * size)) - sum(needs)
    more = sum(wants) - sum(needs)
    if more <= left and len(head) <= LANDSCAPE_FROM + 2:
        return []
    # Counted in hundredths of a character: whole numbers, the same on every machine.
    share = 100 * max(0, min(left, more)) // more if more else 0
    return [100 * need + share * (want - need) for need, want in zip(needs, wants, strict=True)]


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, list[str]]]:
    for place, title in enumerate(head):
        yield title, [row[place] for row in rows]


def _longest_piece(text: str) -> int:
    return max((len(piece) for piece in PIECES.split(text)), default=0) + 1


def _cells(columns: tuple[Column, ...], row: Row) -> list[str]:
    return [_cell(column, value) for column, value in zip(columns, row, strict=True)]


def _cell(column: Column, value: Any) -> str:
    """As people read it; long figures in groups, for the eye."""
    if value is not None and column.kind is Kind.CENTS:
        return _grouped(amount(value))
    if value is not None and column.kind is Kind.WHOLE:
        return _grouped(str(value))
    if value is not None and column.kind is Kind.RATIO:
        return f"{share(value)}{THIN}%"
    if column.kind is Kind.CODE:
        return shown(column, value).replace("-", f"-{BREAK}")  # a long key goes on in the next line
    return shown(column, value)


def _grouped(text: str) -> str:
    sign, digits = ("-", text[1:]) if text.startswith("-") else ("", text)
    whole, comma, part = digits.partition(",")
    return sign.replace("-", "\N{MINUS SIGN}") + f"{int(whole):,}".replace(",", THIN) + comma + part
