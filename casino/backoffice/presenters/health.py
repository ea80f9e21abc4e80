"""The system's health on one page: seven figures, what calls, delays, processes, servers, copies, clocks, queues."""

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.adapters.safe import has_safe
from casino.backoffice.presenters.health_alarms import TITLES, AlarmRow, alarm_rows
from casino.backoffice.presenters.health_charts import Delay, LineChart, Span, count_chart, delay_chart
from casino.backoffice.presenters.health_copies import Copies, archive_state, copies
from casino.backoffice.presenters.health_jobs import Job, jobs
from casino.backoffice.presenters.health_processes import (
    ClockMark,
    Node,
    ProcessLine,
    clock_marks,
    nodes,
    period,
    process_lines,
    versions,
)
from casino.backoffice.presenters.strip import Figure
from casino.web import alarms, measured, servers
from casino.web.alarms import Calling
from casino.web.measured import Standing
from casino.web.servers import DatabaseCard
from casino.wording import words
from kernel import measures
from kernel.calendar import lisbon_date
from players.adapters.queries import silences
from reporting import queries as reporting
from reporting.queries import nights
from reporting.queries.hours import last_made
from reporting.queries.nights import NightKind
from reporting.queries.processes import LATELY, RECENT, Moment, ProcessCard, ProcessKind, course, processes
from tables.live.clock import SKEW_MOST

STEPS: Final[Mapping[int, timedelta]] = {
    1: timedelta(minutes=1),
    6: timedelta(minutes=6),
    24: timedelta(minutes=20),
}
"""The periods in hours, and how finely each is drawn."""
HOUR: Final = timedelta(hours=1)
COURSE: Final = "health-course"
KEPT: Final = 60
"""Seconds for which the course of more than an hour is kept."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line under the servers."""

    name: str
    value: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Read:
    """The page's data, before the presenters put it in words."""

    now: datetime
    hours: int
    standing: Standing
    processes: tuple[ProcessCard, ...]
    course: tuple[Moment, ...]
    facts: Mapping[str, float | None]
    calling: tuple[Calling, ...]

    @property
    def span(self) -> Span:
        """What the charts show."""
        step = STEPS[self.hours]
        return Span(self.now - HOUR * self.hours, self.now, step)


@dataclass(frozen=True, slots=True)
class Health:
    """The page."""

    at: datetime
    hours: int
    periods: tuple[int, ...]
    playing: int
    overdue: int
    alarms: int
    warnings: int
    figures: tuple[Figure, ...]
    rows: tuple[AlarmRow, ...]
    delays: tuple[LineChart, ...]
    counts: tuple[LineChart, ...]
    fell: tuple[str, ...]
    processes: tuple[ProcessLine, ...]
    recent: str
    versions: tuple[str, ...]
    nodes: tuple[Node, ...]
    reads_replicas: bool
    facts: tuple[Fact, ...]
    copies: Copies
    clocks: tuple[ClockMark, ...]
    jobs: tuple[Job, ...]


def read(*, hours: int, now: datetime) -> Read:
    """Read everything that the figures and alerts are of: a number of statements that nothing changes."""
    standing = measured.read(now=now)
    found = processes(since=now - HOUR * hours, now=now)
    lately = course(since=now - LATELY, step=LATELY * 2)
    facts = measured.figures(standing, now=now)
    facts |= alarms.facts_of(found, _joined(lately), standing.last_day, now=now)
    return Read(now, hours, standing, found, _course(hours, now), facts, alarms.calling(facts))


def _course(hours: int, now: datetime) -> tuple[Moment, ...]:
    """The hour is read each time; longer ones are kept for a minute, for a day has thousands of rows."""

    def read_it() -> tuple[Moment, ...]:
        return course(since=now - HOUR * hours, step=STEPS[hours])

    if hours == min(STEPS):
        return read_it()
    kept: tuple[Moment, ...] | None = cache.get_or_set(f"{COURSE}:{hours}", read_it, timeout=KEPT)
    return read_it() if kept is None else kept


def _joined(moments: Sequence[Moment]) -> Moment | None:
    """Two steps as one: the last five minutes may lie in both."""
    if not moments:
        return None

    def both(parts: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*(part for part in parts if part), strict=True)))

    return Moment(
        moments[0].at,
        both(each.slips for each in moments),
        both(each.steps for each in moments),
        both(each.pages for each in moments),
        None,
    )


