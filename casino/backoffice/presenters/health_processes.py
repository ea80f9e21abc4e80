"""Processes, servers and clocks of the house in words and small drawings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.health_alarms import KINDS
from casino.web.alarms import successor
from casino.web.servers import DatabaseCard, ReplicaCard, ValkeyCard
from casino.wording import words
from reporting.queries.processes import RECENT, ProcessCard, ProcessKind

MINUTES: Final = RECENT // timedelta(minutes=1)
TICK: Final = 5
"""Units of the drawing for a minute."""
GOODBYE: Final = timedelta(minutes=5)
"""So long a process that said goodbye is still shown."""
AXIS: Final = 100
"""Milliseconds at either end of the clocks' axis: beyond them no cards are dealt."""
NEAR: Final = 50
CLOCK_WIDTH: Final = 320
CLOCK_ROW: Final = 18
_MINUTE: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Minute:
    """A minute of a process: "on", "gap" where it said nothing, "off" before it began or after it ended."""

    x: int
    code: str


@dataclass(frozen=True, slots=True)
class ProcessLine:
    """One process. Figures that are not measured are empty."""

    name: str
    tone: str
    """Of its light: "calm", "alarm" or, for one that ended, "few"."""
    state: str
    host: str
    version: str
    does: str
    cpu: str
    memory: str
    clock: str
    up: str
    strokes: tuple[tuple[str, str], ...]
    """The minutes as a drawing: a path for each code."""
    text: str
    """What the minutes show, in words."""


@dataclass(frozen=True, slots=True)
class Node:
    """A server as a box: `tone` is "good" or "warn"."""

    name: str
    about: str
    value: str
    beside: str
    drawing: str
    tone: str = "good"


@dataclass(frozen=True, slots=True)
class ClockMark:
    """The clock of one process on the axis."""

    x: int
    y: int
    name: str
    text: str
    anchor: str
    dx: int
    tone: str


def process_lines(processes: Sequence[ProcessCard], *, now: datetime) -> tuple[ProcessLine, ...]:
    """Each process, numbered within its kind. One that fell stands in its successor's line; one that ended leaves."""
    shown = [each for each in processes if _shown(each, processes, now)]
    numbers: dict[ProcessKind, int] = {}
    lines = []
    for each in shown:
        numbers[each.kind] = numbers.get(each.kind, 0) + 1
        several = sum(other.kind is each.kind for other in shown) > 1
        name = f"{KINDS[each.kind]} {numbers[each.kind]}" if several else str(KINDS[each.kind])
        fallen = [old for old in processes if old.silent(now) and successor(old, processes) is each]
        lines.append(_line(each, name, fallen, now))
    return tuple(lines)


def _shown(card: ProcessCard, processes: Sequence[ProcessCard], now: datetime) -> bool:
    if card.ended:
        return now - card.seen_at <= GOODBYE
    return not card.silent(now) or successor(card, processes) is None


def _line(card: ProcessCard, name: str, fallen: Sequence[ProcessCard], now: datetime) -> ProcessLine:
    figures, silent = card.figures, card.silent(now)
    state, tone = gettext("at work"), "calm"
    if card.ended:
        state, tone = gettext("ended at %(time)s") % {"time": words.clock(card.seen_at)}, "few"
    elif silent:
        state, tone = gettext("silent since %(time)s") % {"time": words.clock(card.seen_at)}, "alarm"
    minutes = tuple(_minutes(card, fallen, now))
    gaps = sum(each.code == "gap" for each in minutes)
    alive = not silent and not card.ended
    return ProcessLine(
        name=name,
        tone=tone,
        state=state,
        host=card.host,
        version=card.version.removeprefix("sabot "),
        does=_does(card) if alive else state,
        cpu=_cpu(card) if alive else "",
        memory=filesizeformat(figures["memory_kb"] * 1024) if alive and "memory_kb" in figures else "",
        clock=_skew(figures["skew_us"]) if alive and "skew_us" in figures else "",
        up=words.length(now - card.began_at) if alive else "",
        strokes=_strokes(minutes),
        text=ngettext("silent in %(n)s minute", "silent in %(n)s minutes", gaps) % {"n": words.number(gaps)}
        if gaps
        else gettext("a sign of life in each minute"),
    )


def _minutes(card: ProcessCard, fallen: Sequence[ProcessCard], now: datetime) -> Iterator[Minute]:
    """The last half hour, the oldest minute first; the running one counts once it was heard in.

    A minute in which one fell is a gap, however soon its successor began.
    """
    last = now.replace(second=0, microsecond=0)
    heard = frozenset[datetime]().union(card.minutes, *(each.minutes for each in fallen))
    falls = {each.seen_at.replace(second=0, microsecond=0) for each in fallen}
    began = min(each.began_at for each in (card, *fallen)).replace(second=0, microsecond=0)
    ends = card.seen_at if card.ended else now
    for place in range(MINUTES):
        minute = last - _MINUTE * (MINUTES - 1 - place)
        if minute in heard and minute not in falls:
            code = "on"
        elif minute < began or minute > ends or (minute == last and minute not in falls):
            code = "off"
        else:
            code = "gap"
        yield Minute(place * TICK, code)


def _strokes(minutes: Sequence[Minute]) -> tuple[tuple[str, str], ...]:
    found: dict[str, str] = {}
    for each in minutes:
        found[each.code] = f"{found.get(each.code, '')}M{each.x} 0h3.6v14h-3.6z"
    return tuple(found.items())


