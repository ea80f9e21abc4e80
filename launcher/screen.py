"""The output that the person at the terminal sees: one line a step, calm, plain where the output is not a terminal.

Knows no processes and starts no thread (children are forked beside it); a closed terminal never ends the house.
"""

import contextlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from typing import TextIO

FRAMES = "·∙•∙"


class Screen:
    """Writes steps, notes and tables to a stream."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        terminal = self._stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.lively = terminal
        self._colour = terminal and not os.environ.get("NO_COLOR")
        utf8 = (self._stream.encoding or "").lower().replace("-", "") == "utf8"
        self._tick, self._cross = ("✓", "✗") if utf8 else ("ok", "!!")
        self._frames = FRAMES if utf8 else "-\\|/"
        self._current: Step | None = None
        self._painted = 0.0
        self._turn = 0

    def line(self, text: str = "") -> None:
        """One line as it is."""
        self._write(text + "\n")

    def bold(self, text: str) -> str:
        """The text in bold, where that can be shown."""
        return f"\x1b[1m{text}\x1b[0m" if self._colour else text

    def done(self, title: str, seconds: float, note: str = "") -> None:
        """A step that is over and well."""
        self._close(self._paint(self._tick, 32), title, seconds, note)

    def failed(self, title: str, seconds: float, note: str = "") -> None:
        """A step that is over and not well."""
        self._close(self._paint(self._cross, 31), title, seconds, note)

    @contextlib.contextmanager
    def step(self, title: str) -> "Iterator[Step]":
        """Show the title while the step goes on, then its end with the seconds it took."""
        step = Step(self, title)
        self._current = step
        self.pulse()
        try:
            yield step
        except BaseException:
            self._current = None
            self.failed(title, step.seconds)
            raise
        self._current = None
        self.done(title, step.seconds, step.note)

    def pulse(self) -> None:
        """Keep the line of the present step moving; call it while waiting."""
        now = time.monotonic()
        if self._current is None or not self.lively or now - self._painted < 0.15:
            return
        self._painted = now
        self._turn += 1
        step = self._current
        note = f"  {step.note}" if step.note else ""
        frame = self._frames[self._turn % len(self._frames)]
        self._write(f"\r\x1b[2K  {frame} {step.title}{note}  {step.seconds:.0f} s")

    def table(self, rows: Sequence[tuple[str, str]]) -> None:
        """Two columns, the left one narrow; an empty left cell goes on with the one above."""
        width = max(len(left) for left, _ in rows)
        for left, right in rows:
            self.line(f"  {left:<{width}}   {right}")

    def _close(self, mark: str, title: str, seconds: float, note: str) -> None:
        start = "\r\x1b[2K" if self.lively else ""
        self._write(f"{start}  {mark} {title}{'  ' + note if note else ''}  {self._paint(f'{seconds:.1f} s', 2)}\n")

    def _paint(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._colour else text

    def _write(self, text: str) -> None:
        # A terminal that went away, or a pipe that was closed, is no reason to end the house.
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(text)
            self._stream.flush()


class Step:
    """One step in progress, and the few words said about it."""

    def __init__(self, screen: Screen, title: str) -> None:
        self.title = title
        self.note = ""
        self.count = 0
        self._screen = screen
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    def say(self, note: str, *, plainly: bool = False) -> None:
        """Show the progress inside the step; `plainly` also writes it where the output is no terminal."""
        if plainly and not self._screen.lively and note != self.note:
            self._screen.line(f"    {self.title}: {note}")
        self.note = note
        self._screen.pulse()
