"""The text in the barcode of a paper card: the deck that it belongs to, the card, and a sign that tells a misreading.

`SB` + four signs of the deck + rank and suit + one check sign, of the digits and capital letters alone: these come out
of a barcode reader alike on a Portuguese, an English and a Romanian keyboard. The check sign is Luhn's over 36 signs,
which finds every single wrong sign and nearly every two that changed places.
"""

import re
from dataclasses import dataclass
from string import ascii_uppercase, digits
from typing import Final

from baccarat.cards import DECK, Card, CardInvalid

SIGNS: Final = digits + ascii_uppercase
PREFIX: Final = "SB"
DECK_SIGNS: Final = 4
LENGTH: Final = len(PREFIX) + DECK_SIGNS + 2 + 1
_DECK: Final = re.compile(f"[{SIGNS}]{{{DECK_SIGNS}}}")


class CodeUnread(ValueError):
    """A text that is no card's code; `why` is "length", "sign", "check" or "card"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class PaperCard:
    """One card of one deck: there is no other like it in the house."""

    deck: str
    """Four digits or capital letters."""
    card: Card

    @property
    def code(self) -> str:
        """The text of its barcode.

        >>> PaperCard("D001", Card.parse("TD")).code
        'SBD001TDO'
        """
        text = f"{PREFIX}{self.deck}{self.card}"
        return text + check_sign(text)


def is_deck(text: str) -> bool:
    """Whether a text can name a deck.

    >>> is_deck("D001"), is_deck("d1")
    (True, False)
    """
    return _DECK.fullmatch(text) is not None


def read_code(text: str) -> PaperCard:
    """The card that a code names.

    >>> str(read_code("SBD001TDO").card)
    'TD'

    Raises `CodeUnread`.
    """
    if len(text) != LENGTH:
        raise CodeUnread("length")
    if not set(text) <= set(SIGNS) or not text.startswith(PREFIX):
        raise CodeUnread("sign")
    if check_sign(text[:-1]) != text[-1]:
        raise CodeUnread("check")
    try:
        card = Card.parse(text[-3:-1])
    except CardInvalid:
        raise CodeUnread("card") from None
    return PaperCard(text[len(PREFIX) : len(PREFIX) + DECK_SIGNS], card)


def codes_of(deck: str) -> tuple[str, ...]:
    """The codes of a whole deck, as it comes new.

    Raises `ValueError` for a name that no deck can have.
    """
    if not is_deck(deck):
        raise ValueError(f"{deck!r} names no deck: {DECK_SIGNS} digits or capital letters")
    return tuple(PaperCard(deck, card).code for card in DECK)


def check_sign(text: str) -> str:
    """Luhn's sign over 36 signs for a text of digits and capital letters."""
    base, whole = len(SIGNS), 0
    for place, sign in enumerate(reversed(text)):
        value = SIGNS.index(sign) * (2 if place % 2 == 0 else 1)
        whole += value // base + value % base
    return SIGNS[-whole % base]
