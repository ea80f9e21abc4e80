"""Corrections of a heavy day's files by a worker: each step makes the day's files, and no page waits for that.

A day whose files are small is made while the page waits. Of any other a job is asked for: what its rows refuse is
refused at once, and nothing here waits for a row that a worker holds.
"""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db.models import Sum

from reporting.models import Job, JobKind, SafeCorrection, SafeFile
from reporting.operations import corrections
from reporting.operations.corrections import (
    PROPOSALS,
    CorrectionActed,
    CorrectionRejected,
    CorrectionRejection,
    require_proposable,
)
from reporting.operations.jobs import OPEN, asked_job
from reporting.operations.making_files import standing
from reporting.queries.jobs import OF_FILES, JobCard
from reporting.six_files.gate import Fault
from reporting.six_files.profile import Profile

AT_ONCE_BYTES: Final = 2_000_000
"""Up to so many bytes of a day's files they are made while the page waits: about a second."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionBegun:
    """A step that was done at once (`acted`), or the key of the work that does it."""

    acted: CorrectionActed | None = None
    job: UUID | None = None


def begin_proposal(
    *, day: date, profile: Profile, reason: str, by: int, idempotency_key: UUID, now: datetime
) -> CorrectionBegun:
    """Propose a correction, or ask a worker to. Raises `CorrectionRejected`, `JobRejected`."""
    if _is_short(profile.vault, day):
        acted = corrections.propose_correction(
            day=day, profile=profile, reason=reason, by=by, idempotency_key=idempotency_key, now=now
        )
        return CorrectionBegun(acted=acted)
    said = PROPOSALS.read_reason(reason)
    if not SafeCorrection.objects.filter(key=idempotency_key).exists():
        require_proposable(standing(profile.vault, day), vault=profile.vault, day=day)
    job = asked_job(JobKind.FILES_PROPOSAL, day, {"reason": said}, by=by, key=idempotency_key, now=now)
    return CorrectionBegun(job=job.key)


def begin_approval(
    *, proposal_id: int, profile: Profile, by: int, idempotency_key: UUID, now: datetime
) -> CorrectionBegun:
    """Agree to a correction, or ask a worker to make it. Raises `CorrectionRejected`, `JobRejected`.

    Of two who agree at once the second joins the work of the first.
    """
    row = PROPOSALS.read(proposal_id, vault=profile.vault)
    if _is_short(profile.vault, row.day):
        acted = corrections.approve_correction(proposal_id=proposal_id, profile=profile, by=by, now=now)
        return CorrectionBegun(acted=acted)
    if PROPOSALS.is_approved_by(row, by):
        return CorrectionBegun(acted=corrections.acted(row, repeat=True))
    PROPOSALS.require_second(row, by=by, now=now)
    of = {"proposal": row.pk}
    job = asked_job(JobKind.FILES_CORRECTION, row.day, of, by=by, key=idempotency_key, now=now)
    return CorrectionBegun(job=job.key)


def rejected_of(card: JobCard) -> CorrectionRejected | None:
    """What stood in the way of a work that is done; None where nothing did."""
    said = card.outcome or {}
    if "rejection" not in said:
        return None
    until = datetime.fromisoformat(said["until"]) if said["until"] else None
    faults = [Fault(**each) for each in said["faults"]]
    return CorrectionRejected(CorrectionRejection(said["rejection"]), faults=faults, until=until)


def _is_short(vault: str, day: date) -> bool:
    """Whether the page may wait: the files are small, and no worker numbers files of the safe for long."""
    if Job.objects.filter(OPEN, kind__in=OF_FILES).exists():
        return False
    size = SafeFile.objects.filter(vault=vault, day=day).aggregate(size=Sum("size"))["size"]
    return (size or 0) <= AT_ONCE_BYTES
