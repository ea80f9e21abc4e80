"""Ranges of whole amounts in cents, as the limits use them: where two agree, and how far one can go within them."""

from collections.abc import Iterable
from typing import Final

UNLIMITED: Final = 2**63 - 1
"""The `most` of a rejection where no rule sets a ceiling (R40): the largest amount that a 64-bit ledger holds."""

Range = tuple[int, int | None]
"""Whole amounts from the first to the second, both included; None: without end."""

ANY: Final[list[Range]] = [(0, None)]
"""Every amount."""


def between(least: int, most: int) -> list[Range]:
    """The amounts from `least`, never below 0, to `most`; none where `most` is smaller."""
    return [(max(0, least), most)] if most >= max(0, least) else []


def meet(some: Iterable[Range], others: Iterable[Range]) -> list[Range]:
    """The amounts that lie in both."""
    met: list[Range] = []
    for low, high in some:
        for other_low, other_high in others:
            least = max(low, other_low)
            most = other_high if high is None else high if other_high is None else min(high, other_high)
            if most is None or least <= most:
                met.append((least, most))
    return met


def holds(ranges: Iterable[Range], amount: int) -> bool:
    """Whether the amount lies in one of the ranges."""
    for low, high in ranges:  # noqa: SIM110 - asked for each rule of each slip, and `any` takes three times as long
        if low <= amount and (high is None or amount <= high):
            return True
    return False


def largest_step(allowed: Iterable[Range], have: int, *, placing: bool) -> int:
    """The largest step from `have`, upwards or downwards, that ends on an allowed amount."""
    if not placing:
        return max(0, have - min((low for low, _ in allowed), default=have))
    if any(high is None for _, high in allowed):
        return UNLIMITED
    return max(0, max((high for _, high in allowed if high is not None), default=have) - have)
