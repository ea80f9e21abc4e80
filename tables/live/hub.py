"""One per web process: hears the channel layer once for all its sockets and hands each event on, serialised once.

A viewer's queue is bounded: one that falls behind is told to fetch a snapshot, never waited for. A message that was
lost on the way is noticed by comparing versions with the rows; one that is only late is waited for (ADR 0179). Who may
stay is `tables.live.standing`'s.
"""

import asyncio
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

import structlog
from channels.layers import get_channel_layer

from kernel import measures
from kernel.json_text import encode
from tables import broadcast, queries
from tables.live import clock
from tables.live.ending import end
from tables.live.order import Message, Order
from tables.live.privates import Privates
from tables.live.publics import Publics
from tables.live.publisher import Publisher
from tables.live.standing import SIGNED_OUT, Member, Standing
from tables.live.threads import read

log = structlog.get_logger(__name__)
COMPARE_SECONDS: Final = 2.0
"""How often the version of every viewer is compared with that of its table."""
LOT_MAX: Final = 2048
"""About so many viewers are compared at a time, spread over that while: many thousands at once hold up every answer."""
MARK_SECONDS: Final = 5.0
"""How long a hub that hears messages waits for its own mark before it takes itself for late, and heals no viewer."""


class Viewer(Member, Protocol):
    """A socket as the hub sees it."""

    table_id: int
    version: int

    def offer(self, frame: str) -> None:
        """Take a frame to send; never waits."""

    def refresh(self, you: dict[str, Any]) -> None:
        """Take a fresh private state."""


