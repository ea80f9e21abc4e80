"""Every hour's files within a quarter of an hour: made once no row of the hour can come any more (PT-58, W01).

They are kept as a day's files are, so that the day's package has the same bytes. The safe takes them with their day.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction

from reporting.making.figures import SETTLED_FOR
from reporting.models import HourMark, SafeFile
from reporting.operations import horizon, regulator_line
from reporting.operations.alone import alone
from reporting.operations.making_files import Numbers, keep_files, lock_safe, standing, written_of_hour
from reporting.queries.hours import OpenHour, hours_unseen, open_hours
from reporting.six_files import gate
from reporting.six_files.gate import Fault
from reporting.six_files.gathering import gathered_hour
from reporting.six_files.hours import Hour, hour_of
from reporting.six_files.line import TERMS
from reporting.six_files.names import names_of_hour
from reporting.six_files.play import NotTold
from reporting.six_files.profile import Profile

AGAIN: Final = timedelta(minutes=5)
"""An hour whose sums did not agree is tried again after so long."""
HOURS_AT_ONCE: Final = 6
FAULTS_MOST: Final = 50
LOCK: Final = 0x5B01


class HourTrouble(StrEnum):
    """What keeps an hour's files from being made."""

    UNDER_WAY = "under-way"
    """A transaction that began before the hour was settled is not over after five minutes."""
    SUMS_DIFFER = "sums-differ"


@dataclass(frozen=True, slots=True)
class HourTry:
    """What became of an hour: made, in trouble, or neither while it waits for transactions that are under way."""

    hour: Hour
    made: bool
    trouble: HourTrouble | None = None


def make_hours_due(*, profile: Profile, now: datetime) -> tuple[HourTry, ...]:
    """Make the files of the hours that are over, settled and not made; a few at a time, the oldest first.

    A house begins with the hour of its first call; the day's files have those before. Called again, or killed at any
    line and called again, it makes the same files once. Cheap where nothing is due.
    """
    with alone(LOCK, int.from_bytes(profile.vault.encode())) as mine:
        if not mine:
            return ()
        _begin(profile.vault, now)
        _look(profile.vault, now)
        regulator_line.watch_captor(vault=profile.vault, now=now)
        due = [each for each in open_hours(vault=profile.vault, now=now) if _may_try(each, now)]
        due.sort(key=lambda each: (bool(each.trouble), each.hour.start))
        tried = tuple(_try(each, profile, now) for each in due[:HOURS_AT_ONCE])
        regulator_line.watch_captor(vault=profile.vault, now=now)
    return tried


def _begin(vault: str, now: datetime) -> None:
    """Of a house that never asked, note the hour before as one that it does not make by itself."""
    if not HourMark.objects.filter(vault=vault).exists():
        before = hour_of(hour_of(now).start - timedelta(microseconds=1))
        HourMark.objects.create(vault=vault, starts_at=before.start, horizon=0, looked_at=now)


def _look(vault: str, now: datetime) -> None:
    """Note of each hour that is settled by the clock which transactions have begun by now: they are waited for."""
    hours = [hour for hour in hours_unseen(vault=vault, now=now) if hour.end + SETTLED_FOR <= now]
    horizon.look_at_hours(vault, [hour.start for hour in hours], now=now)


def _may_try(waiting: OpenHour, now: datetime) -> bool:
    if waiting.looked_at is None:
        return False
    return waiting.trouble != HourTrouble.SUMS_DIFFER or waiting.tried_at is None or now - waiting.tried_at >= AGAIN


def _try(waiting: OpenHour, profile: Profile, now: datetime) -> HourTry:
    hour = waiting.hour
    mark = HourMark.objects.filter(vault=profile.vault, starts_at=hour.start)
    if not horizon.is_hour_over(profile.vault, hour.start):
        waited = waiting.looked_at is not None and now - waiting.looked_at >= TERMS.wait_most
        trouble = HourTrouble.UNDER_WAY if waited else None
        mark.update(tried_at=now, trouble=trouble.value if trouble else "", told=[])
        return HourTry(hour, made=False, trouble=trouble)
    faults = _make(hour, profile, now)
    if faults:
        told = [" ".join(filter(None, (each.rule, each.file, each.what))) for each in faults[:FAULTS_MOST]]
        mark.update(tried_at=now, trouble=HourTrouble.SUMS_DIFFER.value, told=told)
        return HourTry(hour, made=False, trouble=HourTrouble.SUMS_DIFFER)
    return HourTry(hour, made=True)


def _make(hour: Hour, profile: Profile, now: datetime) -> tuple[Fault, ...]:
    """Make an hour's four files and keep their rows, or say what does not agree; one transaction.

    Where the day was made first they are kept already, and nothing is made.
    """
    names = names_of_hour(hour, profile.vault, profile.repeated_hour)
    with transaction.atomic():
        lock_safe(profile.vault)
        stands = standing(profile.vault, hour.day)
        kept = {name: row for name, row in stands.files.items() if name in names}
        if len(kept) < len(names):
            try:
                found = gathered_hour(hour, profile)
            except NotTold as error:
                return (Fault("S07", "", str(error)),)
            numbered = Numbers(profile.vault, stands, now)
            written = written_of_hour(found, hour, profile, numbered)
            if faults := gate.faults_of_hour(hour, written, profile, found.rules):
                return faults
            fresh = {each.name: each.content for each in written if each.name not in kept}
            keep_files(fresh, day=hour.day, profile=profile, numbers=numbered)
        made = {"made_at": _made_at(kept.values(), now), "tried_at": now, "trouble": "", "told": []}
        HourMark.objects.filter(vault=profile.vault, starts_at=hour.start).update(**made)
    return ()


def _made_at(kept: Iterable[SafeFile], now: datetime) -> datetime:
    """When the hour had its files: now, or when the day's making brought the last of them."""
    return max((row.made_at for row in kept), default=now)