def health(found: Read) -> Health:
    """The page in words and drawings."""
    now, standing = found.now, found.standing
    database, valkey = standing.database, servers.valkey()
    rows = alarm_rows(found.calling, found.processes, now=now)
    fell = [each.seen_at for each in found.processes if each.silent(now)]
    yesterday = lisbon_date(now) - timedelta(days=1)
    return Health(
        at=now,
        hours=found.hours,
        periods=tuple(STEPS),
        playing=standing.steps.tables,
        overdue=standing.steps.overdue,
        alarms=sum(row.tone == "bad" for row in rows),
        warnings=sum(row.tone == "warn" for row in rows),
        figures=_figures(found),
        rows=rows,
        delays=tuple(delay_chart(each, found.course, found.span, fell) for each in _delays()),
        counts=_counts(found),
        fell=tuple(words.clock(at) for at in sorted(fell)),
        processes=process_lines(found.processes, now=now),
        recent=period(now - RECENT, now),
        versions=tuple(each.removeprefix("sabot ") for each in versions(found.processes, now=now)),
        nodes=nodes(database, valkey, sentinel=bool(settings.VALKEY.master)),
        reads_replicas=database.replicas is not None,
        facts=_facts(database),
        copies=copies(standing.backups, standing.drills, database, now=now),
        clocks=clock_marks(found.processes, now=now),
        jobs=jobs(
            standing,
            report=reporting.daily_report(day=yesterday),
            night=nights.last_look(NightKind.ROWS),
            hour=last_made(vault=settings.OPERATOR_PROFILE.files.vault),
            has_safe=has_safe(),
            silences=silences(now=now),
            now=now,
        ),
    )


def _delays() -> tuple[Delay, ...]:
    return (
        Delay("slips", gettext("Slip: from arrival to receipt"), measures.SLIP_SECONDS, lambda each: each.slips, 0.15),
        Delay("steps", gettext("Lateness of rounds"), measures.STEP_LATE_SECONDS, lambda each: each.steps, 0.25),
        Delay("pages", gettext("A player’s page"), measures.PAGE_SECONDS, lambda each: each.pages, 0.5, 990),
    )


def _counts(found: Read) -> tuple[LineChart, ...]:
    """Slips and steps a minute, and the greatest number of open connections."""
    minutes = STEPS[found.hours] // timedelta(minutes=1)
    slips = [(each.at, round(sum(each.slips) / minutes)) for each in found.course]
    steps = [(each.at, round(sum(each.steps) / minutes)) for each in found.course]
    sockets = [(each.at, each.sockets) for each in found.course]
    return (
        count_chart("slips-a-minute", gettext("Slips a minute"), slips, found.span),
        count_chart("steps-a-minute", gettext("Steps a minute"), steps, found.span),
        count_chart("sockets", gettext("Open connections"), sockets, found.span),
    )


def _figures(found: Read) -> tuple[Figure, ...]:
    return (
        _cents(found.standing),
        _in_time(found.standing),
        _waiting(found),
        _slowest(found.standing.database),
        _copy(found.standing, found.now),
        _seal(found.standing),
        _clock(found.facts),
    )


def _unknown(label: str, beside: str = "") -> Figure:
    return Figure(label, gettext("not measured"), beside, "soft")


def _cents(standing: Standing) -> Figure:
    label, proof = gettext("Unexplained cents"), standing.proof
    if proof is None:
        return _unknown(label, gettext("the books were not proven yet"))
    beside = gettext("%(accounts)s accounts at %(time)s") % {
        "accounts": words.number(proof.accounts),
        "time": f"{timezone.localtime(proof.made_at):%H:%M}",
    }
    if proof.agrees:
        return Figure(label, "0", beside, "good")
    count = proof.difference_count
    return Figure(
        label,
        ngettext("%(n)s difference", "%(n)s differences", count) % {"n": words.number(count)},
        beside,
        "bad",
    )


def _in_time(standing: Standing) -> Figure:
    label, steps = gettext("Rounds in time"), standing.steps
    if not steps.tables:
        return Figure(label, "–", gettext("no table plays"))
    good = steps.tables - steps.overdue
    beside = gettext("%(good)s of %(all)s tables") % {"good": words.number(good), "all": words.number(steps.tables)}
    return Figure(label, f"{100 * good // steps.tables} %", beside, "bad" if steps.overdue else "")


def _waiting(found: Read) -> Figure:
    label = gettext("Slips waiting")
    webs = [
        each
        for each in found.processes
        if each.kind is ProcessKind.WEB and not each.ended and not each.silent(found.now)
    ]
    known = [each.figures["slips_waiting"] for each in webs if "slips_waiting" in each.figures]
    if not known:
        return _unknown(label)
    beside = ngettext("%(n)s web process", "%(n)s web processes", len(webs)) % {"n": words.number(len(webs))}
    return Figure(label, words.number(sum(known)), beside)


