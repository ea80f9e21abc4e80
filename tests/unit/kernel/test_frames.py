"""A loop below `roomy` costs the system nothing, however deep it stands."""

import resource
import sys
from collections.abc import Callable
from typing import Final

import pytest

from kernel.frames import roomy

CALLS: Final = 500
DEPTHS: Final = range(400)
OF_THIS_THREAD: Final = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)


def _nothing(number: int) -> int:
    """A frame that is wider than the loop's own, so that one depth of each piece leaves too little for it."""
    a = b = c = d = e = f = g = h = i = j = number  # noqa: F841
    return number


def _faults_of_a_loop(depth: int) -> int:
    """How often the loop, so deep, met memory that the system had to bring first."""
    if depth:
        return _faults_of_a_loop(depth - 1)
    before = resource.getrusage(OF_THIS_THREAD).ru_minflt
    for number in range(CALLS):
        _nothing(number)
    return resource.getrusage(OF_THIS_THREAD).ru_minflt - before


def _worst() -> int:
    return max(min(_faults_of_a_loop(depth) for _ in range(2)) for depth in DEPTHS)


def test_no_depth_is_the_edge_of_a_piece() -> None:
    assert roomy(_worst)() < CALLS // 2


def test_without_room_a_loop_meets_an_edge() -> None:
    """The reason for it all; releases of CPython from the spring of 2026 on keep a piece and meet none."""
    assert _worst() >= CALLS or sys.version_info >= (3, 13)


def test_a_roomy_function_is_the_same_function() -> None:
    @roomy
    def told(number: int, *, to: str) -> str:
        """What it does."""
        return f"{number} {to}"

    assert (told(7, to="seven"), told.__name__, told.__doc__) == ("7 seven", "told", "What it does.")


def test_its_faults_are_the_functions_own() -> None:
    failing: Callable[[], int] = roomy(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        failing()
