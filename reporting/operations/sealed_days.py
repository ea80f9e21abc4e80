"""Seal the days that are over: canonical files, a manifest, a leaf in the log. Never twice, never otherwise.

A process may die at any line. It leaves a folder that no seal is known of, and a note of the moment that the
manifest bears: the next one writes the same bytes again. The seal itself is one transaction.
"""

import secrets
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from kernel.money import Currency
from players.accounts.queries.details_then import recorded_in
from players.events.names import EventName
from players.events.telling import tell
from reporting import queries
from reporting.evidence import canonical
from reporting.evidence.manifests import NO_PREVIOUS, FileEntry, Manifest
from reporting.evidence.manifests import Fault as SealedFault
from reporting.making import gathering
from reporting.making.figures import SETTLED_FOR, day_bounds
from reporting.models import (
    DailyReport,
    DaySalt,
    FaultySeal,
    LeafKind,
    LogCheckpoint,
    PersonRecord,
    ProposalState,
    SafeMark,
    SafePackage,
    SealedDay,
    SealMark,
    SoftwareCheck,
)
from reporting.operations.alone import alone
from reporting.operations.horizon import is_settled
from reporting.operations.log.software import check_software
from reporting.operations.log.telling import tell_log
from reporting.queries.safe_files import due_at, why_not_made
from reporting.sealing import software
from reporting.sealing.folders import finish, write_files
from reporting.sealing.lines import formed
from reporting.sealing.reading import CARDS, COURT, PROFILE, Wanted, day_files
from tables.operations import court_days, incidents
from tables.operations.court_days import DayKept

HORIZON_MOST: Final = timedelta(minutes=5)
"""How long transactions may hold the seal back before the board says so (W01)."""
DAYS_AT_ONCE: Final = 40
SEAL_LOCK: Final = 0x5AB11
KEYS: Final = uuid.UUID("2b7c0f6a-6a51-4d0e-9d43-b0d5f0b4e6a9")
SALT_BYTES: Final = 32


class SealState(StrEnum):
    """What became of a day that was to be sealed."""

    SEALED = "sealed"
    WAITS = "waits"
    """Not over for long enough, without its report or files, not judged by the drift court, or still under way."""
    FAULTY = "faulty"
    """It does not hold: two persons may seal it with its faults."""
    BUSY = "busy"
    """Another process seals it."""


class SealFault(StrEnum):
    """Why a day is not sealed. `S06` is the gate's own number (evidence.md 1.5); two persons may seal with it alone."""

    REPORT = "S06"
    """Rounds and ledger of the day's report do not agree."""
    HORIZON = "horizon"
    DISK = "disk"
    NOT_CANONICAL = "not-canonical"
    LOG_SPLIT = "log-split"


ACCEPTABLE: Final = frozenset({SealFault.REPORT})
"""What two persons may seal a day with: it is said in the manifest. The others are put right first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SealTry:
    """A day after the try: its seal's digest once it is sealed, and what stands against it."""

    day: date
    state: SealState
    revision: int = 0
    sha256: str = ""
    rows: int = 0
    faults: tuple[SealFault, ...] = ()


def seal_due(*, now: datetime) -> tuple[SealTry, ...]:
    """Seal every day that is over and not sealed, the oldest first; ends with the first that does not come to it."""
    tried = []
    for day in islice(_due(now), DAYS_AT_ONCE):
        tried.append(seal_day(day=day, now=now))
        if tried[-1].state is not SealState.SEALED:
            break
    return tuple(tried)


def seal_day(*, day: date, now: datetime) -> SealTry:
    """Seal one day, if it is over, whole and holds; the days before it are sealed. A sealed day: its seal, again."""
    with alone(SEAL_LOCK, day.toordinal()) as mine:
        if not mine:
            return SealTry(day=day, state=SealState.BUSY)
        sealed = SealedDay.objects.filter(day=day).order_by("-revision").first()
        if sealed is not None:
            return _told(sealed)
        if day != next(_due(now), None) or not _over(day, now):
            return SealTry(day=day, state=SealState.WAITS, faults=_waits_long(day, now))
        faults = _faults(day)
        agreed = _agreed(day, faults)
        if faults and agreed is None:
            return _refused(day, faults, now)
        since, until = day_bounds(day)
        kept = court_days.keep_day(day=day, since=since, until=until, now=now)
        if kept is DayKept.WAITS:
            return SealTry(day=day, state=SealState.WAITS, faults=_waits_long(day, now))
        try:
            return _seal(day, _sealed_at(day, now), faults, agreed, court=kept is DayKept.KEPT)
        except OSError:
            return _refused(day, (SealFault.DISK,), now)
        except canonical.NotCanonical:
            return _refused(day, (SealFault.NOT_CANONICAL,), now)


def faults_of(day: date) -> tuple[SealFault, ...]:
    """What stands against a day's seal now."""
    return _faults(day)


