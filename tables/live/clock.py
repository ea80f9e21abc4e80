"""One clock for «in time»: the database's, kept by every process that reads a moment at the tables (M8, PT-57).

A process asks the database's clock every few seconds and counts on from the answer by the machine's monotonic clock.
So all processes, on all hosts, judge by one clock, without a statement a bet; a step of a host's own clock changes
nothing, and moments of one process never go back. Without an answer so far, the host's clock serves.
"""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import Error, connection
from django.utils import timezone

from kernel import failover, measures

log = structlog.get_logger(__name__)
ASK_SECONDS: Final = 5.0
SAMPLES: Final = 5
SKEW_MOST: Final = timedelta(milliseconds=100)
"""How far a host's clock may be from the database's before its dealer stops dealing (PT-57)."""
TRIP_MOST: Final = 0.5
"""Seconds: an answer that took longer says too little about the moment when it was given."""


@dataclass(frozen=True, slots=True)
class _Anchor:
    """The database's clock when the monotonic one showed `at`, and how far the host's clock was from it."""

    at: float
    database: datetime
    skew: timedelta


class Clock:
    """The database's clock as this process counts it. Safe from any thread."""

    def __init__(
        self,
        *,
        ask: Callable[[], datetime],
        wall: Callable[[], datetime] = timezone.now,
        ticks: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ask, self._wall, self._ticks = ask, wall, ticks
        self._anchor: _Anchor | None = None
        self._last: datetime | None = None
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """This moment by the database's clock, UTC; never before an earlier answer of this clock."""
        with self._lock:
            if self._anchor is None:
                return self._wall()
            moment = self._anchor.database + timedelta(seconds=self._ticks() - self._anchor.at)
            self._last = moment if self._last is None else max(moment, self._last)
            return self._last

    def skew(self) -> timedelta | None:
        """How far the host's clock is ahead of the database's, at the last answer; None before the first."""
        anchor = self._anchor
        return None if anchor is None else anchor.skew

    @property
    def agrees(self) -> bool:
        """Whether the host's clock is near enough to the database's, as far as is known."""
        skew = self.skew()
        return skew is None or abs(skew) <= SKEW_MOST

    def measure(self) -> bool:
        """Ask the database's clock some times and take the answer that came soonest; whether one was good enough.

        Raises what the asking raises: then the last answer still counts.
        """
        best: tuple[float, _Anchor] | None = None
        for _ in range(SAMPLES):
            before, wall = self._ticks(), self._wall()
            database = self._ask()
            trip = self._ticks() - before
            half = timedelta(seconds=trip / 2)
            if best is None or trip < best[0]:
                best = trip, _Anchor(before + trip / 2, database, wall + half - database)
        assert best is not None
        if best[0] > TRIP_MOST:
            return False
        with self._lock:
            self._anchor = best[1]
            measures.CLOCK_AHEAD_SECONDS.set(best[1].skew.total_seconds())
        return True


def ask_database() -> datetime:
    """The database's clock, now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
        return moment


_clock = Clock(ask=ask_database)
_keeper: threading.Thread | None = None


def now() -> datetime:
    """This moment by the database's clock, as every process at the tables has it."""
    return _clock.now()


def agrees() -> bool:
    """Whether this host's clock is within `SKEW_MOST` of the database's, as far as is known."""
    return _clock.agrees


def skew() -> timedelta | None:
    """How far this host's clock is ahead of the database's; None before the first answer."""
    return _clock.skew()


def keep(*, wait: bool) -> None:
    """Ask again and again from now on, in a thread of this process; with `wait`, come back after the first answer."""
    global _keeper
    answered = threading.Event()
    if _keeper is None:
        _keeper = threading.Thread(target=_keep, args=(_clock, answered), name="clock", daemon=True)
        _keeper.start()
        if wait:
            answered.wait()


def _keep(clock: Clock, answered: threading.Event) -> None:
    said = True
    while True:
        try:
            if clock.measure():
                answered.set()
        except Error as error:  # the database is away: the last anchor still counts
            failover.noted(error)
            with suppress(Exception):
                connection.close()
            log.warning("clock_unasked", error=repr(error), why=failover.why_away())
        if clock.agrees != said:
            said = clock.agrees
            told, word = (log.info, "clock_agrees") if said else (log.error, "clock_differs")
            told(word, skew=str(clock.skew()), most=str(SKEW_MOST), say=_sentence(clock))
        time.sleep(ASK_SECONDS)


def _sentence(clock: Clock) -> str:
    """What the difference means, for the log of this process."""
    ahead = clock.skew() or timedelta()
    seconds = f"{abs(ahead) / timedelta(seconds=1):.1f} s {'ahead of' if ahead > timedelta() else 'behind'}"
    if clock.agrees:
        return f"This machine's clock is {seconds} the database's, which is near enough."
    most = f"{SKEW_MOST / timedelta(milliseconds=1):.0f} ms"
    return f"This machine's clock is {seconds} the database's: no cards are dealt here until they agree within {most}."
