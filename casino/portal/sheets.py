"""One's own records for a spreadsheet: one table in a file, a heading and rows, in the legal time of Portugal.

A moment is two cells: day and time as spreadsheets read them, and how far from UTC that clock was, which alone tells
the hour that comes twice in October.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext

from kernel.calendar import LISBON
from kernel.labels import label
from kernel.money import Currency
from reporting.writers import csv_file
from reporting.writers.documents import Document, Kind, amount, clean, guarded
from wallet.queries import StatementLine


def local(at: datetime | None) -> list[str]:
    """A moment as its two cells; both are empty for none.

    >>> from datetime import UTC
    >>> local(datetime(2026, 10, 25, 0, 30, tzinfo=UTC)), local(datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
    (['2026-10-25 01:30:00', 'UTC+01:00'], ['2026-10-25 01:30:00', 'UTC+00:00'])
    """
    if at is None:
        return ["", ""]
    here = at.astimezone(LISBON)
    offset = f"{here:%z}"
    return [f"{here:%Y-%m-%d %H:%M:%S}", f"UTC{offset[:3]}:{offset[3:]}"]


def statement_of(lines: Iterable[StatementLine], currency: Currency) -> bytes:
    """Every line of a statement; no cell can be run as a formula."""
    rows: list[list[str]] = [
        [
            gettext("When"),
            gettext("Time zone"),
            gettext("Number"),
            gettext("Movement"),
            gettext("Reference"),
            gettext("Currency"),
            gettext("Balance before"),
            gettext("Amount"),
            gettext("Balance after"),
        ]
    ]
    for line in lines:
        words = [capfirst(label(line.code)), guarded(clean(line.reference)), currency.value]
        sums = [amount(cents) for cents in (line.balance_before, line.amount, line.balance_after)]
        rows.append([*local(line.at), str(line.id), *words, *sums])
    return csv_file.spreadsheet(rows)


def sheet_of(document: Document) -> bytes:
    """The one section of a document as a table, without its heading and totals."""
    (section,) = document.sections
    titles: list[str] = []
    for column in section.columns:
        titles += [str(column.title)] if column.kind is not Kind.MOMENT else _moment_titles(str(column.title))
    rows = [titles]
    for row in section.rows:
        cells: list[str] = []
        for column, value in zip(section.columns, row, strict=True):
            if column.kind is Kind.MOMENT:
                assert value is None or isinstance(value, datetime)
                cells += local(value)
            else:
                cells.append(csv_file.cell(column, value))
        rows.append(cells)
    return csv_file.spreadsheet(rows)


def _moment_titles(title: str) -> Sequence[str]:
    return [title, gettext("%(moment)s: time zone") % {"moment": title}]
