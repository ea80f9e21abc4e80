"""Work that takes too long for a page: a day added up again or reported again, the ledger proven, past bets under other
rules, the regulator's files of a day compared or made anew. Asked for, then done.

The work's row is the truth, as a request's is (ADR 0077): a worker that finds one open and unlocked goes on with it.
Its progress stands beside it for a while, in the cache: a hint for the person who waits.
"""

from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.making import gathering
from reporting.making.figures import day_bounds, day_of
from reporting.models import Job, JobKind, RunState
from reporting.operations import corrections
from reporting.operations.alone import alone
from reporting.operations.days import make_daily_report
from reporting.operations.proofs import record_proof
from reporting.queries import proofs as proof_queries
from reporting.queries.jobs import OF_FILES, PARTS, progress_name
from tables import queries as tables

AT_ONCE_ROUNDS: Final = 2_000
"""Up to so many rounds since the day before a work is done while the page waits; beyond it a worker does it."""
AT_ONCE_SLIPS: Final = tables.PRICED_AT_ONCE
"""Up to so many slips are tried under other rules while the page waits."""
AT_ONCE_LINES: Final = 50_000
"""Up to so many ledger lines in the last proof the next one is made while the page waits."""
OPEN_MOST: Final = 5
"""Works that one person may have waiting."""
TRIES_MOST: Final = 3
WORK_LOCK: Final = 0x5AB3
OPEN: Final = Q(state__in=[RunState.WAITING, RunState.GATHERING])


class JobRejection(StrEnum):
    """Why nothing was begun."""

    KEY_REUSED = "key-reused"
    DAY_NOT_OVER = "day-not-over"
    DAY_NOT_BEGUN = "day-not-begun"
    NOTHING_IN_FORCE = "nothing-in-force"
    TOO_MANY_OPEN = "too-many-open"


class JobRejected(Rejected):
    """`reason` says why; `most` the figure it is about, where it is about any."""

    reason: JobRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A work that was asked for. `short`: that it may be done while the page waits."""

    key: UUID
    job_id: int
    short: bool


def ask_job(*, kind: JobKind, day: date | None, by: int, idempotency_key: UUID, now: datetime) -> Asked:
    """Ask for a day's books added up again, for its report made again, or for the whole proof (`day` None).

    A repeat with the same key is the same work; a work of that kind and day that is already under way is joined.

    Raises `WorkRejected`.
    """
    if day is not None and day > day_of(now):
        raise JobRejected(JobRejection.DAY_NOT_BEGUN)
    if day is not None and kind is JobKind.DAILY_REPORT and now < day_bounds(day)[1]:
        raise JobRejected(JobRejection.DAY_NOT_OVER)
    work = asked_job(kind, day, {}, by=by, key=idempotency_key, now=now)
    return Asked(key=work.key, job_id=work.pk, short=_is_short(day))


def ask_what_if(*, configuration_id: int, days: int, by: int, idempotency_key: UUID, now: datetime) -> Asked:
    """Ask what a version of a table's rules would have brought on the bets of the `days` up to yesterday, beside the
    one in force. One that is under way is joined. Raises `JobRejected`: `NOTHING_IN_FORCE` for a table without rules.
    """
    about = tables.what_if_of(configuration_id=configuration_id, days=days)
    if about is None:
        raise JobRejected(JobRejection.NOTHING_IN_FORCE)
    day = day_of(now) - timedelta(days=1)
    work = asked_job(JobKind.WHAT_IF, day, asdict(about), by=by, key=idempotency_key, now=now)
    size = tables.what_if_size(table_id=about.table_id, day=day, days=days, most=AT_ONCE_SLIPS)
    return Asked(key=work.key, job_id=work.pk, short=size <= AT_ONCE_SLIPS)


def asked_job(kind: JobKind, day: date | None, details: dict[str, Any], *, by: int, key: UUID, now: datetime) -> Job:
    """The row of a work that is asked for; one with the same key, or the same one under way, is joined.

    Raises `JobRejected`.
    """
    with transaction.atomic():
        same = Job.objects.filter(OPEN, kind=kind, day=day, details=details)
        work = Job.objects.filter(key=key).first() or same.first()
        if work is None:
            if Job.objects.filter(OPEN, asked_by_id=by).count() >= OPEN_MOST:
                raise JobRejected(JobRejection.TOO_MANY_OPEN, most=OPEN_MOST)
            said = {"kind": kind, "day": day, "details": details, "asked_by_id": by, "asked_at": now}
            work, new = Job.objects.get_or_create(key=key, defaults=said)
            if new:
                tell(EventName.BOOKS_ASKED, by=by, now=now, work=kind.value, day=day)
        if (work.kind, work.day, work.details) != (kind, day, details):
            raise JobRejected(JobRejection.KEY_REUSED)
    return work


def _is_short(day: date | None) -> bool:
    if day is None:
        last = queries.latest_proof()
        return last is None or last.transfers <= AT_ONCE_LINES
    # The rounds are looked at one by one from the day before to now, however old the day is.
    since = day_bounds(day)[0] - gathering.REACH
    return tables.settled_count(since=since, most=AT_ONCE_ROUNDS) <= AT_ONCE_ROUNDS


def do_job(*, job_id: int, now: datetime) -> bool:
    """Do an open work; whether it is done. Safe at any time and twice: two processes never both do it."""
    with alone(WORK_LOCK, job_id) as mine:
        work = Job.objects.get(pk=job_id)
        if not mine or work.state not in {RunState.WAITING, RunState.GATHERING}:
            return work.state == RunState.DONE
        if work.tries >= TRIES_MOST:
            Job.objects.filter(pk=job_id).update(state=RunState.FAILED)
            return False
        Job.objects.filter(pk=job_id).update(state=RunState.GATHERING, tries=work.tries + 1)
        outcome = _done(work, now=now)
        Job.objects.filter(pk=job_id).update(state=RunState.DONE, done_at=now, outcome=outcome)
    return True


def do_open_jobs(*, now: datetime) -> int:
    """Go on with every work that is open and in no worker's hands; how many were done."""
    open_works = Job.objects.filter(OPEN).order_by("pk").values_list("pk", flat=True)
    return sum(do_job(job_id=job_id, now=now) for job_id in open_works)


