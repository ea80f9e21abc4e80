"""Players at a table over real sockets, each with a log of its own: every request before it is sent, every answer."""

import contextlib
import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.faults.support import until
from tests.patience import PATIENCE_SECONDS

TEMPO: Final = 0.08
"""Seconds between two frames of one client: below what the socket refuses as too many."""
UNANSWERED: Final = 3.0
"""Seconds after which a client sends its frame again, with the same key."""


@dataclass
class Wish:
    """A slip that waits for its answer."""

    key: str
    frame: str
    sent_at: float = 0.0


@dataclass
class Client:
    """One player: bets all the time, and after a lost connection asks again with the same key until it knows."""

    url: str
    cookie: str
    table: str
    person: int
    log: Path
    version: int = 0
    state: dict[str, Any] = field(default_factory=dict)
    you: dict[str, Any] | None = None
    receipts: int = 0
    rejections: int = 0
    repeats: int = 0
    events: int = 0
    lost: int = 0
    """Connections that broke."""
    betting: bool = True
    trouble: BaseException | None = None

    def __post_init__(self) -> None:
        self._wish: Wish | None = None
        self._over = threading.Event()
        self._asked_snapshot = False
        self._thread = threading.Thread(target=self._run, name=f"client-{self.person}", daemon=True)
        self._dice = random.Random(self.person)

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def stop(self) -> None:
        """Leave the connection."""
        self._over.set()
        self._thread.join(timeout=2 * PATIENCE_SECONDS)
        assert not self._thread.is_alive()

    @property
    def waits(self) -> bool:
        """Whether a request is still without an answer."""
        assert self.trouble is None, self.trouble
        return self._wish is not None

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                with contextlib.suppress(OSError, WebSocketException):
                    with self._connected() as socket:
                        self._play(socket)
                    continue
                self.lost += 1
                self._over.wait(0.05)
        except BaseException as error:
            self.trouble = error
            raise

    def _connected(self) -> ClientConnection:
        address = self.url.replace("http", "ws", 1) + f"/ws/tables/{self.table}/"
        cookie = {"Cookie": f"sessionid={self.cookie}"}
        # A slow machine's handshake or pong is no lost socket.
        return connect(
            address,
            origin=self.url,  # type: ignore[arg-type]
            additional_headers=cookie,
            open_timeout=PATIENCE_SECONDS,
            ping_timeout=PATIENCE_SECONDS,
            close_timeout=1,
        )

    def _play(self, socket: ClientConnection) -> None:
        self._asked_snapshot = True  # the first frame is one
        if self._wish is not None:
            self._wish.sent_at = 0.0
        spoke_at = 0.0
        while not self._over.is_set():
            with contextlib.suppress(TimeoutError):
                self._hear(json.loads(socket.recv(timeout=TEMPO)))
            if time.monotonic() - spoke_at >= TEMPO and self._speak(socket):
                spoke_at = time.monotonic()

    def _hear(self, frame: dict[str, Any]) -> None:
        match frame["say"]:
            case "snapshot":
                self.version, self.state, self.you = frame["v"], frame["state"], frame["you"]
                self._asked_snapshot = False
            case "event" if frame["v"] == self.version + 1:
                self.version, self.state = frame["v"], self.state | frame["set"]
                self.events += 1
            case "event" if frame["v"] > self.version + 1:
                self.version = min(self.version, 0)  # a gap: nothing is known until the snapshot
            case "resync":
                self.version = 0
            case "you":
                self.you = frame["you"]
            case "receipt" | "rejection":
                self._answered(frame)
            case "error":
                raise AssertionError(frame)

    def _answered(self, frame: dict[str, Any]) -> None:
        if self._wish is None or frame["key"] != self._wish.key:
            return
        if frame.get("reason") == "try-again":  # no answer: the house did not know
            self._wish.sent_at = 0.0
            return
        self._note(note="answer", key=frame["key"], say=frame["say"], number=frame.get("number"))
        self.receipts += frame["say"] == "receipt"
        self.repeats += bool(frame.get("repeat"))
        self.rejections += frame["say"] == "rejection"
        self._wish = None

    def _speak(self, socket: ClientConnection) -> bool:
        if self.version == 0:
            if self._asked_snapshot:
                return False
            self._asked_snapshot = True
            socket.send('{"do":"snapshot"}')
            return True
        if self._wish is None and self.betting and self.state["round"]["phase"] == "betting":
            self._wish = self._next_wish()
        if self._wish is None or time.monotonic() - self._wish.sent_at < UNANSWERED:
            return False
        said = json.loads(self._wish.frame)
        self._note(note="ask", key=self._wish.key, round=said["round"], lines=said["lines"])
        self._wish.sent_at = time.monotonic()
        socket.send(self._wish.frame)
        return True

    def _next_wish(self) -> Wish:
        chance, key = self._dice.choice(["ponto", "empate", "par-ponto", "par-banca"]), str(uuid.uuid4())
        lines = {chance: 1_00}
        frame = {"do": "bet", "key": key, "round": self.state["round"]["code"], "lines": lines}
        return Wish(key, json.dumps(frame))

    def _note(self, **facts: Any) -> None:
        with self.log.open("a") as log:
            log.write(json.dumps(facts | {"person": self.person, "at": time.time()}) + "\n")


@dataclass
class Crowd:
    """All clients of a test."""

    clients: Sequence[Client]
    nudge: Callable[[], None]
    """Called while waiting: keeps the rounds coming."""

    @property
    def receipts(self) -> int:
        """How many slips were acknowledged so far."""
        for client in self.clients:
            assert client.trouble is None, client.trouble
        return sum(client.receipts for client in self.clients)

    @property
    def logs(self) -> list[Path]:
        """The witnesses."""
        return [client.log for client in self.clients]

    def arrive(self) -> None:
        """Wait until all clients see the table: a client still on the way has nothing to lose."""
        until("everybody sees the table", lambda: all(client.version > 0 for client in self.clients))

    def bets_go_on(self, count: int) -> None:
        """Wait until so many more slips are acknowledged."""
        enough = self.receipts + count
        self.wait(f"{count} more bets are taken", lambda: self.receipts >= enough)

    def ask(self) -> None:
        """Wait until a slip is under way."""
        self.wait("a slip is under way", lambda: any(client.waits for client in self.clients))

    def reach(self, version: int) -> None:
        """Wait until every client has seen at least that version of the table."""
        until(f"every client is at {version}", lambda: all(client.version >= version for client in self.clients))

    def hear_events(self, count: int) -> None:
        """Wait until every client has applied so many more events: snapshots do not count."""
        heard = {client.person: client.events + count for client in self.clients}
        self.wait("everybody hears", lambda: all(client.events >= heard[client.person] for client in self.clients))

    def wait(self, what: str, condition: Callable[[], bool]) -> None:
        """Wait for something while the rounds keep coming."""

        def nudged() -> bool:
            self.nudge()
            return condition()

        until(what, nudged)

    def come_to_rest(self) -> None:
        """No more bets; every request comes to its answer."""
        for client in self.clients:
            client.betting = False
        until("every request is answered", lambda: not any(client.waits for client in self.clients))


@contextlib.contextmanager
def crowd(url: str, table: str, cookies: dict[int, str], folder: Path, *, nudge: Callable[[], None]) -> Iterator[Crowd]:
    """Clients with these sessions (by person) at a table."""
    folder.mkdir()
    clients = [Client(url, cookie, table, person, folder / f"{person}.jsonl") for person, cookie in cookies.items()]
    for client in clients:
        client.start()
    try:
        yield Crowd(clients, nudge)
    finally:
        for client in clients:
            client.stop()
