"""The frames for a socket: sent at once where the connection takes it at once; else in order, as it takes it.

A thousand sockets that all read have neither a queue nor a task: most of what each would cost. Both come into being
for a reader that is slow, and go when it has caught up.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)
WAITING_MAX: Final = 64
"""Frames that wait for a slow reader, beyond what its connection buffers."""
RESYNC: Final = '{"say":"resync"}'

TEXT_NOW: Final = "sabot.text_now"
"""Under this name in the extensions of its scope, a socket's server may offer `WriteNow`."""

Told = str | int
"""A frame, or the code to close with."""
Send = Callable[[Told], Coroutine[Any, Any, None]]
WriteNow = Callable[[str], bool]
"""Writes a frame at once, or answers False and does nothing: then it goes the ordinary way."""


class Outgoing:
    """One socket's way out. All of it happens in the event loop's thread."""

    __slots__ = ("_closing", "_rest", "_send", "_waiting", "_write_now")

    def __init__(self, send: Send, write_now: WriteNow | None = None) -> None:
        self._send = send
        self._write_now = write_now
        self._closing = False
        self._waiting: deque[Told] | None = None
        self._rest: asyncio.Task[None] | None = None

    def offer(self, told: Told) -> None:
        """Take a frame or a code; never waits. A reader that fell behind is told to fetch a snapshot instead.

        After a code nothing more is taken: the first reason to close is the one that is told, and no later frame can
        push it out of the queue.
        """
        if self._closing:
            return
        self._closing = isinstance(told, int)
        if self._waiting is not None:
            self._wait(told)
            return
        if self._write_now is not None and isinstance(told, str) and self._write_now(told):
            return
        sending = self._send(told)
        try:
            awaited = sending.send(None)
        except StopIteration:
            return
        except Exception as error:  # the connection is gone, and its own end will say so
            log.debug("socket_gone", error=repr(error))
            return
        self._waiting = deque()
        self._rest = asyncio.create_task(self._go_on(_Begun(sending, awaited)), name="socket-rest")

    def _wait(self, told: Told) -> None:
        assert self._waiting is not None
        if len(self._waiting) >= WAITING_MAX and isinstance(told, str):
            self._waiting.clear()
            told = RESYNC
        self._waiting.append(told)

    async def _go_on(self, begun: "_Begun") -> None:
        assert self._waiting is not None
        try:
            await begun
            while self._waiting:
                await self._send(self._waiting.popleft())
        except Exception as error:
            log.debug("socket_gone", error=repr(error))
        self._waiting = self._rest = None

    def end(self) -> None:
        """Send nothing more, and let go of the socket: a ring of the two would wait for a collection of everything."""
        self._closing = True
        if self._rest is not None:
            self._rest.cancel()
        self._send, self._write_now = _gone, None


async def _gone(_: Told) -> None:
    """Where frames for a socket that has ended go."""


class _Begun:
    """A sending that waits for its connection: awaited from where it stands."""

    def __init__(self, sending: Coroutine[Any, Any, None], awaited: Any) -> None:
        self._sending, self._awaited = sending, awaited

    def __await__(self) -> Generator[Any, None, None]:
        awaited = self._awaited
        try:
            while True:
                yield awaited
                awaited = self._sending.send(None)
        except StopIteration:
            return
        finally:
            self._sending.close()
