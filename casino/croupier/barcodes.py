"""The printable deck: each card's code as bars that a scanner reads (Code 128)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import barcode

from baccarat.card_codes import codes_of, read_code


@dataclass(frozen=True, slots=True)
class Bar:
    """A black bar: where it begins and how wide it is, in modules."""

    x: int
    width: int


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card of a printable deck; `modules` is the width of its bars."""

    card: str
    code: str
    bars: tuple[Bar, ...]
    modules: int

    @property
    def modules_wide(self) -> int:
        """With the quiet zones of ten modules on both sides."""
        return self.modules + 20


def sheet(deck: str) -> tuple[PrintedCard, ...]:
    """The cards of a deck of that name, as it comes new. Raises `ValueError` for a name that no deck can have."""
    return tuple(_printed(code) for code in codes_of(deck))


def _printed(code: str) -> PrintedCard:
    modules = barcode.get("code128", code).build()[0]
    return PrintedCard(str(read_code(code).card), code, tuple(_bars(modules)), len(modules))


def _bars(modules: str) -> Iterator[Bar]:
    at = 0
    for black, run in groupby(modules):
        width = len(list(run))
        if black == "1":
            yield Bar(at, width)
        at += width
