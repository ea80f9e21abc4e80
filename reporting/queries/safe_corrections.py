"""Corrections of the regulator's files, for pages: those that wait, those decided, what each changed."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.db.models import QuerySet

from kernel.questions import whether_any
from kernel.sorting import with_names
from reporting.models import ProposalState, SafeCorrection, SafeFile, SafePackage
from reporting.six_files.names import Category, first_name

PAGE: Final = 30


@dataclass(frozen=True, slots=True)
class Change:
    """A file of a correction: its name and SHA-256 before and after.

    Of a proposal `new` is what the file would be with the number and moment that it has; of a correction that was made
    it is the file that lies in the package.
    """

    name: str
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionCard:
    """A correction as it stands; `state` is proposed, approved or rejected, `package` its name once it is made."""

    id: int
    day: date
    number: int
    state: str
    reason: str
    changes: tuple[Change, ...]
    proposed_by_id: int
    proposed_by: str
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    rejection: str
    package: str
    sha256: str
    delivered_at: datetime | None

    @property
    def kinds(self) -> tuple[tuple[str, int], ...]:
        """How many files of each kind it changes, in the order of `Category`."""
        counts = ((kind.value, sum(each.name.startswith(kind.value) for each in self.changes)) for kind in Category)
        return tuple((kind, count) for kind, count in counts if count)


def waiting_corrections(*, vault: str) -> tuple[CorrectionCard, ...]:
    """The proposals that wait for a second person, the oldest first."""
    return _cards(_WAITING.filter(vault=vault).order_by("pk"))


_WAITING: Final = SafeCorrection.objects.filter(state=ProposalState.PROPOSED)
ANY_CORRECTION: Final = whether_any(_WAITING)
"""Whether one waits, of any safe."""


def decided_corrections(*, vault: str, limit: int = PAGE) -> tuple[CorrectionCard, ...]:
    """The corrections that were decided, the latest first."""
    found = SafeCorrection.objects.filter(vault=vault).exclude(state=ProposalState.PROPOSED)
    return _cards(found.order_by("-decided_at", "-pk")[:limit])


def correction(number: int) -> CorrectionCard | None:
    """The correction with this number, or None."""
    return next(iter(_cards(SafeCorrection.objects.filter(pk=number))), None)


def _cards(found: QuerySet[SafeCorrection]) -> tuple[CorrectionCard, ...]:
    rows = list(with_names(found, proposed_by=("nickname",), decided_by=("nickname",)))
    vaults, days = {row.vault for row in rows}, {row.day for row in rows if row.state == ProposalState.APPROVED}
    packages = SafePackage.objects.filter(vault__in=vaults, day__in=days, correction__gt=0)
    made = {(each.vault, each.day, each.correction): each for each in packages}
    files: dict[tuple[str, date], list[SafeFile]] = {}
    for each in SafeFile.objects.filter(vault__in=vaults, day__in=days).order_by("correction"):
        files.setdefault((each.vault, each.day), []).append(each)
    return tuple(
        _card(row, made.get((row.vault, row.day, row.number)), files.get((row.vault, row.day), [])) for row in rows
    )


def _card(row: SafeCorrection, package: SafePackage | None, files: list[SafeFile]) -> CorrectionCard:
    approved = row.state == ProposalState.APPROVED
    made = package if approved else None
    return CorrectionCard(
        id=row.pk,
        day=row.day,
        number=row.number,
        state=row.state,
        reason=row.reason,
        changes=_changes(row.number, files) if approved else tuple(Change(**each) for each in row.changes),
        proposed_by_id=row.proposed_by_id,
        proposed_by=row.proposed_by.nickname,
        proposed_at=row.proposed_at,
        decided_by="" if row.decided_by is None else row.decided_by.nickname,
        decided_at=row.decided_at,
        rejection=row.rejection,
        package="" if made is None else made.name,
        sha256="" if made is None else made.sha256,
        delivered_at=None if made is None else made.delivered_at,
    )


def _changes(number: int, files: list[SafeFile]) -> tuple[Change, ...]:
    """The changes of a correction that was made: its own files beside those that stood before it."""
    before = {first_name(each.name, each.correction): each.sha256 for each in files if each.correction < number}
    return tuple(
        Change(each.name, before.get(first_name(each.name, each.correction), ""), each.sha256)
        for each in sorted(files, key=lambda each: each.name)
        if each.correction == number
    )
