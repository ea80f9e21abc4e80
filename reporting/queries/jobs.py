"""The reports' door for reading what takes a worker: one work, how far it is, what came out."""

from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from kernel.calendar import lisbon_date
from reporting.making.figures import RoundFault, What
from reporting.models import Job, RunState
from reporting.models import JobKind as JobKind
from reporting.queries.proofs import STEPS, ReconciledSum, Reconciliation
from tables.queries import SessionDifference, SessionSums, WhatIfMoney, WhatIfOf

PARTS: Final = 100
"""A work that says which share of it is done says it in so many parts."""
OF_FILES: Final = (JobKind.FILES_PROPOSAL, JobKind.FILES_CORRECTION)
"""The works of a correction of the regulator's files."""
_STEPS: Final = {JobKind.RECONCILIATION: STEPS, JobKind.WHAT_IF: PARTS, **dict.fromkeys(OF_FILES, PARTS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCard:
    """A work as it stands. `step` of `steps` for a kind that says how far it is, else both 0."""

    key: UUID
    kind: JobKind
    day: date | None
    by: str
    asked_at: datetime
    state: str
    step: int
    steps: int
    outcome: dict[str, Any] | None

    @property
    def done(self) -> bool:
        """Whether it came out."""
        return self.state == RunState.DONE

    @property
    def failed(self) -> bool:
        """Whether it was tried three times in vain."""
        return self.state == RunState.FAILED


def progress_name(key: UUID) -> str:
    """Where the cache has how far a work is."""
    return f"work-{key}"


def work(key: UUID) -> JobCard | None:
    """The work, or None."""
    row = Job.objects.select_related("asked_by").filter(key=key).first()
    return _card(row) if row else None


def open_job(kind: JobKind, day: date | None = None) -> JobCard | None:
    """The work of this kind and day that is under way, or None; also the last one, if that failed."""
    row = Job.objects.select_related("asked_by").filter(kind=kind, day=day).order_by("-pk").first()
    return _card(row) if row is not None and row.state != RunState.DONE else None


def open_correction() -> JobCard | None:
    """The work of a correction of the regulator's files that is under way, the oldest; None where there is none."""
    rows = Job.objects.select_related("asked_by").filter(kind__in=OF_FILES)
    row = rows.filter(state__in=[RunState.WAITING, RunState.GATHERING]).order_by("pk").first()
    return _card(row) if row else None


def latest_what_if(about: WhatIfOf, *, day: date) -> JobCard | None:
    """The last work about these rules and days, the last of which is `day`; None if none was asked for."""
    rows = Job.objects.select_related("asked_by").filter(kind=JobKind.WHAT_IF, day=day, details=asdict(about))
    row = rows.order_by("-pk").first()
    return _card(row) if row else None


def last_what_if_done(about: WhatIfOf, *, since: date, until: datetime) -> JobCard | None:
    """The last work about these rules that came out by a moment, of days that end from `since` on; None without one."""
    span = (since, lisbon_date(until))
    rows = Job.objects.select_related("asked_by").filter(kind=JobKind.WHAT_IF, day__range=span)
    row = rows.filter(details=asdict(about), state=RunState.DONE, done_at__lte=until).order_by("-pk").first()
    return _card(row) if row else None


def _card(row: Job) -> JobCard:
    steps = _STEPS.get(JobKind(row.kind), 0)
    return JobCard(
        key=row.key,
        kind=JobKind(row.kind),
        day=row.day,
        by=row.asked_by.nickname,
        asked_at=row.asked_at,
        state=row.state,
        step=(cache.get(progress_name(row.key)) or 0) if steps else 0,
        steps=steps,
        outcome=row.outcome,
    )


def reconciled(card: JobCard) -> Reconciliation:
    """The findings of a finished reconciliation."""
    assert card.day is not None, "a reconciliation is of a day"
    assert card.outcome is not None, "it is done"
    said = card.outcome
    return Reconciliation(
        day=card.day,
        provisional=said["provisional"],
        revision=said["revision"],
        sums=tuple(ReconciledSum(**{**one, "what": What(one["what"])}) for one in said["sums"]),
        sessions=tuple(SessionSums(**one) for one in said["sessions"]),
        faults=tuple(RoundFault(**one) for one in said["faults"]),
        session_faults=tuple(SessionDifference(**one) for one in said["session_faults"]),
    )


def tried(card: JobCard) -> WhatIfMoney | None:
    """What a finished what-if found; None where the days had no bets."""
    return WhatIfMoney.from_document(card.outcome) if card.outcome else None
