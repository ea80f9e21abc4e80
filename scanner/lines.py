"""Lines out of the bytes of a device that may send anything: each is short, printable, and ended in time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

MOST: Final = 80
"""Bytes of a line; a card's code has nine."""
END_SECONDS: Final = 0.5
"""So long a line may stay without its end: a scanner sends a whole code in a fraction of it."""
_ENDS: Final = b"\r\n"


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it came: its text, or in `fault` why it is none: `too-long`, `not-text` or `no-end`."""

    text: str
    fault: str = ""


class Lines:
    """Cuts what comes into lines. Keeps `MOST` bytes at most."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._over = False
        """Whether the line was too long: its rest is let go."""
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> Iterator[Line]:
        """The lines that end in `data`; `now` in seconds, by a clock that only goes forward."""
        self._last = now
        for byte in data:
            if byte in _ENDS:
                if self._kept and not self._over:
                    yield _line(bytes(self._kept))
                self.forget()
            elif len(self._kept) < MOST:
                self._kept.append(byte)
            elif not self._over:
                self._over = True
                yield Line("", "too-long")

    def idle(self, now: float) -> Iterator[Line]:
        """Nothing came: a line that has waited too long for its end is none."""
        if self._kept and now - self._last >= END_SECONDS:
            if not self._over:
                yield Line("", "no-end")
            self.forget()

    def forget(self) -> None:
        """Let go of a line that was begun."""
        self._kept.clear()
        self._over = False


def _line(data: bytes) -> Line:
    text = data.decode("ascii", errors="replace")
    return Line(text) if text.isascii() and text.isprintable() else Line("", "not-text")
