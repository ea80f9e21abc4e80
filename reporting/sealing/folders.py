"""The folder of a sealed day: its files line by line in bounded memory, its manifest last, whole or not at all."""

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import BinaryIO, Final

from reporting.evidence import canonical, tree
from reporting.evidence.manifests import FileEntry, FileSums, Manifest, leaves_name
from reporting.sealing.lines import Record

MANIFEST: Final = "manifest.json"
PART: Final = ".part"


@dataclass(frozen=True, slots=True)
class DayFile:
    """A file to be written: its name, and its records in the order of their keys."""

    name: str
    records: Iterable[Record]


def folder_of(root: Path, day: date, revision: int) -> Path:
    """Where a revision of a day lies."""
    return root / "day" / day.isoformat() / f"r{revision}"


def write_files(root: Path, day: date, revision: int, files: Iterable[DayFile]) -> tuple[Path, tuple[FileEntry, ...]]:
    """Write the files into a folder beside the day's own; it and the entries in the order of their names.

    What an earlier try left there is removed first.
    """
    target = folder_of(root, day, revision)
    part = target.with_name(target.name + PART)
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    entries = [_write(part, each) for each in files]
    return part, tuple(sorted(entries, key=lambda entry: entry.name))


def finish(part: Path, manifest: Manifest) -> Path:
    """Write the manifest and give the folder its name: from then on it is whole.

    A folder of that name that no seal is known of was left by a process that died before its seal: it gives way.
    """
    with (part / MANIFEST).open("wb") as file:
        file.write(manifest.to_bytes())
        _kept(file)
    _keep_folder(part)
    target = part.with_name(part.name.removesuffix(PART))
    if target.exists():
        shutil.rmtree(target)
    part.rename(target)
    _keep_folder(target.parent)
    return target


def is_whole(folder: Path, manifest: Manifest) -> bool:
    """Whether a day's folder has the files of its manifest, byte for byte, and the leaves beside them."""
    path = folder / MANIFEST
    if not path.is_file() or path.read_bytes() != manifest.to_bytes():
        return False
    return all(_is_entry(folder, entry) for entry in manifest.files)


def copy_day(root: Path, into: Path, day: date, revision: int) -> Path:
    """Copy a sealed day under another folder, whole or not at all; one that is there already stays."""
    source, target = folder_of(root, day, revision), folder_of(into, day, revision)
    if not target.exists():
        part = target.with_name(target.name + PART)
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, part)
        part.rename(target)
    return target


def _is_entry(folder: Path, entry: FileEntry) -> bool:
    path, beside = folder / entry.name, folder / leaves_name(entry.name)
    if not path.is_file() or not beside.is_file() or beside.stat().st_size != entry.rows * tree.HASH_BYTES:
        return False
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return digest == entry.sha256 and tree.root(tree.hashes(beside.read_bytes())).hex() == entry.root


def _write(part: Path, day_file: DayFile) -> FileEntry:
    sums = FileSums()
    with (part / day_file.name).open("wb") as file, (part / leaves_name(day_file.name)).open("wb") as leaves:
        for line in _lines(day_file):
            file.write(line)
            leaves.write(sums.add(line))
        _kept(file)
        _kept(leaves)
    return sums.entry(day_file.name)


def _lines(day_file: DayFile) -> Iterator[bytes]:
    for record in day_file.records:
        yield canonical.line(record)


def _kept(file: BinaryIO) -> None:
    """On the disk, not on its way there: a seal never names bytes that a power cut could take."""
    file.flush()
    os.fsync(file.fileno())


def _keep_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
