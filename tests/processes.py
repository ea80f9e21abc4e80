"""A house whose processes told of themselves: two machines, an hour of measures, drawn by a generator with a seed."""

import random
from datetime import datetime, timedelta
from typing import Final

from kernel import measures
from players.duties.operations import Drilled, note_backup, note_drill_proven
from reporting.operations.processes import Sign, note
from reporting.queries.processes import ProcessKind

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
HOUSE: Final = (
    ("sabot-a", ProcessKind.WEB, 900),
    ("sabot-b", ProcessKind.WEB, 2_100),
    ("sabot-a", ProcessKind.DEALER, 900),
    ("sabot-b", ProcessKind.DEALER, 2_300),
    ("sabot-a", ProcessKind.WORKER, 900),
    ("sabot-b", ProcessKind.WORKER, 2_000),
    ("sabot-b", ProcessKind.BEAT, 2_200),
)
"""Machine, kind, and how many microseconds its clock is ahead."""
ALL_OF: Final = {
    ProcessKind.WEB: {"sockets": 716, "slips_waiting": 2, "pages": 84, "cpu_ms": 12_400, "memory_kb": 312_000},
    ProcessKind.DEALER: {"tables": 14, "steps": 96, "steps_failed": 0, "cpu_ms": 5_400, "memory_kb": 148_000},
    ProcessKind.WORKER: {"tasks": 52, "cpu_ms": 2_400, "memory_kb": 201_000},
    ProcessKind.BEAT: {"holds": 1, "cpu_ms": 100, "memory_kb": 61_000},
}  # fmt: skip


GROWING: Final = frozenset({"pages", "steps", "tasks", "cpu_ms"})
"""Figures that count from the minute's beginning on."""


def tell(
    host: str,
    kind: ProcessKind,
    *,
    at: datetime,
    skew: int = 900,
    began: datetime | None = None,
    name: str = "",
    source: random.Random | None = None,
    ended: bool = False,
    **figures: int,
) -> None:
    """One minute of a process, told at `at`."""
    source = source or random.Random(7)
    web, dealer = kind is ProcessKind.WEB, kind is ProcessKind.DEALER
    part = max(1, at.second) / 60  # of the running minute, as it is told
    counted = {name: round(value * part) if name in GROWING else value for name, value in ALL_OF[kind].items()}
    sign = Sign(
        process=name or f"{host}:{kind}:1",
        kind=kind,
        host=host,
        version="sabot 0.1.0",
        began_at=began or at - 6 * DAY,
        figures={**counted, "skew_us": skew, **figures},
        slips=_delays(source, 240, 0.014) if web else (),
        steps=_delays(source, 96, 0.012) if dealer else (),
        pages=_delays(source, 84, 0.06) if web else (),
        ended=ended,
    )
    note(sign=sign, now=at)


def _delays(source: random.Random, count: int, middle: float) -> tuple[int, ...]:
    """So many delays around a median, by bucket."""
    found = [0] * len(measures.bounds(measures.SLIP_SECONDS))
    for _ in range(count):
        value = middle * source.lognormvariate(0, 0.45)
        found[next(place for place, most in enumerate(measures.bounds(measures.SLIP_SECONDS)) if value <= most)] += 1
    return tuple(found)


def an_hour(*, now: datetime, minutes: int = 60, but: tuple[tuple[str, ProcessKind], ...] = ()) -> None:
    """Everything well for an hour; `but`: processes that say nothing of it."""
    source = random.Random(11)
    for host, kind, skew in HOUSE:
        if (host, kind) in but:
            continue
        for minute in range(minutes, -1, -1):
            busy = source.randrange(-40, 41) if kind is ProcessKind.WEB else 0
            sockets = {"sockets": 716 + busy} if kind is ProcessKind.WEB else {}
            tell(host, kind, at=now - minute * MINUTE, skew=skew, began=now - 6 * DAY, source=source, **sockets)


def a_fall(host: str, kind: ProcessKind, *, at: datetime, back_after: timedelta, now: datetime) -> None:
    """A process that fell at `at`, and another that began after it."""
    before = at - timedelta(minutes=34)
    while before <= at:
        tell(host, kind, at=before, began=at - 6 * DAY, name=f"{host}:{kind}:lost")
        before += MINUTE
    began = at + back_after
    told = began
    while told <= now:
        tell(host, kind, at=told, began=began, name=f"{host}:{kind}:back", skew=2_300)
        told += MINUTE
    tell(host, kind, at=now, began=began, name=f"{host}:{kind}:back", skew=2_300)


def four_weeks_of_copies(*, now: datetime) -> None:
    """A backup each day, a full one each week, a drill each week; the last backup of five hours ago."""
    for day in range(27, -1, -1):
        at = now - day * DAY - timedelta(hours=5)
        full = day % 7 == 6
        size = 2_400_000_000 if full else 180_000_000
        note_backup(backup=f"{at:%Y-%m-%dT%H%M%SZ}", full=full, size=size, seconds=40, now=at)
        if day % 7 == 4:
            held = Drilled(until=at, lacks=3, transfers=48_113, rounds=30_388, days=12, seconds=700)
            note_drill_proven(backup=f"{at:%Y-%m-%dT%H%M%SZ}", found=held, now=at)