def write_again(*, day: date, root: Path) -> Path | None:
    """Write the folder of a sealed day anew under `root`, from the rows. None if the bytes are not the sealed ones."""
    sealed = SealedDay.objects.filter(day=day).order_by("-revision").first()
    assert sealed is not None, "asked of sealed days"
    was = Manifest.from_bytes(sealed.manifest.encode())
    part, entries = _written(wanted_of(sealed), sealed.revision, root)
    manifest = _manifest(day, sealed.revision, entries, sealed.sealed_at, was.previous, was.faults, house=was.house)
    if manifest.sha256 != sealed.sha256:
        return None
    return finish(part, manifest)


def wanted_of(sealed: SealedDay) -> Wanted:
    """What a sealed day was made of beside the rows: with it the rows make the same lines again."""
    was = Manifest.from_bytes(sealed.manifest.encode())
    sealed_with = {entry.name for entry in was.files}
    court, paper = COURT in sealed_with, CARDS in sealed_with
    wanted = _wanted(sealed.day, sealed.sealed_at, sealed.package, sealed.no_files, court=court)
    return replace(wanted, paper=paper)


def _due(now: datetime) -> Iterator[date]:
    """The days that are over since long enough and have no seal; a house begins with its first report."""
    last = SealedDay.objects.order_by("-day").values_list("day", flat=True).first()
    first = DailyReport.objects.order_by("day").values_list("day", flat=True).first()
    day = last + timedelta(days=1) if last else first
    while day is not None and now >= day_bounds(day)[1] + SETTLED_FOR:
        yield day
        day += timedelta(days=1)


def _over(day: date, now: datetime) -> bool:
    """Whether no row of the day can come any more, its report is made, and its files are, or late."""
    return is_settled(day, now=now) and DailyReport.objects.filter(day=day).exists() and not _awaits_files(day, now)


def _awaits_files(day: date, now: datetime) -> bool:
    """Whether the house brings the day's files by itself and has not made them: a seal that comes first lacks them."""
    if now >= due_at(day) or not SafeMark.objects.filter(day__lt=day, correction=0).exists():
        return False
    return not SafePackage.objects.filter(day=day).exists()


def _waits_long(day: date, now: datetime) -> tuple[SealFault, ...]:
    mark = SealMark.objects.filter(day=day).first()
    if mark is None or now - mark.looked_at < HORIZON_MOST or not DailyReport.objects.filter(day=day).exists():
        return ()
    if is_settled(day, now=now):
        return ()  # its files are awaited
    SealMark.objects.filter(day=day).update(faults=[SealFault.HORIZON.value], tried_at=now)
    return (SealFault.HORIZON,)


def _faults(day: date) -> tuple[SealFault, ...]:
    found = []
    card = queries.daily_report(day=day)
    if card is not None and not card.figures.reconciles:
        found.append(SealFault.REPORT)
    if queries.log_is_split():
        found.append(SealFault.LOG_SPLIT)
    return tuple(found)


def _agreed(day: date, faults: tuple[SealFault, ...]) -> FaultySeal | None:
    """What two persons agreed to, if that is all that stands against the day."""
    if not faults or not ACCEPTABLE.issuperset(faults):
        return None
    agreed = FaultySeal.objects.filter(day=day, state=ProposalState.APPROVED).order_by("-pk").first()
    return agreed if agreed is not None and set(agreed.faults) >= {fault.value for fault in faults} else None


def _refused(day: date, faults: tuple[SealFault, ...], now: datetime) -> SealTry:
    """Keep why, and open an incident for it, once for the day and the same faults."""
    codes = [fault.value for fault in faults]
    SealMark.objects.filter(day=day).update(faults=codes, tried_at=now)
    incidents.open_incident(
        kind="day-unsealed",
        idempotency_key=uuid.uuid5(KEYS, f"{day}:{','.join(codes)}"),
        facts={"reason": ", ".join(codes), "day": day.isoformat()},
        now=now,
        subject=day.isoformat(),
    )
    return SealTry(day=day, state=SealState.FAULTY, faults=faults)


def _sealed_at(day: date, now: datetime) -> datetime:
    """The moment that the manifest bears: kept before a file is written, so that going on makes the same bytes.

    A report that was made again since has another moment: nothing was sealed yet.
    """
    made_at = DailyReport.objects.filter(day=day).order_by("-revision").values_list("made_at", flat=True)[0]
    SealMark.objects.filter(Q(sealed_at__isnull=True) | Q(sealed_at__lt=made_at), day=day).update(sealed_at=now)
    kept = SealMark.objects.values_list("sealed_at", flat=True).get(day=day)
    assert kept is not None, "just written"
    return kept


