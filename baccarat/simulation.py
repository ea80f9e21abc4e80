"""Millions of rounds by the values of the cards alone: who wins, nothing else. For long runs and their statistics.

A shoe is one value 0-9 per card. The drawing rule is the table of `baccarat.play`, unrolled into look-ups once; a test
holds this path and `play` against each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from baccarat.cards import Card
from baccarat.play import banca_draws, ponto_draws

_STAND, _PONTO_DRAWS, _BANCA_ALONE_DRAWS = range(3)

_UNITS: Final = bytes(total % 10 for total in range(19))
"""The sum of two values, or of a total and a value, to what it counts (R8)."""

_ACTION: Final = bytes(
    _PONTO_DRAWS if ponto_draws(ponto, banca) else _BANCA_ALONE_DRAWS if banca_draws(ponto, banca, None) else _STAND
    for ponto in range(10)
    for banca in range(10)
)
"""10 * ponto's total + banca's, in two cards -> what happens next (R19, R20)."""

_BANCA_DRAWS: Final = bytes(banca_draws(0, banca, third) for banca in range(10) for third in range(10))
"""10 * banca's total + ponto's third card -> whether banca draws (R20)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rounds each side won."""

    ponto: int
    banca: int
    empate: int

    @property
    def rounds(self) -> int:
        """All of them."""
        return self.ponto + self.banca + self.empate


def values_of(cards: Sequence[Card]) -> bytes:
    """The values of the cards, as this module plays them.

    >>> values_of([Card.parse("9H"), Card.parse("KS")])
    b'\\t\\x00'
    """
    return bytes(card.value for card in cards)


def play_out(values: Sequence[int], start: int, cut: int) -> Tally:
    """Play every round that begins before the cut, from the card at `start`.

    >>> play_out(bytes([4, 0, 0, 7, 5, 9]), 0, 1)
    Tally(ponto=1, banca=0, empate=0)

    Raises `IndexError` when the last of them runs out of cards: six behind the cut are always enough.
    """
    units, action, draws = _UNITS, _ACTION, _BANCA_DRAWS
    at = start
    ponto_wins = banca_wins = ties = 0
    while at < cut:
        ponto = units[values[at] + values[at + 2]]
        banca = units[values[at + 1] + values[at + 3]]
        at += 4
        then = action[10 * ponto + banca]
        if then == _PONTO_DRAWS:
            third = values[at]
            at += 1
            ponto = units[ponto + third]
            if draws[10 * banca + third]:
                banca = units[banca + values[at]]
                at += 1
        elif then == _BANCA_ALONE_DRAWS:
            banca = units[banca + values[at]]
            at += 1
        if ponto > banca:
            ponto_wins += 1
        elif banca > ponto:
            banca_wins += 1
        else:
            ties += 1
    return Tally(ponto_wins, banca_wins, ties)
