"""A text that goes to many sockets is written in one call, and arrives as if it had gone the ordinary way."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import connect

from casino.door.connections import Connection, Socket
from launcher.servers import free_port
from tables.live.outgoing import TEXT_NOW, Outgoing

TEXTS = ["", "short", "x" * 125, "x" * 126, "ação " * 100, "x" * 70_000]


@contextlib.asynccontextmanager
async def served(application: Any, *, deflate: bool = False) -> AsyncIterator[str]:
    """A server with the house's own protocols; where it is."""
    port = free_port()
    config = uvicorn.Config(
        application,
        port=port,
        http=Connection,
        ws=Socket,
        lifespan="off",
        log_level="warning",
        ws_per_message_deflate=deflate,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    try:
        while not server.started:
            await asyncio.sleep(0.01)
        yield f"ws://127.0.0.1:{port}/"
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("deflate", [False, True], ids=["plain", "compressed"])
async def test_what_is_written_at_once_is_what_was_told(deflate: bool) -> None:
    taken: list[bool] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        write_now = scope["extensions"][TEXT_NOW]
        taken.append(write_now("before the socket is open"))
        await send({"type": "websocket.accept"})

        async def tell(told: Any) -> None:
            await send({"type": "websocket.send", "text": told})

        out = Outgoing(tell, write_now)
        for text in TEXTS:
            out.offer(text)
        taken.append(write_now("last"))
        await send({"type": "websocket.close"})
        taken.append(write_now("after the close"))

    async with served(application, deflate=deflate) as address, connect(address) as client:
        heard = [text async for text in client]

    assert heard == [*TEXTS, *([] if deflate else ["last"])]
    assert taken == [False, not deflate, False]


async def test_a_reader_that_is_slow_gets_everything_in_order() -> None:
    sent = [f"{number} " + "x" * 60_000 for number in range(60)]

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})

        async def tell(told: Any) -> None:
            await send({"type": "websocket.send", "text": told})

        out = Outgoing(tell, scope["extensions"][TEXT_NOW])
        for text in sent:
            out.offer(text)
        await receive()

    async with served(application) as address, connect(address, max_queue=1) as client:
        await asyncio.sleep(0.2)
        assert [await client.recv() for _ in sent] == sent


async def test_a_way_out_that_ended_writes_nothing() -> None:
    written: list[str] = []

    async def tell(told: Any) -> None:
        raise AssertionError(told)

    out = Outgoing(tell, lambda text: written.append(text) is None)
    out.offer("first")
    out.end()
    out.offer("second")

    assert written == ["first"]
