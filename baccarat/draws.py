"""Unbiased choices out of random bytes that an edge supplies, such as the operating system's generator.

A number is taken whole or thrown away, never folded by a remainder, so that every outcome is equally likely.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

T = TypeVar("T")

ReadBytes = Callable[[int], bytes]
"""Gives that many random bytes, none of them ever given before."""

Choose = Callable[[int], int]
"""Gives a number from 0 to n - 1, all equally likely."""

_WORD_BITS: Final = 16
"""Short words make short products, which Python multiplies several times as fast as long ones."""
_WORD_BYTES: Final = _WORD_BITS // 8
_SPAN: Final = 1 << _WORD_BITS
_LOW: Final = _SPAN - 1
_BLOCK_WORDS: Final = 448
"""Words fetched at a time: one block nearly always lasts for a shoe of eight decks."""


def chooser(read_bytes: ReadBytes) -> Choose:
    """A `choose` over random bytes, for n from 1 to 65,536.

    A word of 16 bits times n falls into n strips; the few words that would make some strips longer than others are
    thrown away (Lemire's rejection), so the choice is exact.

    >>> choose = chooser(lambda count: bytes([0, 128]) * (count // 2))
    >>> choose(4), choose(1)
    (2, 0)

    The `choose` raises `ValueError` for an n out of range.
    """
    words: list[int] = []

    def choose(n: int) -> int:
        if not 1 <= n <= _SPAN:
            raise ValueError(f"a choice is of 1 to {_SPAN} things, not of {n}")
        while True:
            if not words:
                words.extend(_words(read_bytes))
            product = words.pop() * n
            if (product & _LOW) >= n or (product & _LOW) >= _SPAN % n:
                return product >> _WORD_BITS

    return choose


def _words(read_bytes: ReadBytes) -> list[int]:
    block = read_bytes(_BLOCK_WORDS * _WORD_BYTES)
    if len(block) != _BLOCK_WORDS * _WORD_BYTES:
        raise ValueError(f"asked for {_BLOCK_WORDS * _WORD_BYTES} random bytes and got {len(block)}")
    return memoryview(block).cast("H").tolist()


def shuffled_fast(cards: Sequence[T], read_bytes: ReadBytes) -> list[T]:
    """A shuffle as unbiased as `baccarat.shoe.shuffled` with `chooser`, for simulations, which need many.

    >>> shuffled_fast("AB", lambda count: bytes(count))
    ['B', 'A']

    Raises `ValueError` for more than 65,536 cards.
    """
    order = list(cards)
    if len(order) > _SPAN:
        raise ValueError(f"at most {_SPAN} cards can be shuffled, not {len(order)}")
    last = len(order) - 1
    while last > 0:
        for word in _words(read_bytes):
            product = word * (last + 1)
            # The remainder is asked for only where it can matter at all: once in hundreds of words.
            if (product & _LOW) <= last and (product & _LOW) < _SPAN % (last + 1):
                continue
            chosen = product >> _WORD_BITS
            order[last], order[chosen] = order[chosen], order[last]
            last -= 1
            if not last:
                break
    return order
