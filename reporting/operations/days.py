"""Make the day's report; prove the books. Each may be done again."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from itertools import islice
from typing import Final

from django.db import connection, transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.evidence import canonical
from reporting.making import gathering
from reporting.making.figures import DEFINITION, SETTLED_FOR, day_bounds
from reporting.models import DailyReport
from reporting.writers.software import software

DAYS_AT_ONCE: Final = 40
"""Days made in one sweep; the next sweep goes on. Keeps a first run over a long past within a task's time."""
DIFFERENCES_MOST: Final = 1_000
FIRST: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""Before every round."""
DAY_LOCK: Final = 0x5AB07
"""First half of the advisory lock that lets one process at a time write revisions of a day; the day is the other."""


class MakingRejection(StrEnum):
    """Why no report was made."""

    DAY_NOT_OVER = "day-not-over"


class MakingRejected(Rejected):
    """`reason` says why."""

    reason: MakingRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMade:
    """The standing revision of a day's report; `new` tells whether this call wrote it."""

    day: date
    revision: int
    new: bool
    reconciles: bool
    sha256: str


def make_daily_report(*, day: date, now: datetime, faulty: Collection[gathering.Faulty] | None = None) -> ReportMade:
    """Make the report of a gaming day that is over (GL-19, PT-82).

    The same facts make the same bytes and no new revision; changed facts make the next revision, and the ones before
    stay as they were handed out (PT-55). `faulty` are the day's faulty rounds, and maybe others, where the caller has
    compared them with the ledger already.

    Raises `MakingRejected`.
    """
    since, until = day_bounds(day)
    if now < until:
        raise MakingRejected(MakingRejection.DAY_NOT_OVER)
    if faulty is None:
        with gathering.one_moment():
            faulty = gathering.faulty_rounds(since=since, until=until)
    return _make(day, faulty=faulty, now=now)


def make_due_reports(*, now: datetime) -> tuple[ReportMade, ...]:
    """Make the report of every day that is over and has none, the oldest first; also of days without any play."""
    due = list(islice(queries.days_due(now=now, settled_for=SETTLED_FOR), DAYS_AT_ONCE))
    if not due:
        return ()
    # Once for all the days: the rounds are compared from the first of them to now.
    with gathering.one_moment():
        faulty = gathering.faulty_rounds(since=day_bounds(due[0])[0])
    return tuple(_make(day, faulty=faulty, now=now) for day in due)


def make_reports_again(*, days: Collection[date], now: datetime) -> tuple[ReportMade, ...]:
    """Make the reports of `days`, all of them over, as `make_daily_report` would: rounds were written into them late.

    Raises `MakingRejected`.
    """
    if not days:
        return ()
    if now < day_bounds(max(days))[1]:
        raise MakingRejected(MakingRejection.DAY_NOT_OVER)
    with gathering.one_moment():
        faulty = gathering.faulty_rounds(since=day_bounds(min(days))[0])
    return tuple(_make(day, faulty=faulty, now=now) for day in sorted(days))


def _make(day: date, *, faulty: Collection[gathering.Faulty], now: datetime) -> ReportMade:
    with gathering.one_moment():
        figures = gathering.gather(day, openings=queries.openings_of(day), faulty=faulty)
    document = canonical.text(figures.document())
    sha256 = hashlib.sha256(document.encode()).hexdigest()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [DAY_LOCK, day.toordinal()])
        last = DailyReport.objects.filter(day=day).order_by("-revision").first()
        new = last is None or last.sha256 != sha256
        revision = last.revision if last else 0
        if new:
            revision += 1
            DailyReport.objects.create(
                day=day,
                revision=revision,
                made_at=now,
                definition=DEFINITION,
                software=software(),
                document=document,
                sha256=sha256,
            )
            tell(
                EventName.REPORT_MADE,
                by=None,
                now=now,
                key=day,
                revision=revision,
                sha256=sha256,
                reconciles=figures.reconciles,
            )
    return ReportMade(day=day, revision=revision, new=new, reconciles=figures.reconciles, sha256=sha256)
