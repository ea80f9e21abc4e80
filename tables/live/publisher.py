"""Sends what operations tell, from any thread, through the channel layer of this process's event loop."""

import asyncio
from typing import Any

import structlog
from channels.layers import get_channel_layer

from kernel import tracing
from tables import broadcast
from tables.live.ending import end

log = structlog.get_logger(__name__)
WAITING_MAX = 10_000


class Publisher:
    """A queue into the event loop and the one task that empties it into the channel layer."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue(WAITING_MAX)
        self._task = asyncio.create_task(self._run(), name="publisher")
        broadcast.use_publisher(self.publish)

    def publish(self, group: str, message: dict[str, Any]) -> None:
        """Take a message from any thread. Lost when the queue is full: watchers heal by comparing versions."""
        self._loop.call_soon_threadsafe(self._take, group, message)

    def _take(self, group: str, message: dict[str, Any]) -> None:
        try:
            self._waiting.put_nowait((group, message))
        except asyncio.QueueFull:
            log.warning("broadcast_lost", group=group, error="queue full")

    async def _run(self) -> None:
        layer = get_channel_layer()
        while True:
            group, message = await self._waiting.get()
            try:
                with tracing.span("publish"):
                    await layer.group_send(group, message)
            except Exception as error:  # Valkey is away: the message is a hint and may be lost
                log.warning("broadcast_lost", group=group, error=repr(error))

    async def stop(self) -> None:
        """Stop sending."""
        broadcast.use_publisher(None)
        await end(self._task)
