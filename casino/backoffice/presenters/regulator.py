"""The regulator's room: a month of sealed days as a calendar, and one day with its seal, files and witnesses."""

import calendar
import hashlib
import re
from base64 import b64decode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.backoffice.lists.sealed_days import faults
from casino.web import shipped
from casino.wording import words
from kernel.calendar import lisbon_date
from reporting.evidence.manifests import NO_PREVIOUS, Manifest
from reporting.queries import safe_files, sealed_days, stamps
from reporting.queries.log import CheckpointCard
from reporting.queries.safe_files import KindCard, PackageCard, due_at
from reporting.queries.sealed_days import SealedDayCard
from reporting.six_files.names import Category

KINDS: "Final[Mapping[str, str | Promise]]" = {
    Category.SUMMARY.value: gettext_lazy("the day’s summary"),
    Category.PLAYERS.value: gettext_lazy("registrations"),
    Category.SIGN_INS.value: gettext_lazy("sign-ins"),
    Category.PLAY.value: gettext_lazy("play"),
    Category.MONEY.value: gettext_lazy("money"),
    Category.EXCLUSIONS.value: gettext_lazy("exclusions"),
}
_SHOWN: Final = ("ledger.jsonl", "rounds.jsonl", "bets.jsonl")
_SIGNATURE: Final = re.compile(r"— (\S+) (\S+)")
KEY_ID_BYTES: Final = 4


@dataclass(frozen=True, slots=True)
class DayCell:
    """A day of the calendar. `state` is "sealed", "faults", "open", "running", "coming" or "before" the house."""

    day: date
    state: str
    files: str
    """What became of the day's files: "safe", "late", "made" or empty for none."""
    witnesses: str
    text: str
    """The same in words, for those who do not see it."""
    here: bool

    @property
    def leads_on(self) -> bool:
        """Whether there is anything of the day to look at."""
        return self.state in ("sealed", "faults", "open")


@dataclass(frozen=True, slots=True)
class Month:
    """A month by weeks from Monday to Sunday; None stands for days of other months."""

    first: date
    before: str
    after: str
    """The months beside it, as addresses have them; empty where there is nothing to see."""
    here: date | None
    """The day that is shown beside it: the one asked for, else its last sealed day, if it has one."""
    weekdays: tuple[str, ...]
    weeks: tuple[tuple[DayCell | None, ...], ...]
    sealed: int
    over: int


@dataclass(frozen=True, slots=True)
class Witness:
    """A witness of the house, and when it signed a log with the day; None: not yet."""

    name: str
    signed_at: datetime | None


@dataclass(frozen=True, slots=True)
class FileKind:
    """The files of one kind that a day has, with the name of the kind."""

    card: KindCard
    name: str


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a day, and whether it came into the safe after it was due; a correction is not."""

    card: PackageCard
    late: bool


@dataclass(frozen=True, slots=True)
class Day:
    """One sealed day. `chained`: whether it names the manifest of the day before; None for the first of a house."""

    card: SealedDayCard
    manifest: Manifest
    chained: bool | None
    before: date
    witnesses: tuple[Witness, ...]
    stamped_at: datetime | None
    """The moment that an authority of time stamps put on it."""
    rows: str
    kinds: tuple[FileKind, ...]
    """The files that stand: corrected ones in place of the first."""
    packages: tuple[Package, ...]
    """The first package, then those of the day's corrections."""
    around: str
    """The letters around the drawn seal."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program of one file: name, bytes, digest."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class HouseKey:
    """The key that signed the log, as notes name it: the house's name and the first bytes of the key's digest."""

    name: str
    identity: str


@cache
def program() -> Program:
    """The verifier of sealed days, as this house hands it out."""
    content = shipped.shipped(shipped.DAYS)
    return Program(shipped.DAYS, len(content), hashlib.sha256(content).hexdigest())


def month(first: date, *, here: date | None, now: datetime) -> Month:
    """The month with its seals and files; `here` is the day that was asked for, if any."""
    last = first.replace(day=calendar.monthrange(first.year, first.month)[1])
    since, today = sealed_days.chains_since(), lisbon_date(now)
    seals = {card.day: card for card in sealed_days.sealed_between(since=first, until=last)}
    packages = safe_files.packages_between(vault=settings.OPERATOR_PROFILE.files.vault, since=first, until=last)
    shown = here or max(seals, default=None)

    def cell(day: date) -> DayCell | None:
        if day.month != first.month:
            return None
        return _cell(day, seals.get(day), packages.get(day, ()), since=since, today=today, here=day == shown)

    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    cells = tuple(tuple(map(cell, week)) for week in weeks)
    days = [each for week in cells for each in week if each]
    return Month(
        first=first,
        before=_month_name(first - timedelta(days=1)) if since and since < first else "",
        after=_month_name(last + timedelta(days=1)) if last < today else "",
        here=shown,
        weekdays=tuple(str(WEEKDAYS_ABBR[number]) for number in range(7)),
        weeks=cells,
        sealed=sum(each.state in ("sealed", "faults") for each in days),
        over=sum(each.leads_on for each in days),
    )


def day_of_room(day: date) -> Day | None:
    """A sealed day, whole; None for one without a seal."""
    card, manifest = sealed_days.sealed_day(day=day), sealed_days.manifest_of(day=day)
    if card is None or manifest is None:
        return None
    before = sealed_days.sealed_day(day=day - timedelta(days=1))
    vault = settings.OPERATOR_PROFILE.files.vault
    packages = safe_files.packages_between(vault=vault, since=day, until=day).get(day, ())
    return Day(
        card=card,
        manifest=manifest,
        chained=_is_chained(manifest, before),
        before=day - timedelta(days=1),
        witnesses=tuple(_witnesses(card)),
        stamped_at=stamps.stamped_at(day=day),
        rows=_rows(manifest),
        kinds=tuple(FileKind(each, str(KINDS[each.kind])) for each in safe_files.kinds_of(vault=vault, day=day)),
        packages=tuple(Package(each, _is_late(each)) for each in packages),
        around=_around(card),
    )


def house_key(checkpoint: CheckpointCard | None) -> HouseKey | None:
    """The key under the log's last checkpoint; None before there is one."""
    if checkpoint is None:
        return None
    name = checkpoint.note.partition("\n")[0]
    signed = next(found[2] for found in _SIGNATURE.finditer(checkpoint.note) if found[1] == name)
    return HouseKey(name, b64decode(signed)[:KEY_ID_BYTES].hex())


