"""Statistical tests of shuffled shoes (RN-12) and the exactness of the choice behind them, over every word there is."""

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from baccarat.cards import Card
from baccarat.court import shares
from baccarat.draws import chooser
from baccarat.play import Winner, play
from baccarat.randomness import above, fits

_WORDS: Final = 65_536
_PLACES: Final = 16
"""Places of the shoe are taken together in so many parts."""


@dataclass(slots=True)
class Shuffles:
    """Counts over shoes of the same decks."""

    decks: int
    shoes: int = 0
    _places: Counter[tuple[int, int]] = field(default_factory=Counter)
    _pairs: Counter[tuple[int, int]] = field(default_factory=Counter)
    _winners: Counter[Winner] = field(default_factory=Counter)
    _seen: set[bytes] = field(default_factory=set)
    _again: int = 0

    def read(self, cards: list[Card]) -> None:
        """Take one shuffled shoe more."""
        size = len(cards)
        self.shoes += 1
        for place, card in enumerate(cards):
            self._places[place * _PLACES // size, card.code] += 1
        for first, second in zip(cards[::2], cards[1::2], strict=True):
            self._pairs[first.code % 13, second.code % 13] += 1
        self._winners[play(cards[:6]).winner] += 1
        order = bytes(card.code for card in cards)
        self._again += order in self._seen
        self._seen.add(order)

    def p_values(self) -> dict[str, float]:
        """Of every test; empty before a shoe was read."""
        if not self.shoes:
            return {}
        size, expected = 52 * self.decks, shares(self.decks)
        pairs = self.shoes * (size // 2)
        other = size * (size - 1) / (size // 13)
        alike = [(size // 13 - 1) / other if a == b else (size // 13) / other for a in range(13) for b in range(13)]
        sides = list(expected)
        return {
            "places of cards": self._places_p(size),
            "neighbours": fits(
                [self._pairs[a, b] for a in range(13) for b in range(13)], [pairs * share for share in alike]
            ),
            "outcomes of the first cards": fits(
                [self._winners[side] for side in sides], [self.shoes * float(expected[side]) for side in sides]
            ),
            "shoes that came again": 0.0 if self._again else 1.0,
        }

    def _places_p(self, size: int) -> float:
        """Cards by part of the shoe; each shoe's margins are fixed, which the factor and the degrees account for."""
        parts = Counter(place * _PLACES // size for place in range(size))
        x = 0.0
        for part, places in parts.items():
            mean = self.shoes * places * self.decks / size
            x += sum((self._places[part, code] - mean) ** 2 / mean for code in range(52))
        return above(x * (size - 1) / size, (len(parts) - 1) * 51)


def uneven_choices(least: int = 2, most: int = 416) -> list[int]:
    """The n for which `baccarat.draws.chooser` does not give every number equally often when every word comes once."""
    return [n for n in range(least, most + 1) if not _is_even(n)]


def _is_even(n: int) -> bool:
    counts, source = [0] * n, _EveryWord()
    choose = chooser(source.read)
    try:
        while True:
            counts[choose(n)] += 1
    except _Over:
        pass
    if _WORDS % n == 0:
        counts[0] -= source.added  # word 0 is thrown away for every other n
    return len(set(counts)) == 1


class _Over(Exception):  # the end of the words, no error
    """Every word came."""


class _EveryWord:
    """A source of bytes that gives every word of 16 bits once, and word 0 so often more as fills the last block."""

    def __init__(self) -> None:
        self._left = array("H", range(_WORDS)).tobytes()
        self.added = 0

    def read(self, count: int) -> bytes:
        """The next so many bytes."""
        if not self._left:
            raise _Over
        taken, self._left = self._left[:count], self._left[count:]
        self.added += (count - len(taken)) // 2
        return taken.ljust(count, b"\0")
