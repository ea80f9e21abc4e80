"""The watch over the raw words of the generator: quiet on even ones, loud on others."""

import random

import pytest

from baccarat.generator import BLOCK, MOST, SIGNS, block_factors
from tests.rules import rule


def even(seed: int) -> bytes:
    return random.Random(seed).randbytes(BLOCK)


@rule("RN-10", asserts="Even words of the generator raise no evidence: over 60 blocks no factor passes 50.")
def test_even_words_are_quiet() -> None:
    found = [block_factors(even(seed)) for seed in range(60)]
    assert max(max(each) for each in found) < 50
    assert all(each[SIGNS.index("repeats")] == 0 for each in found)


def low_bit(block: bytes) -> bytes:
    """Every 16th byte loses its lowest bit."""
    return bytes(byte & 0xFE if place % 16 == 0 else byte for place, byte in enumerate(block))


def copied(block: bytes) -> bytes:
    return block[: BLOCK // 2] * 2


def runs(block: bytes) -> bytes:
    """As many ones as zeroes, and changes too seldom."""
    return bytes(byte if byte not in {0x55, 0xAA, 0x5A, 0xA5} else 0xF0 for byte in block)


def one_byte(block: bytes) -> bytes:
    return bytes(7 if byte == 8 and place % 2 else byte for place, byte in enumerate(block))


@rule(
    "RN-10", asserts="A block with a bit, a byte or a run that is off, or a piece that comes again, raises the alarm."
)
@pytest.mark.parametrize(
    ("fault", "sign"), [(low_bit, "bits"), (copied, "repeats"), (runs, "runs"), (one_byte, "bytes")]
)
def test_faults_are_loud(fault, sign: str) -> None:
    factor = block_factors(fault(even(1)))[SIGNS.index(sign)]
    assert factor > 100 if sign != "repeats" else factor == MOST


def test_a_stuck_generator_fits_into_a_float() -> None:
    assert block_factors(b"\xff" * BLOCK) == (MOST, MOST, MOST, MOST)


def test_other_lengths_are_rejected() -> None:
    with pytest.raises(ValueError, match="65536 bytes, not 3"):
        block_factors(b"abc")
