"""PDF to print and sign, page n of N on every sheet; set by typst, which is given data, never markup."""

from collections.abc import Sequence
from typing import IO, Any, Final

from django.utils.translation import gettext as _

from reporting import printing
from reporting.papers import NUMBERS, Column, Kind, Paper, Row, Section, amount, clean, legal_time, share, shown
from reporting.writers import heading

ROWS_MOST: Final = 5_000
"""Rows that a paper is set with: more are for a spreadsheet, not for reading."""
LANDSCAPE_FROM: Final = 7
WORDS: Final = range(8, 61)
"""Columns of words share what is left of the sheet by their longest cell, counted between these."""
BREAK: Final = "\N{ZERO WIDTH SPACE}"
THIN: Final = "\N{NARROW NO-BREAK SPACE}"


class TooLong(ValueError):
    """More rows than fit on paper; `rows` says how many there are."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"{rows} rows, {ROWS_MOST} at most")
        self.rows = rows


def write(paper: Paper, out: IO[bytes]) -> None:
    """The whole paper. Raises `TooLong`."""
    rows = sum(section.count for section in paper.sections)
    if rows > ROWS_MOST:
        raise TooLong(rows)
    sections = [_section(section) for section in paper.sections if section.count or section.empty]
    out.write(
        printing.pdf(
            "report",
            {
                "title": str(paper.title),
                "house": clean(paper.operator),
                "made": legal_time(paper.made_at),
                "foot": f"{clean(paper.definition)} · {clean(paper.software)}",
                "language": "pt",
                "landscape": any(len(section.columns) > LANDSCAPE_FROM for section in paper.sections),
                "facts": [
                    [title, value] for name, title, value in heading.lines(paper) if name not in {"operator", "title"}
                ],
                "idle": "" if paper.activity else _("Sem atividade"),
                "sections": sections,
            },
        )
    )


def _section(section: Section) -> dict[str, Any]:
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
    return {
        "title": str(section.title),
        "empty": "",
        "head": [clean(str(column.title)) for column in columns],
        "rows": rows,
        "totals": totals,
        "ends": [place for place, column in enumerate(columns) if column.kind in NUMBERS],
        "words": [place for place, column in enumerate(columns) if column.kind is Kind.TEXT],
        "weights": [_weight(place, (*rows, *totals)) for place in range(len(columns))],
    }


def _weight(place: int, rows: Sequence[Sequence[str]]) -> int:
    return min(WORDS.stop - 1, max(WORDS.start, max(len(row[place]) for row in rows)))


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
