"""Reads the public states of tables for all who want them: each table's once for everybody, one table after the other.

A thousand viewers may ask in the same second, when a message was lost or the process stood still. Read for each of them
by itself their tables' states kept four threads busy, and the sockets were heard no more (ADR 0179).
"""

import asyncio
from typing import Final

import structlog

from tables import queries
from tables.live import clock
from tables.live.ending import end
from tables.live.threads import read

log = structlog.get_logger(__name__)
LOT_MAX: Final = 32
"""Tables read by a thread before it gives way."""

Waiting = list["asyncio.Future[queries.TableState]"]


class Publics:
    """The states that are wanted in this process, and the one task that reads them."""

    def __init__(self) -> None:
        self._wanted: dict[int, Waiting] = {}
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="hub-publics")

    async def state(self, table_id: int) -> queries.TableState:
        """The state as it is at this moment or later. Raises what reading it raised."""
        future: asyncio.Future[queries.TableState] = asyncio.get_running_loop().create_future()
        self._wanted.setdefault(table_id, []).append(future)
        self._wake.set()
        return await future

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            tables = list(self._wanted)[:LOT_MAX]
            lot = {table_id: self._wanted.pop(table_id) for table_id in tables}
            if not self._wanted:
                self._wake.clear()
            found = await read(_read, tables)
            for table_id, waiting in lot.items():
                _give(waiting, found[table_id])

    async def stop(self) -> None:
        """Stop reading."""
        await end(self._task)


def _read(tables: list[int]) -> dict[int, queries.TableState | Exception]:
    """Each table's state, or why there is none: one that cannot be read keeps nothing from the others."""
    found: dict[int, queries.TableState | Exception] = {}
    for table_id in tables:
        try:
            found[table_id] = queries.table_state(table_id=table_id, now=clock.now())
        except Exception as error:
            log.warning("hub_state_failed", table=table_id, error=repr(error))
            found[table_id] = error
    return found


def _give(waiting: Waiting, state: queries.TableState | Exception) -> None:
    for future in waiting:
        if future.done():
            continue
        if isinstance(state, Exception):
            future.set_exception(state)
        else:
            future.set_result(state)
