"""One round from its cards: who draws, what the hands count, who wins (R16-R22), and the phases a round passes through.

The drawing rule is written once, in `BANCA_DRAWS_ON`. It knows no stakes and no shoe.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from types import MappingProxyType
from typing import Final

from baccarat.cards import Card, total

NATURALS: Final = frozenset({8, 9})
"""R19: with one of these in two cards, on either side, both stand."""

PONTO_DRAWS_ON: Final = frozenset(range(6))
"""R20: ponto draws on 0 to 5 and stands on 6 and 7. The live text's "draws on 6 or 7" is a slip."""

BANCA_DRAWS_WHEN_PONTO_STOOD: Final = frozenset(range(6))
"""R20: when ponto took no third card, banca draws on 0 to 5."""

BANCA_DRAWS_ON: Final[Mapping[int, frozenset[int]]] = MappingProxyType(
    {
        0: frozenset(range(10)),
        1: frozenset(range(10)),
        2: frozenset(range(10)),
        3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
        4: frozenset({2, 3, 4, 5, 6, 7}),
        5: frozenset({4, 5, 6, 7}),
        6: frozenset({6, 7}),
        7: frozenset(),
    }
)
"""R20: banca's total in two cards -> the values of ponto's third card on which banca draws.

The regulation writes "10" for a card worth 0.
"""

CARDS_MOST: Final = 6
"""A round takes four cards, and at most one more for each side (R16, R20)."""


class NotEnoughCards(ValueError):
    """The cards ended before the round was over: it takes `needed` at least, and there were `given`."""

    def __init__(self, needed: int, given: int) -> None:
        super().__init__(f"this round takes {needed} cards and {given} were given")
        self.needed = needed
        self.given = given


@unique
class Winner(StrEnum):
    """The side with the higher total, or `EMPATE` when they are equal (R22, R23)."""

    PONTO = "ponto"
    BANCA = "banca"
    EMPATE = "empate"


@unique
class Pair(IntEnum):
    """How a side's first two cards match (R11, R12, L)."""

    NONE = 0
    RANK = 1
    """The same rank in two suits."""
    PERFECT = 2
    """The same rank and suit: the same card of two decks."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that any bet looks at in a round: totals 0-9, how many cards each side has (2 or 3), and the pairs.

    Two rounds with equal facts pay alike on every chance, which is what lets odds be counted by facts.
    """

    ponto_total: int
    banca_total: int
    ponto_count: int
    banca_count: int
    ponto_pair: Pair
    banca_pair: Pair

    @property
    def winner(self) -> Winner:
        """R22, R23."""
        if self.ponto_total > self.banca_total:
            return Winner.PONTO
        if self.banca_total > self.ponto_total:
            return Winner.BANCA
        return Winner.EMPATE

    @property
    def ponto_natural(self) -> bool:
        """R19. Two cards that count 8 or 9; a side that drew had no natural."""
        return self.ponto_count == 2 and self.ponto_total in NATURALS

    @property
    def banca_natural(self) -> bool:
        """R19, as for ponto."""
        return self.banca_count == 2 and self.banca_total in NATURALS


@dataclass(frozen=True, slots=True)
class Hand:
    """One side's two or three cards, in the order in which they fell.

    >>> hand = Hand((Card.parse("KH"), Card.parse("KS"), Card.parse("7D")))
    >>> hand.total, hand.pair, hand.natural
    (7, True, False)
    """

    cards: tuple[Card, ...]

    @property
    def total(self) -> int:
        """The hand's total, 0 to 9 (R8)."""
        return total(self.cards)

    @property
    def pair(self) -> bool:
        """Whether the first two cards share a rank: king with king, never king with queen (R11, R12)."""
        return self.cards[0].rank == self.cards[1].rank

    @property
    def pair_kind(self) -> Pair:
        """The pair of the first two cards, told from a perfect one (L)."""
        if not self.pair:
            return Pair.NONE
        return Pair.PERFECT if self.cards[0].suit == self.cards[1].suit else Pair.RANK

    @property
    def natural(self) -> bool:
        """Whether the first two cards count 8 or 9 (R19)."""
        return len(self.cards) == 2 and self.total in NATURALS

    @property
    def third(self) -> Card | None:
        """The card that was drawn, if one was (R20)."""
        return self.cards[2] if len(self.cards) == 3 else None


