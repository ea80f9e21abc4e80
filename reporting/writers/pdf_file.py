"""PDF to print and sign, page n of N on every sheet; set by typst, which is given data, never markup."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from reporting.writers import heading, letters, printing
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
    read,
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
FEW: Final = 10
"""Columns beyond which cells stand closer together."""
INSET: Final = 4
"""Points beside a cell, on either side."""
NARROW_INSET: Final = 2
WIDEST: Final = 26_000
"""In the unit of `letters`, some 60 characters: a longer cell goes on in the next line."""
SLACK: Final = 50
"""Added to each column: the compiler's own sums are rounded otherwise."""
HEAD_LINES: Final = 3
"""A title stands in so many lines at most."""
LINES: Final = (2, 3, 4)
"""A row is so many lines high at most, the fewest for which the sheet has room; what is longer than `WIDEST` may have
more."""
WHOLE_ROW: Final = 400
"""Characters of a table's longest cell up to which no row of it is torn by the end of a sheet."""
PIECES: Final = re.compile("[^ \N{ZERO WIDTH SPACE}]+ ?")
"""What cannot be broken, with the space after it."""
KEY: Final = re.compile("([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-)([0-9a-f]{4}-[0-9a-f]{12})")
"""A long key: it goes on in the next line after its third hyphen and nowhere else, so that its halves are compared."""
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
            [title, read(value)] for name, title, value in heading.lines(document) if name not in {"operator", "title"}
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
    for row, bold in chain(zip(section.rows, repeat(False)), zip(section.totals, repeat(True))):
        for each, cell in zip(longest, _cells(columns, row), strict=True):
            each.see(cell, bold=bold)
    return {
        "empty": "",
        "size": size,
        "dense": len(columns) > FEW,
        "head": head,
        "ends": [place for place, column in enumerate(columns) if column.kind in NUMBERS],
        "widths": _widths(longest, size=size, landscape=landscape),
        "torn": any(each.characters > WHOLE_ROW for each in longest),
    }


class _Longest:
    """Of a column, in the unit of `letters`: its longest and its shortest cell; its longest piece that cannot be
    broken, or what its title needs; and how narrow it may be for its cells to stand in so many lines."""

    def __init__(self, title: str) -> None:
        self.characters, self.cell, self.shortest = 0, 0, 0
        words = [letters.bold(word) for word in PIECES.findall(title)]
        self.piece = _narrowest(words, HEAD_LINES) if words else 0
        self._within = dict.fromkeys(LINES, 0)

    def see(self, cell: str, *, bold: bool = False) -> None:
        """One more cell; those of totals are bold."""
        measure = letters.bold if bold else letters.width
        pieces = [measure(piece) for piece in PIECES.findall(cell)]
        if not pieces:
            return
        self.characters = max(self.characters, len(cell))
        whole = sum(pieces)
        if not bold:
            self.shortest = min(self.shortest or whole, whole)
        self.cell, self.piece = max(self.cell, whole), max(self.piece, *pieces)
        for lines, width in self._within.items():
            if width < WIDEST and _lines(pieces, width) > lines:
                self._within[lines] = _narrowest(pieces, lines)

    def within(self, lines: int) -> int:
        """The least width at which no cell has more lines; as if none were longer than `WIDEST`."""
        return max(self.piece, min(self._within[lines], -(-WIDEST // lines)))


def _size(columns: int) -> float:
    """Points of the letters in a table of so many columns."""
    return 6.0 if columns > 14 else 6.4 if columns > 10 else 7.6


def _widths(longest: Sequence[_Longest], *, size: float, landscape: bool) -> list[int]:
    """How the columns of a table share the sheet, as parts of it; empty where all of them fit as they are.

    Each has what it needs for its cells to stand in two lines; where the sheet is too small for that, in three or four,
    and else its longest piece that cannot be broken. The rest is shared by how much more each wants.
    """
    inset = NARROW_INSET if len(longest) > FEW else INSET
    beside = SLACK + int(2 * inset * 1000 / size)
    room = int((774 if landscape else 493) * 1000 / size)
    wants = [max(each.piece, min(WIDEST, each.cell)) + beside for each in longest]
    if sum(wants) <= room and len(longest) <= LANDSCAPE_FROM + 2:
        return []
    needs = [each.piece + beside for each in longest]
    for lines in LINES:
        within = [min(each.within(lines) + beside, want) for each, want in zip(longest, wants, strict=True)]
        if sum(within) <= room:
            needs = within
            break
    # Moments and long keys are all broken, or none is: with less than all of it their columns have gained nothing.
    steady = [each.shortest + beside > need for each, need in zip(longest, needs, strict=True)]
    whole = [want if each else need for each, want, need in zip(steady, wants, needs, strict=True)]
    if sum(whole) <= room:
        needs = whole
    extra = [0 if each else want - need for each, want, need in zip(steady, wants, needs, strict=True)]
    left, more = max(0, room - sum(needs)), sum(extra)
    # Whole numbers, the same on every machine.
    return [need + each * min(left, more) // max(1, more) for need, each in zip(needs, extra, strict=True)]


def _narrowest(pieces: Sequence[int], lines: int) -> int:
    """The least width at which these pieces stand in so many lines."""
    least, most = max(pieces), sum(pieces)
    return least + bisect_left(range(least, most), True, key=lambda width: _lines(pieces, width) <= lines)


def _lines(pieces: Sequence[int], width: int) -> int:
    """How many lines of this width these pieces take."""
    lines, filled = 1, 0
    for piece in pieces:
        if filled and filled + piece > width:
            lines, filled = lines + 1, 0
        filled += piece
    return lines


def _cells(columns: tuple[Column, ...], row: Row) -> list[str]:
    return [_cell(column, value) for column, value in zip(columns, row, strict=True)]


def _cell(column: Column, value: Any) -> str:
    """As people read it; long figures in groups, for the eye."""
    if value is not None and column.kind is Kind.CENTS:
        return _grouped(amount(value))
    if value is not None and column.kind is Kind.WHOLE:
        return _grouped(str(value))
    if value is not None and column.kind is Kind.RATIO:
        return f"{_grouped(share(value))}{THIN}%"
    if column.kind is Kind.CODE:
        text = shown(column, value)
        halves = KEY.fullmatch(text)
        return BREAK.join(halves.groups()) if halves else text.replace("-", f"-{BREAK}")
    return shown(column, value)


def _grouped(text: str) -> str:
    sign, digits = ("\N{MINUS SIGN}", text[1:]) if text.startswith("-") else ("", text)
    whole, comma, part = digits.partition(",")
    return sign + f"{int(whole):,}".replace(",", THIN) + comma + part
