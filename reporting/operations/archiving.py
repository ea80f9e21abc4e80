"""The archive: daily reports that have been on line for their time are delivered outside, and read back (PT-56).

The archive is an adapter (`Archive`). It is never called inside a transaction; what it answers is written afterwards.
A delivery that is repeated is none, so a process may be killed between the two.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from django.db import IntegrityError, transaction

from players.events.names import EventName
from players.events.telling import tell
from reporting.making.archive_days import last_day_due
from reporting.models import Archived, DailyReport, InArchive

AT_ONCE: Final = 50
READ_AGAIN: Final = timedelta(days=30)
"""How long a delivery that was read back counts as whole before it is read again."""


class Archive(Protocol):
    """Where copies lie that the house cannot change."""

    def deliver(self, name: str, content: bytes) -> str:
        """Keep the bytes under a name and answer the receipt. The same again is no second delivery: the same receipt.

        Raises `OSError` when it cannot be kept now, and when the name has other bytes already.
        """
        ...

    def fetch(self, name: str) -> bytes:
        """The bytes of a name. Raises `OSError` when they cannot be had."""
        ...

    def remove(self, name: str) -> None:
        """Take the bytes of a name away, for what two persons erased; removed before, or never there, is the same.

        Raises `OSError` when it cannot be done now, or cannot be known.
        """
        ...


def archive_due(*, archive: Archive, now: datetime, limit: int = AT_ONCE) -> int:
    """Deliver the reports that are due and have no receipt, the oldest first; how many were stored. One that the
    archive does not take holds up no other.
    """
    due = DailyReport.objects.filter(day__lte=last_day_due(now), archived=None).order_by("day", "revision")
    return sum(_store(archive, row, now) for row in list(due[:limit]))


def verify_archive(*, archive: Archive, now: datetime, limit: int = AT_ONCE) -> int:
    """Read back what was not for `READ_AGAIN`, the longest ago first; how many were the same. One that differs, or does
    not come, is told once as an event and stands on the board of deadlines until it comes whole.
    """
    late = Archived.objects.filter(verified_at__lt=now - READ_AGAIN).order_by("verified_at")
    return sum(_verify(archive, row, now) for row in list(late.select_related("report")[:limit]))


def delivered(archive: Archive, name: str, content: bytes) -> str:
    """Deliver the bytes, and read them back at once; the receipt. Raises `OSError`, also for other bytes."""
    receipt = archive.deliver(name, content)
    if archive.fetch(name) != content:
        raise OSError(f"{name} comes back as something else")
    return receipt


def receipt_of(name: str, content: bytes, receipt: str, *, now: datetime) -> dict[str, Any]:
    """What a row keeps of a delivery (`InArchive`)."""
    sha256 = hashlib.sha256(content).hexdigest()
    times = {"stored_at": now, "verified_at": now}
    return {"name": name, "sha256": sha256, "size": len(content), "receipt": receipt, **times}


def comes_back(archive: Archive, row: InArchive) -> bool:
    """Whether the archive gives back the bytes that were delivered."""
    try:
        return hashlib.sha256(archive.fetch(row.name)).hexdigest() == row.sha256
    except OSError:
        return False


def note_read(row: InArchive, *, same: bool, now: datetime) -> bool:
    """Keep that it came back as it was, or since when it does not; whether it does not just from now on."""
    with transaction.atomic():
        kept = type(row)._default_manager.select_for_update(no_key=True).get(pk=row.pk)
        fails = not same and kept.failed_at is None
        if same:
            kept.verified_at, kept.failed_at = max(now, kept.verified_at), None
        elif fails:
            kept.failed_at = now
        kept.save(update_fields=["verified_at", "failed_at"])
    return fails


def _store(archive: Archive, row: DailyReport, now: datetime) -> bool:
    name, content = f"daily-reports/{row.day:%Y}/{row.day}-r{row.revision}.json", row.document.encode()
    try:
        receipt = delivered(archive, name, content)
    except OSError:
        return False
    try:
        with transaction.atomic():
            Archived.objects.create(report=row, **receipt_of(name, content, receipt, now=now))
            _tell(EventName.ARCHIVE_STORED, row, now)
    except IntegrityError:  # another process stored it at the same moment
        return False
    return True


def _verify(archive: Archive, row: Archived, now: datetime) -> bool:
    same = comes_back(archive, row)
    with transaction.atomic():
        if note_read(row, same=same, now=now):
            _tell(EventName.ARCHIVE_FAILED, row.report, now)
    return same


def _tell(name: EventName, row: DailyReport, now: datetime) -> None:
    key = f"{row.day}/r{row.revision}"
    tell(name, by=None, now=now, key=key, day=row.day, revision=row.revision, sha256=row.sha256)
