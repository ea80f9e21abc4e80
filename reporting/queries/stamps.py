"""The time stamps of sealed days, for pages. Writes nothing."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from kernel.questions import NOW, Given, whether_any
from reporting.models import DayStamp, SealedDay

WITHIN: Final = timedelta(hours=24)
"""How long after a day's sealing its stamp says something (V16)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnstampedDay:
    """A sealed day that has no stamp yet; `due_at` is when one would come too late."""

    day: date
    sealed_at: datetime
    due_at: datetime


def stamped_at(*, day: date) -> datetime | None:
    """The moment that an authority stamped the last seal of a day, or None."""
    found = DayStamp.objects.filter(sealed__day=day).order_by("-sealed__revision")
    return found.values_list("stamped_at", flat=True).first()


def unstamped_days(*, now: datetime) -> tuple[UnstampedDay, ...]:
    """The sealed days that wait for a stamp, the oldest first."""
    found = _unstamped(now).order_by("day", "revision")
    return tuple(UnstampedDay(day=each.day, sealed_at=each.sealed_at, due_at=each.sealed_at + WITHIN) for each in found)


def _unstamped(now: datetime | Given) -> QuerySet[SealedDay]:
    return SealedDay.objects.filter(stamp=None, sealed_at__gt=now - WITHIN)


ANY_UNSTAMPED: Final = whether_any(_unstamped(NOW))
"""Whether `unstamped_days` has any."""