@dataclass(frozen=True, slots=True)
class Result:
    """A finished round: the two hands, and what follows from them."""

    ponto: Hand
    banca: Hand

    @property
    def winner(self) -> Winner:
        """R22, R23."""
        return self.facts.winner

    @property
    def natural(self) -> bool:
        """Whether either side had a natural, so that neither side drew (R19)."""
        return self.ponto.natural or self.banca.natural

    @property
    def ponto_third(self) -> Card | None:
        """Ponto's third card, if it drew."""
        return self.ponto.third

    @property
    def banca_third(self) -> Card | None:
        """Banca's third card, if it drew."""
        return self.banca.third

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards as they left the shoe: ponto, banca, ponto, banca, then the thirds, ponto's first (R17, R20)."""
        (p1, p2, *p3), (b1, b2, *b3) = self.ponto.cards, self.banca.cards
        return (p1, b1, p2, b2, *p3, *b3)

    @property
    def facts(self) -> Facts:
        """Return the facts that bets are settled by."""
        ponto, banca = self.ponto, self.banca
        return Facts(ponto.total, banca.total, len(ponto.cards), len(banca.cards), ponto.pair_kind, banca.pair_kind)


def ponto_draws(ponto_total: int, banca_total: int) -> bool:
    """Whether ponto takes a third card, from the totals of the first two cards of each side (R19, R20).

    >>> ponto_draws(5, 7), ponto_draws(6, 0), ponto_draws(5, 8)
    (True, False, False)
    """
    return banca_total not in NATURALS and ponto_total in PONTO_DRAWS_ON


def banca_draws(ponto_total: int, banca_total: int, ponto_third: int | None) -> bool:
    """Whether banca takes a third card (R19, R20).

    `ponto_third` is the value of ponto's third card, or None when ponto took none.

    >>> banca_draws(0, 3, 8), banca_draws(0, 3, 9), banca_draws(6, 5, None), banca_draws(9, 0, None)
    (False, True, True, False)
    """
    if ponto_total in NATURALS or banca_total in NATURALS:
        return False
    if ponto_third is None:
        return banca_total in BANCA_DRAWS_WHEN_PONTO_STOOD
    return ponto_third in BANCA_DRAWS_ON[banca_total]


def play(cards: Sequence[Card]) -> Result:
    """Play one round off the front of `cards`, which lose nothing: the result's `cards` are those it took (R16-R20).

    >>> result = play([Card.parse(text) for text in ("4H", "TD", "KS", "7C", "5D", "9H")])
    >>> result.ponto.total, result.banca.total, result.winner.value, len(result.cards)
    (9, 7, 'ponto', 5)

    Raises `NotEnoughCards` when the round needs a card that is not there.
    """
    if len(cards) < 4:
        raise NotEnoughCards(4, len(cards))
    ponto, banca = [cards[0], cards[2]], [cards[1], cards[3]]
    ponto_two, banca_two = total(ponto), total(banca)
    taken = 4
    ponto_third: int | None = None
    if ponto_draws(ponto_two, banca_two):
        ponto.append(_card_at(cards, taken))
        ponto_third = ponto[2].value
        taken += 1
    if banca_draws(ponto_two, banca_two, ponto_third):
        banca.append(_card_at(cards, taken))
    return Result(Hand(tuple(ponto)), Hand(tuple(banca)))


def _card_at(cards: Sequence[Card], index: int) -> Card:
    if index >= len(cards):
        raise NotEnoughCards(index + 1, len(cards))
    return cards[index]


@unique
class Phase(StrEnum):
    """Where a round stands (R2c, R16, R27, R29)."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    SETTLED = "settled"
    VOID = "void"


NEXT: Final[Mapping[Phase, frozenset[Phase]]] = MappingProxyType(
    {
        Phase.BETTING: frozenset({Phase.CLOSED, Phase.VOID}),
        Phase.CLOSED: frozenset({Phase.DEALING, Phase.VOID}),
        Phase.DEALING: frozenset({Phase.SETTLED, Phase.VOID}),
        Phase.SETTLED: frozenset(),
        Phase.VOID: frozenset(),
    }
)
"""The phases that may follow each. A settled or void round stays what it is."""
