"""The socket client where no C compiler is: what `_client_source` does, in Python, at a higher price to the machine.

`python _client.py PORT fan|play FILE LINES`; the same input and output.
"""

import asyncio
import json
import random
import sys
import time
import uuid
from typing import Any

PORT, MODE, FILE, LINES = int(sys.argv[1]), sys.argv[2], sys.argv[3], json.loads(sys.argv[4])


class Totals:
    """The totals of all sockets together."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(("sent", "receipts", "refused", "owed", "lost", "gaps", "resyncs"), 0)
        self.latencies: list[int] = []
        self.lateness: list[int] = []
        self.took: list[int] = []

    def fan(self, sockets: int) -> None:
        """One event reached one more socket."""
        if len(self.took) == sockets:
            self.took.sort()
            print(self.took[-1], self.took[sockets // 2], flush=True)
            self.took = []

    def play(self) -> None:
        """The events since the last mark."""
        lists = (" ".join(map(str, each)) for each in (self.latencies, self.lateness))
        print(" ".join(map(str, self.counts.values())), *lists, sep=";", flush=True)
        self.counts |= dict.fromkeys(("sent", "receipts", "refused", "gaps", "resyncs"), 0)
        self.latencies, self.lateness = [], []


class Player(asyncio.Protocol):
    """One socket."""

    def __init__(self, path: str, cookie: str, totals: Totals, sockets: int) -> None:
        self.path, self.cookie, self.totals, self.sockets = path, cookie, totals, sockets
        self.buffer, self.welcome, self.round = b"", asyncio.Event(), ""
        self.version, self.sent_at, self.seen = 0, 0, 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nOrigin: http://127.0.0.1:{PORT}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: c2Fib3RzYWJvdHNhYm90IQ==\r\n{cookie}\r\n".encode()
        )

    def connection_lost(self, error: Exception | None) -> None:
        self.totals.counts["lost"] += 1

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.welcome.is_set():
            if b"\r\n\r\n" not in self.buffer:
                return
            self.buffer = self.buffer.split(b"\r\n\r\n", 1)[1]
            self.welcome.set()
        while len(self.buffer) >= 2:
            size, head = self.buffer[1] & 127, 2
            if size > 125:
                wide = 2 if size == 126 else 8
                size, head = int.from_bytes(self.buffer[2 : 2 + wide], "big"), 2 + wide
            if len(self.buffer) < head + size:
                return
            code, body = self.buffer[0] & 15, self.buffer[head : head + size]
            self.buffer = self.buffer[head + size :]
            if code == 9:
                self.say(body, code=10)
            elif code == 1:
                self.heard(json.loads(body))

    def say(self, body: bytes, code: int = 1) -> None:
        """A masked frame; the mask is zero."""
        size = bytes([0x80 | len(body)]) if len(body) < 126 else b"\xfe" + len(body).to_bytes(2, "big")
        self.transport.write(bytes([0x80 | code]) + size + b"\0\0\0\0" + body)

    def heard(self, frame: dict[str, Any]) -> None:
        """Note what a frame means to us."""
        totals = self.totals
        if MODE == "fan":
            stamp = frame.get("ts") or frame.get("set", {}).get("ts")
            if stamp and stamp != self.seen:
                self.seen = stamp
                totals.took.append((time.monotonic_ns() - stamp) // 1000)
                totals.fan(self.sockets)
            return
        said = frame["say"]
        if said in {"receipt", "rejection"}:
            totals.counts["receipts" if said == "receipt" else "refused"] += 1
            totals.counts["owed"] -= 1
            if said == "receipt":
                totals.latencies.append((time.monotonic_ns() - self.sent_at) // 1000)
        elif said in {"snapshot", "event"}:
            self.versioned(frame, event=said == "event")
            self.in_round(frame.get("set" if said == "event" else "state", {}).get("round"), event=said == "event")
        elif said == "resync":
            totals.counts["resyncs"] += 1
            self.say(b'{"do":"snapshot"}')

    def versioned(self, frame: dict[str, Any], *, event: bool) -> None:
        """Ask for a snapshot where an event is missing."""
        if event and self.version and frame["v"] > self.version + 1:
            self.totals.counts["gaps"] += 1
            self.say(b'{"do":"snapshot"}')
        self.version = max(self.version, frame["v"])

    def in_round(self, current: dict[str, Any] | None, *, event: bool) -> None:
        """Bet once in each round, at a moment of one's own."""
        if not current or not current["code"]:
            return
        now = time.time() * 1000
        if current["phase"] == "betting" and current["code"] != self.round:
            self.round = current["code"]
            span = current["closes_at"] - now - 1500
            if span > 0:
                asyncio.get_running_loop().call_later((200 + random.random() * span) / 1000, self.bet)
        elif event and current["phase"] == "settled" and current["code"] == self.round:
            self.totals.lateness.append(int(now - current["closes_at"]))

    def bet(self) -> None:
        """Send the slip."""
        self.totals.counts["sent"] += 1
        self.totals.counts["owed"] += 1
        self.sent_at = time.monotonic_ns()
        slip = {"do": "bet", "key": str(uuid.uuid4()), "round": self.round, "lines": LINES}
        self.say(json.dumps(slip).encode())


async def main() -> None:
    with open(FILE) as file:
        places = [line.rstrip("\n").split("\t") for line in file]
    totals, loop = Totals(), asyncio.get_running_loop()
    for path, cookie in places:
        _, player = await loop.create_connection(
            lambda path=path, cookie=cookie: Player(path, cookie, totals, len(places)), "127.0.0.1", PORT
        )
        await player.welcome.wait()
    print("ready", flush=True)
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        if MODE == "play":
            totals.play()


if __name__ == "__main__":
    asyncio.run(main())
