"""The start of the web process: the clock of the tables is kept, and garbage collected, from the first request on."""

from collections.abc import Awaitable, Callable
from typing import Any

from kernel import garbage
from tables.live import clock


class Lifespan:
    """The server's word that the process begins and ends; a process of tests never hears it."""

    async def __call__(
        self,
        scope: Any,
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """Answer both words."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                clock.keep(wait=False)
                garbage.keep()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await send({"type": "lifespan.shutdown.complete"})
                return
