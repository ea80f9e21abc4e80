"""Statistical tests of raw random words and of shuffles, in plain Python: each counts as it reads and ends in p-values.

The set is that of NIST SP 800-22 as far as it needs no matrix library: frequency, block frequency, runs, longest run,
rank of 32 x 32 matrices, spectral, cumulative sums, serial, and words of 16 bits. Of many p-values of one test
the least counts, corrected for their number (Sidak), and all tests together are judged by Holm (`verdict`).
"""

from array import array
from cmath import exp as cexp
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import erfc, exp, expm1, lgamma, log, log1p, pi, sqrt
from typing import Final

LEVEL: Final = 0.01
"""The chance that even words are turned down by all tests together (RN-03: 99 %)."""
SEQUENCE: Final = 125_000
"""Bytes of one sequence: a million bits."""
_BLOCK: Final = 16
"""Bytes of a block of the block frequency."""
_LONG: Final = 1_250
"""Bytes of a block of the longest run: 10,000 bits."""
_LONGEST_RUNS: Final = (10, 16)
"""Longest runs of ones are counted up to 10, as 11, 12, …, 15, and from 16 on (SP 800-22, 2.4)."""
_RANKS: Final = (0.2887880951538411, 0.5775761901732048, 0.1283502644231667)
"""Ranks 32, 31 and less of a random 32 x 32 matrix of bits; the last by difference, below."""
_MATRICES_MOST: Final = 40_000
_SPECTRA_MOST: Final = 200
_POINTS: Final = 4_096
_SERIAL: Final = 4
"""Bits of the overlapping pieces of the serial test."""


def above(x: float, degrees: int) -> float:
    """The chance that chi-square of so many degrees is above x.

    >>> round(above(3.841, 1), 3), round(above(18.307, 10), 3)
    (0.05, 0.05)
    """
    if x <= 0:
        return 1.0
    a, half = degrees / 2, x / 2
    if degrees > 3_000:  # by Wilson and Hilferty: the series would be long, and this is exact to four digits
        z = ((x / degrees) ** (1 / 3) - (1 - 2 / (9 * degrees))) / sqrt(2 / (9 * degrees))
        return erfc(z / sqrt(2)) / 2
    scale = exp(-half + a * log(half) - lgamma(a))
    if half < a + 1:
        term = total = 1 / a
        place = a
        while term > total * 1e-15:
            place += 1
            term *= half / place
            total += term
        return max(0.0, 1 - total * scale)
    b, c, d = half + 1 - a, 1e300, 1 / (half + 1 - a)
    found = d
    for number in range(1, 10_000):
        step = -number * (number - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        found *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, scale * found)


def fits(counts: Sequence[float], expected: Sequence[float]) -> float:
    """The p-value of counts beside what was expected of them."""
    return above(sum((seen - mean) ** 2 / mean for seen, mean in zip(counts, expected, strict=True)), len(counts) - 1)


def least(values: Sequence[float]) -> float:
    """One p-value for many of the same test: the least, corrected for their number.

    >>> round(least([0.5, 0.01]), 4)
    0.0199
    """
    if not values:
        return 1.0
    return -expm1(len(values) * log1p(-min(min(values), 1 - 1e-16)))