def _slowest(database: DatabaseCard) -> Figure:
    label = gettext("Slowest replica")
    if database.replicas is None:
        return _unknown(label, gettext("the house’s role may not read it"))
    slowest, standbys = database.slowest, [each for each in database.replicas if not each.archive]
    if slowest is None:
        if standbys:
            return _unknown(label, ", ".join(each.name for each in standbys))
        return Figure(label, "–", gettext("no standby"))
    late = (slowest.lag_ms or 0) > 1000
    others = ngettext("%(n)s standby", "%(n)s standbys", len(standbys)) % {"n": words.number(len(standbys))}
    return Figure(
        label,
        words.gap(timedelta(milliseconds=slowest.lag_ms or 0)),
        f"{slowest.name} · {others}",
        "warn" if late else "",
    )


def _copy(standing: Standing, now: datetime) -> Figure:
    label, state = gettext("Backup"), archive_state(standing.database)
    if standing.backup is None:
        return Figure(label, gettext("none known"), state, "soft")
    return Figure(label, words.length(now - standing.backup.at), state)


def _seal(standing: Standing) -> Figure:
    label, day = gettext("Seal"), standing.last_day
    if day is None:
        return Figure(label, "–", gettext("no day is sealed yet"))
    witnesses = len(settings.WITNESSES)
    signed = (
        gettext("%(signed)s of %(all)s witnesses") % {"signed": len(day.witnesses), "all": witnesses}
        if witnesses
        else gettext("no witnesses")
    )
    at = f"{timezone.localtime(day.sealed_at):%H:%M}"
    return Figure(label, f"{day.day.day}/{day.day.month}", f"{at} · {signed}")


def _clock(facts: Mapping[str, float | None]) -> Figure:
    label, off = gettext("Clock"), facts["clock_off"]
    most = gettext("of %(most)s at most") % {"most": words.milliseconds(SKEW_MOST)}
    if off is None:
        return _unknown(label, most)
    tone = "bad" if off > SKEW_MOST.total_seconds() else "warn" if off > 0.05 else ""
    return Figure(label, words.gap(timedelta(seconds=off)), most, tone)


def _facts(database: DatabaseCard) -> tuple[Fact, ...]:
    used = gettext("not measured")
    try:
        disk = shutil.disk_usage(settings.DATA_DIR)
        used = f"{100 * disk.used // disk.total} %"
    except OSError:
        pass
    return (
        Fact(
            gettext("Connections"),
            gettext("%(n)s of %(most)s")
            % {"n": words.number(database.connections), "most": words.number(database.connections_most)},
        ),
        Fact(gettext("Size of the database"), filesizeformat(database.size)),
        Fact(gettext("Disk of this web machine"), used),
        Fact(
            gettext("Locks waited for now"),
            words.number(database.waiting_locks),
            "warn" if database.waiting_locks else "",
        ),
        Fact(gettext("Longest transaction"), words.gap(timedelta(milliseconds=database.oldest_ms))),
    )


def as_file(found: Read) -> dict[str, Any]:
    """Figures, alerts and processes for programs; names are those of docs/operations/watching.md."""
    silent = {each.process: each.silent(found.now) for each in found.processes}
    return {
        "at": found.now.isoformat(),
        "figures": {name: value for name, value in found.facts.items() if value is not None},
        "alerts": [
            {"name": each.alarm.name, "value": each.value, "most": each.alarm.most, "page": each.alarm.page}
            for each in found.calling
        ],
        "watched": [each.name for each in alarms.ALARMS],
        "processes": [_process(each, silent=silent[each.process]) for each in found.processes],
        "database": asdict(found.standing.database),
    }


def _process(card: ProcessCard, *, silent: bool) -> dict[str, Any]:
    return {
        "process": card.process,
        "kind": card.kind.value,
        "host": card.host,
        "version": card.version,
        "began_at": card.began_at.isoformat(),
        "seen_at": card.seen_at.isoformat(),
        "ended": card.ended,
        "silent": silent,
        "figures": dict(card.figures),
    }


@dataclass(frozen=True, slots=True)
class Handbook:
    """What an alert means and what to do, from the handbook, which is in English."""

    name: str
    title: str
    paragraphs: tuple[str, ...]


def handbook() -> tuple[Handbook, ...]:
    """The page of each alert that this page may show; empty where the house has no docs beside it."""
    told = alarms.handbook()
    return tuple(
        Handbook(each.name, str(TITLES[each.name]), told[each.name]) for each in alarms.ALARMS if each.name in told
    )
