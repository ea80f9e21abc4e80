"""PDF to print and sign, page n of N on every sheet; set by typst, which is given data, never markup."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
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

AT_ONCE_ROWS: Final = 1_000
"""Rows that are set in one go; a longer document is set in parts, by a worker, so that memory stays bounded."""
PART_ROWS: Final = 600
"""Rows of such a part."""
TAGGED_MOST: Final = 300
"""Rows up to which each cell is marked for programs that read aloud: the marks of longer ones are most of a file."""
SHEET_MOST: Final = 150
"""No sheet has more rows."""
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


@dataclass(frozen=True, slots=True)
class _Laid:
    """A section as it is laid out over all of its rows: the same in every part."""

    section: Section
    look: dict[str, Any]

    def rows(self) -> Iterator[list[str]]:
        """Its rows as they are set, gone through anew."""
        return (_cells(self.section.columns, row) for row in self.section.rows)

    def slice(self, rows: list[list[str]], *, begins: bool, ends: bool) -> dict[str, Any]:
        """Some of its rows as data: under its title where it begins, above its totals where it ends."""
        totals = [_cells(self.section.columns, row) for row in self.section.totals] if ends else []
        title = str(self.section.title) if begins else ""
        return {**self.look, "title": title, "rows": rows, "totals": totals}


@dataclass(frozen=True, slots=True)
class _Cut:
    """A part: of each section in it how many rows, and on how many pages they stand."""

    slices: tuple[tuple[int, int, bool, bool], ...]
    """Which section, how many rows, whether it begins and whether it ends here."""
    pages: int


def write(document: Document, out: IO[bytes]) -> None:
    """The whole document, of any length: a long one is laid out first, to know its pages, and then set in parts."""
    rows = sum(section.count for section in document.sections)
    landscape = any(len(section.columns) > LANDSCAPE_FROM for section in document.sections)
    laid = [
        _Laid(section, _look(section, landscape=landscape))
        for section in document.sections
        if section.count or section.empty
    ]
    head = _head(document, landscape=landscape, tagged=rows <= TAGGED_MOST)
    if rows <= AT_ONCE_ROWS:
        whole = [each.slice(list(each.rows()), begins=True, ends=True) for each in laid]
        out.write(printing.pdf("report", {**head, "sections": whole}))
        return
    cuts = list(_cuts(laid, head))
    printing.join(_parts(laid, cuts, head), out)


def _head(document: Document, *, landscape: bool, tagged: bool) -> dict[str, Any]:
    return {
        "title": str(document.title),
        "house": clean(document.operator),
        "made": legal_time(document.made_at),
        "foot": f"{clean(document.definition)} · {clean(document.software)}",
        "language": "pt",
        "landscape": landscape,
        "tagged": tagged,
        "facts": [
            [title, value] for name, title, value in heading.lines(document) if name not in {"operator", "title"}
        ],
        "idle": "" if document.activity else _("No activity"),
    }


def _page_of_part(head: dict[str, Any], first: int, pages: int) -> dict[str, Any]:
    """What stands on every sheet of a part, and above the first one alone."""
    left_out = set() if first == 1 else {"facts", "idle"}
    return {name: value for name, value in head.items() if name not in left_out} | {"first": first, "pages": pages}


def _cuts(laid: Sequence[_Laid], head: dict[str, Any]) -> Iterator[_Cut]:
    """Where the parts end: each with a full page, as its last, unfilled one is left to the next part."""
    part: list[tuple[int, list[list[str]], bool, bool]] = []
    first = 1
    for place, each in enumerate(laid):
        rows, begins, going = each.rows(), True, True
        carried: list[list[str]] = []
        while going:
            room = PART_ROWS - sum(len(taken) for _place, taken, _begins, _ends in part) - len(carried)
            taken = carried + list(islice(rows, max(1, room)))
            following = list(islice(rows, 1))
            going, rows = bool(following), chain(following, rows)
            part.append((place, taken, begins, not going))
            if going:
                pages, kept = _filled(laid, part, _page_of_part(head, first, first))
                carried, begins = taken[kept:], begins and not kept
                if kept:
                    part[-1] = (place, taken[:kept], part[-1][2], False)
                else:
                    del part[-1]
                yield _Cut(tuple((at, len(held), starts, ends) for at, held, starts, ends in part), pages)
                first, part = first + pages, []
    pages = printing.pages(printing.pdf_apart("report", _data(laid, part, _page_of_part(head, first, first))))
    yield _Cut(tuple((at, len(held), starts, ends) for at, held, starts, ends in part), pages)


def _filled(
    laid: Sequence[_Laid], part: list[tuple[int, list[list[str]], bool, bool]], head: dict[str, Any]
) -> tuple[int, int]:
    """How many pages of a part are full, and how many rows of its last section stand on them."""
    data = _data(laid, part, head)
    rows = len(part[-1][1])
    data["sections"][-1]["asked"] = min(rows, SHEET_MOST)
    begin_on = [int(page) for page in printing.asked("report", data, "row")]
    last = begin_on[-1]
    kept = rows - sum(page == last for page in begin_on)
    return (last - 1, kept) if begin_on[0] < last else (last, rows)


def _data(
    laid: Sequence[_Laid], part: list[tuple[int, list[list[str]], bool, bool]], head: dict[str, Any]
) -> dict[str, Any]:
    return {**head, "sections": [laid[at].slice(rows, begins=begins, ends=ends) for at, rows, begins, ends in part]}


def _parts(laid: Sequence[_Laid], cuts: Sequence[_Cut], head: dict[str, Any]) -> Iterator[bytes]:
    """The parts, each set by itself, with the number of its pages among all."""
    rows, first, pages = [each.rows() for each in laid], 1, sum(cut.pages for cut in cuts)
    for cut in cuts:
        part = [(at, list(islice(rows[at], count)), begins, ends) for at, count, begins, ends in cut.slices]
        made = printing.pdf_apart("report", _data(laid, part, _page_of_part(head, first, pages)))
        assert printing.pages(made) == cut.pages, "pages come as they were laid out"
        yield made
        first += cut.pages


def _look(section: Section, *, landscape: bool) -> dict[str, Any]:
    """How a section's table is laid out, from all of its rows: they are gone through once, and not kept."""
    if not section.count:
        return {"empty": str(section.empty), "head": []}
    columns = section.columns
    head = [clean(str(column.title)) for column in columns]
    size, longest = _size(len(columns)), [_Longest(title) for title in head]
    for row in chain(section.rows, section.totals):
        for each, cell in zip(longest, _cells(columns, row), strict=True):
            each.see(cell)
    return {
        "empty": "",
        "size": size,
        "head": head,
        "ends": [place for place, column in enumerate(columns) if column.kind in NUMBERS],
        "widths": _widths(longest, size=size, landscape=landscape),
        "torn": any(each.cell > WHOLE_ROW for each in longest),
    }


