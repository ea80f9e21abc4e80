"""A media server that films a croupier's table: WHEP by WebRTC, and a playlist of HLS, on this machine alone.

The pictures are drawn: a green cloth with the cards that lie there, each at a place of its own and white in its middle,
so that a test can count in the picture what it counts on the felt. A picture shows the table as it stood `delay`
seconds before it was sent, as one of a camera and an encoder does.
"""

import asyncio
import contextlib
import fractions
import functools
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import aioice.ice
import av
from aiortc import RTCPeerConnection, RTCSessionDescription, VideoStreamTrack
from PIL import Image, ImageDraw, ImageFont

from tests.faults.support import until

WIDE, HIGH = 480, 270
PLACES: Final = ((164, 132), (316, 132), (100, 132), (380, 132), (38, 132), (442, 132))
"""The middles of the cards in the picture, in the order of dealing."""
RATE: Final = 15
PARTS: Final = 6
"""Parts that a playlist names. Chromium gives up a broadcast that has just begun, with two parts."""
RAIL, CLOTH, LINE, CARD = (58, 34, 20), (18, 92, 64), (84, 148, 118), (250, 247, 238)
RED, BLACK = (178, 30, 44), (27, 30, 36)
CORS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, POST, DELETE",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Expose-Headers": "Location",
}
TYPES: Final = {".m3u8": "application/vnd.apple.mpegurl", ".ts": "video/mp2t"}


@functools.cache
def drawn(cards: tuple[str, ...]) -> Image.Image:
    """The picture of a table on which these cards lie."""
    image = Image.new("RGB", (WIDE, HIGH), RAIL)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((-30, 14, WIDE + 30, HIGH + 90), 60, fill=CLOTH, outline=LINE, width=2)
    for name, x in (("PONTO", 132), ("BANCA", 348)):
        pen.text((x, 58), name, fill=LINE, anchor="mm", font=ImageFont.load_default(20))
    for x in (132, 348):
        pen.rounded_rectangle((x - 68, 82, x + 68, 182), 8, outline=LINE, width=2)
    for card, (x, y) in zip(cards, PLACES, strict=False):
        pen.rounded_rectangle((x - 28, y - 42, x + 28, y + 42), 5, fill=CARD)
        rank, ink = card[0].replace("T", "10"), RED if card[1] in "HD" else BLACK
        pen.text((x - 14, y - 26), rank, fill=ink, anchor="mm", font=ImageFont.load_default(24))
        _suit(pen, card[1], (x + 10, y + 22), ink)
    return image


def _suit(pen: ImageDraw.ImageDraw, suit: str, middle: tuple[int, int], ink: tuple[int, int, int]) -> None:
    """A suit, 20 pixels high."""
    x, y = middle
    if suit == "D":
        pen.polygon([(x, y - 11), (x + 8, y), (x, y + 11), (x - 8, y)], fill=ink)
        return
    up = -1 if suit == "H" else 1
    for dx in (-5, 5):
        pen.ellipse((x + dx - 6, y + 3 * up - 6, x + dx + 6, y + 3 * up + 6), fill=ink)
    if suit == "C":
        pen.ellipse((x - 6, y - 11, x + 6, y + 1), fill=ink)
    else:
        pen.polygon([(x - 10, y + 4 * up), (x + 10, y + 4 * up), (x, y - 11 * up)], fill=ink)
    if suit != "H":
        pen.polygon([(x, y), (x + 4, y + 12), (x - 4, y + 12)], fill=ink)


def frame_of(scene: "Scene") -> av.VideoFrame:
    """The picture of this moment."""
    return av.VideoFrame.from_image(drawn(scene.seen())).reformat(format="yuv420p")


@dataclass
class Scene:
    """What lies on the table in front of the lens, and since when."""

    delay: float
    still: bool = False
    """The camera hangs: the same picture again and again."""
    _told: list[tuple[float, tuple[str, ...]]] = field(default_factory=lambda: [(0.0, ())])

    def lay(self, *cards: str) -> None:
        """These cards lie there from now on, in the order of dealing."""
        self._told.append((time.monotonic(), cards))

    def seen(self) -> tuple[str, ...]:
        """The cards that the picture of this moment shows."""
        then = time.monotonic() - self.delay
        return [cards for since, cards in self._told if since <= then][-1]


