"""One visit to a table: lines that are typed and frames that come, each answered by sentences."""

import contextlib
import json
import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any, Final

from terminal.commands import Command, command_of
from terminal.house import House, Labels
from terminal.socket import LineLost, Socket
from terminal.table import Table
from terminal.words import Words

_TRIES: Final = 8
"""How often a lost line is tried again, a second longer each time, before the visit ends."""
_FINAL: Final = frozenset({4001, 4003, 4004, 4010, 4029})
"""Ends after which coming back changes nothing."""
_TICK: Final = 0.2
"""Seconds between two looks at what is due to be told."""


class Play:
    """Everything that happens between the first line and the last; `tell` says a sentence."""

    def __init__(self, house: House, code: str, labels: Labels, language: str, tell: Callable[[str], None]) -> None:
        self.house, self.words, self.tell = house, Words(language), tell
        self.path = f"/ws/tables/{code}/?lang={language}"
        self.code, self.table = code, Table(labels, self.words)
        self.draft: dict[str, int] = {}
        self.waiting: dict[str, dict[str, Any]] = {}
        """Frames without an answer, by key: sent again when the line is back."""
        self.inbox: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.socket: Socket | None = None
        self.known = threading.Event()
        """Whether the table has said how it stands: before, no line can be understood."""
        self.over = False
        self.tries = 0
        self.again_at: float | None = None

    def run(self, lines: Iterable[str]) -> None:
        """Play until the player or the house ends it."""
        self._connect()
        threading.Thread(target=self._read, args=(lines,), daemon=True).start()
        while not self.over:
            try:
                kind, what = self.inbox.get(timeout=_TICK)
            except queue.Empty:
                kind, what = "tick", None
            self._take(kind, what)
            if self.again_at is not None and time.monotonic() >= self.again_at:
                self._connect()
            self._tell_all(self.table.news())
            self._tell_all(self.table.mine())

    def _take(self, kind: str, what: Any) -> None:
        if kind == "line":
            self._typed(command_of(what, self.table.chances, self.table.labels))
        elif kind == "end":
            self.over = True
        elif kind == "frame":
            self._heard(what)
        elif kind == "lost" and what[0] is self.socket:
            self._lost(what[1])

    def _tell_all(self, said: list[str]) -> None:
        for each in said:
            self.tell(each)

    def _read(self, lines: Iterable[str]) -> None:
        self.known.wait()
        for line in lines:
            self.inbox.put(("line", line[:200]))
        self.inbox.put(("end", None))

    def _connect(self) -> None:
        self.again_at = None
        try:
            socket = self.socket = Socket(self.house.url, self.path, self.house.cookies)
        except LineLost as lost:
            self._lost(lost.code)
            return
        if self.tries:
            self.tell(self.words("back-again"))
        self.tries = 0
        threading.Thread(target=self._listen, args=(socket,), daemon=True).start()
        for frame in self.waiting.values():
            self._say(frame)

    def _listen(self, socket: Socket) -> None:
        try:
            while True:
                self.inbox.put(("frame", json.loads(socket.hear())))
        except (LineLost, ValueError) as error:
            self.inbox.put(("lost", (socket, getattr(error, "code", 0))))

    def _lost(self, code: int) -> None:
        self.socket = None
        if code in _FINAL or self.tries >= _TRIES:
            self.tell(self.words("ended", code=code) if code in _FINAL else self.words("gone"))
            self.over = True
            return
        if not self.tries:
            self.tell(self.words("lost"))
        self.tries += 1
        self.again_at = time.monotonic() + self.tries

    def _say(self, frame: dict[str, Any]) -> None:
        if self.socket is None:
            return
        # The thread that listens finds a lost line too, and what waits for an answer is sent again.
        with contextlib.suppress(LineLost):
            self.socket.say(json.dumps(frame))

    def _ask(self, **frame: Any) -> None:
        key = str(uuid.uuid4())
        self.waiting[key] = frame | {"key": key}
        self._say(self.waiting[key])

    def _heard(self, frame: dict[str, Any]) -> None:
        self.waiting.pop(frame.get("key", ""), None)
        if not self.table.take(frame):
            self._say({"do": "snapshot"})
        if self.table.state:
            self.known.set()
        table, words = self.table, self.words
        match frame["say"]:
            case "receipt":
                bets, stakes = table.bets(frame["lines"]), table.bets(frame["stakes"])
                self.tell(words("accepted", bets=bets, number=frame["number"], stakes=stakes))
            case "rejection":
                self.tell(table.refusal(frame))
            case "seated":
                self.tell(words("seated", seat=frame["seat"]))
            case "leaving":
                self.tell(words("leaving"))
            case "left":
                self.tell(words("left", url=self.house.url + frame["url"]))
                self.over = True
            case "error":
                self.tell(words("error"))

    def _typed(self, command: Command) -> None:
        act = getattr(self, f"_do_{command.do}", None)
        said = act(command) if act else self.words(command.do)
        if said:
            self.tell(said)

    def _do_nothing(self, command: Command) -> str:
        return self._do_now(command)

    def _do_amount(self, command: Command) -> str:
        return self.words("amount", bet=self.table.labels.name(command.chance))

    def _do_quit(self, command: Command) -> None:
        self.over = True

    def _do_lay(self, command: Command) -> str:
        if not self.table.seated:
            return self.words("sit-first")
        if not self.table.open:
            return self.words("closed")
        self.draft[command.chance] = self.draft.get(command.chance, 0) + command.cents
        labels = self.table.labels
        amount = labels.money(self.draft[command.chance])
        return self.words("lay", bet=labels.name(command.chance), amount=amount)

    def _do_back(self, command: Command) -> str | None:
        laid = (self.table.you or {}).get("stakes", {}).get(command.chance, 0)
        if self.draft.pop(command.chance, 0):
            return self.words("back", bet=self.table.labels.name(command.chance))
        if not laid or not self.table.open:
            return self.words("nothing")
        self._ask(do="bet", round=self.table.state["round"]["code"], lines={command.chance: -laid})
        return None

    def _do_confirm(self, command: Command) -> str | None:
        if not self.draft:
            return self.words("nothing")
        if not self.table.open:
            return self.words("closed")
        self._ask(do="bet", round=self.table.state["round"]["code"], lines=self.draft)
        self.draft = {}
        return None

    def _do_deal(self, command: Command) -> str | None:
        if not self.table.alone:
            return self.words("house-deals")
        lines = {"lines": self.draft} if self.draft else {}
        self._ask(do="deal", round=self.table.state["round"]["code"], **lines)
        self.draft = {}
        return None

    def _do_clear(self, command: Command) -> str:
        self.draft = {}
        return self.words("nothing")

    def _do_repeat(self, command: Command) -> str:
        self.draft = dict((self.table.you or {}).get("last_stakes") or {})
        return self._waiting_bets()

    def _waiting_bets(self) -> str:
        return self.words("draft", bets=self.table.bets(self.draft)) if self.draft else self.words("nothing")

    def _do_now(self, command: Command) -> str:
        said = [self.table.opening() if self.table.open else self.words("closed")]
        return " ".join(said + ([self._waiting_bets()] if self.draft else []))

    def _do_last(self, command: Command) -> str:
        latest = self.table.state.get("latest")
        if not latest or not latest.get("winner"):
            return self.words("no-results")
        winner = self.words(latest["winner"])
        return self.words("result", winner=winner, ponto=latest["ponto"], banca=latest["banca"])

    def _do_room(self, command: Command) -> str:
        return self.table.room()

    def _do_balance(self, command: Command) -> str:
        return self.table.balance()

    def _do_who(self, command: Command) -> str:
        return self.table.bets(self.table.state.get("sums") or {}) or self.words("no-bets")

    def _do_sit(self, command: Command) -> str | None:
        if self.table.seated:
            return self.words("seated", seat=(self.table.you or {})["seat"])
        self._ask(do="sit", seat=command.seat)
        return None

    def _do_away(self, command: Command) -> str:
        away = not (self.table.you or {}).get("away")
        self._say({"do": "away", "away": away})
        return self.words("away" if away else "here")

    def _do_leave(self, command: Command) -> None:
        self._say({"do": "leave"})

    def _do_seen(self, command: Command) -> str:
        self._say({"do": "checked"})
        return self.table.balance()