def _cell(
    day: date,
    seal: SealedDayCard | None,
    packages: tuple[PackageCard, ...],
    *,
    since: date | None,
    today: date,
    here: bool,
) -> DayCell:
    state = _state(day, seal, since=since, today=today)
    files = _files(packages)
    most = len(settings.WITNESSES)
    witnesses = f"{len(seal.witnesses)}/{most}" if seal and most else ""
    said = {
        "sealed": gettext("sealed"),
        "faults": gettext("sealed with faults"),
        "open": gettext("not sealed yet"),
        "running": gettext("under way"),
        "coming": gettext("to come"),
        "before": gettext("before the first sealed day"),
    }[state]
    delivered = {
        "safe": gettext("files in the safe"),
        "late": gettext("files in the safe after 04:00"),
        "made": gettext("files not delivered"),
        "": "",
    }[files]
    signed = gettext("%(count)s witnesses") % {"count": witnesses} if witnesses else ""
    corrected = gettext("files corrected") if any(each.correction for each in packages) else ""
    parts = (date_format(day, "j F"), said, delivered, corrected, signed)
    return DayCell(day, state, files, witnesses, ", ".join(part for part in parts if part), here)


def _state(day: date, seal: SealedDayCard | None, *, since: date | None, today: date) -> str:
    if seal is not None:
        return "faults" if seal.faults else "sealed"
    if day > today:
        return "coming"
    if day == today:
        return "running"
    return "before" if since is None or day < since else "open"


def _files(packages: tuple[PackageCard, ...]) -> str:
    """What became of a day's files: as the last package is delivered or not, and the first one late or not."""
    if not packages:
        return ""
    if packages[-1].delivered_at is None:
        return "made"
    return "late" if any(_is_late(each) for each in packages) else "safe"


def _is_late(package: PackageCard) -> bool:
    """Whether a first package came after it was due; a correction comes when it was agreed to."""
    late = package.delivered_at is not None and package.delivered_at > due_at(package.day)
    return late and not package.correction


def _is_chained(manifest: Manifest, before: SealedDayCard | None) -> bool | None:
    if manifest.previous == NO_PREVIOUS:
        return None
    return before is not None and before.sha256 == manifest.previous


def _witnesses(card: SealedDayCard) -> Iterator[Witness]:
    signed = {} if card.number is None else sealed_days.witnessed_at(number=card.number)
    for witness in settings.WITNESSES:
        name = witness.vkey.partition("+")[0]
        yield Witness(name, signed.get(name))


def _rows(manifest: Manifest) -> str:
    counts = {entry.name: entry.rows for entry in manifest.files}
    ledger, rounds, bets = (counts.get(name, 0) for name in _SHOWN)
    parts = (
        ngettext("%(n)s line of the ledger", "%(n)s lines of the ledger", ledger) % {"n": words.number(ledger)},
        ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": words.number(rounds)},
        ngettext("%(n)s bet", "%(n)s bets", bets) % {"n": words.number(bets)},
    )
    return " · ".join(parts)


def _around(card: SealedDayCard) -> str:
    day = date_format(card.day, "SHORT_DATE_FORMAT")
    leaf = gettext("leaf %(number)s") % {"number": words.number(card.number)} if card.number is not None else ""
    revision = gettext("revision %(number)s") % {"number": card.revision}
    return " · ".join(part for part in (day, leaf, revision, "Ed25519", faults(card.faults)) if part) + " · "


def _month_name(day: date) -> str:
    return f"{day:%Y-%m}"
