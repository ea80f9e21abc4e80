"""The reports' door for reading: daily reports, the day so far, the latest proof, what was exported. Writes nothing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import DateField, OuterRef, Subquery

from kernel.kept_queries import KeptQuery
from kernel.questions import Given, whether_any
from reporting.making import gathering, thresholds
from reporting.making.figures import DayFigures, day_bounds, day_of
from reporting.making.thresholds import Threshold
from reporting.models import DailyReport, ExportLog, LedgerProof, Reopening
from reporting.queries import read_figures
from reporting.queries.log import log_is_split
from reporting.queries.schedules import receipts
from tables import queries as tables

__all__ = [
    "ANY_REOPENING",
    "DailyReportCard",
    "ExportCard",
    "ProofCard",
    "ProofDifference",
    "ReopeningCard",
    "daily_report",
    "daily_reports",
    "day_bounds",
    "day_of",
    "day_so_far",
    "days_due",
    "exports",
    "first_day",
    "latest_proof",
    "latest_whole_proof",
    "log_is_split",
    "openings_of",
    "revisions_of",
    "thresholds_of",
    "waiting_reopening",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyReportCard:
    """A report as it was made, and what it says."""

    day: date
    revision: int
    made_at: datetime
    definition: str
    software: str
    sha256: str
    figures: DayFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofDifference:
    """One disagreement. `where` is the part that found it; `subject` an account, a round, a row or a guard."""

    where: str
    subject: str
    why: str
    stored: int | None = None
    computed: int | None = None
    transfer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofCard:
    """One run of the proofs. `differences` names the first thousand of `difference_count`."""

    made_at: datetime
    agrees: bool
    accounts: int
    transfers: int
    rounds: int
    differences: tuple[ProofDifference, ...]
    difference_count: int
    parts: dict[str, int]
    """Other parts examined: rows of each chain, guards."""
    heads: dict[str, dict[str, Any]]
    """Where each chain ends: number, last row, digest."""
    whole: bool = True
    """Whether it began at the first row, and did not go on from an earlier one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportCard:
    """One export: the person, the report, and the number of rows."""

    at: datetime
    by: str
    what: str
    format: str
    filter: dict[str, Any]
    rows: int
    sha256: str
    receipts: tuple[tuple[str, datetime], ...] = ()
    """Of a scheduled report: who received it, and when."""


def daily_reports(*, limit: int = 31, before: date | None = None) -> tuple[DailyReportCard, ...]:
    """The last revision of each day's report, the newest day first; `before` goes on from the last day of a page."""
    reports = _last_reports(limit)(before=before or date.max)
    read_figures.read(reports)
    return tuple(_card(report) for report in reports)


@lru_cache(maxsize=16)
def _last_reports(limit: int) -> KeptQuery[DailyReport]:
    last = DailyReport.objects.filter(day=OuterRef("day")).order_by("-revision").values("pk")[:1]
    before = Given("before", DateField())
    reports = DailyReport.objects.defer("document")
    return KeptQuery(lambda: reports.filter(pk=Subquery(last), day__lt=before).order_by("-day")[:limit])


def first_day() -> date | None:
    """The first day that has a report, or None before there is any."""
    return _FIRST_DAY.first()


_FIRST_DAY: Final = KeptQuery(lambda: DailyReport.objects.order_by("day").values_list("day", flat=True)[:1])


def daily_report(*, day: date, revision: int | None = None) -> DailyReportCard | None:
    """A day's report: its last revision, or the one asked for. None if there is none."""
    reports = DailyReport.objects.filter(day=day).order_by("-revision")
    if revision is not None:
        reports = reports.filter(revision=revision)
    report = reports.first()
    return _card(report) if report else None


def revisions_of(day: date) -> tuple[DailyReportCard, ...]:
    """Every revision of a day's report, the newest first."""
    return tuple(_card(report) for report in DailyReport.objects.filter(day=day).order_by("-revision"))


def day_so_far(*, now: datetime) -> DayFigures:
    """The present day's figures up to `now`: provisional, kept nowhere, its rounds not yet looked at one by one."""
    day = day_of(now)
    with gathering.one_moment():
        return gathering.gather(day, until=now, openings=openings_of(day))


