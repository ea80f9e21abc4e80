"""Every day's files in the regulator's safe by 04:00, and corrections: delivered, tried again, told late (PT-61)."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.calendar import lisbon_date
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import LinePart, SafeMark
from reporting.operations import regulator_line
from reporting.operations.alone import alone
from reporting.operations.horizon import is_settled
from reporting.operations.safe_files import FilesRejected, FilesRejection, deliver_files, make_files
from reporting.queries.safe_files import NOT_TRIED, OpenDay, alarms_given, open_days
from reporting.six_files.packer import Packer, PackingRefused
from reporting.six_files.profile import Profile
from reporting.six_files.safe import DeliveryRefused, Safe
from tables.operations import incidents

AGAIN: Final = timedelta(minutes=30)
"""A day that was refused is tried again after so long: a wish of its people, or a clerk's correction, may mend it."""
DAYS_AT_ONCE: Final = 3
FAULTS_MOST: Final = 50
KEYS: Final = uuid.UUID("8f2a7f52-3b0c-4a5e-9a53-5d1c6b7e0f44")
LOCK: Final = 0x5AFF


class FilesTrouble(StrEnum):
    """What keeps a day's files from the safe."""

    UNDER_WAY = "under-way"
    """A transaction that began before the day's end is not over: its lines may still be the day's (PT-58)."""
    SUMS_DIFFER = "sums-differ"
    CHANGED = "changed"
    NOT_PACKED = "not-packed"
    """A certificate is not valid: nothing is signed or encrypted with it (PT-71)."""
    SAFE_REFUSES = "safe-refuses"


@dataclass(frozen=True, slots=True)
class FilesTry:
    """What became of a day; `trouble` is None where the safe has its package."""

    day: date
    trouble: FilesTrouble | None


def deliver_due(*, profile: Profile, safe: Safe, now: datetime, packer: Packer | None = None) -> tuple[FilesTry, ...]:
    """Make and deliver the days and corrections that are not in the safe; one that is late is an incident, and an hour
    before it would be the house gives the alarm.

    Days that were never tried come first, the oldest before the others; then those that were refused the longest ago.
    A house begins with the day of its first call: older days are made by hand (`make_files`). A `packer` signs and
    encrypts each package.
    """
    with alone(LOCK, int.from_bytes(profile.vault.encode())) as mine:
        if not mine:
            return ()
        _begin(profile.vault, now)
        days = open_days(vault=profile.vault, now=now)
        due = [each for each in days if _may_try(each, now)]
        due.sort(key=lambda each: (each.tried_at is not None, each.tried_at or now, each.day))
        try:
            return tuple(_deliver(each, profile, _Way(safe, packer), now) for each in due[:DAYS_AT_ONCE])
        finally:  # whatever a try ends with: the hour goes on
            _tell(profile.vault, now)
            _tell_of_those_that_came_late(days, profile.vault, now)


def _begin(vault: str, now: datetime) -> None:
    """Of a house that never asked, note the day before as the last that it does not deliver by itself."""
    if not SafeMark.objects.filter(vault=vault).exists():
        before = lisbon_date(now) - timedelta(days=1)
        SafeMark.objects.create(vault=vault, day=before, tried_at=now)


def _may_try(waiting: OpenDay, now: datetime) -> bool:
    if waiting.tried_at is None or waiting.trouble == FilesTrouble.UNDER_WAY:
        return True
    return now - waiting.tried_at >= AGAIN


@dataclass(frozen=True, slots=True)
class _Way:
    """Where packages go, and in which form."""

    safe: Safe
    packer: Packer | None


def _deliver(waiting: OpenDay, profile: Profile, way: _Way, now: datetime) -> FilesTry:
    trouble, told = _tried(waiting.day, profile, way, now)
    found = {"tried_at": now, "trouble": trouble.value if trouble else "", "told": told}
    of = {"vault": profile.vault, "day": waiting.day, "correction": waiting.correction}
    with transaction.atomic():
        if not SafeMark.objects.filter(**of).update(**found):
            SafeMark.objects.create(**of, **found)
        if trouble in {None, FilesTrouble.SAFE_REFUSES}:  # the others say nothing of the safe
            failing = now if trouble else None
            regulator_line.note(vault=profile.vault, part=LinePart.SAFE, failing_since=failing, now=now)
    return FilesTry(waiting.day, trouble)


def _tried(day: date, profile: Profile, way: _Way, now: datetime) -> tuple[FilesTrouble | None, list[str]]:
    """What keeps the day from the safe, if anything, and each fault in a line."""
    if not is_settled(day, now=now):
        return FilesTrouble.UNDER_WAY, []
    try:
        made = make_files(day=day, profile=profile, now=now)
        deliver_files(made=made, profile=profile, safe=way.safe, now=now, packer=way.packer)
    except FilesRejected as refused:
        if refused.reason is FilesRejection.CHANGED:
            return FilesTrouble.CHANGED, list(refused.files[:FAULTS_MOST])
        faults = refused.faults[:FAULTS_MOST]
        return FilesTrouble.SUMS_DIFFER, [" ".join(filter(None, (each.rule, each.file, each.what))) for each in faults]
    except PackingRefused as refused:
        return FilesTrouble.NOT_PACKED, [str(refused)]
    except (DeliveryRefused, OSError) as refused:
        return FilesTrouble.SAFE_REFUSES, [str(refused)]
    return None, []


def _tell(vault: str, now: datetime) -> None:
    """Of what is not in the safe now: the alarm from an hour before it is due, an incident from then on (W02)."""
    waiting = [each for each in open_days(vault=vault, now=now) if now >= each.alarm_at]
    given = alarms_given(waiting)
    for each in waiting:
        if each.key not in given:
            with transaction.atomic():
                tell(EventName.DAY_FILES_AWAITED, by=None, now=now, key=each.key, day=each.day, due_at=each.due_at)
        if now >= each.due_at:
            _late(each, vault, now)


def _tell_of_those_that_came_late(before: Sequence[OpenDay], vault: str, now: datetime) -> None:
    """Open an incident for packages that reached the safe late, since no worker ran when they were due."""
    open_now = {each.key for each in open_days(vault=vault, now=now)}
    for each in before:
        if each.key not in open_now and now >= each.due_at and (each.tried_at is None or each.tried_at < each.due_at):
            _late(each, vault, now)


def _late(waiting: OpenDay, vault: str, now: datetime) -> None:
    """One incident a day or correction, and trouble, whatever else is found."""
    incidents.open_incident(
        kind="files-late",
        idempotency_key=uuid.uuid5(KEYS, f"{vault}:{waiting.key}:{waiting.trouble}"),
        facts={"reason": waiting.trouble or NOT_TRIED, "day": waiting.day.isoformat()},
        now=now,
        subject=waiting.day.isoformat(),
    )
