"""Backups and drills of the last four weeks as a drawing, and what the last of each says."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext

from casino.web.servers import ARCHIVE, DatabaseCard
from casino.wording import words
from kernel.calendar import lisbon_date
from players.duties.queries import BackupCard, DrillDone

DAYS: Final = 28
STEP: Final = 12
TALL: Final = 38
SHORT: Final = 22
WIDTH: Final = DAYS * STEP


@dataclass(frozen=True, slots=True)
class DayBar:
    """A day's backup: `code` is "full", "part" or "none"."""

    x: int
    height: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class DrillMark:
    """A drill below its day."""

    x: int
    held: bool
    text: str


@dataclass(frozen=True, slots=True)
class Copies:
    """The drawing and its words."""

    bars: tuple[DayBar, ...]
    marks: tuple[DrillMark, ...]
    text: str
    backup: str
    drill: str
    archive: str
    first: date
    width: int = WIDTH
    tall: int = TALL


def copies(
    backups: Sequence[BackupCard], drills: Sequence[DrillDone], database: DatabaseCard, *, now: datetime
) -> Copies:
    """The last four weeks, day by day of Lisbon."""
    first = lisbon_date(now) - timedelta(days=DAYS - 1)
    by_day: dict[date, BackupCard] = {}
    for each in reversed(backups):  # of several in a day the full one is drawn
        day = lisbon_date(each.at)
        if not (day in by_day and by_day[day].full):
            by_day[day] = each
    days = [first + timedelta(days=number) for number in range(DAYS)]
    bars = tuple(_bar(place, day, by_day.get(day)) for place, day in enumerate(days))
    made = sum(day in by_day for day in days)
    return Copies(
        bars=bars,
        marks=tuple(_mark(each, first) for each in drills if lisbon_date(each.at) >= first),
        text=gettext("Backups on %(made)s of %(days)s days") % {"made": made, "days": DAYS},
        backup=_backup(backups),
        drill=_drill(drills),
        archive=archive_state(database),
        first=first,
    )


def _bar(place: int, day: date, made: BackupCard | None) -> DayBar:
    named = f"{day.day}/{day.month}"
    if made is None:
        none = gettext("no backup")
        return DayBar(place * STEP, 3, "none", f"{named}: {none}")
    kind = gettext("full") if made.full else gettext("incremental")
    height = TALL if made.full else SHORT
    text = f"{named}: {kind}, {filesizeformat(made.size)}"
    return DayBar(place * STEP, height, "full" if made.full else "part", text)


def _mark(drill: DrillDone, first: date) -> DrillMark:
    day = lisbon_date(drill.at)
    place = (day - first).days
    word = gettext("the drill held") if drill.held else gettext("the drill FAILED")
    return DrillMark(place * STEP + STEP // 2 - 1, drill.held, f"{day.day}/{day.month}: {word}")


def _backup(backups: Sequence[BackupCard]) -> str:
    if not backups:
        return gettext("The house was told of no backup yet.")
    last = backups[0]
    return gettext("Last backup %(moment)s: %(kind)s, %(size)s, verified.") % {
        "moment": words.minute(last.at),
        "kind": gettext("full") if last.full else gettext("incremental"),
        "size": filesizeformat(last.size),
    }


def _drill(drills: Sequence[DrillDone]) -> str:
    if not drills:
        return gettext("No backup was restored and proven yet.")
    last = drills[0]
    if not last.held:
        return gettext("The last drill, %(moment)s, FAILED.") % {"moment": words.minute(last.at)}
    said = gettext(
        "Last drill %(moment)s: the ledger agrees (%(lines)s lines), %(rounds)s rounds came out the same, "
        "%(days)s sealed days hold; it took %(seconds)s."
    )
    return said % {
        "moment": words.minute(last.at),
        "lines": words.number(last.transfers),
        "rounds": words.number(last.rounds),
        "days": words.number(last.days),
        "seconds": words.length(timedelta(seconds=last.seconds)),
    }


def archive_state(database: DatabaseCard) -> str:
    """Whether the log is received as it is written, as far as the place that is kept for it tells."""
    slot = next((each for each in database.slots if each.name == ARCHIVE), None)
    if slot is None:
        return gettext("no archive")
    if not slot.read:
        return gettext("the archive stands still")
    behind = filesizeformat(max(0, slot.behind_bytes or 0))
    return gettext("archive continuous, %(behind)s kept for it") % {"behind": behind}