def _done(work: Job, *, now: datetime) -> dict[str, Any]:
    if work.kind == JobKind.PROOF:
        proof = record_proof(now=now)
        return {"agrees": proof.agrees, "differences": proof.difference_count}
    assert work.day is not None, "the database has it so"
    if work.kind == JobKind.DAILY_REPORT:
        made = make_daily_report(day=work.day, now=now)
        return {"revision": made.revision, "new": made.new}

    def step(number: int) -> None:
        cache.set(progress_name(work.key), number, timeout=3_600)

    def share(done: int, of: int) -> None:
        step(done * PARTS // max(1, of))

    if work.kind == JobKind.WHAT_IF:
        about = tables.WhatIfOf(**work.details)
        tried = tables.what_if_money(about, day=work.day, step=share)
        return tried.document() if tried else {}
    if work.kind in OF_FILES:
        return _corrected(work, work.day, now=now, share=share)
    # As it was asked for: a work of the day that runs says how far that day had come.
    found = asdict(proof_queries.reconciliation(day=work.day, now=work.asked_at, step=step))
    return {name: value for name, value in found.items() if name not in {"day", "kept_at"}}


def _corrected(work: Job, day: date, *, now: datetime, share: corrections.Share) -> dict[str, Any]:
    """A step of a correction of the regulator's files. What stood in its way is an outcome too: nothing has changed."""
    files: dict[str, Any] = {
        "profile": settings.OPERATOR_PROFILE.files,
        "by": work.asked_by_id,
        "now": now,
        "share": share,
    }
    try:
        if work.kind == JobKind.FILES_PROPOSAL:
            acted = corrections.propose_correction(
                day=day, reason=work.details["reason"], idempotency_key=work.key, **files
            )
        else:
            acted = corrections.approve_correction(proposal_id=work.details["proposal"], **files)
    except corrections.CorrectionRejected as rejected:
        until = rejected.until.isoformat() if rejected.until else None
        faults = [asdict(each) for each in rejected.faults]
        return {"rejection": rejected.reason.value, "until": until, "faults": faults}
    return {"proposal": acted.proposal_id, "package": acted.package}
