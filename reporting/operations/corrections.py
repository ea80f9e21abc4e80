"""Two persons correct the files of a day whose facts make others now: `…rp.xml` beside the first ones (W06 to W08).

No file is edited and none goes: the first files stay, and the safe has both. The log has the digests of the changes.
Both steps make the whole day's files; `reporting.operations.correction_jobs` leaves a heavy day to a worker.
"""

import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import count
from typing import Any, Final, TypeAlias

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import Job, JobKind, ProposalState, RunState, SafeCorrection, SafeFile, SafePackage
from reporting.operations.log import tell_correction
from reporting.operations.making_files import (
    Facts,
    Numbers,
    Standing,
    SumsDiffer,
    WrittenDay,
    digest_of,
    facts_of,
    keep_files,
    lock_safe,
    standing,
)
from reporting.operations.two_persons import Proposals
from reporting.six_files.gate import Fault
from reporting.six_files.hours import hours_of
from reporting.six_files.names import Category, name_again, name_of, package_of
from reporting.six_files.package import packed
from reporting.six_files.profile import Profile

CAUSE: Final = "six-files"
"""Why, for the public log: a code. What the two persons wrote stays in the house, and the day's acts commit to it."""


class CorrectionRejection(StrEnum):
    """Why the files of a day stay as they are, in the order of checking."""

    NO_REASON = "no-reason"
    KEY_REUSED = "key-reused"
    NOT_MADE = "not-made"
    """Nothing of the day was made: there is nothing to correct."""
    ALREADY_PROPOSED = "already-proposed"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""
    SUMS_DIFFER = "sums-differ"
    """A sum of the gate does not agree: nothing that does not add up leaves the house."""
    NOT_CHANGED = "not-changed"
    """The facts make the files that stand (W07)."""
    CHANGED_SINCE = "changed-since"
    """The facts make other files than those that were proposed."""
    UNDER_WAY = "under-way"
    """Another person agreed, and a worker makes the files."""


class CorrectionRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve, `faults` what does not add up."""

    reason: CorrectionRejection
    faults: tuple[Fault, ...] = ()
    rule = "PT-60"

    def __init__(self, reason: CorrectionRejection, *, faults: Collection[Fault] = (), until: datetime | None = None):
        super().__init__(reason, until=until)
        vars(self).update(faults=tuple(faults))


PROPOSALS: Final = Proposals(SafeCorrection, CorrectionRejected, CorrectionRejection)
Share: TypeAlias = Callable[[int, int], None]
"""Told how much of a work is done, of how much."""


def untold(done: int, of: int) -> None:
    """No person waits for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionActed:
    """A correction after the act: `state` is proposed, approved or rejected; `package` is its name once it is made."""

    proposal_id: int
    day: date
    number: int
    state: str
    package: str = ""
    repeat: bool = False


def propose_correction(
    *,
    day: date,
    profile: Profile,
    reason: str,
    by: int,
    idempotency_key: uuid.UUID,
    now: datetime,
    share: Share = untold,
) -> CorrectionActed:
    """Propose to make the files of a day anew, and pin those that differ. The same key and facts: the first answer.

    `share` is told how far the making is. Raises `CorrectionRejected`.
    """
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        lock_safe(profile.vault)
        earlier = SafeCorrection.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if (earlier.proposed_by_id, earlier.vault, earlier.day, earlier.reason) != (by, profile.vault, day, said):
                raise CorrectionRejected(CorrectionRejection.KEY_REUSED)
            return acted(earlier, repeat=True)
        kept = standing(profile.vault, day)
        require_proposable(kept, vault=profile.vault, day=day)
        _, changes = _made(day, profile, kept, now, _ticks(share, 2 * len(hours_of(day))))
        if not changes:
            raise CorrectionRejected(CorrectionRejection.NOT_CHANGED)
        made = SafeCorrection.objects.create(
            key=idempotency_key,
            vault=profile.vault,
            day=day,
            number=kept.correction + 1,
            reason=said,
            changes=changes,
            proposed_by_id=by,
            proposed_at=now,
        )
        _tell(EventName.FILES_CORRECTION_PROPOSED, made, by=by, now=now, files=len(changes), reason=said)
    return acted(made)


def require_proposable(kept: Standing, *, vault: str, day: date) -> None:
    """Raises `not-made`, or `already-proposed`: what a day's rows say before its files are made."""
    if not kept.files:
        raise CorrectionRejected(CorrectionRejection.NOT_MADE)
    if SafeCorrection.objects.filter(vault=vault, day=day, state=ProposalState.PROPOSED).exists():
        raise CorrectionRejected(CorrectionRejection.ALREADY_PROPOSED)


def approve_correction(
    *, proposal_id: int, profile: Profile, by: int, now: datetime, share: Share = untold
) -> CorrectionActed:
    """Agree to another person's proposal: what differs and the summary are made anew, and the log is told (W06).

    The sweep brings the package to the safe. `share` is told how far the making is. The same person again: the same
    answer. Raises `CorrectionRejected`.
    """
    with transaction.atomic():
        lock_safe(profile.vault)
        row = PROPOSALS.lock(proposal_id, vault=profile.vault)
        if PROPOSALS.is_approved_by(row, by):
            return acted(row, repeat=True)
        PROPOSALS.require_second(row, by=by, now=now)
        kept, tick = standing(profile.vault, row.day), _ticks(share, 3 * len(hours_of(row.day)))
        facts, changes = _made(row.day, profile, kept, now, tick)
        if changes != row.changes:
            raise CorrectionRejected(CorrectionRejection.CHANGED_SINCE)
        PROPOSALS.approve(row, by=by, now=now)
        package = _correct(row, facts, kept, now, tick)
        _tell(
            EventName.FILES_CORRECTION_APPROVED,
            row,
            by=by,
            now=now,
            files=len(changes),
            package=package.name,
            sha256=package.sha256,
            proposed_by=row.proposed_by_id,
        )
    return acted(row)


