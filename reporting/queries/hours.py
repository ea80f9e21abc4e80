"""The hours whose files the house makes by itself: which wait, and which was made last (W01). Writes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from django.db.models import Max, Min

from reporting.models import HourMark
from reporting.six_files.hours import Hour, hour_of
from reporting.six_files.line import TERMS

MOST: Final = 200
"""Hours that are looked at in one go: eight days of a house that stood still."""


@dataclass(frozen=True, slots=True)
class OpenHour:
    """An hour that is over and has no files yet. `looked_at` is None before the first look; the rest is of the last
    try, if there was one."""

    hour: Hour
    looked_at: datetime | None
    tried_at: datetime | None
    trouble: str
    told: tuple[str, ...]

    @property
    def due_at(self) -> datetime:
        """Until when its files have to be made."""
        return self.hour.end + TERMS.hour_within


@dataclass(frozen=True, slots=True)
class HourMade:
    """The hour whose files were made last, and when."""

    hour: Hour
    made_at: datetime


def open_hours(*, vault: str, now: datetime, limit: int = MOST) -> tuple[OpenHour, ...]:
    """The hours that are over and have no files, the oldest first, from the one in which the house first asked."""
    return tuple(islice(_open(vault, now), limit))


def hours_unseen(*, vault: str, now: datetime, limit: int = MOST) -> tuple[Hour, ...]:
    """The hours that are over and were never looked at, the oldest first; none of a house that never asked."""
    last = HourMark.objects.filter(vault=vault).aggregate(last=Max("starts_at"))["last"]
    return () if last is None else tuple(islice(_after(last, now), limit))


def last_made(*, vault: str) -> HourMade | None:
    """The hour that was made last; None where none was."""
    row = HourMark.objects.filter(vault=vault, made_at__isnull=False).order_by("-made_at", "-starts_at").first()
    if row is None or row.made_at is None:
        return None
    return HourMade(hour_of(row.starts_at), row.made_at)


def _open(vault: str, now: datetime) -> Iterator[OpenHour]:
    marks = HourMark.objects.filter(vault=vault)
    first = marks.aggregate(first=Min("starts_at"))["first"]
    for mark in marks.filter(made_at__isnull=True, starts_at__gt=first).order_by("starts_at") if first else ():
        yield OpenHour(hour_of(mark.starts_at), mark.looked_at, mark.tried_at, mark.trouble, tuple(mark.told))
    for hour in hours_unseen(vault=vault, now=now):
        yield OpenHour(hour, None, None, "", ())


def _after(starts_at: datetime, now: datetime) -> Iterator[Hour]:
    """The hours after the one that begins then, as far as they are over."""
    hour = hour_of(hour_of(starts_at).end)
    while hour.end <= now:
        yield hour
        hour = hour_of(hour.end)