class Hub:
    """The viewers of this process by table, and the tasks that feed them."""

    def __init__(self) -> None:
        self._viewers: dict[int, set[Viewer]] = defaultdict(set)
        self._unheard: set[int] = set()
        """Watched tables whose messages could not be subscribed to: Valkey was away."""
        self._layer = get_channel_layer()
        self._channel = ""
        self._ready = asyncio.Event()
        self._publisher = Publisher()
        self._privates = Privates(self._tell_private)
        self._publics = Publics()
        self._order = Order(self._hand_on)
        self._heard = 0
        """Messages so far."""
        self._marks: dict[int, asyncio.Event] = {}
        self._last_mark = 0
        self._standing = Standing()
        self._tasks = [
            asyncio.create_task(self._listen(), name="hub-listen"),
            asyncio.create_task(self._compare(), name="hub-compare"),
        ]

    async def join(self, viewer: Viewer) -> None:
        """Let a viewer have the events of its table, from now on."""
        await self._ready.wait()
        first = not self._viewers[viewer.table_id]
        self._viewers[viewer.table_id].add(viewer)
        self._standing.join(viewer)
        if first:
            await self._subscribe(viewer.table_id)

    async def part(self, viewer: Viewer) -> None:
        """Forget a viewer."""
        self._standing.part(viewer)
        viewers = self._viewers.get(viewer.table_id, set())
        viewers.discard(viewer)
        if not viewers and viewer.table_id in self._viewers:
            del self._viewers[viewer.table_id]
            self._order.forget(viewer.table_id)
            self._unheard.discard(viewer.table_id)
            try:
                await self._layer.group_discard(broadcast.group_of(viewer.table_id), self._channel)
            except Exception as error:  # Valkey is away: messages without a viewer are dropped when they come
                log.warning("hub_unsubscribe_failed", error=repr(error))

    async def _subscribe(self, table_id: int) -> None:
        """Hear a table's messages. While Valkey is away its viewers live by comparison, and this is tried again."""
        try:
            await self._layer.group_add(broadcast.group_of(table_id), self._channel)
            self._unheard.discard(table_id)
        except Exception as error:
            log.warning("hub_subscribe_failed", error=repr(error))
            self._unheard.add(table_id)

    async def _listen(self) -> None:
        while True:
            try:
                if not self._channel:
                    self._channel = await self._layer.new_channel()
                    await self._layer.group_add("persons", self._channel)
                    for table_id in list(self._viewers):
                        await self._layer.group_add(broadcast.group_of(table_id), self._channel)
                self._ready.set()
                self._hear(await self._layer.receive(self._channel))
            except asyncio.CancelledError:
                raise
            except Exception as error:  # Valkey is away; versions are compared meanwhile
                log.warning("hub_deaf", error=repr(error))
                self._channel = ""
                self._ready.set()
                await asyncio.sleep(1)

    def _hear(self, message: Message) -> None:
        self._heard += 1
        if message["type"] == "hub.mark":
            if mark := self._marks.get(message["number"]):
                mark.set()
            return
        if message["type"] == "table.passing":
            for viewer in self._viewers.get(message["table"], ()):
                viewer.offer(message["frame"])
            return
        if message["type"] == "person.event":
            self._told_of(message["person"], message.get("code", SIGNED_OUT))
            return
        self._order.take(message)

    def _hand_on(self, message: Message) -> None:
        """Hand a table's message on to its viewers, and say whose own state is to be read anew."""
        table_id, version, frame = message["table"], message["v"], message["frame"]
        changed, mine = set(message["persons"]), dict(message["mine"])
        for viewer in self._viewers.get(table_id, ()):
            late = version < viewer.version
            viewer.version = max(viewer.version, version)
            viewer.offer(frame)
            person_id = viewer.person_id
            if person_id is None:
                continue
            if person_id in changed or (person_id in mine and late):
                self._privates.refresh(table_id, person_id)
            elif person_id in mine:
                self._give_part(viewer, person_id, mine[person_id])

    def _give_part(self, viewer: Viewer, person_id: int, part: str) -> None:
        """Tell what changed of a private state; or, where the whole of it is being read, have it read after this."""
        if self._privates.awaited(viewer.table_id, person_id):
            self._privates.refresh(viewer.table_id, person_id)
        else:
            viewer.offer(part)

    def pass_on(self, table_id: int, frame: str) -> None:
        """Send a frame without a version to the viewers of a table in all processes: it may be lost, and nothing is
        made good."""
        message = {"type": "table.passing", "table": table_id, "frame": frame}
        self._publisher.publish(broadcast.group_of(table_id), message)

    async def private_state(self, table_id: int, person_id: int) -> dict[str, Any]:
        """A person's own state at a table, read together with other states wanted now."""
        return await self._privates.state(table_id, person_id)

    async def public_state(self, table_id: int) -> queries.TableState:
        """A table's public state, read once for all who want it now."""
        return await self._publics.state(table_id)

    def _tell_private(self, table_id: int, person_id: int, you: dict[str, Any]) -> None:
        for viewer in list(self._viewers.get(table_id, ())):
            if viewer.person_id == person_id:
                viewer.refresh(you)

    def _told_of(self, person_id: int, code: int) -> None:
        """Close a person's sockets; for one who is barred the rows say which, for some bets may be in play."""
        if code == broadcast.BARRED:
            self._standing.look_at(person_id)
            return
        for viewers in list(self._viewers.values()):
            for viewer in list(viewers):
                if viewer.person_id == person_id:
                    viewer.dismiss(code)

    async def _compare(self) -> None:
        """Compare viewers with the tables' rows, lot after lot: find those who missed a message."""
        compared = 0
        while True:
            await asyncio.sleep(COMPARE_SECONDS / len(self._lots(compared)))
            lot = self._lots(compared)[0]
            compared = lot[-1] if lot else 0
            try:
                await self._heal(lot)
                for table_id in self._unheard & self._viewers.keys():
                    await self._subscribe(table_id)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database is away; the next turn tries again
                log.warning("hub_compare_failed", error=repr(error))

    def _lots(self, after: int) -> list[list[int]]:
        return lots({table_id: len(viewers) for table_id, viewers in self._viewers.items()}, after=after)

    def _of(self, lot: Sequence[int]) -> Iterator[tuple[int, set[Viewer]]]:
        """The tables of a lot that are watched still, with their viewers."""
        return ((table_id, self._viewers[table_id]) for table_id in lot if self._viewers.get(table_id))

    async def _heal(self, lot: Sequence[int]) -> None:
        """Give those who missed a message the whole state."""
        held = {table_id: min(viewer.version for viewer in viewers) for table_id, viewers in self._of(lot)}
        if not held:
            return
        present = await read(queries.newer_versions, held)
        # Messages sent before the rows were read may still be on their way. A viewer that is behind once all
        # of them have been heard has missed something.
        if not self._behind(present) or not await self._has_heard_all():
            return
        behind = self._behind(present)
        await asyncio.gather(*(self._give_snapshots(table_id, viewers) for table_id, viewers in behind.items()))

    def _behind(self, present: Mapping[int, int]) -> dict[int, list[Viewer]]:
        """The viewers below these versions, by table."""
        found = {
            table_id: [viewer for viewer in self._viewers.get(table_id, ()) if viewer.version < version]
            for table_id, version in present.items()
        }
        return {table_id: viewers for table_id, viewers in found.items() if viewers}

    async def _has_heard_all(self) -> bool:
        """Whether all that was sent to this hub until now has been heard: a mark that it sends itself comes back.

        A hub that is late hears its mark late: to read the state of every table then would make it later still. One
        that hears nothing at all is deaf, and its viewers live by comparison.
        """
        self._last_mark += 1
        number, heard, mark = self._last_mark, self._heard, asyncio.Event()
        self._marks[number] = mark
        try:
            await self._layer.send(self._channel, {"type": "hub.mark", "number": number})
            await asyncio.wait_for(mark.wait(), MARK_SECONDS)
        except TimeoutError:
            if self._heard == heard:
                return True
            log.warning("hub_late", seconds=MARK_SECONDS)
            return False
        except Exception as error:  # Valkey is away
            log.warning("hub_mark_failed", error=repr(error))
        finally:
            del self._marks[number]
        return True

    async def _give_snapshots(self, table_id: int, behind: list[Viewer]) -> None:
        state = await self.public_state(table_id)
        persons = sorted({viewer.person_id for viewer in behind if viewer.person_id is not None})
        read_together = await asyncio.gather(*(self.private_state(table_id, person_id) for person_id in persons))
        states = dict(zip(persons, read_together, strict=True))
        for viewer in behind:
            if viewer.version <= state.version:  # else it heard more meanwhile, and this would take it back
                viewer.version = state.version
                measures.SNAPSHOTS.labels("healed").inc()
                viewer.offer(snapshot_frame(state, states.get(viewer.person_id) if viewer.person_id else None))
        self._order.reached(table_id, state.version)

    async def stop(self) -> None:
        """Stop listening."""
        await end(*self._tasks)
        self._order.stop()
        await self._standing.stop()
        await self._privates.stop()
        await self._publics.stop()
        await self._publisher.stop()


def lots(sizes: Mapping[int, int], *, after: int) -> list[list[int]]:
    """Tables by how many watch them, in lots of at least `LOT_MAX` viewers (the last has what is left), from the table
    after `after` on. Without viewers there is one empty lot."""
    watched = sorted(sizes)
    place = bisect_right(watched, after)
    found: list[list[int]] = [[]]
    size = 0
    for table_id in [*watched[place:], *watched[:place]]:
        if size >= LOT_MAX:
            found.append([])
            size = 0
        found[-1].append(table_id)
        size += sizes[table_id]
    return found


def snapshot_frame(state: queries.TableState, you: dict[str, Any] | None) -> str:
    """The frame that carries the whole state of a table; its public part was written once for everybody."""
    now = broadcast.milliseconds(clock.now())
    own = encode(you)
    return f'{{"say":"snapshot","v":{state.version},"now":{now},"state":{state.text},"you":{own}}}'


_hubs: dict[asyncio.AbstractEventLoop, Hub] = {}


def hub() -> Hub:
    """The hub of this process (of this event loop, so that tests may have several)."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
