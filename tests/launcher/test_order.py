"""The order in which processes that test side by side take the tests: no test is lost, and long ones come first."""

from types import SimpleNamespace
from typing import cast

import pytest

from tests.order import long_first

LONG_MARK = SimpleNamespace(name="long")


def _item(module: str, name: str, *, long: bool = False, whole: bool = False) -> pytest.Item:
    marks = [LONG_MARK] if whole else []
    parent = SimpleNamespace(nodeid=module, own_markers=marks)
    item = SimpleNamespace(
        nodeid=f"{module}::{name}",
        get_closest_marker=lambda _: LONG_MARK if long or whole else None,
        getparent=lambda _: parent,
    )
    return cast(pytest.Item, item)


@pytest.mark.parametrize("processes", [1, 2, 3, 7])
@pytest.mark.parametrize(("short", "long"), [(0, 0), (1, 0), (0, 5), (3, 5), (40, 5)])
def test_no_test_is_lost_or_taken_twice(processes: int, short: int, long: int) -> None:
    items = [_item("a", str(number)) for number in range(short)]
    items += [_item("b", str(number), long=True) for number in range(long)]
    assert sorted(each.nodeid for each in long_first(items, processes)) == sorted(each.nodeid for each in items)


def test_each_part_begins_with_long_ones_and_a_whole_module_stays_together() -> None:
    short = [_item("a", str(number)) for number in range(7)]
    shared = [_item("b", str(number), whole=True) for number in range(2)]
    alone = [_item("c", str(number), long=True) for number in range(3)]
    names = [each.nodeid for each in long_first([*short, *shared, *alone], 3)]
    assert names == [
        *("b::0", "b::1", "c::2", "a::0"),
        *("c::0", "a::1", "a::2", "a::3"),
        *("c::1", "a::4", "a::5", "a::6"),
    ]
