"""Messages of a table are handed on in the order of their versions, and none waits for ever for one that is lost."""

import asyncio
from itertools import permutations
from typing import Any

import pytest

from tables.live import order as orders
from tables.live.order import Order

TABLE, OTHER = 7, 8


def told(version: int, table: int = TABLE) -> dict[str, Any]:
    return {"table": table, "v": version}


class Kept:
    """An order, and the versions that it gave on, by table."""

    def __init__(self) -> None:
        self.given: list[tuple[int, int]] = []
        self.order = Order(lambda message: self.given.append((message["table"], message["v"])))

    def take(self, *versions: int, table: int = TABLE) -> None:
        for version in versions:
            self.order.take(told(version, table))

    @property
    def versions(self) -> list[int]:
        return [version for table, version in self.given if table == TABLE]


async def test_every_order_of_arrival_is_given_on_in_order() -> None:
    for arrived in permutations((2, 3, 4, 5)):
        kept = Kept()
        kept.take(1, *arrived)
        assert kept.versions == [1, 2, 3, 4, 5], arrived
        kept.order.stop()


async def test_tables_do_not_wait_for_each_other() -> None:
    kept = Kept()
    kept.take(1, 3)
    kept.take(10, 11, table=OTHER)
    assert kept.given == [(TABLE, 1), (OTHER, 10), (OTHER, 11)]
    kept.order.stop()


async def test_what_is_lost_is_waited_for_so_long_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "PATIENCE_SECONDS", 0.01)
    kept = Kept()
    kept.take(1, 4, 3)
    assert kept.versions == [1]
    while kept.versions != [1, 3, 4]:
        await asyncio.sleep(0.01)
    kept.take(5, 2)  # and one that comes after its time is given at once
    assert kept.versions == [1, 3, 4, 5, 2]
    kept.take(6)
    assert kept.versions[-1] == 6


async def test_a_second_loss_is_waited_for_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "PATIENCE_SECONDS", 0.01)
    kept = Kept()
    for lost in (2, 4):
        kept.take(lost - 1, lost + 1)
        while kept.versions[-1] != lost + 1:
            await asyncio.sleep(0.01)
    assert kept.versions == [1, 3, 3, 5]


async def test_viewers_who_were_given_the_whole_state_wait_for_nothing_before_it() -> None:
    kept = Kept()
    kept.take(1, 3, 6)
    kept.order.reached(TABLE, 4)
    assert kept.versions == [1, 3]
    kept.take(5)
    assert kept.versions == [1, 3, 5, 6]


async def test_a_table_without_viewers_is_forgotten() -> None:
    kept = Kept()
    kept.take(1, 3)
    kept.order.forget(TABLE)
    kept.take(9, 10)
    assert kept.versions == [1, 9, 10]
    kept.order.forget(OTHER)