def reject_correction(*, proposal_id: int, profile: Profile, reason: str, by: int, now: datetime) -> CorrectionActed:
    """Turn a proposal down, or take back one's own: the files stay. Raises `CorrectionRejected`."""
    said = PROPOSALS.read_reason(reason)
    if is_being_made(proposal_id):
        raise CorrectionRejected(CorrectionRejection.UNDER_WAY)
    with transaction.atomic():
        row = PROPOSALS.lock(proposal_id, vault=profile.vault)
        PROPOSALS.reject(row, reason=said, by=by, now=now)
        _tell(EventName.FILES_CORRECTION_REJECTED, row, by=by, now=now, reason=said, proposed_by=row.proposed_by_id)
    return acted(row)


def is_being_made(proposal_id: int) -> bool:
    """Whether a worker holds the proposal and makes its files now."""
    made = Job.objects.filter(kind=JobKind.FILES_CORRECTION, details__proposal=proposal_id, state=RunState.GATHERING)
    return made.exists()


def _ticks(share: Share, of: int) -> Callable[[], None]:
    """Tells `share` with each call that one more of so many is done."""
    numbers = count(1)
    return lambda: share(next(numbers), of)


def _made(
    day: date, profile: Profile, kept: Standing, now: datetime, tick: Callable[[], None]
) -> tuple[Facts, list[dict[str, str]]]:
    """The day's facts, and what of the files that stand would be other bytes with the same numbers and moments."""
    try:
        facts = facts_of(day, profile, tick)
        now_made = facts.written(Numbers(profile.vault, kept, now), tick).contents
    except SumsDiffer as differ:
        raise CorrectionRejected(CorrectionRejection.SUMS_DIFFER, faults=differ.faults) from differ
    return facts, [
        {"name": name, "old": _digest(kept, name), "new": digest_of(now_made[name])}
        for name in kept.differing(now_made)
    ]


def _correct(row: SafeCorrection, facts: Facts, kept: Standing, now: datetime, tick: Callable[[], None]) -> SafePackage:
    """Make what differs and the summary under new numbers, pack them, and tell the log.

    Files that were never made, as the day's own where only those of its hours were, are made for the first time.
    """
    summary = name_of(Category.SUMMARY, row.day, row.vault)
    anew = sorted({each["name"] for each in row.changes} | kept.files.keys() & {summary})
    numbers = Numbers(row.vault, kept.without(anew), now, anew)
    written = facts.written(numbers, tick)
    contents = written.contents
    fresh = {name: content for name, content in contents.items() if name not in kept.files and name not in anew}
    keep_files(fresh, day=row.day, profile=facts.profile, numbers=numbers)
    SafeFile.objects.bulk_create(
        SafeFile(
            vault=row.vault,
            name=name_again(name),
            correction=row.number,
            number=numbers.of(name).count,
            day=row.day,
            made_at=now,
            sha256=digest_of(contents[name]),
            size=len(contents[name]),
        )
        for name in anew
    )
    package = _packed(row, facts.profile, written, now)
    stands = standing(row.vault, row.day).files
    assert row.decided_by is not None, "it was just decided"
    tell_correction(
        key=f"{row.vault}/{row.day}/rp{row.number}",
        day=row.day,
        files=[(stands[name].name, _digest(kept, name), stands[name].sha256) for name in anew],
        package=package.sha256,
        reason=CAUSE,
        by=str(row.proposed_by.public_id),
        agreed_by=str(row.decided_by.public_id),
        now=now,
    )
    return package


def _digest(kept: Standing, name: str) -> str:
    """The digest of the version that stands; empty for a file that an hour without records did not have."""
    return kept.files[name].sha256 if name in kept.files else ""


def _packed(row: SafeCorrection, profile: Profile, written: WrittenDay, now: datetime) -> SafePackage:
    """The package: the files made anew, and every file that stands and that no package has brought to the safe."""
    stands = standing(row.vault, row.day)
    brought = _brought(row.vault, row.day)
    package = SafePackage(
        vault=row.vault,
        name=package_of(row.day, row.vault, begins=profile.package, again=row.number),
        correction=row.number,
        carried=sorted(
            each.number for each in stands.files.values() if each.correction < row.number and each.number not in brought
        ),
        day=row.day,
        made_at=now,
        sums=written.book.kept(),
    )
    content = packed(stands.in_package(package, written.contents))
    package.sha256, package.size = digest_of(content), len(content)
    package.save(force_insert=True)
    return package


def _brought(vault: str, day: date) -> set[int]:
    """The numbers of the day's files that lie in the safe."""
    found: set[int] = set()
    for package in SafePackage.objects.filter(vault=vault, day=day, delivered_at__isnull=False):
        files = SafeFile.objects.filter(vault=vault, day=day, correction=package.correction)
        found.update(files.values_list("number", flat=True), package.carried)
    return found


def _tell(name: EventName, row: SafeCorrection, *, by: int, now: datetime, **facts: Any) -> None:
    tell(name, by=by, now=now, key=f"F-{row.pk}", day=row.day, number=row.number, **facts)


def acted(row: SafeCorrection, *, repeat: bool = False) -> CorrectionActed:
    """The answer to an act, as the row stands."""
    package = SafePackage.objects.filter(vault=row.vault, day=row.day, correction=row.number).first()
    approved = row.state == ProposalState.APPROVED and package is not None
    return CorrectionActed(
        proposal_id=row.pk,
        day=row.day,
        number=row.number,
        state=row.state,
        package=package.name if approved and package else "",
        repeat=repeat,
    )