def _seal(
    day: date, sealed_at: datetime, faults: tuple[SealFault, ...], agreed: FaultySeal | None, *, court: bool
) -> SealTry:
    revision = 1
    _commit_to_persons(day)
    _checked(sealed_at)
    package = SafePackage.objects.filter(day=day, correction=0).order_by("pk").first()
    no_files = _why_no_files(day) if package is None else ""
    wanted = _wanted(day, sealed_at, package, no_files, court=court)
    part, entries = _written(wanted, revision, settings.EVIDENCE_DIR)
    manifest = _manifest(day, revision, entries, sealed_at, _previous(day), _said(faults, agreed))
    finish(part, manifest)
    with transaction.atomic():
        leaf = tell_log(
            kind=LeafKind.DAY,
            key=f"{day}/r{revision}",
            facts={"day": day.isoformat(), "revision": revision, "manifest": manifest.sha256},
            now=sealed_at,
        )
        sealed = SealedDay.objects.create(
            day=day,
            revision=revision,
            manifest=manifest.to_bytes().decode(),
            sha256=manifest.sha256,
            rows=sum(entry.rows for entry in entries),
            size=sum(entry.bytes for entry in entries),
            sealed_at=sealed_at,
            faults=[fault.value for fault in faults],
            leaf_id=leaf,
            package=package,
            no_files=no_files,
        )
        SealMark.objects.filter(day=day).update(faults=[])
        tell(
            EventName.DAY_SEALED,
            by=None,
            now=sealed_at,
            key=f"{day}/r{revision}",
            revision=revision,
            sha256=manifest.sha256,
            faults=[fault.value for fault in faults],
        )
    return _told(sealed)


def _commit_to_persons(day: date) -> None:
    """Keep what the day commits to of each person, under a salt of its own, and the day's secret: once."""
    since, until = day_bounds(day)
    with transaction.atomic():
        DaySalt.objects.get_or_create(day=day, defaults={"salt": secrets.token_bytes(SALT_BYTES)})
        there = set(PersonRecord.objects.filter(day=day).values_list("person_id", flat=True))
        for found in recorded_in(since=since, until=until):
            if found.person_id in there:
                continue
            salt = secrets.token_bytes(SALT_BYTES)
            record = {name: formed(value) for name, value in found.record.items()}
            PersonRecord.objects.create(
                day=day,
                person_id=found.person_id,
                at=found.at,
                salt=salt,
                record=canonical.line(record)[:-1].decode(),
                commitment=canonical.commitment(salt, record).hex(),
            )


def _checked(sealed_at: datetime) -> None:
    """A house whose software was never checked is checked before its first seal."""
    if not SoftwareCheck.objects.filter(at__lte=sealed_at).exists():
        check_software(now=sealed_at)


def _software(sealed_at: datetime) -> dict[str, Any]:
    """The software as it was last checked before the day was sealed."""
    checks = SoftwareCheck.objects.filter(at__lte=sealed_at).order_by("-at", "-pk")
    last, listed = checks[0], checks.exclude(document="")[0]
    found = software.from_document(canonical.parse(listed.document.encode()))
    return found.document(checked_at=canonical.moment(last.at))


def _written(wanted: Wanted, revision: int, root: Path) -> tuple[Path, tuple[FileEntry, ...]]:
    with gathering.one_moment():
        return write_files(root, wanted.day, revision, day_files(wanted))


def _wanted(day: date, sealed_at: datetime, package: SafePackage | None, no_files: str, *, court: bool) -> Wanted:
    ran = _software(sealed_at)
    return Wanted(day=day, sealed_at=sealed_at, software=ran, package=package, no_files=no_files, court=court)


def _why_no_files(day: date) -> str:
    card = queries.daily_report(day=day)
    played = card is not None and any(line.bets for line in card.figures.lines if line.currency == Currency.EUR)
    return why_not_made(day, played=played)


def _previous(day: date) -> str:
    before = (
        SealedDay.objects.filter(day__lt=day).order_by("-day", "-revision").values_list("sha256", flat=True).first()
    )
    return before or NO_PREVIOUS


def _said(faults: tuple[SealFault, ...], agreed: FaultySeal | None) -> tuple[SealedFault, ...]:
    if agreed is None:
        return ()
    by, second = str(agreed.proposed_by.public_id), str(agreed.decided_by.public_id if agreed.decided_by else "")
    return tuple(
        SealedFault(rule=fault.value, reason=formed(agreed.reason), by=by, agreed_by=second) for fault in faults
    )


def _manifest(
    day: date,
    revision: int,
    entries: tuple[FileEntry, ...],
    sealed_at: datetime,
    previous: str,
    faults: tuple[SealedFault, ...],
    *,
    house: str = "",
) -> Manifest:
    since, until = day_bounds(day)
    first = LogCheckpoint.objects.order_by("id").values_list("note", flat=True).first()
    return Manifest(
        house=house or (settings.LOG_ORIGIN if first is None else first.partition("\n")[0]),
        day=day,
        revision=revision,
        hours=int((until - since) / timedelta(hours=1)),
        previous=previous,
        files=entries,
        sealed_at=canonical.moment(sealed_at),
        software=next(entry.sha256 for entry in entries if entry.name == "software.json"),
        profile=PROFILE,
        faults=faults,
    )


def _told(sealed: SealedDay) -> SealTry:
    return SealTry(
        day=sealed.day,
        state=SealState.SEALED,
        revision=sealed.revision,
        sha256=sealed.sha256,
        rows=sealed.rows,
        faults=tuple(SealFault(code) for code in sealed.faults),
    )