def openings_of(day: date) -> dict[str, gathering.Opening] | None:
    """The closings of the report of the day before, by currency; None if there is none."""
    before = daily_report(day=day - timedelta(days=1))
    if before is None:
        return None
    return {
        held.currency: gathering.Opening(balance=held.closing, in_play=held.closing_in_play, on_way=held.closing_on_way)
        for held in before.figures.liabilities
    }


def days_due(*, now: datetime, settled_for: timedelta) -> Iterable[date]:
    """The days over for at least `settled_for` that have no report, from the first day that a table was in force on.

    Rows that a round wrote just before midnight may be committed just after it: hence the wait.
    """
    last = day_of(now - settled_for) - timedelta(days=1)
    first = _first_day()
    if first is None:
        return
    made = set(_DAYS_MADE(first=first))
    for ahead in range((last - first).days + 1):
        day = first + timedelta(days=ahead)
        if day not in made:
            yield day


_DAYS_MADE: Final = KeptQuery(
    lambda: DailyReport.objects.filter(day__gte=Given("first", DateField())).values_list("day", flat=True).distinct()
)


def _first_day() -> date | None:
    """The day on which the first configuration came into force: no round is older."""
    first = tables.first_in_force()
    return day_of(first) if first is not None else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopeningCard:
    """A proposal to open play again that waits for another person."""

    reopening_id: int
    reason: str
    proposed_by: str
    proposed_by_id: int
    proposed_at: datetime


def waiting_reopening() -> ReopeningCard | None:
    """The proposal that waits, if there is one."""
    row = _REOPENINGS.select_related("proposed_by").order_by("-pk").first()
    if row is None:
        return None
    return ReopeningCard(
        reopening_id=row.pk,
        reason=row.reason,
        proposed_by=row.proposed_by.nickname,
        proposed_by_id=row.proposed_by_id,
        proposed_at=row.proposed_at,
    )


_REOPENINGS: Final = Reopening.objects.filter(state="proposed")
ANY_REOPENING: Final = whether_any(_REOPENINGS)


def latest_proof() -> ProofCard | None:
    """The last run of the proofs, or None before the first."""
    proof = LedgerProof.objects.order_by("-made_at", "-pk").first()
    return proof_card(proof) if proof else None


def latest_whole_proof() -> datetime | None:
    """When everything was last proven from the first row on, or None before the first time."""
    return LedgerProof.objects.filter(since=None).order_by("-pk").values_list("made_at", flat=True).first()


def proof_card(proof: LedgerProof) -> ProofCard:
    """A run of the proofs as others see it."""
    return ProofCard(
        made_at=proof.made_at,
        agrees=proof.agrees,
        accounts=proof.accounts,
        transfers=proof.transfers,
        rounds=proof.rounds,
        differences=tuple(ProofDifference(**difference) for difference in proof.differences),
        difference_count=proof.difference_count,
        parts=proof.parts,
        heads=proof.heads,
        whole=proof.since_id is None,
    )


def exports(*, limit: int = 50, of: Collection[str] = ()) -> tuple[ExportCard, ...]:
    """The exports, the newest first; `of` the names of what was exported, if only these are wanted."""
    found = ExportLog.objects.select_related("by").order_by("-at", "-pk")
    rows = list((found.filter(what__in=of) if of else found)[:limit])
    received = receipts(UUID(row.filter["report"]) for row in rows if "report" in row.filter)
    return tuple(
        ExportCard(
            at=row.at,
            by=row.by.nickname,
            what=row.what,
            format=row.format,
            filter=row.filter,
            rows=row.rows,
            sha256=row.sha256,
            receipts=received.get(UUID(row.filter["report"]), ()) if "report" in row.filter else (),
        )
        for row in rows
    )


def _card(report: DailyReport) -> DailyReportCard:
    return DailyReportCard(
        day=report.day,
        revision=report.revision,
        made_at=report.made_at,
        definition=report.definition,
        software=report.software,
        sha256=report.sha256,
        figures=read_figures.of(report),
    )


def thresholds_of(report: str, first: date, last: date) -> tuple[Threshold, ...]:
    """The house's dated thresholds of a report of the catalogue in force on some day of a period (PT-R08, PT-53)."""
    return thresholds.in_force(report, first, last, house=settings.REPORT_THRESHOLDS)
