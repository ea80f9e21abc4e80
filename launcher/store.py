"""The folder of backups: what lies in it, what each backup says of itself, and which are kept.

    2026-11-27T101500Z/sabot.json     what the backup is: when, of which release, with which schema, upon which other
    2026-11-27T101500Z/data/          the database's files as pg_basebackup wrote them, with their own manifest
    wal/1/                            the archive: the database's log, a file for every 16 MB of it
    house.json                        whose backups these are

A backup that is being made lies in a folder that begins with a dot, and is moved to its name when it is whole. Must
not know how a backup is made.
"""

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from launcher.folder import Folder, write_private
from launcher.trouble import Trouble

NAME: Final = "%Y-%m-%dT%H%M%SZ"
FULL_EVERY: Final = timedelta(days=7)
"""A backup is whole again after so long; those in between hold what changed since the one before."""
KEPT_FOR: Final = timedelta(days=14)
CHAINS_LEAST: Final = 2
HOUSE: Final = "house.json"
SEGMENT_BYTES: Final = 16 * 1024 * 1024
SEGMENT: Final = re.compile(r"([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(\.partial)?")
HISTORY: Final = re.compile(r"[0-9A-F]{8}\.history")


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """What a backup says of itself. Moments are aware UTC, places in the log are PostgreSQL's (`0/3000028`)."""

    name: str
    after: str | None
    """The backup that this one only adds to; None for a full one."""
    began: datetime
    ended: datetime
    release: str
    schema: Mapping[str, str]
    """By app, the last migration that the database has seen."""
    postgres: int
    """The server's version as it numbers it: 180006."""
    system: str
    """The number that tells this database from every other."""
    timeline: int
    start: str
    end: str
    segment_bytes: int
    superuser: str
    database: str
    size: int
    """Bytes of all its files."""
    manifest: str
    """SHA-256 of the list of its files (`data/backup_manifest`)."""

    @property
    def kind(self) -> str:
        """In words."""
        return "full" if self.after is None else f"incremental after {self.after}"

    @property
    def first_segment(self) -> int:
        """The number of the log's file in which the backup begins."""
        return place_of(self.start) // self.segment_bytes


def place_of(text: str) -> int:
    """A place in the log as a number.

    >>> place_of("1/28")
    4294967336
    """
    high, _, low = text.partition("/")
    return (int(high, 16) << 32) | int(low, 16)


@dataclass(frozen=True, slots=True, order=True)
class Segment:
    """A file of the archive: its number counts from the beginning of the database, its timeline is told beside it."""

    number: int
    timeline: int
    path: Path

    @property
    def name(self) -> str:
        """As PostgreSQL asks for it."""
        return self.path.name.removesuffix(".partial")