class _Longest:
    """The longest cell of a column, and its longest piece that cannot be broken, of its title too."""

    def __init__(self, title: str) -> None:
        self.cell, self.piece = 0, _longest_piece(title)

    def see(self, cell: str) -> None:
        """One more cell."""
        self.cell = max(self.cell, len(cell))
        if len(cell) >= self.piece:
            self.piece = max(self.piece, _longest_piece(cell))


def _size(columns: int) -> float:
    """Points of the letters in a table of so many columns."""
    return 6.0 if columns > 14 else 6.4 if columns > 10 else 7.6


def _widths(longest: Sequence[_Longest], *, size: float, landscape: bool) -> list[int]:
    """How the columns of a table share the sheet, in characters; empty where all of them fit as they are.

    Each needs its longest piece that cannot be broken, of its title too; the rest is shared by how much more each
    wants.
    """
    needs = [each.piece for each in longest]
    wants = [max(each.piece, min(WIDEST, each.cell)) for each in longest]
    sheet = (774 if landscape else 493) - len(longest) * 8
    left = int(sheet / (EM * size)) - sum(needs)
    more = sum(wants) - sum(needs)
    if more <= left and len(longest) <= LANDSCAPE_FROM + 2:
        return []
    # Counted in hundredths of a character: whole numbers, the same on every machine.
    share = 100 * max(0, min(left, more)) // more if more else 0
    return [100 * need + share * (want - need) for need, want in zip(needs, wants, strict=True)]


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
