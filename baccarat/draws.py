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

_WORD_BITS: Final = 32
_WORD_BYTES: Final = _WORD_BITS // 8
_SPAN: Final = 1 << _WORD_BITS
_LOW: Final = _SPAN - 1
_BLOCK_WORDS: Final = 448
"""Words fetched at a time: one block nearly always lasts for a shoe of eight decks."""


def chooser(read_bytes: ReadBytes) -> Choose:
    """A `choose` over random bytes, for n from 1 to 2**32.

    A 32-bit word times n falls into n strips; the few words that would make some strips longer than others are thrown
    away (Lemire's rejection), so the choice is exact.

    >>> choose = chooser(lambda count: bytes([0, 0, 0, 128]) * (count // 4))
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
                words.extend(_words(read_bytes, _BLOCK_WORDS))
            product = words.pop() * n
            if (product & _LOW) >= n or (product & _LOW) >= _SPAN % n:
                return product >> _WORD_BITS

    return choose


def _words(read_bytes: ReadBytes, count: int) -> list[int]:
    block = memoryview(read_bytes(count * _WORD_BYTES))
    if len(block) != count * _WORD_BYTES:
        raise ValueError(f"asked for {count * _WORD_BYTES} random bytes and got {len(block)}")
    return block.cast("I").tolist()


def shuffled_fast(cards: Sequence[T], read_bytes: ReadBytes) -> list[T]:
    """The same shuffle as `baccarat.shoe.shuffled(cards, chooser(read_bytes))`, several times as fast.

    Simulations and the odds of long runs need it; a table that needs one shoe an hour does not.

    >>> shuffled_fast("AB", lambda count: bytes(count))
    ['B', 'A']
    """
    order = list(cards)
    words: list[int] = []
    for last in range(len(order) - 1, 0, -1):
        if not words:
            words = _words(read_bytes, _BLOCK_WORDS)
        n = last + 1
        product = words.pop() * n
        if (product & _LOW) < n:
            while (product & _LOW) < _SPAN % n:
                if not words:
                    words = _words(read_bytes, _BLOCK_WORDS)
                product = words.pop() * n
        chosen = product >> _WORD_BITS
        order[last], order[chosen] = order[chosen], order[last]
    return order
