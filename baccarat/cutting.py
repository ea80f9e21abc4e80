"""The cut: players say where a shoe is begun, after its order was committed to and before its first bet.

Each seat sends a number of 16 random bytes, at first only its `commitment`, so that no seat chooses its number by those
of others; all are shown together. The start is `H(root, numbers) mod count`: a house that had chosen an order could not
have known where the play would begin in it. A player may turn the shoe by hand too: the first two bytes of a number are
the place of the card that was touched, the others keep it hidden.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

NUMBER_BYTES: Final = 16
"""Of a seat's number."""
_COMMITMENT: Final = b"\x04"
T = TypeVar("T")


def commitment(root: str, seat: int, number: bytes) -> str:
    """What a seat sends before the numbers are shown: SHA-256 over 0x04, the shoe's root, the seat in one byte and the
    number, in hex. Bound to shoe and seat: copied to another, it can never be shown.

    >>> commitment("00" * 32, 4, bytes(16))[:16]
    'b78cb17038812991'

    Raises `ValueError` for a number of another length.
    """
    if len(number) != NUMBER_BYTES:
        raise ValueError(f"a number has {NUMBER_BYTES} bytes, not {len(number)}")
    return hashlib.sha256(_COMMITMENT + bytes.fromhex(root) + seat.to_bytes() + number).hexdigest()


def start_of(root: str, numbers: Mapping[int, bytes], count: int) -> int:
    """The place of the card that the shoe begins with: SHA-256 over the root and the numbers in the order of the seats,
    as a whole number, modulo the cards. Without a number there is no cut, and the shoe begins at its first card.

    >>> start_of("00" * 32, {}, 416)
    0
    """
    if not numbers:
        return 0
    told = b"".join(number for _, number in sorted(numbers.items()))
    return int.from_bytes(hashlib.sha256(bytes.fromhex(root) + told).digest()) % count


def turned(cards: Sequence[T], start: int) -> tuple[T, ...]:
    """The cards in the order in which they are dealt: from the start on, and round again.

    >>> turned("ABCD", 1)
    ('B', 'C', 'D', 'A')
    """
    return (*cards[start:], *cards[:start])
