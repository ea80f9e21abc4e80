"""The pulse of a process: every few seconds it writes what it measures of itself into its row of the running minute.

The office's page of the system's health reads those rows: that a process lives, since when, with what it holds. They
are hints for those who watch, and no process waits for them.
"""

import os
import secrets
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import structlog
from django.db import Error, connection

from kernel import failover, measures
from reporting.operations import processes
from reporting.operations.processes import Sign
from reporting.queries.processes import ProcessKind
from reporting.writers.software import software
from tables.live import clock

log = structlog.get_logger(__name__)
EVERY: Final = 10.0
"""Seconds between two signs of life."""
_SELF: Final = Path("/proc/self")
Counts = Mapping[str, int]


def new_name() -> str:
    """A name for this process that no other ever has: host, number and a random word."""
    return f"{socket.gethostname()[:30]}:{os.getpid()}:{secrets.token_hex(3)}"


def _of_web() -> Counts:
    return {
        "sockets": measures.value(measures.SOCKETS),
        "slips_waiting": measures.value(measures.SLIPS_WAITING),
    }


def _of_dealer() -> Counts:
    return {"tables": measures.value(measures.TABLES_HELD)}


STANDS: Final[Mapping[ProcessKind, Callable[[], Counts]]] = {
    ProcessKind.WEB: _of_web,
    ProcessKind.DEALER: _of_dealer,
}
"""What stands in a process of each kind, beside what every process has."""


def _happened(kind: ProcessKind) -> Counts:
    """What a process of this kind counts, since it began."""
    if kind is ProcessKind.WEB:
        return {
            "slips_unanswered": int(measures.SLIPS.labels("unanswered")._value.get()),
            "states_healed": int(measures.SNAPSHOTS.labels("healed")._value.get()),
            "pages": sum(measures.reached(measures.PAGE_SECONDS)),
            "slips": measures.value(measures.SLIPS),
        }
    if kind is ProcessKind.DEALER:
        return {
            "steps_failed": measures.value(measures.STEPS_FAILED),
            "leases_lost": measures.value(measures.LEASES_LOST),
            "steps": sum(measures.reached(measures.STEP_LATE_SECONDS)),
        }
    return {}


def _used() -> Counts:
    """The processor time and memory of this process; nothing where the system tells neither."""
    try:
        pages = int((_SELF / "statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return {}
    return {"memory_kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024}


@dataclass(frozen=True, slots=True)
class _Totals:
    """Everything that grows, as it stood at one moment."""

    counts: Counts
    cpu_ms: int
    slips: tuple[int, ...]
    steps: tuple[int, ...]
    pages: tuple[int, ...]


@dataclass(slots=True)
class Pulse:
    """The signs of life of one process. `stands` tells what it holds, `grows` what it counts since it began, where
    nothing here knows of it."""

    kind: ProcessKind
    name: str = field(default_factory=new_name)
    stands: Callable[[], Counts] = dict
    grows: Callable[[], Counts] = dict
    _began: datetime | None = None
    _minute: datetime | None = None
    _before: _Totals | None = None
    """How everything stood when the running minute began."""
    _last: _Totals | None = None

    def sign(self, *, now: datetime, ended: bool = False) -> Sign:
        """What is to be written now: of the counters what the running minute has so far."""
        totals = self._totals()
        minute = now.replace(second=0, microsecond=0)
        if self._began is None:
            self._began = now
        if minute != self._minute or self._before is None:
            self._minute, self._before = minute, self._last or totals
        self._last = totals
        before = self._before
        grown = {name: value - before.counts.get(name, 0) for name, value in totals.counts.items()}
        stands = {**STANDS.get(self.kind, dict)(), **self.stands()}
        figures = {**grown, "cpu_ms": totals.cpu_ms - before.cpu_ms, **_used(), **stands}
        skew = clock.skew()
        if skew is not None:
            figures["skew_us"] = skew // timedelta(microseconds=1)
        return Sign(
            process=self.name,
            kind=self.kind,
            host=socket.gethostname()[:30],
            version=software(),
            began_at=self._began,
            figures=figures,
            slips=_between(before.slips, totals.slips),
            steps=_between(before.steps, totals.steps),
            pages=_between(before.pages, totals.pages),
            ended=ended,
        )

    def beat(self, *, ended: bool = False) -> None:
        """Write the sign of this moment. A database that is away costs the sign and nothing else."""
        now = clock.now()
        try:
            processes.note(sign=self.sign(now=now, ended=ended), now=now)
        except Error as error:
            failover.noted(error)
            log.warning("pulse_unwritten", error=repr(error))
        finally:
            with suppress(Exception):
                connection.close()

    def _totals(self) -> _Totals:
        return _Totals(
            {**_happened(self.kind), **self.grows()},
            round(sum(os.times()[:2]) * 1000),
            measures.reached(measures.SLIP_SECONDS),
            measures.reached(measures.STEP_LATE_SECONDS),
            measures.reached(measures.PAGE_SECONDS),
        )


def _between(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """What each bucket gained; empty where none did."""
    found = tuple(now - then for then, now in zip(before, after, strict=True))
    return found if any(found) else ()


_kept: list[tuple[Pulse, threading.Event]] = []


def keep(pulse: Pulse) -> None:
    """Give signs of life from now on, in a thread of this process; once."""
    if not _kept:
        over = threading.Event()
        _kept.append((pulse, over))
        threading.Thread(target=_keep, args=(pulse, over), name="pulse", daemon=True).start()


def end() -> None:
    """Say that this process ends."""
    while _kept:
        pulse, over = _kept.pop()
        over.set()
        pulse.beat(ended=True)


def _keep(pulse: Pulse, over: threading.Event) -> None:
    while not over.is_set():
        try:
            pulse.beat()
        except Exception as error:  # whatever a measure did: no process falls for it
            log.warning("pulse_failed", error=repr(error))
        over.wait(EVERY)
