"""Each night chance names a sealed day, which is compared with the rows of today, and an archived one, which is fetched
back and verified as a stranger would. So a touched day comes out without a request, and its turn cannot be foreseen.
"""

import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.db.models import QuerySet

from kernel.calendar import LISBON
from reporting.making.figures import day_bounds, day_of
from reporting.models import ArchivedDay, NightCheck, NightKind, SealedDay
from reporting.operations.alone import alone
from reporting.operations.archiving import Archive, note_read
from reporting.operations.archiving_days import faults_of_archived
from reporting.operations.comparing_days import ComparedDay, compared_day

LOCK: Final = 0x5AB14
BEGINS_AT: Final = timedelta(hours=4, minutes=30)
"""After midnight in Lisbon: the day before is sealed then, and its files lie in the safe."""
Row = TypeVar("Row", SealedDay, ArchivedDay)


def compare_a_day(*, now: datetime) -> NightCheck | None:
    """Compare a sealed day that chance names with the rows, once a night; None where it is done, or not time yet."""
    with alone(LOCK, 1) as mine:
        if not mine or not _is_due(NightKind.ROWS, now):
            return None
        sealed = _any_of(SealedDay.objects.order_by("pk"))
        if sealed is None:
            return None
        found = compared_day(sealed)
        return NightCheck.objects.create(
            kind=NightKind.ROWS, sealed=sealed, at=now, count=found.count + (not found.folder), told=list(_lines(found))
        )


def verify_an_archived_day(*, archive: Archive, now: datetime) -> NightCheck | None:
    """Fetch an archived day that chance names back and verify it, once a night."""
    with alone(LOCK, 2) as mine:
        if not mine or not _is_due(NightKind.ARCHIVE, now):
            return None
        row = _any_of(ArchivedDay.objects.filter(removed_at=None).select_related("sealed").order_by("pk"))
        if row is None:
            return None
        faults = faults_of_archived(row, archive=archive)
        note_read(row, same=not faults, now=now)
        return NightCheck.objects.create(
            kind=NightKind.ARCHIVE, sealed=row.sealed, at=now, count=len(faults), told=list(faults)
        )


def _is_due(kind: NightKind, now: datetime) -> bool:
    """Whether it is time, and this night's is not done."""
    since = day_bounds(day_of(now))[0]
    local = now.astimezone(LISBON)
    early = timedelta(hours=local.hour, minutes=local.minute) < BEGINS_AT
    return not early and not NightCheck.objects.filter(kind=kind, at__gte=since).exists()


def _any_of(rows: QuerySet[Row]) -> Row | None:
    count = rows.count()
    return rows[secrets.randbelow(count)] if count else None


def _lines(found: ComparedDay) -> Iterator[str]:
    if not found.folder:
        yield "folder"
    for each in found.changes:
        yield f"{each.change} {each.file} {each.line} {each.key}".rstrip()
