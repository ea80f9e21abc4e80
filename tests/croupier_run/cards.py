"""A whole shoe of paper cards in a random order, as it lies on the table."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from baccarat.card_codes import PaperCard
from baccarat.cards import DECK
from baccarat.shoe import burn_count


@dataclass
class PaperOrder:
    """The cards that are left, the next one first; and those that a scanner saw in earlier rounds."""

    decks: tuple[str, ...]
    left: list[PaperCard]
    seen: list[PaperCard] = field(default_factory=list)
    by_hand: list[PaperCard] = field(default_factory=list)
    """Cards that were keyed: the house does not know their decks."""
    gone: int = 0
    """How many cards the house must think gone."""
    last: int | None = None
    """The number of the last round in the shoe, once the cut card is out."""

    @classmethod
    def shuffled(cls, decks: Sequence[str], chance: random.Random) -> "PaperOrder":
        """All cards of these decks, in any order."""
        cards = [PaperCard(deck, card) for deck in decks for card in DECK]
        chance.shuffle(cards)
        return cls(tuple(decks), cards)

    def burn(self) -> PaperCard:
        """Take off the first card, and as many as it counts."""
        first = self.left.pop(0)
        count = burn_count(first.card)
        del self.left[:count]
        self.seen.append(first)
        self.gone = 1 + count
        return first
