"""How long a lot waits for company before it is done: not at all in a quiet house, some milliseconds in a busy one.

A slip alone costs several times what it costs among ten (docs/performance.md), and a busy house pays that for each.
"""

import math
import time
from collections.abc import Callable
from typing import Final

MEMORY_SECONDS: Final = 1.0
"""Requests count towards the rate for about so long."""


class Linger:
    """Counts the requests that come, and says how long the next lot waits for more of them."""

    def __init__(self, *, seconds: float, often: float, ticks: Callable[[], float] = time.monotonic) -> None:
        """Wait for `seconds` while more than `often` requests come a second; `ticks` is a monotonic clock."""
        self._seconds, self._often, self._ticks = seconds, often, ticks
        self._weight, self._at = 0.0, ticks()

    def note(self) -> None:
        """One request came."""
        self._weight = self._faded() + 1
        self._at = self._ticks()

    def wait(self) -> float:
        """The seconds that a lot waits now; zero while requests are rare."""
        return self._seconds if self._faded() > self._often * MEMORY_SECONDS else 0.0

    def _faded(self) -> float:
        """The requests so far, each counting less the longer it is past."""
        return self._weight * math.exp((self._at - self._ticks()) / MEMORY_SECONDS)
