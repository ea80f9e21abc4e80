"""The regulator's files by day, for pages: what was made and delivered, what keeps a day from it. Writes nothing."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import connection
from django.db.models import Count

from kernel.calendar import LISBON, lisbon_date
from players.events.queries import EventName, keys_told
from reporting.making.figures import SETTLED_FOR
from reporting.models import SafeFile, SafeMark, SafePackage
from reporting.six_files.day_book import DayBook
from reporting.six_files.names import Category, first_name

DUE: Final = time(4)
"""When the files of the day before are due, by the clock in Lisbon (PT-61)."""
BOARD_BEFORE: Final = timedelta(hours=2)
"""So long before it is due a package that is not in the safe stands on the board of deadlines (W02)."""
ALARM_BEFORE: Final = timedelta(hours=1)
"""So long before it is due the house gives the alarm, once (W02)."""
PAGE: Final = 30
NOT_TRIED: Final = "not-tried"
"""Why a day's files were not made that nothing kept from it: no worker ran, or no one asked."""
NO_PLAY: Final = "no-play"
"""Why a house that brings no files by itself made none of a day without a bet for money."""
_RULE: Final = re.compile(r"S\d\d")


@dataclass(frozen=True, slots=True)
class OpenDay:
    """A day that is over and not in the safe. `trouble` and `told` (a line each) are of the last try, if any.

    `correction` is the last correction of the day, which is not in the safe, and `corrected_at` when it was approved; 0
    and None where the first package is not.
    """

    day: date
    due_at: datetime
    tried_at: datetime | None
    trouble: str
    told: tuple[str, ...]
    correction: int = 0
    corrected_at: datetime | None = None

    @property
    def key(self) -> str:
        """How events name it: the day, and which correction of it."""
        return f"{self.day}/rp{self.correction}" if self.correction else f"{self.day}"

    @property
    def stands_from(self) -> datetime:
        """When it comes onto the board of deadlines: a correction at once, since a person waits for it."""
        return self.corrected_at or self.due_at - BOARD_BEFORE

    @property
    def alarm_at(self) -> datetime:
        """When the house gives the alarm."""
        return self.due_at - ALARM_BEFORE


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageCard:
    """A day's package. `files` counts its files, `size` (bytes) is the package's own; `delivered_at` None: not yet.

    `book` has the sums of the day's play by its files; None for a package made before they were kept. `correction` says
    which correction of the day it is of; 0: the first package. `replaced`: a later one took over.
    """

    day: date
    correction: int
    replaced: bool
    name: str
    files: int
    size: int
    sha256: str
    made_at: datetime
    delivered_at: datetime | None
    book: DayBook | None


def due_at(day: date) -> datetime:
    """When the package of a day has to lie in the safe."""
    return datetime.combine(day + timedelta(days=1), DUE, tzinfo=LISBON)


def open_days(*, vault: str, now: datetime) -> tuple[OpenDay, ...]:
    """The days that are over and not in the safe, the oldest first, from the one on which the house first asked; and
    every day whose last correction is not in it. A correction is due by the next 04:00 after it was approved.

    A day with a correction counts as delivered with the last one: the first package need not be there then.
    """
    last = lisbon_date(now - SETTLED_FOR) - timedelta(days=1)
    with connection.cursor() as cursor:
        cursor.execute(_OPEN, {"vault": vault, "last": last})
        rows = cursor.fetchall()
    return tuple(
        OpenDay(
            day=day,
            due_at=due_at(day if corrected_at is None else lisbon_date(corrected_at)),
            tried_at=tried_at,
            trouble=trouble or "",
            told=tuple(json.loads(told or "[]")),
            correction=correction,
            corrected_at=corrected_at,
        )
        for day, correction, corrected_at, tried_at, trouble, told in rows
    )


def why_not_made(day: date, *, played: bool) -> str:
    """Why a day has no package yet, as its seal says it: the code of the last try, with the sums that do not agree.

    `played` is whether a bet for money was laid on the day; it counts in a house that brings no files by itself.
    """
    found = SafeMark.objects.filter(day=day, correction=0).exclude(trouble="").order_by("vault").first()
    if found is not None:
        rules = sorted({rule for line in found.told if _RULE.fullmatch(rule := line.partition(" ")[0])})
        return " ".join([found.trouble, *rules])
    brings = SafeMark.objects.filter(day__lt=day, correction=0).exists()
    return NOT_TRIED if played or brings else NO_PLAY


