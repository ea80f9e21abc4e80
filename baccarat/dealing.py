"""A round whose cards arrive one by one: which card is due, and why (R16-R20).

For a table where a person deals cards of paper: nothing is drawn here, and no result is typed. It follows
`baccarat.play` and gives the same result from the same cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from baccarat.cards import Card, total
from baccarat.play import Result, banca_draws, play, ponto_draws


@unique
class Slot(StrEnum):
    """A place of the felt; the first four are filled in this order (R17), a third card of ponto before one of banca."""

    P1 = "P1"
    B1 = "B1"
    P2 = "P2"
    B2 = "B2"
    P3 = "P3"
    B3 = "B3"

    @property
    def is_ponto(self) -> bool:
        """Whether it is one of ponto's."""
        return self.value[0] == "P"


FIRST: Final = (Slot.P1, Slot.B1, Slot.P2, Slot.B2)


@unique
class Why(StrEnum):
    """Why a card is due, or why none is."""

    FIRST_CARDS = "first-cards"
    PONTO_DRAWS = "ponto-draws"
    BANCA_DRAWS = "banca-draws"
    NATURAL = "natural"
    """A side has 8 or 9 in two cards: both stand (R19)."""
    BOTH_STAND = "both-stand"
    """No side takes a third card, and neither has a natural (R20)."""
    ALL_DRAWN = "all-drawn"
    """The third cards that the rules ask for are there."""


class TooManyCards(ValueError):
    """More cards than the round takes: it was over after `taken` of them."""

    def __init__(self, taken: int, given: int) -> None:
        super().__init__(f"this round takes {taken} cards and {given} were given")
        self.taken = taken
        self.given = given


@dataclass(frozen=True, slots=True)
class Dealing:
    """A round as far as it is dealt: the place of each card, the totals, and the place that is due, if one is."""

    cards: tuple[Card, ...]
    slots: tuple[Slot, ...]
    ponto: int | None
    """Ponto's total so far; None before its first card."""
    banca: int | None
    due: Slot | None
    """The place of the next card; None once the round is over."""
    why: Why

    @property
    def result(self) -> Result:
        """The result of a round that is over. Raises `baccarat.play.NotEnoughCards` before."""
        return play(self.cards)


def dealing(cards: Sequence[Card]) -> Dealing:
    """The round after these cards, in the order in which they left the shoe.

    >>> now = dealing([Card.parse(text) for text in ("8S", "KH", "7D", "4C")])
    >>> now.ponto, now.banca, now.due.value, now.why.value
    (5, 4, 'P3', 'ponto-draws')
    >>> now = dealing([Card.parse(text) for text in ("8S", "KH", "7D", "4C", "6C")])
    >>> now.ponto, now.due.value, now.why.value
    (1, 'B3', 'banca-draws')

    Raises `TooManyCards`.
    """
    if len(cards) < len(FIRST):
        return _told(cards, FIRST[: len(cards)], FIRST[len(cards)], Why.FIRST_CARDS)
    slots = list(FIRST)
    ponto, banca = total(cards[0:4:2]), total(cards[1:4:2])
    third: int | None = None
    if ponto_draws(ponto, banca):
        if len(cards) == len(slots):
            return _told(cards, slots, Slot.P3, Why.PONTO_DRAWS)
        third = cards[len(slots)].value
        slots.append(Slot.P3)
    if banca_draws(ponto, banca, third):
        if len(cards) == len(slots):
            return _told(cards, slots, Slot.B3, Why.BANCA_DRAWS)
        slots.append(Slot.B3)
    if len(cards) > len(slots):
        raise TooManyCards(len(slots), len(cards))
    return _told(cards, slots, None, _over(ponto, banca, len(slots)))


def _over(ponto: int, banca: int, taken: int) -> Why:
    if max(ponto, banca) >= 8:
        return Why.NATURAL
    return Why.BOTH_STAND if taken == len(FIRST) else Why.ALL_DRAWN


def _told(cards: Sequence[Card], slots: Sequence[Slot], due: Slot | None, why: Why) -> Dealing:
    placed = list(zip(slots, cards, strict=True))
    ponto = [card for slot, card in placed if slot.is_ponto]
    banca = [card for slot, card in placed if not slot.is_ponto]
    return Dealing(
        cards=tuple(cards),
        slots=tuple(slots),
        ponto=total(ponto) if ponto else None,
        banca=total(banca) if banca else None,
        due=due,
        why=why,
    )
