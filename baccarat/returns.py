"""What a bet gives back, as its own results bound it at any moment: a confidence sequence, by betting on a mean.

For a share m that may be the true one, a capital that bets on results above it (or below) grows by 1 + stake * (result
- m) a round. While m is true it is 1 on average, so it ever passes 2 / a with a chance of at most a / 2 (Ville). The
shares that neither capital speaks against so far are the interval: the true one lies in it at all moments at once with
a chance of at least 1 - a, however often one looks. The order of the results does not matter, so counts are enough.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import exp, log
from typing import Final

SIZES: Final = tuple(2.0**-power for power in range(1, 13))
"""The parts of the most that may be staked: large ones find large faults soon, small ones bound long pasts closely."""
RISK: Final = 0.05
_STEPS: Final = 60


@dataclass(frozen=True, slots=True)
class Returns:
    """The share that came back on average, and between which shares the true one lies."""

    rounds: int
    mean: Fraction
    low: Fraction
    high: Fraction


def returns(counts: Mapping[Fraction, int], *, most: Fraction, risk: float = RISK) -> Returns | None:
    """From how often each share of a stake came back, none above `most`; None without a round.

    >>> seen = returns({Fraction(0): 500, Fraction(2): 500}, most=Fraction(2))
    >>> seen is not None and seen.low < 1 < seen.high
    True
    """
    rounds = sum(counts.values())
    if not rounds:
        return None
    mean = sum((share * count for share, count in counts.items()), Fraction(0)) / rounds
    seen, top, bound = {float(share): count for share, count in counts.items()}, float(most), log(2 / risk)
    low = _first(lambda share: _above(seen, share) < bound, 0.0, float(mean))
    high = top - _first(lambda share: _below(seen, top - share, top) < bound, 0.0, float(most - mean))
    return Returns(rounds=rounds, mean=mean, low=min(mean, _near(low)), high=max(mean, _near(high)))


def _near(share: float) -> Fraction:
    """As a fraction with few digits: the bounds are no more exact than the halving."""
    return Fraction(share).limit_denominator(10**9)


def _above(counts: Mapping[float, int], share: float) -> float:
    """The logarithm of the capital that bet on more than `share`; it falls as the share grows."""
    if share <= 0:
        return float("inf") if any(value > 0 for value in counts) else 0.0
    return _capital({value / share - 1: count for value, count in counts.items()})


def _below(counts: Mapping[float, int], share: float, most: float) -> float:
    """The logarithm of the capital that bet on less than `share`."""
    return _above({most - value: count for value, count in counts.items()}, most - share)


def _capital(moves: Mapping[float, int]) -> float:
    """The average over the sizes of what the capital grew to."""
    powers = [sum(count * log(1 + size * move) for move, count in moves.items()) for size in SIZES]
    greatest = max(powers)
    return greatest + log(sum(exp(power - greatest) for power in powers) / len(powers))


def _first(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The lowest share between two at which something begins to hold that goes on holding; by halves."""
    if holds(low):
        return low
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
