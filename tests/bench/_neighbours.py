"""Whether a benchmark has the machine to itself: what other processes and the host below it take meanwhile."""

import contextlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from _processes import TICK, family_of

OTHERS_MOST = 0.15
"""Processors: below it a neighbour is none."""
STEAL_MOST = 0.02


@dataclass(frozen=True)
class Neighbours:
    """Processors that everything took, that others' processes took, and that the host below gave to another machine,
    on the average."""

    busy: float
    others: float
    steal: float

    @property
    def alone(self) -> bool:
        """Whether they took so little that it does not matter."""
        return self.others <= OTHERS_MOST and self.steal <= STEAL_MOST

    def said(self) -> str:
        """Say it in a line."""
        word = "alone" if self.alone else "NOT ALONE"
        return f"{word}: others took {100 * self.others:.0f} %, the host {100 * self.steal:.0f} % of a processor"


class Watch:
    """The processor's time of ours, of everybody and of the host, from its making on."""

    def __init__(self, roots: Iterable[int]) -> None:
        """`roots` are the processes that are ours, with all that they started."""
        self._roots = frozenset(roots)
        self._begin = time.monotonic()
        self._busy, self._steal = _machine()
        self._ours = _tree(self._roots)

    def seen(self) -> Neighbours:
        """The averages so far."""
        spent = time.monotonic() - self._begin
        busy, steal = _machine()
        busy, steal = busy - self._busy, steal - self._steal
        others = max(0.0, busy - (_tree(self._roots) - self._ours))
        return Neighbours(busy=busy / spent, others=others / spent, steal=steal / spent)


def _machine() -> tuple[float, float]:
    """Seconds of processor that everything has used, and that were stolen."""
    user, nice, system, _idle, _wait, *rest = map(int, Path("/proc/stat").read_text().splitlines()[0].split()[1:])
    return (user + nice + system + sum(rest[:2])) / TICK, (rest[2] if len(rest) > 2 else 0) / TICK


def _tree(roots: frozenset[int]) -> float:
    """Seconds of processor of these processes and all below them, the ended ones included."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):  # it has just ended
                parents[int(entry.name)], used[int(entry.name)] = family_of(int(entry.name))
    return sum(spent for pid, spent in used.items() if _is_below(pid, parents, roots))


def _is_below(pid: int, parents: dict[int, int], roots: frozenset[int]) -> bool:
    while pid and pid not in roots:
        pid = parents.get(pid, 0)
    return pid != 0
