"""Whether raw words of a random generator are even: factors of one block, as the drift court takes them (RN-10).

Each factor is a likelihood ratio of the block: how much better shares learnt from it tell it than even ones, averaged
over what could be learnt beforehand. Under even words it is 1 on average, exactly.
"""

from collections import Counter
from collections.abc import Mapping
from math import exp, lgamma, log
from typing import Final

BLOCK: Final = 64 * 1024
"""Bytes of a block."""
MOST: Final = 1e30
"""No factor is above: a stuck generator would not fit into a float. A factor that is cut stays 1 on average at most."""
_BIT_WEIGHT: Final = 5_000.0
"""How many bits' worth the even shares count, for ones and for zeroes."""
_BYTE_WEIGHT: Final = 1_000.0
"""That of each of the 256 bytes."""
_CHUNK: Final = 16
"""Bytes of the pieces that no two of one block may share."""

SIGNS: Final = ("bits", "runs", "bytes", "repeats")
"""What the factors look at, in their order."""


def block_factors(block: bytes) -> tuple[float, ...]:
    """The factors of one block, by `SIGNS`: ones, changes from bit to bit, bytes, pieces that come again.

    >>> [factor > 1e29 for factor in block_factors(bytes(BLOCK))]
    [True, True, True, True]

    Raises `ValueError` for a block of another length.
    """
    if len(block) != BLOCK:
        raise ValueError(f"a block has {BLOCK} bytes, not {len(block)}")
    number, size = int.from_bytes(block, "big"), 8 * BLOCK
    changes = ((number ^ (number >> 1)) & ((1 << (size - 1)) - 1)).bit_count()
    return (
        _even_bits(number.bit_count(), size),
        _even_bits(changes, size - 1),
        _even_bytes(Counter(block)),
        _repeats(block),
    )


def _even_bits(ones: int, size: int) -> float:
    weight = _BIT_WEIGHT
    learnt = lgamma(weight + ones) + lgamma(weight + size - ones) - lgamma(2 * weight + size)
    before = 2 * lgamma(weight) - lgamma(2 * weight)
    return _factor(learnt - before + size * log(2))


def _even_bytes(counts: Mapping[int, int]) -> float:
    size, weight = sum(counts.values()), _BYTE_WEIGHT
    learnt = sum(lgamma(weight + counts.get(byte, 0)) - lgamma(weight) for byte in range(256))
    return _factor(learnt + lgamma(256 * weight) - lgamma(256 * weight + size) + size * log(256))


def _factor(power: float) -> float:
    return min(MOST, exp(min(power, 100.0)))


def _repeats(block: bytes) -> float:
    """A piece that comes again has a chance below 1 in `MOST` in fair words, so its factor is 1 on average at most."""
    pieces = {block[start : start + _CHUNK] for start in range(0, len(block), _CHUNK)}
    return 0.0 if len(pieces) == len(block) // _CHUNK else MOST
