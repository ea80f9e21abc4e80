"""The books of one day side by side: its rounds, the ledger, and the regulator's files once they were made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from casino.backoffice.presenters.reports import MONEY, Check
from casino.wording import words
from reporting.making.figures import What
from reporting.queries.safe_files import PackageCard
from reporting.six_files.day_book import DayBook

_BY_FILES: Final = {
    What.TURNOVER: "staked",
    What.RETURNED: "returned",
    What.COMMISSION: "commission",
    What.REFUNDED: "refunded",
    What.GROSS_REVENUE: "gross_revenue",
}
"""The files tell gains with the stake that was won, so prizes alone are no sum of theirs."""


@dataclass(frozen=True, slots=True)
class BookLine:
    """One sum of the day by each book, in cents; `files` None where the files do not tell it."""

    name: str
    currency: str
    rounds: int
    ledger: int
    files: int | None
    note: str
    """What the files tell beside it."""

    @property
    def difference(self) -> int:
        """The rounds less the book that is farthest from them; 0: all agree."""
        others = (self.ledger, self.rounds if self.files is None else self.files)
        return max((self.rounds - other for other in others), key=abs)


@dataclass(frozen=True, slots=True)
class DayBooks:
    """A day's sums in money. `files` is the package whose sums stand beside; None: none was made, or without sums."""

    lines: tuple[BookLine, ...]
    files: PackageCard | None

    @property
    def files_agree(self) -> bool:
        """Whether the files say what the rounds say."""
        return all(line.files in {None, line.rounds} for line in self.lines)


def day_books(checks: Sequence[Check], packages: Sequence[PackageCard]) -> DayBooks:
    """The sums that a report compares, beside those of the day's last package."""
    last = packages[-1] if packages else None
    book = last.book if last else None
    lines = tuple(_line(check, book) for check in checks if check.currency == MONEY)
    return DayBooks(lines, last if book else None)


def _line(check: Check, book: DayBook | None) -> BookLine:
    told = _BY_FILES.get(check.what) if book else None
    files = None if told is None else getattr(book, told)
    note = ""
    if book and check.what is What.TURNOVER and book.laid != book.staked:
        note = gettext("%(amount)s with void ones and those taken back") % {"amount": words.money(book.laid, MONEY)}
    return BookLine(check.name, check.currency, check.rounds, check.ledger, files, note)