class Camera(VideoStreamTrack):  # type: ignore[misc]  # aiortc has no types
    """The pictures for one viewer; none while the camera hangs."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene
        self._begin = time.monotonic()

    async def recv(self) -> av.VideoFrame:
        """The next picture, at its time."""
        await asyncio.sleep(1 / RATE)
        while self._scene.still:
            await asyncio.sleep(1 / RATE)
        frame = frame_of(self._scene)
        frame.pts = int((time.monotonic() - self._begin) * 90_000)
        frame.time_base = fractions.Fraction(1, 90_000)
        return frame


class Film:
    """The server; its methods may be called from any thread."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene = scene
        self.refuses = False
        """Whether WHEP is answered with 503 and no more."""
        self.viewers = 0
        """Who watches by WHEP now."""
        self.url = ""
        self._folder = folder
        self._lines: dict[str, RTCPeerConnection] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="film", daemon=True)

    def start(self) -> None:
        """Listen on a free port."""
        self._thread.start()
        port = self._do(self._listen())
        self.url = f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        """End all viewings and listen no more."""
        self.end_viewings()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def end_viewings(self) -> None:
        """As a server that restarts: no viewer gets pictures any more."""
        self._do(self._close_all())

    def _do(self, deed: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(deed, self._loop).result(30)

    async def _listen(self) -> int:
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0)
        return int(server.sockets[0].getsockname()[1])

    async def _close_all(self) -> None:
        for place in list(self._lines):
            await self._leave(place)

    async def _leave(self, place: str) -> None:
        line = self._lines.pop(place, None)
        if line is not None:
            self.viewers -= 1
            await line.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            method, path, _ = head.split(" ", 2)
            said = {name.lower(): value for name, _, value in (line.partition(": ") for line in head.split("\r\n"))}
            body = await reader.readexactly(int(said.get("content-length", 0)))
            status, headers, answer = await self._of(method, path)(path, body)
            lines = "".join(f"{name}: {value}\r\n" for name, value in {**CORS, **headers}.items())
            writer.write(
                f"HTTP/1.1 {status} -\r\n{lines}Content-Length: {len(answer)}\r\nConnection: close\r\n\r\n".encode()
            )
            writer.write(answer)
            await writer.drain()
        writer.close()

    def _of(self, method: str, path: str) -> "Callable[[str, bytes], Awaitable[tuple[int, dict[str, str], bytes]]]":
        return {"POST": self._view, "DELETE": self._end, "GET": self._file}.get(method, self._may)

    async def _may(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        return 204, {}, b""

    async def _view(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        if self.refuses:
            return 503, {}, b""
        line = RTCPeerConnection()
        await line.setRemoteDescription(RTCSessionDescription(body.decode(), "offer"))
        line.addTrack(Camera(self.scene))
        await line.setLocalDescription(await line.createAnswer())
        place = f"/viewing/{id(line)}"
        self._lines[place] = line
        self.viewers += 1
        return 201, {"Content-Type": "application/sdp", "Location": place}, line.localDescription.sdp.encode()

    async def _end(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        await self._leave(path)
        return 200, {}, b""

    async def _file(self, path: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        file = self._folder / Path(path).name
        if not file.is_file():
            return 404, {}, b""
        return 200, {"Content-Type": TYPES.get(file.suffix, ""), "Cache-Control": "no-store"}, file.read_bytes()


def _broadcast(scene: Scene, folder: Path, over: threading.Event) -> None:
    """Write the playlist and its parts until it is over, a second each. Parts that left the list stay for a minute: a
    viewer on a full machine asks for them some seconds late.
    """
    flags = {"hls_flags": "delete_segments+independent_segments", "hls_delete_threshold": "60"}
    options = {"hls_time": "1", "hls_list_size": str(PARTS), **flags}
    with av.open(str(folder / "table.m3u8"), "w", format="hls", options=options) as out:
        stream = out.add_stream("libx264", rate=RATE, options={"preset": "ultrafast", "tune": "zerolatency"})
        stream.width, stream.height, stream.pix_fmt = WIDE, HIGH, "yuv420p"
        stream.codec_context.gop_size = RATE
        begin, number = time.monotonic(), 0
        while not over.is_set():
            frame = frame_of(scene)
            frame.pts = number
            for packet in stream.encode(frame):
                out.mux(packet)
            number += 1
            over.wait(max(0.0, begin + number / RATE - time.monotonic()))
        for packet in stream.encode(None):
            out.mux(packet)


def _parts(folder: Path) -> int:
    """The parts that the playlist in this folder names."""
    playlist = folder / "table.m3u8"
    return playlist.read_text().count("#EXTINF") if playlist.is_file() else 0


@contextlib.contextmanager
def filmed(*, delay: float, playlist: bool = False) -> Iterator[Film]:
    """A film of a table whose pictures are `delay` seconds old when they are sent; with a playlist where wanted."""
    over = threading.Event()
    with tempfile.TemporaryDirectory(prefix="film-") as place:
        addresses, aioice.ice.get_host_addresses = aioice.ice.get_host_addresses, lambda **_: ["127.0.0.1"]
        film = Film(Scene(delay), Path(place))
        broadcast = threading.Thread(target=_broadcast, args=(film.scene, Path(place), over), daemon=True)
        film.start()
        if playlist:
            broadcast.start()
            until("the playlist is full", lambda: _parts(Path(place)) >= PARTS)
        try:
            yield film
        finally:
            film.stop()
            over.set()
            if playlist:
                broadcast.join(10)
            aioice.ice.get_host_addresses = addresses
