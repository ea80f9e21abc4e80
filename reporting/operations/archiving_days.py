"""Sealed days in the archive: each after its time on line, as one file that a stranger verifies without the house.

As with the daily reports (`reporting.operations.archiving`) the archive is never called inside a transaction, and a
delivery that is repeated is none. The same day may be packed into other bytes another time, by another library or with
another checkpoint: the file that lies in the archive already counts if it has that day and holds.
"""

import hashlib
import tempfile
import zipfile
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Final

from django.db import IntegrityError, transaction

from reporting.making.archive_days import last_day_due
from reporting.models import ArchivedDay, SealedDay
from reporting.operations.alone import alone
from reporting.operations.archiving import READ_AGAIN, Archive, comes_back, delivered, note_read, receipt_of
from reporting.operations.exporting_days import archive_of, whole_root
from reporting.operations.log import verifier_key
from reporting.sealing.folders import MANIFEST, folder_of
from reporting.sealing.reading import erased, unerased
from reporting.verifier import verify_days

AT_ONCE: Final = 10
"""So many days are delivered, or read back, in one pass: ten years of them within a month."""
FAULTS_MOST: Final = 20
LOCK: Final = 0x5AB15
"""Held while copies are delivered or removed: a day that is erased meanwhile is not delivered behind the removal."""


def archive_days_due(*, archive: Archive, now: datetime, limit: int = AT_ONCE) -> int:
    """Deliver the sealed days that are due and have no receipt, the oldest first; how many were stored. One that the
    archive does not take, or whose folder is lost, holds up no other.
    """
    with alone(LOCK, 0) as mine:
        if not mine:  # another process delivers, or takes away
            return 0
        due = unerased(SealedDay.objects.filter(day__lte=last_day_due(now), archived=None))
        due = due.select_related("leaf").order_by("day", "revision")
        return sum(_store(archive, sealed, now) for sealed in list(due[:limit]))


def remove_erased_days(*, archive: Archive | None, now: datetime) -> bool:
    """Take the copies of erased days out of the archive; whether none is left that has a receipt.

    Killed anywhere, the next call goes on: a copy that is gone is removed again without effect, and its receipt says so
    then. A copy without a receipt was left by a process that died after it had delivered: it goes by its name.
    """
    with alone(LOCK, 0) as mine:
        if not mine:
            return False
        rows = erased(SealedDay.objects.all()).filter(archived__removed_at=None).select_related("archived")
        kept = [sealed for sealed in rows.order_by("day", "revision") if not _removed(archive, sealed, now)]
        return not kept


def _removed(archive: Archive | None, sealed: SealedDay, now: datetime) -> bool:
    row = getattr(sealed, "archived", None)
    if archive is None:
        return row is None
    try:
        archive.remove(_name(sealed) if row is None else row.name)
    except OSError:
        return row is None
    if row is not None:
        with transaction.atomic():
            ArchivedDay.objects.filter(pk=row.pk, removed_at=None).update(removed_at=now)
    return True


def verify_archived_days(*, archive: Archive, now: datetime, limit: int = AT_ONCE) -> int:
    """Read back what was not for `READ_AGAIN`, the longest ago first; how many were the same. One that differs, or does
    not come, stands on the board of deadlines until it comes whole.
    """
    late = ArchivedDay.objects.filter(verified_at__lt=now - READ_AGAIN, removed_at=None).order_by("verified_at")
    return sum(_read_back(archive, row, now) for row in list(late[:limit]))


def faults_of_archived(row: ArchivedDay, *, archive: Archive) -> tuple[str, ...]:
    """Fetch a day back and verify it as a stranger does, with nothing but the log's key. Empty for one that holds."""
    try:
        content = archive.fetch(row.name)
    except OSError as error:
        return (str(error)[:200],)
    if hashlib.sha256(content).hexdigest() != row.sha256:
        return ("sha256",)
    return _faults(row.sealed, content)


def _store(archive: Archive, sealed: SealedDay, now: datetime) -> bool:
    name = _name(sealed)
    try:
        content = _there(archive, sealed, name) or _packed(sealed)
        if content is None:
            return False
        receipt = delivered(archive, name, content)
    except OSError:
        return False
    if _faults(sealed, content):
        return False
    try:
        with transaction.atomic():
            ArchivedDay.objects.create(sealed=sealed, **receipt_of(name, content, receipt, now=now))
    except IntegrityError:  # another process stored it at the same moment
        return False
    return True


def _name(sealed: SealedDay) -> str:
    return f"sealed-days/{sealed.day:%Y}/{sealed.day}-r{sealed.revision}.zip"


def _there(archive: Archive, sealed: SealedDay, name: str) -> bytes | None:
    """What a process that died before the receipt was kept left in the archive, if it is that day."""
    try:
        content = archive.fetch(name)
    except OSError:
        return None
    return None if _faults(sealed, content) else content


def _packed(sealed: SealedDay) -> bytes | None:
    with whole_root(sealed) as root:
        if root is None:
            return None
        with archive_of(root, sealed) as file:
            file.seek(0)
            return file.read()


def _faults(sealed: SealedDay, content: bytes) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            with zipfile.ZipFile(BytesIO(content)) as packed:
                packed.extractall(folder)  # its digest, or the proof below, says whose it is
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            return (str(error)[:200],)
        manifest = folder_of(folder, sealed.day, sealed.revision) / MANIFEST
        if not manifest.is_file() or hashlib.sha256(manifest.read_bytes()).hexdigest() != sealed.sha256:
            return (MANIFEST,)
        keys = (verify_days.read_key(verifier_key(), verify_days.SIGNS),)
        try:
            found = verify_days.verify(verify_days.Asked(folder=folder, keys=keys, every=True))
        except verify_days.WrongUsageError as error:
            return (str(error),)
    return tuple(each.text("en").splitlines()[0] for each in found.faults[:FAULTS_MOST])


def _read_back(archive: Archive, row: ArchivedDay, now: datetime) -> bool:
    same = comes_back(archive, row)
    note_read(row, same=same, now=now)
    return same
