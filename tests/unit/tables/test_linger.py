"""How long a lot waits for company."""

from dataclasses import dataclass

import pytest

from tables.live.linger import Linger


@dataclass
class Ticks:
    """A monotonic clock that a test sets."""

    at: float = 100.0

    def __call__(self) -> float:
        return self.at


def after(ticks: Ticks, linger: Linger, *, rate: int, seconds: int = 5) -> float:
    """How long a lot waits after so many requests a second, evenly spread."""
    for _ in range(rate * seconds):
        ticks.at += 1 / rate
        linger.note()
    return linger.wait()


@pytest.mark.parametrize(("rate", "waits"), [(1, 0.0), (40, 0.0), (60, 0.02), (500, 0.02)])
def test_a_lot_waits_only_while_requests_come_often(rate: int, waits: float) -> None:
    ticks = Ticks()
    assert after(ticks, Linger(seconds=0.02, often=50, ticks=ticks), rate=rate) == waits


def test_nothing_waits_at_first_nor_once_the_rush_is_over() -> None:
    ticks = Ticks()
    linger = Linger(seconds=0.02, often=50, ticks=ticks)
    assert linger.wait() == 0
    assert after(ticks, linger, rate=200) == 0.02
    ticks.at += 5
    assert linger.wait() == 0


def test_a_table_that_bets_in_one_moment_does_not_wait() -> None:
    linger = Linger(seconds=0.02, often=50, ticks=Ticks())
    for _ in range(9):
        linger.note()
    assert linger.wait() == 0
