"""From the device to the house and back: each reading is handed in once, in order, and answered with one line.

One thread reads the device, a second hands in. The bridge keeps a bounded queue of readings, and one line at a time.
"""

import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from scanner.house import Away, Door
from scanner.lines import Line, Lines

QUEUE: Final = 16
"""Readings that wait for the house; the next one is refused (`NO busy`)."""
A_SECOND: Final = 20
"""Lines a second that are looked at; no person slides cards so fast."""
REPEAT_SECONDS: Final = 0.3
"""The very same text again so soon is the same slide, by a scanner that reads on and on."""
AWAY_SECONDS: Final = 5.0
"""How often the device is told that the house is away."""
PATIENCE: Final = 120.0
"""Seconds that a reading is tried for; then it and those behind it are let go, so that none comes out of its order."""
PAUSES: Final = (0.25, 0.5, 1.0, 2.0)
"""Seconds between one try and the next; the last one from then on."""


class Device(Protocol):
    """A device that may be pulled out: then it sends nothing, and it loses the lines written to it."""

    def read(self) -> bytes | None:
        """The bytes that came within a moment; None while the device is away."""

    def say(self, line: str) -> None:
        """Write a line to the device."""


@dataclass
class Bridge:
    """A device and a house. `tell` shows a line to the person at the bridge."""

    device: Device
    door: Door
    tell: Callable[[str], None]
    patience: float = PATIENCE
    _waiting: deque[tuple[str, uuid.UUID]] = field(default_factory=deque)
    _more: threading.Condition = field(default_factory=threading.Condition)
    _ended: threading.Event = field(default_factory=threading.Event)
    _lines: Lines = field(default_factory=Lines)
    _seen: deque[float] = field(default_factory=lambda: deque(maxlen=A_SECOND))
    _last: tuple[str, float] = ("", 0.0)
    _flooded: float = -1.0

    def run(self) -> int:
        """Go on until the person ends it; answers how many readings were not handed in."""
        hand = threading.Thread(target=self._hand_in, name="hand-in", daemon=True)
        hand.start()
        try:
            while hand.is_alive():
                self.turn()
            raise RuntimeError("the thread that hands readings in has ended")
        except KeyboardInterrupt:
            pass
        finally:
            self._ended.set()
            with self._more:
                self._more.notify()
        hand.join(timeout=10)
        return len(self._waiting)

    def turn(self) -> None:
        """Read once, and take up the lines that ended."""
        data, now = self.device.read(), time.monotonic()
        if data is None:
            self._lines.forget()  # half a line of before is none of the device that comes back
            return
        for line in self._lines.feed(data, now) if data else self._lines.idle(now):
            self._take(line, now)

    def _take(self, line: Line, now: float) -> None:
        if self._too_fast(now):
            return
        refused = line.fault or self._repeated(line.text, now) or self._queued(line.text)
        if refused:
            self._say(f"NO {refused}")

    def _repeated(self, text: str, now: float) -> str:
        (before, at), self._last = self._last, (text, now)
        return "repeat" if before == text and now - at < REPEAT_SECONDS else ""

    def _queued(self, text: str) -> str:
        """Let the reading wait for its turn, with a key of its own; or why it cannot."""
        with self._more:
            if len(self._waiting) >= QUEUE:
                return "busy"
            self._waiting.append((text, uuid.uuid4()))
            self._more.notify()
        return ""

    def _too_fast(self, now: float) -> bool:
        """Whether more lines came within a second than are looked at; said once a second."""
        if len(self._seen) < A_SECOND or now - self._seen[0] >= 1.0:
            self._seen.append(now)
            return False
        if now - self._flooded >= 1.0:
            self._flooded = now
            self._say("NO too-fast")
        return True

    def _hand_in(self) -> None:
        """The second thread: hand in the waiting readings, one after the other."""
        while True:
            with self._more:
                self._more.wait_for(lambda: self._waiting or self._ended.is_set())
                if self._ended.is_set():
                    return
                code, key = self._waiting[0]
            answer = self._answer(code, key)
            with self._more:
                done = 1 if answer else len(self._waiting)
                if self._ended.is_set() and not answer:
                    return
                for _ in range(done):
                    self._waiting.popleft()
            for _ in range(done):
                self._say(answer or "NO away")

    def _answer(self, code: str, key: uuid.UUID) -> str:
        """The house's answer, asked with one key until it comes; empty if it stayed away too long, or at the end."""
        began = time.monotonic()
        told = began - AWAY_SECONDS
        tried = 0
        while not self._ended.is_set():
            try:
                return self.door.post(code, key)
            except Away as away:
                now, pause = time.monotonic(), max(PAUSES[min(tried, len(PAUSES) - 1)], away.wait)
                if now + pause - began > self.patience:
                    return ""
                if now - told >= AWAY_SECONDS:
                    told = now
                    self._say("..", f"the house is away: {away}")
                tried += 1
                self._ended.wait(pause)
        return ""

    def _say(self, line: str, more: str = "") -> None:
        self.device.say(line)
        self.tell(f"{line}  {more}" if more else line)