def alarms_given(waiting: Iterable[OpenDay]) -> frozenset[str]:
    """The keys of those of which the house gave the alarm: one statement."""
    return keys_told(EventName.DAY_FILES_AWAITED, [each.key for each in waiting])


_OPEN: Final = """
WITH corrected AS (
    SELECT day, max(correction) AS number, max(made_at) AS made_at
    FROM reporting_safepackage WHERE vault = %(vault)s AND correction > 0 GROUP BY day
), due AS (
    SELECT day::date FROM generate_series(
        (SELECT min(day) + 1 FROM reporting_safemark WHERE vault = %(vault)s AND correction = 0),
        %(last)s, interval '1 day'
    ) AS day
    UNION SELECT day FROM corrected
)
SELECT due.day, coalesce(corrected.number, 0), corrected.made_at, mark.tried_at, mark.trouble, mark.told::text
FROM due
LEFT JOIN corrected ON corrected.day = due.day
LEFT JOIN reporting_safemark mark
    ON mark.vault = %(vault)s AND mark.day = due.day AND mark.correction = coalesce(corrected.number, 0)
WHERE NOT EXISTS (
    SELECT FROM reporting_safepackage package
    WHERE package.vault = %(vault)s AND package.day = due.day AND package.delivered_at IS NOT NULL
      AND package.correction = coalesce(corrected.number, 0)
)
ORDER BY 1
"""
"""From the day after the first mark to the last day that is over, and the days that were corrected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindCard:
    """The files of one kind that a day has: how many, their bytes together, the last of them and its digest."""

    kind: str
    files: int
    size: int
    made_at: datetime
    last: str
    sha256: str


def packages_between(*, vault: str, since: date, until: date) -> dict[date, tuple[PackageCard, ...]]:
    """The packages of the days in [since, until], by day: the first one, then those of its corrections."""
    found = SafePackage.objects.filter(vault=vault, day__gte=since, day__lte=until)
    by_day: dict[date, tuple[PackageCard, ...]] = {}
    for card in _cards(vault, list(found.order_by("day", "correction", "pk"))):
        by_day[card.day] = (*by_day.get(card.day, ()), card)
    return by_day


def kinds_of(*, vault: str, day: date) -> tuple[KindCard, ...]:
    """The six kinds of files that stand of a day, corrected ones in place of the first, in the order of `Category`."""
    versions = SafeFile.objects.filter(vault=vault, day=day).order_by("correction")
    stand = {first_name(row.name, row.correction): row for row in versions}
    found: dict[str, list[SafeFile]] = {}
    for row in sorted(stand.values(), key=lambda row: row.number):
        found.setdefault(row.name[:4], []).append(row)
    return tuple(
        KindCard(
            kind=kind.value,
            files=len(rows),
            size=sum(row.size for row in rows),
            made_at=max(row.made_at for row in rows),
            last=rows[-1].name,
            sha256=rows[-1].sha256,
        )
        for kind in Category
        if (rows := found.get(kind))
    )


def packages(*, vault: str, before: date | None = None, limit: int = PAGE) -> list[PackageCard]:
    """The last packages, the newest day first, and of a day its last correction; the last day with all of its own."""
    found = SafePackage.objects.filter(vault=vault).order_by("-day", "-correction", "-pk")
    rows = list((found.filter(day__lt=before) if before else found)[:limit])
    if len(rows) == limit:
        rows = [row for row in rows if row.day != rows[-1].day] + list(found.filter(day=rows[-1].day))
    return _cards(vault, rows)


def _cards(vault: str, rows: list[SafePackage]) -> list[PackageCard]:
    days = {row.day for row in rows}
    files = SafeFile.objects.filter(vault=vault, day__in=days).values("day", "correction")
    counts = {(each["day"], each["correction"]): each["count"] for each in files.annotate(count=Count("pk"))}
    last = {day: max(correction for of, correction in counts if of == day) for day, _ in counts}
    return [
        PackageCard(
            day=row.day,
            correction=row.correction,
            replaced=row.correction < last.get(row.day, 0),
            name=row.name,
            files=counts.get((row.day, row.correction), 0) + len(row.carried),
            size=row.size,
            sha256=row.sha256,
            made_at=row.made_at,
            delivered_at=row.delivered_at,
            book=DayBook.from_kept(row.sums),
        )
        for row in rows
    ]
