"""The peers that the fan-out is measured beside: a bare server, and a consumer a socket in the channel layer's group.

`python _peers.py PORT` is the bare one: it writes each line of its input to every socket, as one prebuilt frame, by
`os.write`. `_peers:application` is for uvicorn: Channels' own way, `group_send` to every consumer.
"""

import asyncio
import base64
import hashlib
import os
import sys
from typing import Any

GROUP = "bench-group"


class Bare(asyncio.Protocol):
    """A socket with nothing around it."""

    numbers: set[int] = set()

    def connection_made(self, transport: Any) -> None:
        self.transport, self.asked = transport, b""

    def data_received(self, data: bytes) -> None:
        self.asked += data
        if b"\r\n\r\n" not in self.asked:
            return
        heads = dict(line.split(b": ", 1) for line in self.asked.split(b"\r\n") if b": " in line)
        proof = hashlib.sha1(heads[b"Sec-WebSocket-Key"] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        self.transport.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            + base64.b64encode(proof)
            + b"\r\n\r\n"
        )
        self.number = self.transport.get_extra_info("socket").fileno()
        self.numbers.add(self.number)

    def connection_lost(self, error: Exception | None) -> None:
        self.numbers.discard(self.number)


async def serve_bare(port: int) -> None:
    """Serve until the input ends."""
    loop = asyncio.get_running_loop()
    await loop.create_server(Bare, "127.0.0.1", port, backlog=2048)
    print("ready", flush=True)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        body = line.rstrip(b"\n")
        frame = b"\x81\x7e" + len(body).to_bytes(2, "big") + body
        write = os.write
        for number in Bare.numbers:
            write(number, frame)


def _channels() -> Any:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    from channels.generic.websocket import AsyncWebsocketConsumer
    from channels.routing import ProtocolTypeRouter
    from django.core.asgi import get_asgi_application

    class Grouped(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels has no types
        async def connect(self) -> None:
            await self.channel_layer.group_add(GROUP, self.channel_name)
            await self.accept()

        async def disconnect(self, code: int) -> None:
            await self.channel_layer.group_discard(GROUP, self.channel_name)

        async def table_event(self, message: dict[str, Any]) -> None:
            await self.send(text_data=message["frame"])

    return ProtocolTypeRouter({"http": get_asgi_application(), "websocket": Grouped.as_asgi()})


if __name__ == "__main__":
    import uvloop

    uvloop.run(serve_bare(int(sys.argv[1])))
else:
    application = _channels()