class Store:
    """A folder of backups."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def wal(self) -> Path:
        """The archive."""
        return self.folder / "wal"

    @property
    def lock(self) -> Path:
        """Held while a backup is made or taken away."""
        return self.folder / ".lock"

    def make(self) -> None:
        """Create the folder.

        Raises:
            Trouble: it cannot be written to.
        """
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.wal.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise Trouble(f"{self.folder} cannot be written to ({error.strerror}).") from error

    @property
    def segment_bytes(self) -> int:
        """The size of a file of the log."""
        return int(self._house().get("segment_bytes", SEGMENT_BYTES))

    def claim(self, system: str, segment_bytes: int) -> None:
        """Note whose backups these are, and how large the files of its log are.

        Raises:
            Trouble: another database's are there.
        """
        known = self._house().get("system")
        if known is None:
            write_private(self.folder / HOUSE, json.dumps({"system": system, "segment_bytes": segment_bytes}))
        elif known != system:
            raise Trouble(
                f"{self.folder} holds the backups of another database (its number is {known}, this one's {system}); "
                "name another folder."
            )

    def backups(self) -> list[Backup]:
        """Every backup that is whole, the oldest first."""
        found = [_read(path) for path in self.folder.glob("[0-9]*/sabot.json")]
        return sorted((each for each in found if each is not None), key=lambda each: each.ended)

    def chain(self, backup: Backup) -> list[Backup]:
        """The full backup that this one goes back to, each one upon it, and this one.

        Raises:
            Trouble: one of them is not there.
        """
        known = {each.name: each for each in self.backups()}
        found = [backup]
        while (before := found[0].after) is not None:
            if before not in known:
                raise Trouble(f"Backup {backup.name} needs {before}, which is not in {self.folder}.")
            found.insert(0, known[before])
        return found

    def data(self, backup: Backup) -> Path:
        """Where its files are."""
        return self.folder / backup.name / "data"

    def clear(self) -> None:
        """Take away what an earlier command left half done."""
        for stale in self.folder.glob(".*.part"):
            shutil.rmtree(stale, ignore_errors=True)

    def draft(self, name: str) -> Path:
        """Where a backup is made; what an earlier one left half done is gone."""
        self.clear()
        draft = self.folder / f".{name}.part"
        draft.mkdir(mode=0o700)
        return draft

    def keep(self, draft: Path, backup: Backup) -> None:
        """A backup that is whole takes its name."""
        text = json.dumps(asdict(backup), indent=1, default=lambda moment: moment.isoformat())
        write_private(draft / "sabot.json", text + "\n")
        draft.rename(self.folder / backup.name)
        _flush(self.folder)

    def remove(self, backups: Iterable[Backup]) -> None:
        """Take backups away, the newest first: what a kill leaves still has all that it needs."""
        for each in sorted(backups, key=lambda one: one.ended, reverse=True):
            gone = self.folder / f".{each.name}.gone.part"
            (self.folder / each.name).rename(gone)
            shutil.rmtree(gone, ignore_errors=True)

    def segments(self) -> list[Segment]:
        """Every file of the log in the archive, by number and timeline; a whole one before its beginning."""
        found: dict[tuple[int, int], Segment] = {}
        for segment in self._files():
            known = found.get((segment.number, segment.timeline))
            if known is None or known.path.suffix == ".partial":
                found[segment.number, segment.timeline] = segment
        return sorted(found.values())

    def histories(self) -> list[Path]:
        """The files that say where timelines part."""
        return [path for path in sorted(self.wal.glob("*/*")) if HISTORY.fullmatch(path.name)]

    def forget_log(self, kept: Sequence[Backup]) -> int:
        """Take away the archive from before the first of these backups; how many files went."""
        if not kept:
            return 0
        first = min(each.first_segment for each in kept)
        old = [each for each in self._files() if each.number < first]
        for each in old:
            each.path.unlink(missing_ok=True)
        return len(old)

    def _files(self) -> Iterator[Segment]:
        per_high = (1 << 32) // self.segment_bytes
        for path in sorted(self.wal.glob("*/*")):
            if match := SEGMENT.fullmatch(path.name):
                yield Segment(int(match[2], 16) * per_high + int(match[3], 16), int(match[1], 16), path)

    def _house(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / HOUSE).read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


def place(folder: Folder, named: str | None) -> Path:
    """The folder of backups: the one named, that of SABOT_BACKUPS, or `.sabot/backups`."""
    given = named or os.environ.get("SABOT_BACKUPS")
    return Path(given).absolute() if given else folder.data / "backups"


def expired(backups: Sequence[Backup], *, now: datetime) -> list[Backup]:
    """The backups that go: a full one and all upon it go together, once the last of them is older than `KEPT_FOR`.

    The two newest full ones and all upon them stay, however old they are.
    """
    chains = list(_chains(backups))
    return [each for chain in chains[:-CHAINS_LEAST] if now - chain[-1].ended > KEPT_FOR for each in chain]


def base_for(backups: Sequence[Backup], *, system: str, now: datetime) -> Backup | None:
    """The backup that the next one adds to; None where it has to be a full one."""
    chains = list(_chains(backups))
    if not chains or now - chains[-1][0].ended >= FULL_EVERY or chains[-1][-1].system != system:
        return None
    return chains[-1][-1]


def unbroken(segments: Sequence[Segment], first: int) -> tuple[list[Segment], int | None]:
    """The files of the log from number `first` on, up to a gap; and the number that is missing there, if one is."""
    later = [each for each in segments if each.number >= first]
    numbers = {each.number for each in later}
    last = first
    while last in numbers:
        last += 1
    return [each for each in later if each.number < last], last if numbers and last <= max(numbers) else None


def digest_of(data: Path) -> str:
    """SHA-256 of the list of a backup's files."""
    return hashlib.sha256((data / "backup_manifest").read_bytes()).hexdigest()


def log_of(data: Path) -> tuple[int, str, str]:
    """The timeline, and the places in the log between which a backup lies, as its list of files says."""
    parts = json.loads((data / "backup_manifest").read_text())["WAL-Ranges"]
    first, last = (pick(parts, key=lambda part: int(part["Timeline"])) for pick in (min, max))
    return int(last["Timeline"]), str(first["Start-LSN"]), str(last["End-LSN"])


def size_of(folder: Path) -> int:
    """Bytes of all files below."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _chains(backups: Sequence[Backup]) -> Iterator[list[Backup]]:
    """Each full backup with those upon it, the oldest first."""
    chains: dict[str, list[Backup]] = {}
    of: dict[str, str] = {}
    for each in sorted(backups, key=lambda one: one.ended):
        of[each.name] = each.name if each.after is None else of.get(each.after, each.name)
        chains.setdefault(of[each.name], []).append(each)
    yield from sorted(chains.values(), key=lambda chain: chain[-1].ended)


def _read(path: Path) -> Backup | None:
    try:
        found: dict[str, Any] = json.loads(path.read_text())
        moments = {name: datetime.fromisoformat(found[name]).astimezone(UTC) for name in ("began", "ended")}
        return Backup(**(found | moments))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _flush(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
