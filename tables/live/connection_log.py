"""Keeps the log of connections (PT-53): sockets tell it in passing, one task of the process writes it in their stead.

Nothing waits for it. While the database is away what was told is kept, up to a bound, and written when it is back.
"""

import asyncio
import contextlib
import uuid
from collections import deque
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import structlog

from tables.live import clock
from tables.live.ending import end
from tables.live.threads import write
from tables.operations.connections import Closed, Opened, note_connections

log = structlog.get_logger(__name__)
BATCH_MAX: Final = 256
WAITING_MAX: Final = 4096
"""Entries beyond it are lost, the oldest first: an away database must not fill the memory."""
HEARTBEAT: Final = 30.0
AGAIN: Final = 2.0

_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari/", "Safari"),
)


class ConnectionLog:
    """The entries that are not yet written, and the task that writes them."""

    def __init__(self) -> None:
        self.process: Final = uuid.uuid4()
        self._opened: deque[Opened] = deque(maxlen=WAITING_MAX)
        self._closed: deque[Closed] = deque(maxlen=WAITING_MAX)
        self._open: set[UUID] = set()
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run(), name="connection-log")

    def opened(self, *, person_id: int, table_id: int, at: datetime, scope: Any) -> UUID:
        """A seated player's socket, open since `at`; its end is told by the code that is given back."""
        code = uuid.uuid4()
        client = scope.get("client") or ("",)
        agent = dict(scope.get("headers", ())).get(b"user-agent", b"").decode("latin-1")
        self._opened.append(Opened(code, person_id, table_id, at, str(client[0]), device_family(agent)))
        self._open.add(code)
        self._wake.set()
        return code

    def closed(self, code: UUID, *, at: datetime, close_code: int | None) -> None:
        """The socket is no more."""
        self._closed.append(Closed(code, at, close_code))
        self._open.discard(code)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
            self._wake.clear()
            if not (self._opened or self._closed or self._open):
                continue
            try:
                await self._write()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database is away; the entries are still here
                log.warning("connections_unwritten", waiting=len(self._opened) + len(self._closed), error=repr(error))
                self._wake.set()
                await asyncio.sleep(AGAIN)

    async def _write(self) -> None:
        """Write a batch, and only then forget it."""
        opened, closed = list(self._opened)[:BATCH_MAX], list(self._closed)[:BATCH_MAX]
        await write(note_connections, process=self.process, opened=opened, closed=closed, now=clock.now())
        _forget(self._opened, opened)
        _forget(self._closed, closed)
        if self._opened or self._closed:
            self._wake.set()

    async def stop(self) -> None:
        """Write nothing more; a batch that is being written is written."""
        await end(self._task)


def device_family(agent: str) -> str:
    """The family of a browser and its system from what it calls itself; empty where it says nothing known."""
    named = (next((name for mark, name in table if mark in agent), "") for table in (_BROWSERS, _SYSTEMS))
    return " · ".join(name for name in named if name)


def _forget(waiting: deque[Any], written: list[Any]) -> None:
    """Take what was written from the front; a full queue may have dropped some of it meanwhile."""
    done = set(written)
    while waiting and waiting[0] in done:
        waiting.popleft()


_logs: dict[asyncio.AbstractEventLoop, ConnectionLog] = {}


def connection_log() -> ConnectionLog:
    """The log of this process (of this event loop, so that tests may have several)."""
    loop = asyncio.get_running_loop()
    if loop not in _logs:
        _logs[loop] = ConnectionLog()
    return _logs[loop]
