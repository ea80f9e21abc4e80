"""How many faults a run makes, and waiting for what must come true."""

import os
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
LONG: Final = os.environ.get("SABOT_LONG") == "1"
PATIENCE: Final = 120.0
"""Seconds until a wait gives up and the test fails: far beyond what a busy machine needs, never a measure of speed."""


def sized(ordinary: int, long: int) -> int:
    """A number of faults: for every run, or for the long one."""
    return long if LONG else ordinary


def until(what: str, condition: Callable[[], T], *, seconds: float = PATIENCE) -> T:
    """Wait until the condition holds, and answer what it answered."""
    over = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < over, f"it never came true: {what}"
        time.sleep(0.02)
    return found