@dataclass(slots=True)
class Words:
    """The tests of raw words, sequence by sequence."""

    bits: int = 0
    ones: int = 0
    changes: int = 0
    _blocks: float = 0.0
    _block_count: int = 0
    _longest: list[int] = field(default_factory=lambda: [0] * 7)
    _ranks: list[int] = field(default_factory=lambda: [0] * 3)
    _words: Counter[int] = field(default_factory=Counter)
    _walks: list[float] = field(default_factory=list)
    _spectra: list[float] = field(default_factory=list)
    _serials: list[float] = field(default_factory=list)

    def read(self, sequence: bytes) -> None:
        """Take one sequence more. Raises `ValueError` for another length than `SEQUENCE`."""
        if len(sequence) != SEQUENCE:
            raise ValueError(f"a sequence has {SEQUENCE} bytes, not {len(sequence)}")
        number, size = int.from_bytes(sequence, "big"), 8 * SEQUENCE
        self.bits += size
        self.ones += number.bit_count()
        self.changes += ((number ^ (number >> 1)) & ((1 << (size - 1)) - 1)).bit_count()
        for start in range(0, SEQUENCE - _BLOCK + 1, _BLOCK):
            off = int.from_bytes(sequence[start : start + _BLOCK], "big").bit_count() - 4 * _BLOCK
            self._blocks += off * off / (2 * _BLOCK)
            self._block_count += 1
        for start in range(0, SEQUENCE, _LONG):
            run = _longest_run(int.from_bytes(sequence[start : start + _LONG], "big"))
            least, most = _LONGEST_RUNS
            self._longest[min(max(run, least), most) - least] += 1
        for start in range(0, SEQUENCE - 127, 128):
            if sum(self._ranks) >= _MATRICES_MOST:
                break
            self._ranks[min(32 - _rank(array("I", sequence[start : start + 128])), 2)] += 1
        self._words.update(array("H", sequence))
        self._walks.append(_walk(sequence))
        self._serials += _serial(number, size)
        if len(self._spectra) < _SPECTRA_MOST:
            self._spectra.append(_spectrum(sequence[: _POINTS // 8]))

    def p_values(self) -> dict[str, float]:
        """Of every test; empty before a sequence was read."""
        if not self.bits:
            return {}
        half = self.bits / 2
        matrices, longest, words = sum(self._ranks), sum(self._longest), self.bits // 16
        pairs = self.bits - self.bits // (8 * SEQUENCE)
        return {
            "frequency": erfc(abs(self.ones - half) / sqrt(self.bits / 2)),
            "block frequency": above(self._blocks, self._block_count),
            "runs": erfc(abs(self.changes - pairs / 2) / sqrt(pairs / 2)),
            "longest run": fits(
                self._longest, [longest * share for share in longest_shares(8 * _LONG, *_LONGEST_RUNS)]
            ),
            "rank 32 x 32": fits(self._ranks, [matrices * share for share in (*_RANKS[:2], 1 - sum(_RANKS[:2]))]),
            "serial": least(self._serials),
            "spectral": least(self._spectra),
            "words of 16 bits": fits([self._words[word] for word in range(65_536)], [words / 65_536] * 65_536),
            "cumulative sums": least(self._walks),
        }


@lru_cache(maxsize=8)
def longest_shares(size: int, least: int, most: int) -> tuple[float, ...]:
    """How often the longest run of ones in so many even bits is at most `least`, then each length up to `most`, which
    stands for all from there on.

    SP 800-22 prints shares for 10,000 bits that are off by up to 0.002: over a thousand million bytes they turn even
    words down.

    >>> [round(share, 4) for share in longest_shares(10_000, 10, 16)]
    [0.0866, 0.2082, 0.2484, 0.1939, 0.1215, 0.068, 0.0734]
    """
    upto = [_no_longer_run(size, run) for run in range(least, most)]
    return (upto[0], *(more - less for less, more in pairwise(upto)), 1 - upto[-1])


def _no_longer_run(size: int, run: int) -> float:
    """The chance that no run of ones in so many even bits is longer: a longer one first ends at bit n where it began
    after a 0, and no other came before that.
    """
    chances = [1.0] * (run + 1) + [1 - 0.5 ** (run + 1)]
    for bits in range(run + 2, size + 1):
        chances.append(chances[-1] - chances[bits - run - 2] * 0.5 ** (run + 2))
    return chances[size]


def _serial(number: int, size: int) -> tuple[float, float]:
    """The two p-values of the serial test (SP 800-22, 2.11): how often each piece of so many bits comes, overlapping
    and around the end.
    """
    whole = (1 << size) - 1
    turned = [(number << place | number >> (size - place)) & whole for place in range(_SERIAL)]
    uneven = [_unevenness(turned[:length], whole, size) for length in (_SERIAL, _SERIAL - 1, _SERIAL - 2)]
    first, second = uneven[0] - uneven[1], uneven[0] - 2 * uneven[1] + uneven[2]
    return above(first, 1 << (_SERIAL - 1)), above(second, 1 << (_SERIAL - 2))


def _unevenness(turned: Sequence[int], whole: int, size: int) -> float:
    """The sum of squares of how often each piece comes, less what even bits have of it."""
    counts = []
    for piece in range(1 << len(turned)):
        there = whole
        for place, bits in enumerate(turned):
            there &= bits if piece >> place & 1 else bits ^ whole
        counts.append(there.bit_count())
    return sum(count * count for count in counts) * len(counts) / size - size


def _longest_run(number: int) -> int:
    """The longest run of ones."""
    length = 0
    while number:
        number &= number >> 1
        length += 1
    return length


def _rank(rows: "array[int]") -> int:
    """The rank of a matrix of bits over two elements."""
    basis: list[int] = []
    for row in rows:
        left = row
        for one in basis:
            left = min(left, left ^ one)
        if left:
            basis.append(left)
    return len(basis)


def _steps() -> tuple[tuple[int, int, int], ...]:
    """By byte: where a walk of its bits ends, and how far up and down it comes."""
    found = []
    for byte in range(256):
        at = high = low = 0
        for place in range(7, -1, -1):
            at += 1 if byte >> place & 1 else -1
            high, low = max(high, at), min(low, at)
        found.append((at, high, low))
    return tuple(found)


_STEPS: Final = _steps()


def _walk(sequence: bytes) -> float:
    """The p-value of the farthest place of the walk of all bits (cumulative sums, forwards)."""
    at = most = 0
    for byte in sequence:
        end, high, low = _STEPS[byte]
        most = max(most, at + high, -(at + low))
        at += end
    size = 8 * len(sequence)
    root = sqrt(size)

    def under(x: float) -> float:
        return erfc(-x / sqrt(2)) / 2

    first = range((-size // most + 1) // 4, (size // most - 1) // 4 + 1)
    second = range((-size // most - 3) // 4, (size // most - 1) // 4 + 1)
    inside = sum(under((4 * k + 1) * most / root) - under((4 * k - 1) * most / root) for k in first)
    inside -= sum(under((4 * k + 3) * most / root) - under((4 * k + 1) * most / root) for k in second)
    return min(1.0, max(0.0, 1 - inside))


def _spectrum(block: bytes) -> float:
    """The p-value of how many of a spectrum's heights stay under what 95 of 100 of even bits do."""
    bits = [1.0 if byte >> place & 1 else -1.0 for byte in block for place in range(7, -1, -1)]
    heights = [abs(each) for each in _fourier([complex(bit) for bit in bits])[: _POINTS // 2]]
    bound = sqrt(log(1 / 0.05) * _POINTS)
    off = sum(height < bound for height in heights) - 0.95 * _POINTS / 2
    return erfc(abs(off) / sqrt(_POINTS * 0.95 * 0.05 / 4) / sqrt(2))


@lru_cache(maxsize=16)
def _turns(size: int) -> tuple[complex, ...]:
    return tuple(cexp(-2j * pi * place / size) for place in range(size // 2))


def _fourier(values: list[complex]) -> list[complex]:
    if len(values) == 1:
        return values
    even, odd = _fourier(values[::2]), _fourier(values[1::2])
    turned = [turn * value for turn, value in zip(_turns(len(values)), odd, strict=True)]
    return [a + b for a, b in zip(even, turned, strict=True)] + [a - b for a, b in zip(even, turned, strict=True)]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all tests together say."""

    holds: bool
    """Whether no test turns the words down at the joint level."""
    rejected: tuple[str, ...]
    bounds: Mapping[str, float]
    """The bound of each test's p-value, by Holm."""


def verdict(p_values: Mapping[str, float], level: float = LEVEL) -> Verdict:
    """Judge all tests at a joint level (Holm): the least p-value beside level / n, the next beside level / (n - 1), …

    >>> verdict({"a": 0.004, "b": 0.2, "c": 0.5}).holds, verdict({"a": 0.003, "b": 0.2, "c": 0.5}).rejected
    (True, ('a',))
    """
    ordered = sorted(p_values, key=lambda name: p_values[name])
    bounds = {name: level / (len(ordered) - place) for place, name in enumerate(ordered)}
    rejected: list[str] = []
    for name in ordered:
        if p_values[name] > bounds[name]:
            break
        rejected.append(name)
    return Verdict(not rejected, tuple(rejected), bounds)
