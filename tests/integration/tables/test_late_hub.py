"""A hub that hears late is not one that missed something: nothing is read anew for it, and it catches up (ADR 0179)."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tables import broadcast, queries
from tables.live import hub as hubs
from tables.live.publics import Publics
from tables.models import Table
from tests.factories import MACAU, Floor
from tests.patience import PATIENCE_SECONDS

MESSAGES = 40
LATE_SECONDS = 0.1
"""By so much each message comes after the one before: together far longer than the hub's look at the versions."""


class Watcher:
    """A viewer of a table that keeps the frames it is sent."""

    person_id: int | None = None
    session_key: str | None = None

    def __init__(self, table_id: int, version: int) -> None:
        self.table_id, self.version = table_id, version
        self.frames: list[str] = []

    def offer(self, frame: str) -> None:
        self.frames.append(frame)

    def refresh(self, you: dict[str, Any]) -> None:
        raise AssertionError("a stranger has no private state")

    def dismiss(self, code: int) -> None:
        raise AssertionError("a viewer without an account is not signed out")

    @property
    def snapshots(self) -> list[str]:
        return [frame for frame in self.frames if '"say":"snapshot"' in frame]


@pytest.fixture
def table(open_floor: Floor) -> int:
    """A table of a floor without a dealer."""
    open_floor.now = timezone.now()
    return open_floor.table(MACAU, code="tarde")


@pytest.fixture
async def hub(table: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[hubs.Hub]:
    """A hub that looks at the versions often."""
    monkeypatch.setattr(hubs, "COMPARE_SECONDS", 0.2)
    made = hubs.Hub()
    yield made
    await made.stop()


async def _eventually(found: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not found():
            await asyncio.sleep(0.02)


async def _watch(hub: hubs.Hub, table: int) -> Watcher:
    version = (await sync_to_async(queries.table_state)(table_id=table, now=timezone.now())).version
    watcher = Watcher(table, version)
    await hub.join(watcher)
    return watcher


async def _tell(hub: hubs.Hub, watcher: Watcher, version: int) -> None:
    message = {"type": "table.event", "table": watcher.table_id, "v": version, "persons": [], "mine": []}
    frame = f'{{"say":"event","v":{version}}}'
    await hub._layer.group_send(broadcast.group_of(watcher.table_id), message | {"frame": frame})


def _slow(hub: hubs.Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each message comes late, in its order."""
    receive = hub._layer.receive

    async def late(channel: str) -> dict[str, Any]:
        message: dict[str, Any] = await receive(channel)
        await asyncio.sleep(LATE_SECONDS)
        return message

    monkeypatch.setattr(hub._layer, "receive", late)


@pytest.mark.django_db(transaction=True)
async def test_a_late_hub_reads_nothing_anew_and_catches_up(
    hub: hubs.Hub, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows are forty versions ahead for four seconds and twenty looks; every frame comes, and no snapshot."""
    watcher = await _watch(hub, table)
    first = watcher.version
    _slow(hub, monkeypatch)
    await _tell(hub, watcher, first + 1)  # the receiving that had begun before is over
    await _eventually(lambda: watcher.version == first + 1)
    for version in range(first + 2, first + MESSAGES + 1):
        await _tell(hub, watcher, version)
    # All are sent by now: a look at the rows before would take those that were not for lost.
    await Table.objects.filter(pk=table).aupdate(version=first + MESSAGES)

    await _eventually(lambda: watcher.version == first + MESSAGES)

    assert watcher.snapshots == []
    assert len(watcher.frames) == MESSAGES


@pytest.mark.django_db(transaction=True)
async def test_a_lost_message_is_noticed_behind_those_that_came(
    hub: hubs.Hub, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last of five is lost: the viewer is given the whole state after the other four, and once."""
    watcher = await _watch(hub, table)
    first = watcher.version
    _slow(hub, monkeypatch)
    for version in range(first + 1, first + 5):
        await _tell(hub, watcher, version)
    await Table.objects.filter(pk=table).aupdate(version=first + 5)

    await _eventually(lambda: watcher.version == first + 5)

    assert len(watcher.frames) == 5
    assert watcher.frames[-1:] == watcher.snapshots


@pytest.mark.django_db(transaction=True)
async def test_a_hub_that_hears_nothing_lives_by_comparison(
    hub: hubs.Hub, table: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages that never come, without a word of why: the mark does not come either, and the rows are the truth."""
    monkeypatch.setattr(hubs, "MARK_SECONDS", 0.3)
    watcher = await _watch(hub, table)
    never = asyncio.Event()

    async def deaf(channel: str) -> dict[str, Any]:
        await never.wait()
        raise AssertionError(channel)

    monkeypatch.setattr(hub._layer, "receive", deaf)
    await _tell(hub, watcher, watcher.version)  # ends the receiving that had begun before
    await Table.objects.filter(pk=table).aupdate(version=watcher.version + 3)

    await _eventually(lambda: len(watcher.snapshots) == 1)


@pytest.mark.django_db(transaction=True)
async def test_a_table_is_read_once_for_all_who_ask(table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three hundred viewers ask in the same moment; and a table that is gone keeps nothing from the others."""
    asked: list[int] = []
    read = queries.table_state

    def counted(*, table_id: int, now: Any) -> queries.TableState:
        asked.append(table_id)
        return read(table_id=table_id, now=now)

    monkeypatch.setattr(queries, "table_state", counted)
    publics = Publics()
    wanted = [publics.state(table) for _ in range(300)] + [publics.state(table + 999)]
    *states, gone = await asyncio.gather(*wanted, return_exceptions=True)
    await publics.stop()

    assert {state.table_id for state in states if isinstance(state, queries.TableState)} == {table}
    assert len(states) == 300
    assert isinstance(gone, Exception)
    assert sorted(asked) == [table, table + 999]


@pytest.mark.django_db(transaction=True)
async def test_messages_that_overtook_each_other_are_handed_on_in_order(hub: hubs.Hub, table: int) -> None:
    """Two processes tell of one table, and the later one was faster: its viewers miss nothing, and ask for nothing."""
    watcher = await _watch(hub, table)
    first = watcher.version
    for ahead in (1, 3, 4, 2):
        await _tell(hub, watcher, first + ahead)

    await _eventually(lambda: watcher.version == first + 4)

    assert [json.loads(frame).get("v") for frame in watcher.frames] == [first + ahead for ahead in (1, 2, 3, 4)]
