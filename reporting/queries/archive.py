"""Reads the archive: the days in it, those that are due, those that do not come back."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Max, Min, Q, QuerySet

from kernel.calendar import end_of_day
from kernel.questions import NOW, TODAY, Question, whether_any
from players.keeping.queries import Keeping, archived_after
from reporting.making.archive_days import last_day_due
from reporting.models import Archived, ArchivedDay, DailyReport, DaySalt, SealedDay
from reporting.sealing.reading import unerased

VERIFIED_EVERY: Final = timedelta(days=365)
"""What was not read back for so long stands on the board of deadlines."""
_REPORTS: Final = Archived.objects.all()
_DAYS: Final = ArchivedDay.objects.filter(removed_at=None)
_ERASED: Final = DaySalt.objects.filter(erased_at__isnull=False)
_LEFT: Final = _DAYS.filter(sealed__day__in=_ERASED.values("day"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveState:
    """How the archive stands. `waiting` are due and not in it, the oldest since `waiting_since`."""

    stored: int
    last_stored_at: datetime | None
    longest_unread: datetime | None
    """When the one that was read back longest ago was."""
    unread: int
    """Not read back within `VERIFIED_EVERY`."""
    failed: int
    failed_since: datetime | None
    waiting: int
    waiting_since: datetime | None

    @property
    def troubled(self) -> bool:
        """Whether staff have to look at it."""
        return bool(self.unread or self.failed or self.waiting)


def archive_state(*, now: datetime) -> ArchiveState:
    """How the daily reports in it stand."""
    return _state(_REPORTS, DailyReport.objects.all(), now)


def archived_days(*, now: datetime) -> ArchiveState:
    """How the sealed days in it stand."""
    return _state(_DAYS, unerased(SealedDay.objects.all()), now)


@dataclass(frozen=True, slots=True)
class ErasedCopies:
    """Copies of erased days that lie in the archive all the same, and since when the first should be gone."""

    count: int
    since: datetime


def erased_copies() -> ErasedCopies | None:
    """Those that the archive has not given up yet; None where there are none."""
    count = _LEFT.count()
    since = _ERASED.filter(day__in=_LEFT.values("sealed__day")).aggregate(first=Min("erased_at"))["first"]
    return ErasedCopies(count, since) if count else None


def _any_trouble(kept: QuerySet[Any], owed: QuerySet[Any], *others: QuerySet[Any]) -> Question:
    """Whether `_state` may be troubled; a month of the time on line counts as its shortest, 28 days."""
    on_line = timedelta(days=28 * archived_after(Keeping.DAILY_REPORTS))
    failed = kept.filter(Q(failed_at__isnull=False) | Q(verified_at__lt=NOW - VERIFIED_EVERY))
    return whether_any(failed, owed.filter(day__lte=TODAY - on_line, archived=None), *others)


def _state(kept: QuerySet[Any], owed: QuerySet[Any], now: datetime) -> ArchiveState:
    """`kept`: rows of the archive; `owed`: all that is delivered to it in time."""
    found = kept.aggregate(
        stored=Count("pk"),
        last_stored_at=Max("stored_at"),
        longest_unread=Min("verified_at"),
        unread=Count("pk", filter=Q(verified_at__lt=now - VERIFIED_EVERY)),
        failed=Count("failed_at"),
        failed_since=Min("failed_at"),
    )
    due = owed.filter(day__lte=last_day_due(now), archived=None)
    waiting = due.aggregate(waiting=Count("pk"), first=Min("day"))
    first = waiting.pop("first")
    return ArchiveState(**found, **waiting, waiting_since=None if first is None else end_of_day(first))


ANY_REPORT_IN_TROUBLE: Final = _any_trouble(_REPORTS, DailyReport.objects.all())
"""Whether `archive_state` may be troubled."""
ANY_DAY_IN_TROUBLE: Final = _any_trouble(_DAYS, unerased(SealedDay.objects.all()), _LEFT)
"""Whether `archived_days` may be troubled, or `erased_copies` has any."""
