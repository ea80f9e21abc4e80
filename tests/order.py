"""In which order processes that test side by side take the tests: long ones first.

Each process begins with a part of the tests, one after another, and takes from the others' ends when it is done. A long
test that is taken last keeps one process busy while the rest of the machine stands idle.
"""

from collections.abc import Sequence
from itertools import groupby, islice

import pytest


def long_first(items: Sequence[pytest.Item], processes: int) -> list[pytest.Item]:
    """The same tests, with those marked `long` dealt to the beginnings of the parts.

    A module that is marked as a whole stays together: its tests share what takes long to make.
    """
    groups = [list(group) for _, group in groupby(filter(_is_long, items), _group)]
    rest = iter([each for each in items if not _is_long(each)])
    left, dealt = len(items), list[pytest.Item]()
    for number in range(processes):
        size = left // (processes - number)  # as pytest-xdist deals them
        first = [each for group in groups[number::processes] for each in group]
        dealt += [*first, *islice(rest, max(0, size - len(first)))]
        left -= size
    return [*dealt, *rest]


def _is_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


def _group(item: pytest.Item) -> str:
    module = item.getparent(pytest.Module)
    return module.nodeid if module and any(mark.name == "long" for mark in module.own_markers) else item.nodeid
