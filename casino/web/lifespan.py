"""The start of the web process: the clock of the tables is kept, and garbage collected, from the first request on."""

from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from django.conf import settings
from django.db import Error

from casino.web import measured, pulse, schema
from kernel import garbage
from reporting.queries.processes import ProcessKind
from tables.live import clock
from tables.live.threads import read

log = structlog.get_logger(__name__)


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
                if why := await _newer_schema():
                    await send({"type": "lifespan.startup.failed", "message": why})
                    return
                clock.keep(wait=False)
                garbage.keep()
                measured.serve(settings.METRICS)
                pulse.keep(pulse.Pulse(ProcessKind.WEB))
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await read(pulse.end)
                await send({"type": "lifespan.shutdown.complete"})
                return


async def _newer_schema() -> str | None:
    """Why this release must not begin on that schema; None too where the database is away: readiness then looks."""
    try:
        return schema.watch.began(await read(schema.compare))
    except Error as error:
        log.warning("schema_unasked", error=repr(error))
        return None
