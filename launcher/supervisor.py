"""Keeps the children of the house alive: starts what died again, with growing pauses, and ends all in order.

Knows processes and the answers of `/readyz/site`; must not know what a child is for.
"""

import logging
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from launcher import processes
from launcher.processes import Patience, Process
from launcher.trouble import Trouble

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
STEADY_SECONDS: Final = 60.0
STALE_SECONDS: Final = 60.0


@dataclass
class Child:
    """One process to keep alive."""

    name: str
    spawn: Callable[[], Process]
    stop_signal: int = signal.SIGTERM
    rank: int = 0
    """Children are ended in order of rank, those of one rank together."""
    grace: float = 10.0
    mend: Callable[[], None] = lambda: None
    part: str = ""
    """The part of the house that is unwell where this process hangs; its name, unless several share a part."""
    process: Process | None = field(default=None, init=False)
    started_at: float = field(default=0.0, init=False)
    falls: int = field(default=0, init=False)
    due_at: float = field(default=0.0, init=False)


class Supervisor:
    """Watches over the children. `tell` says to the person at the terminal what happened."""

    def __init__(self, patience: Patience, tell: Callable[[str], None], diary: logging.Logger) -> None:
        self.children: list[Child] = []
        self._patience = patience
        self._tell = tell
        self._diary = diary
        self._stale_since: dict[str, float] = {}

    def start(self, child: Child) -> None:
        """Start a child and keep it from now on."""
        self._spawn(child)
        self.children.append(child)

    def adopt(self, child: Child, process: Process) -> None:
        """Keep a child that runs already."""
        child.process, child.started_at = process, time.monotonic()
        self.children.append(child)

    def tend(self) -> bool:
        """Start again what died and is due; answer whether the set of processes changed."""
        changed = False
        for child in self.children:
            if child.process is not None and child.process.poll() is not None:
                self._note_fall(child)
            if child.process is None and time.monotonic() >= child.due_at:
                self._spawn_again(child)
                changed = True
        return changed

    def judge(self, parts: Mapping[str, bool] | None) -> None:
        """End, to be started again, what runs but has given no heartbeat for a minute.

        Nothing is blamed on the processes while the servers they depend on are away.
        """
        now = time.monotonic()
        if parts is None:
            unwell = {"web"}
        elif not (parts.get("database") and parts.get("valkey")):
            unwell = set()
        else:
            unwell = {name for name, well in parts.items() if not well}
        for child in self.children:
            if (child.part or child.name) not in unwell:
                self._stale_since.pop(child.name, None)
                continue
            if child.process is None:
                continue
            since = max(self._stale_since.setdefault(child.name, now), child.started_at)
            if now - since >= STALE_SECONDS:
                self._say(f"{child.name} has given no heartbeat for {now - since:.0f} s and is started again.")
                del self._stale_since[child.name]
                child.process.kill()

    def renew(self, rank: int) -> None:
        """End the children up to that rank and start them again at once, in any state."""
        group = [child for child in self.children if child.rank <= rank]
        self._end_group(group)
        for child in group:
            if child.process is not None:
                processes.buried(child.process)
            child.process, child.falls, child.due_at = None, 0, 0.0
            self._spawn(child)

    def falls(self, name: str) -> int:
        """How often that child has died in quick succession."""
        return next((child.falls for child in self.children if child.name == name), 0)

    def running(self) -> dict[str, tuple[int, str | None]]:
        """The processes by name, each with what tells it from a later one of the same number."""
        return {
            child.name: (child.process.pid, processes.birth(child.process.pid))
            for child in self.children
            if child.process is not None
        }

    def end(self) -> None:
        """End all, rank by rank."""
        for rank in sorted({child.rank for child in self.children}):
            group = [child for child in self.children if child.rank == rank and child.process is not None]
            late = self._end_group(group)
            for child in group:
                if child.process in late:
                    self._say(f"{child.name} did not end in {child.grace:.0f} s and was killed.")
                child.process = None
        self.children.clear()

    def _end_group(self, group: Sequence[Child]) -> list[Process]:
        for child in group:
            if child.process is not None and child.process.poll() is None:
                child.process.send_signal(child.stop_signal)
        late: list[Process] = []
        for child in group:
            if child.process is not None:
                late += processes.end([child.process], with_signal=0, grace=child.grace, patience=self._patience)
        return late

    def _note_fall(self, child: Child) -> None:
        assert child.process is not None
        code, lived = child.process.returncode, time.monotonic() - child.started_at
        processes.buried(child.process)
        child.process = None
        child.falls = 1 if lived >= STEADY_SECONDS else child.falls + 1
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (child.falls - 1))
        child.due_at = time.monotonic() + pause
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        self._say(f"{child.name} {how}; it starts again in {pause:g} s.")
        child.mend()

    def _spawn_again(self, child: Child) -> None:
        try:
            self._spawn(child)
        except Trouble as trouble:
            child.falls += 1
            child.due_at = time.monotonic() + LONGEST_PAUSE
            self._say(str(trouble))
        else:
            self._say(f"{child.name} runs again.")

    def _spawn(self, child: Child) -> None:
        child.process = child.spawn()
        child.started_at = time.monotonic()
        self._diary.info("%s started as process %d", child.name, child.process.pid)

    def _say(self, text: str) -> None:
        self._diary.warning(text)
        self._tell(text)
