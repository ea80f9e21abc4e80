"""Reads players' own states (`you`) for all who want them, together: while one lot is read, the next one forms."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import structlog

from tables import queries
from tables.live import clock
from tables.live.ending import end
from tables.live.linger import Linger
from tables.live.threads import read

log = structlog.get_logger(__name__)
LOT_MAX: Final = 256
AGAIN_SECONDS: Final = 1.0
LINGER_SECONDS: Final = 0.1
"""How long a lot waits for more states, once more than `OFTEN` a second are wanted."""
OFTEN: Final = 100

Key = tuple[int, int]
"""A table and a person."""
State = dict[str, Any]


class Privates:
    """The states that are wanted in this process, and the one task that reads them."""

    def __init__(self, tell: Callable[[int, int, State], None]) -> None:
        self._tell = tell
        self._wanted: dict[Key, list[asyncio.Future[State]]] = {}
        self._untold: set[Key] = set()
        """The persons whose sockets are told when the state is read; their events since then have changed it."""
        self._linger = Linger(seconds=LINGER_SECONDS, often=OFTEN)
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="hub-privates")

    def refresh(self, table_id: int, person_id: int) -> None:
        """Read a state that has changed, and tell the person's sockets."""
        self._untold.add((table_id, person_id))
        self._want((table_id, person_id))

    def awaited(self, table_id: int, person_id: int) -> bool:
        """Whether the person's sockets are about to be told the whole state."""
        return (table_id, person_id) in self._untold

    async def state(self, table_id: int, person_id: int) -> State:
        """The state as it is at this moment or later. Raises what reading it raised."""
        future: asyncio.Future[State] = asyncio.get_running_loop().create_future()
        self._want((table_id, person_id)).append(future)
        return await future

    def _want(self, key: Key) -> list[asyncio.Future[State]]:
        self._linger.note()
        self._wake.set()
        return self._wanted.setdefault(key, [])

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            if (pause := self._linger.wait()) and len(self._wanted) < LOT_MAX:
                await asyncio.sleep(pause)
            keys = list(self._wanted)[:LOT_MAX]
            lot = {key: self._wanted.pop(key) for key in keys}
            if not self._wanted:
                self._wake.clear()
            try:
                states = await read(_read, keys)
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database is away: waiting callers are told so, the others are read again
                log.warning("hub_refresh_failed", error=repr(error))
                self._fail(lot, error)
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            self._give(lot, states)

    def _give(self, lot: dict[Key, list["asyncio.Future[State]"]], states: dict[Key, State]) -> None:
        for key, waiting in lot.items():
            for future in waiting:
                if future.done():
                    continue
                if key in states:
                    future.set_result(states[key])
                else:
                    future.set_exception(LookupError(key))
            if key in self._untold and key not in self._wanted:  # wanted again meanwhile: the state read may be old
                self._untold.discard(key)
                if key in states:
                    self._tell(*key, states[key])

    def _fail(self, lot: dict[Key, list["asyncio.Future[State]"]], error: Exception) -> None:
        for key, waiting in lot.items():
            for future in waiting:
                if not future.done():
                    future.set_exception(error)
            if key in self._untold:
                self._want(key)

    async def stop(self) -> None:
        """Stop reading."""
        await end(self._task)


def _read(keys: Sequence[Key]) -> dict[Key, State]:
    places: dict[int, list[int]] = {}
    for table_id, person_id in keys:
        places.setdefault(table_id, []).append(person_id)
    return queries.my_states(places, now=clock.now())