def _does(card: ProcessCard) -> str:
    """What the process has in hand, from its figures of the running minute."""
    figures = card.figures
    if card.kind is ProcessKind.WEB:
        sockets = figures.get("sockets", 0)
        return (
            ngettext("%(n)s connection", "%(n)s connections", sockets) % {"n": words.number(sockets)}
            + " · "
            + _rate(gettext("%(n)s pages/min"), card, "pages")
        )
    if card.kind is ProcessKind.DEALER:
        tables = figures.get("tables", 0)
        return (
            ngettext("%(n)s table", "%(n)s tables", tables) % {"n": words.number(tables)}
            + " · "
            + _rate(gettext("%(n)s steps/min"), card, "steps")
        )
    if card.kind is ProcessKind.WORKER:
        return _rate(gettext("%(n)s tasks/min"), card, "tasks")
    return gettext("sends what is due") if figures.get("holds") else gettext("waits for its turn")


def _rate(text: str, card: ProcessCard, name: str) -> str:
    """A count of the running minute as a rate."""
    return text % {"n": words.number(round(card.figures.get(name, 0) * 60 / _measured(card)))}


def _measured(card: ProcessCard) -> float:
    """The seconds that the figures of its last minute are of."""
    minute = card.seen_at.replace(second=0, microsecond=0)
    return max(1.0, (card.seen_at - max(minute, card.began_at)).total_seconds())


def _cpu(card: ProcessCard) -> str:
    if "cpu_ms" not in card.figures:
        return ""
    return f"{words.number(round(card.figures['cpu_ms'] / 10 / _measured(card)))} %"


def _skew(microseconds: int) -> str:
    return f"{words.number(round(microseconds / 1000))} ms"


def versions(processes: Sequence[ProcessCard], *, now: datetime) -> tuple[str, ...]:
    """The releases at work; more than one in the middle of an upgrade."""
    return tuple(sorted({each.version for each in processes if not each.ended and not each.silent(now)}))


def nodes(database: DatabaseCard, valkey: ValkeyCard | None, sentinel: bool) -> tuple[Node, ...]:
    """The primary, what copies it, places at which nothing reads, Valkey."""
    primary = Node(
        database.host or gettext("this machine"),
        gettext("primary · PostgreSQL %(version)s") % {"version": database.version},
        ngettext("%(n)s connection", "%(n)s connections", database.connections)
        % {"n": words.number(database.connections)},
        gettext("of %(most)s") % {"most": words.number(database.connections_most)},
        "database",
    )
    lost = tuple(
        Node(
            slot.name,
            gettext("a place kept in the log"),
            gettext("not read"),
            gettext("given up") if slot.lost else _behind(slot.behind_bytes),
            "database",
            "warn",
        )
        for slot in database.silent_slots
    )
    return (primary, *(_replica(each) for each in database.replicas or ()), *lost, _valkey(valkey, sentinel))


def _replica(card: ReplicaCard) -> Node:
    late = card.lag_ms is not None and card.lag_ms > 1000
    about = gettext("archive") if card.archive else _sync(card.sync)
    lag = gettext("not measured") if card.lag_ms is None else words.gap(timedelta(milliseconds=card.lag_ms))
    return Node(
        card.name or card.address,
        f"{about} · {card.address}" if card.address else about,
        gettext("follows") if card.archive else lag,
        _behind(card.behind_bytes),
        "database",
        "warn" if late or card.state != "streaming" else "good",
    )


def _sync(state: str) -> str:
    named = {
        "sync": gettext("synchronous standby"),
        "quorum": gettext("standby of the quorum"),
        "potential": gettext("standby, synchronous if another falls"),
    }
    return named.get(state, gettext("standby, asynchronous"))


def _behind(count: int | None) -> str:
    if count is None:
        return ""
    return gettext("%(size)s behind") % {"size": filesizeformat(max(0, count))}


def _valkey(card: ValkeyCard | None, sentinel: bool) -> Node:
    about = gettext("messages; losing them loses nothing")
    if card is None:
        return Node("Valkey", about, gettext("does not answer"), "", "hub", "warn")
    beside = ngettext("%(n)s replica", "%(n)s replicas", card.replicas) % {"n": words.number(card.replicas)}
    if sentinel:
        named = ngettext("%(n)s sentinel", "%(n)s sentinels", card.sentinels) % {"n": words.number(card.sentinels)}
        beside = f"{beside} · {named}"
    return Node(
        f"Valkey {card.version}",
        about,
        gettext("%(n)s/s") % {"n": words.number(card.operations_a_second)},
        beside,
        "hub",
    )


def clock_marks(processes: Sequence[ProcessCard], *, now: datetime) -> tuple[ClockMark, ...]:
    """The clock of each host as its farthest process told it, beside the database's in the middle."""
    worst: dict[str, int] = {}
    for each in processes:
        if not each.ended and not each.silent(now) and "skew_us" in each.figures:
            skew = each.figures["skew_us"]
            worst[each.host] = max(worst.get(each.host, 0), skew, key=abs)
    marks = []
    for place, (host, skew) in enumerate(sorted(worst.items())):
        middle = CLOCK_WIDTH // 2
        ms = max(-AXIS, min(AXIS, skew / 1000))
        x, left = middle + round(ms * (middle - 12) / AXIS), ms > AXIS * 0.4
        far = abs(skew) > NEAR * 1000
        marks.append(
            ClockMark(
                x, 16 + place * CLOCK_ROW, host, _skew(skew), "end" if left else "start", -8 if left else 8,
                "warn" if far else "good",
            )
        )  # fmt: skip
    return tuple(marks)


def period(since: datetime, until: datetime) -> str:
    """«21:44–22:14»."""
    return f"{timezone.localtime(since):%H:%M}–{timezone.localtime(until):%H:%M}"
