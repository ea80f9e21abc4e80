"""Cards: 52 to a deck, each with a rank, a suit and the value it counts for in this game (R6, R7)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import total_ordering
from types import MappingProxyType
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"

VALUE_OF_RANK: Final = MappingProxyType({rank: min(place, 10) % 10 for place, rank in enumerate(RANKS, start=1)})
"""R7: the ace is 1, two to nine are what they show, ten and the court cards are 0."""


class CardInvalid(ValueError):
    """A text that names no card. `why` says what is wrong with it, in a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@total_ordering
@dataclass(frozen=True, slots=True)
class Card:
    """One card: `rank` is one of `A23456789TJQK`, `suit` one of `SHDC` (spades, hearts, diamonds, clubs).

    Cards sort as a new deck lies: by suit, then from the ace up to the king.

    >>> Card("T", "D").value, str(Card("T", "D"))
    (0, 'TD')
    >>> Card("9", "S") < Card("A", "H")
    True

    Raises `CardInvalid` for any other rank or suit.
    """

    rank: str
    suit: str
    value: int = field(init=False, compare=False, repr=False)
    """The card's value, 0 to 9 (R7)."""

    def __post_init__(self) -> None:
        if len(self.rank) != 1 or self.rank not in RANKS:
            raise CardInvalid(f"{self.rank!r} is not a rank: one of {RANKS}")
        if len(self.suit) != 1 or self.suit not in SUITS:
            raise CardInvalid(f"{self.suit!r} is not a suit: one of {SUITS}")
        object.__setattr__(self, "value", VALUE_OF_RANK[self.rank])

    @property
    def code(self) -> int:
        """The card's place in a new deck, 0 (ace of spades) to 51 (king of clubs).

        >>> Card("A", "S").code, Card("K", "C").code
        (0, 51)
        """
        return SUITS.index(self.suit) * 13 + RANKS.index(self.rank)

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card that a text of two letters names, rank first.

        >>> Card.parse("TD")
        Card(rank='T', suit='D')

        Raises `CardInvalid` for anything else, a text in small letters included.
        """
        try:
            return _CARD_OF_TEXT[text]
        except (KeyError, TypeError):
            raise CardInvalid(
                f"{text!r} is not a card: a rank of {RANKS} and a suit of {SUITS}, such as 'TD'"
            ) from None

    def __str__(self) -> str:
        return self.rank + self.suit

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return self.code < other.code


DECK: Final = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The 52 cards of one deck, in the order of their `code`."""

_CARD_OF_TEXT: Final = MappingProxyType({str(card): card for card in DECK})


def total(cards: Iterable[Card]) -> int:
    """Return a hand's total: the last digit of the sum of its values, 0 to 9 (R8).

    >>> total([Card.parse("7H"), Card.parse("6S")])
    3
    >>> total([Card.parse("4H"), Card.parse("6S")])
    0
    """
    return sum(card.value for card in cards) % 10
