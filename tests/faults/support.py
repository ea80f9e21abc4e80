"""How many faults a run makes, and waiting for what must come true."""

import os
import time
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")
LONG: Final = os.environ.get("SABOT_LONG") == "1"
PATIENCE: Final = 120.0
"""Seconds until a wait gives up and the test fails: far beyond what a busy machine needs, never a measure of speed."""

HURRY: Final = """
UPDATE tables_table t SET due_at = now() FROM tables_round r
WHERE r.id = t.current_round_id AND r.phase = 'settled' AND t.due_at > now()
"""
"""Let the next round open now where one has just been settled. Joined, not looked up beforehand: a round that the
dealer opens meanwhile must keep its time to bet."""


def sized(ordinary: int, long: int) -> int:
    """A number of faults: for every run, or for the long one."""
    return long if LONG else ordinary


def until(what: str, condition: Callable[[], T], *, seconds: float = PATIENCE) -> T:
    """Wait until the condition holds, and answer what it answered."""
    found = within(seconds, condition)
    assert found, f"it never came true: {what}"
    return found


def within(seconds: float, condition: Callable[[], T]) -> T:
    """What the condition answers once it holds, or after so many seconds."""
    over = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < over:
        time.sleep(0.02)
    return found
