"""A clock of made-up seconds and servers that are asked for work: the parts of a simulation, and nothing of the house.

A server has places that work at the same time and one queue before them, first come first served. Work longer than a
slice is done in slices, with the queue's next in between, as threads of one Python take turns.
"""

import heapq
import itertools
import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


class Clock:
    """What happens when, in seconds of its own; what falls on one moment happens in the order it was asked for."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()

    def at(self, moment: float, act: Callable[[], None]) -> None:
        """Do this then, or now where that is past."""
        heapq.heappush(self._due, (max(moment, self.now), next(self._numbers), act))

    def run(self, until: float) -> None:
        """Do what is due up to this moment."""
        while self._due and self._due[0][0] <= until:
            self.now, _, act = heapq.heappop(self._due)
            act()
        self.now = max(self.now, until)


@dataclass(slots=True)
class Job:
    """Work of so many seconds, and what to do when it first begins and when it is done."""

    left: float
    done: Callable[[], None]
    begun: Callable[[], None] | None


@dataclass(slots=True)
class Server:
    """Processors with a queue before them."""

    clock: Clock
    places: int = 1
    slice: float = math.inf
    busy: float = 0.0
    """Seconds of work given out so far, over all places."""
    _queue: deque[Job] = field(default_factory=deque)
    _working: int = 0
    _shut_until: float = 0.0

    def ask(self, work: float, done: Callable[[], None], begun: Callable[[], None] | None = None) -> None:
        """Have this work done after all that waits already."""
        self._queue.append(Job(work, done, begun))
        self._begin()

    def shut(self, until: float) -> None:
        """Begin nothing before this moment; what is under way ends."""
        self._shut_until = until
        self.clock.at(until, self._begin)

    def used(self, since: float, busy: float) -> float:
        """The share of its places that worked since a moment at which `busy` was so much."""
        return (self.busy - busy) / (self.places * (self.clock.now - since))

    def _begin(self) -> None:
        while self._queue and self._working < self.places and self.clock.now >= self._shut_until:
            job = self._queue.popleft()
            if job.begun:
                job.begun()
                job.begun = None
            piece = min(job.left, self.slice)
            job.left -= piece
            self.busy += piece
            self._working += 1
            self.clock.at(self.clock.now + piece, lambda job=job: self._end(job))  # type: ignore[misc]

    def _end(self, job: Job) -> None:
        self._working -= 1
        if job.left > 0:
            self._queue.append(job)
        else:
            job.done()
        self._begin()


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of all values does not exceed; zero of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)] if ordered else 0.0
