"""A day's files in memory, as its facts make them now, beside the versions of them that stand; rows of first ones."""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Max

from reporting.models import SafeFile, SafePackage
from reporting.six_files import gate, reading, writing
from reporting.six_files.day_book import DayBook, book_of
from reporting.six_files.gate import Fault
from reporting.six_files.gathering import Day, gathered, unwatched
from reporting.six_files.hours import Hour, hours_of, parts_of
from reporting.six_files.names import Category, first_name, name_of
from reporting.six_files.play import NotTold
from reporting.six_files.profile import Profile
from reporting.six_files.reading import Written
from reporting.six_files.records import SummaryRecord

LOCK: Final = 0x5AFE
"""First half of the advisory lock that lets one process at a time number a safe's files."""


class SumsDiffer(Exception):
    """A sum of the gate does not agree, or the facts of a round contradict each other: `faults` are all of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(", ".join(fault.rule for fault in faults))
        self.faults = tuple(faults)


def lock_safe(vault: str) -> None:
    """Wait until no other transaction numbers files of this safe, and keep others waiting until this one ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [LOCK, vault])


@dataclass(frozen=True, slots=True)
class Standing:
    """The files of a day that stand, by their first names, and the number of the day's last correction, or 0."""

    files: Mapping[str, SafeFile]
    correction: int

    def without(self, names: Collection[str]) -> "Standing":
        """The same without the files of these first names."""
        return Standing({name: row for name, row in self.files.items() if name not in names}, self.correction)

    def differing(self, now: Mapping[str, bytes]) -> list[str]:
        """The first names of the files that the facts make otherwise now.

        Once the day was made, a file that it did not have counts too: an hour without records may have had none.
        """
        other = {name for name, row in self.files.items() if name not in now or digest_of(now[name]) != row.sha256}
        made = any(name.startswith(Category.SUMMARY) for name in self.files)
        return sorted(other | (now.keys() - self.files.keys() if made else set()))

    def names_of(self, firsts: Collection[str]) -> list[str]:
        """The names that these files stand under; the first one of a file that was never made."""
        return [self.files[name].name if name in self.files else name for name in firsts]

    def in_package(self, package: SafePackage, now: Mapping[str, bytes]) -> dict[str, bytes]:
        """What the package of the last making holds, by name: the files made with it, and those that it carries."""
        return {
            row.name: now[name]
            for name, row in self.files.items()
            if row.correction == package.correction or row.number in package.carried
        }


def standing(vault: str, day: date) -> Standing:
    """What stands of a day: of each file its last correction, else its first making (W08)."""
    rows = SafeFile.objects.filter(vault=vault, day=day).order_by("correction")
    files = {first_name(row.name, row.correction): row for row in rows}
    return Standing(files, max((row.correction for row in files.values()), default=0))


class Numbers:
    """The envelope of each file: of one that stands as it was made, of another the next number of the safe, now."""

    def __init__(self, vault: str, kept: Standing, now: datetime, anew: Collection[str] = ()) -> None:
        last = SafeFile.objects.filter(vault=vault).aggregate(last=Max("number"))["last"]
        self._next = 0 if last is None else last + 1
        self._now = now
        self._given = {name: writing.Envelope(row.made_at, row.number) for name, row in kept.files.items()}
        self._there = frozenset(self._given) | frozenset(anew)

    def is_there(self, name: str) -> bool:
        """Whether the safe has a file of this first name: it cannot be left out any more."""
        return name in self._there

    def of(self, name: str) -> writing.Envelope:
        """The envelope of the file of this first name."""
        if name not in self._given:
            self._given[name] = writing.Envelope(self._now, self._next)
            self._next += 1
        return self._given[name]


@dataclass(frozen=True, slots=True)
class WrittenDay:
    """Every file of a day by its first name, and the sums of its play."""

    contents: Mapping[str, bytes]
    book: DayBook


@dataclass(frozen=True, slots=True)
class Facts:
    """What a day's files tell, gathered once: they can be written with any numbers."""

    found: Day
    known: gate.Known
    profile: Profile

    def written(self, numbers: Numbers, tick: Callable[[], None] = unwatched) -> WrittenDay:
        """Every file of the day, once the gate has agreed; `tick` for each hour. Raises `SumsDiffer`."""
        files = _written(self.found, self.profile, numbers, tick)
        if faults := gate.faults_of(self.found.day, files, self.known, self.profile, self.found.rules):
            raise SumsDiffer(faults)
        return WrittenDay({each.name: each.content for each in files}, book_of(files, self.profile))


def facts_of(day: date, profile: Profile, tick: Callable[[], None] = unwatched) -> Facts:
    """Gather what the day's files tell; `tick` is called once an hour.

    Raises `SumsDiffer` where the facts of a round contradict each other.
    """
    try:
        found, known = gathered(day, profile, tick)
    except NotTold as error:
        raise SumsDiffer([Fault("S07", "", str(error))]) from error
    return Facts(found, known, profile)


def digest_of(content: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def keep_files(files: Mapping[str, bytes], *, day: date, profile: Profile, numbers: Numbers) -> None:
    """Add the rows of files that were made for the first time, by name: their numbers, moments and digests."""
    SafeFile.objects.bulk_create(
        SafeFile(
            vault=profile.vault,
            name=name,
            number=numbers.of(name).count,
            day=day,
            made_at=numbers.of(name).made_at,
            sha256=digest_of(content),
            size=len(content),
        )
        for name, content in files.items()
    )


def written_of_hour(found: Day, hour: Hour, profile: Profile, numbers: Numbers) -> list[Written]:
    """The four files of an hour, read back; without those that the house leaves out, of hours without records."""
    hourly: tuple[tuple[Category, Mapping[Hour, Sequence[Any]], Callable[..., bytes]], ...] = (
        (Category.PLAYERS, found.players, writing.players),
        (Category.SIGN_INS, found.sign_ins, writing.sign_ins),
        (Category.PLAY, found.play, writing.play),
        (Category.MONEY, found.money, writing.moved),
    )
    files = []
    for part in parts_of(hour, profile.repeated_hour):
        for category, records, write in hourly:
            name, told = name_of(category, part, profile.vault), records.get(part, ())
            if told or profile.empty_hours == "file" or numbers.is_there(name):
                files.append(reading.read(name, write(told, numbers.of(name), profile)))
    return files


def _written(found: Day, profile: Profile, numbers: Numbers, tick: Callable[[], None]) -> list[Written]:
    """Every file of the day, read back, hour by hour; the summary from the files of play as they were written."""
    files: list[Written] = []
    for hour in hours_of(found.day):
        files += written_of_hour(found, hour, profile, numbers)
        tick()
    name = name_of(Category.EXCLUSIONS, found.day, profile.vault)
    files.append(reading.read(name, writing.exclusions(found.exclusions, numbers.of(name), profile)))
    sums = [_sums(*each) for each in sorted(gate.sums_of(files).items())]
    name = name_of(Category.SUMMARY, found.day, profile.vault)
    files.append(reading.read(name, writing.summary(sums, found.day, numbers.of(name), profile)))
    return files


def _sums(game: str, sums: Mapping[str, int]) -> SummaryRecord:
    return SummaryRecord(
        game=game,
        commissions=sums["total_comissoes"],
        gains=sums["total_ganhos"],
        stakes=sums["total_apostas"],
        refunds=sums["total_reembolsos"],
    )
