"""The register of those who may never play here, registered or not: entered and lifted by staff (PT-16)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import IntegrityError, transaction

from kernel.rejection import Rejected
from players.accounts import numbers
from players.events.names import EventName
from players.events.telling import tell
from players.models import Person, Prohibition, ProhibitionReason, StaffIdentity
from players.roles import Action, may

NOTE: Final = (3, 300)
"""The fewest and the most characters of a note."""


class ProhibitionRejection(StrEnum):
    """Why the register was not changed; in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    NIF_INVALID = "nif-invalid"
    REASON_UNKNOWN = "reason-unknown"
    NOTE_MISSING = "note-missing"
    NO_SUCH_ENTRY = "no-such-entry"
    ALREADY_LIFTED = "already-lifted"
    WORKS_HERE = "works-here"
    """The entry of a member of staff ends when they leave."""


class ProhibitionRejected(Rejected):
    """The register was not changed. `least` and `most` are a note's characters."""

    reason: ProhibitionRejection
    rule = "PT-16"
    least, most = NOTE


@dataclass(frozen=True, slots=True)
class ProhibitionStands:
    """An entry as it is now. `repeat`: the number stood there already for this reason, and nothing was written."""

    entry_id: int
    reason: ProhibitionReason
    lifted: bool
    repeat: bool = False


def prohibit(*, nif: str, reason: str, note: str, by: int, now: datetime) -> ProhibitionStands:
    """Enter a taxpayer number: its holder neither bets nor deposits from this moment, open tables close.

    The same number and reason again: the entry that stands. Raises `ProhibitionRejected`.
    """
    nif, note = numbers.compact(nif), note.strip()
    author = _author(by)
    if not numbers.is_nif(nif):
        raise ProhibitionRejected(ProhibitionRejection.NIF_INVALID)
    if reason not in set(ProhibitionReason):
        raise ProhibitionRejected(ProhibitionRejection.REASON_UNKNOWN)
    _check(note)
    facts = {"note": note, "added_by": author, "added_at": now}
    try:
        with transaction.atomic():
            entry, created = Prohibition.objects.get_or_create(nif=nif, reason=reason, lifted_at=None, defaults=facts)
            if created:
                tell(EventName.BAR_ENTERED, by=by, now=now, key=f"B-{entry.pk}", why=note, cause=str(reason))
    except IntegrityError:  # another member of staff lifted it between the look and the writing
        raise ProhibitionRejected(ProhibitionRejection.ALREADY_LIFTED) from None
    return ProhibitionStands(entry.pk, ProhibitionReason(reason), lifted=False, repeat=not created)


def lift_prohibition(*, entry_id: int, note: str, by: int, now: datetime) -> ProhibitionStands:
    """End an entry, with who and why; it stays readable. Raises `ProhibitionRejected`."""
    note = note.strip()
    author = _author(by)
    _check(note)
    with transaction.atomic():
        entry = Prohibition.objects.select_for_update().filter(pk=entry_id).first()
        if entry is None:
            raise ProhibitionRejected(ProhibitionRejection.NO_SUCH_ENTRY)
        if entry.lifted_at is not None:
            raise ProhibitionRejected(ProhibitionRejection.ALREADY_LIFTED)
        if entry.reason == ProhibitionReason.OPERATOR_STAFF and _works_here(entry.nif):
            raise ProhibitionRejected(ProhibitionRejection.WORKS_HERE)
        entry.lifted_at, entry.lifted_by, entry.lift_note = now, author, note
        entry.save(update_fields=["lifted_at", "lifted_by", "lift_note"])
        tell(EventName.BAR_LIFTED, by=by, now=now, key=f"B-{entry.pk}", why=note, cause=str(entry.reason))
    return ProhibitionStands(entry.pk, ProhibitionReason(entry.reason), lifted=True)


def _author(by: int) -> Person:
    author = Person.objects.filter(pk=by).first()
    if author is None or not may(author, Action.VERIFY_PLAYER):
        raise ProhibitionRejected(ProhibitionRejection.NOT_ALLOWED)
    return author


def _works_here(nif: str) -> bool:
    return StaffIdentity.objects.filter(nif=nif, ended_at__isnull=True).exists()


def _check(note: str) -> None:
    if not NOTE[0] <= len(note) <= NOTE[1] or not note.isprintable():
        raise ProhibitionRejected(ProhibitionRejection.NOTE_MISSING)
