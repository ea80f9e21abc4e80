"""Sealed days held to the rows of today: a row that was touched since is named by its line in the sealed file.

The owner of the database can change a row past every guard; a line that was sealed stays. So the two are compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Final

from django.conf import settings

from reporting.evidence import canonical, tree
from reporting.evidence.manifests import FileEntry, Manifest, leaves_name
from reporting.making import gathering
from reporting.models import DaySalt, SealedDay
from reporting.operations.sealed_days import wanted_of
from reporting.sealing.folders import folder_of, is_whole
from reporting.sealing.reading import day_files, sealed_rows
from reporting.verifier.verify_days import SCHEMAS

COMMITTED: Final = "acts.jsonl"
"""Its lines commit to texts under the day's secret: once that is erased after its term, they cannot be made again."""
NAMED_MOST: Final = 20
"""So many lines of a day are named; the others are counted."""


class Change(StrEnum):
    """What became of a sealed line."""

    TOUCHED = "touched"
    """The rows make another line of that key now."""
    GONE = "gone"
    """No row makes it any more."""
    NEW = "new"
    """The rows make a line that was not sealed."""
    OTHER = "other"
    """Another file, while the sealed folder is not there to say in which line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChange:
    """One difference. `line` counts from 1 in the sealed file, and is 0 for a new line and a file as a whole."""

    file: str
    line: int
    key: str
    change: Change


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedDay:
    """A sealed day beside the rows of today. `folder`: whether its own folder is there, byte for byte as sealed;
    of a day that was erased after its term, it is gone as it should be."""

    day: date
    revision: int
    rows: int
    folder: bool
    changes: tuple[LineChange, ...]
    count: int
    """How many lines differ, of which `changes` has the first."""


def compare_days(*, since: date | None = None, until: date | None = None) -> Iterator[ComparedDay]:
    """Compare each sealed day in [since, until] with what its rows make now, the oldest first. Writes nothing."""
    for sealed in sealed_rows(since=since, until=until).iterator():
        yield compared_day(sealed)


def compared_day(sealed: SealedDay) -> ComparedDay:
    """Compare one sealed day with what its rows make now. Writes nothing."""
    manifest = Manifest.from_bytes(sealed.manifest.encode())
    folder = folder_of(settings.EVIDENCE_DIR, sealed.day, sealed.revision)
    whole = is_whole(folder, manifest)
    entries = {entry.name: entry for entry in manifest.files}
    changes: list[LineChange] = []
    count = 0
    erased = DaySalt.objects.filter(day=sealed.day, erased_at__isnull=False).exists()
    with gathering.one_moment():
        for made in day_files(wanted_of(sealed)):
            if erased and made.name == COMMITTED:
                continue
            lines = [canonical.line(record) for record in made.records]
            for change in _changes(folder if whole else None, made.name, entries.get(made.name), lines):
                count += 1
                if len(changes) < NAMED_MOST:
                    changes.append(change)
    return ComparedDay(
        day=sealed.day,
        revision=sealed.revision,
        rows=sealed.rows,
        folder=whole or erased,
        changes=tuple(changes),
        count=count,
    )


def _changes(folder: Path | None, name: str, entry: FileEntry | None, lines: Sequence[bytes]) -> Iterator[LineChange]:
    if entry is None:  # a file that the day was sealed without: it had no line
        for line in lines:
            yield LineChange(file=name, line=0, key=_key(name, line), change=Change.NEW)
        return
    leaves = [tree.leaf_hash(line) for line in lines]
    if tree.root(leaves).hex() == entry.root:
        return
    if folder is None:
        yield LineChange(file=entry.name, line=0, key="", change=Change.OTHER)
        return
    sealed = tree.hashes((folder / leaves_name(entry.name)).read_bytes())
    then = (folder / entry.name).read_bytes().splitlines(keepends=True)
    there, now = set(sealed), {_key(entry.name, line): leaf for line, leaf in zip(lines, leaves, strict=True)}
    keys = [_key(entry.name, line) for line in then]
    for place, (key, leaf) in enumerate(zip(keys, sealed, strict=True), 1):
        if now.get(key) != leaf:
            change = Change.TOUCHED if key in now else Change.GONE
            yield LineChange(file=entry.name, line=place, key=key, change=change)
    known = set(keys)
    for key, leaf in now.items():
        if key not in known and leaf not in there:
            yield LineChange(file=entry.name, line=0, key=key, change=Change.NEW)


def _key(name: str, line: bytes) -> str:
    """The line's key in words, as the schema of its file says; empty where the file has one line."""
    record = canonical.parse(line)
    return " ".join(str(record[part]) for part in SCHEMAS[name][0])
