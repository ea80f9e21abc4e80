"""The limit of `bench_start`: a page that is all its bytes in one file, and a socket that tells one frame.

BENCH_PAGE_BYTES and BENCH_FRAME_BYTES say how many; what fills them cannot be compressed. `/page/` waits for its frame,
`/plain/` for nothing.
"""

import base64
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
FILLING = base64.b64encode(os.urandom(1_000_000)).decode()
FRAME = FILLING[: int(os.environ.get("BENCH_FRAME_BYTES", "1"))]
SCRIPT = """<script>
const line = new WebSocket(`ws://${location.host}/line/`);
line.addEventListener("message", () => { document.getElementById("told").hidden = false; });
</script>"""


def page(script: str) -> bytes:
    """A page of so many bytes; its script comes last, when all of them are there."""
    told = "<!doctype html><meta charset=utf-8><title>bare</title><p>bare<p id=told hidden>told<!-- "
    rest = int(os.environ.get("BENCH_PAGE_BYTES", "1000")) - len(told + script) - 300  # about what the heads take
    return f"{told}{FILLING[:rest]} -->{script}".encode()


PAGES = {"/page/": page(SCRIPT), "/plain/": page("")}


async def application(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """Answer the page, or open the socket and tell the frame."""
    if scope["type"] == "lifespan":
        for part in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{part}.complete"})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": FRAME})
        await receive()
    else:
        body = PAGES.get(scope["path"], b"")
        heads = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": heads})
        await send({"type": "http.response.body", "body": body})
