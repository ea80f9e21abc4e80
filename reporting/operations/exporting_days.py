"""Sealed days and the log as plain folders, to be handed on and verified without the house (docs/sealed-days.md)."""

import contextlib
import hashlib
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import IO, Final

from django.conf import settings

from kernel.rejection import Rejected
from reporting.evidence import tiles
from reporting.evidence.manifests import Manifest
from reporting.models import SealedDay
from reporting.operations import day_proofs
from reporting.operations.handing import Exported, log_export
from reporting.operations.sealed_days import write_again
from reporting.operations.stamping import lay_stamp
from reporting.queries import log as log_queries
from reporting.sealing.folders import copy_day, folder_of, is_whole
from reporting.sealing.reading import sealed_rows, unerased

LOG: Final = "log"
SAME_FOR_ALL: Final = (1980, 1, 1, 0, 0, 0)
"""Every file's moment in an archive: the same day is the same bytes."""
IN_MEMORY: Final = 8 * 1024 * 1024


class SealedExportRejection(StrEnum):
    """Why no folder was handed out."""

    NOT_SEALED = "not-sealed"
    LOST = "lost"
    """Its folder is gone or touched, and the rows no longer make the sealed bytes."""


class SealedExportRejected(Rejected):
    """`reason` says why."""

    reason: SealedExportRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedDays:
    """What was written: how many days, which of them anew from the rows, which could not be; the size of the log."""

    days: int
    rewritten: tuple[date, ...]
    lost: tuple[date, ...]
    """Their folders are gone or touched, and the rows no longer make the sealed bytes."""
    leaves: int


def export_days(*, into: Path, since: date | None = None, until: date | None = None) -> ExportedDays:
    """Write every sealed day in [since, until], and the signed log, under a folder. What is there already stays.

    Days that were erased after their term are left out: of those the log has the leaf.

    A day whose own folder is gone, or has one byte other than was sealed, is written anew from the rows, if they still
    make the same bytes.
    """
    written, rewritten, lost = 0, [], []
    for sealed in unerased(sealed_rows(since=since, until=until)).iterator():
        if _whole(settings.EVIDENCE_DIR, sealed):
            copy_day(settings.EVIDENCE_DIR, into, sealed.day, sealed.revision)
        elif write_again(day=sealed.day, root=into) is not None:
            rewritten.append(sealed.day)
        else:
            lost.append(sealed.day)
            continue
        lay_stamp(into, sealed)
        written += 1
    return ExportedDays(days=written, rewritten=tuple(rewritten), lost=tuple(lost), leaves=write_log(into / LOG))


def export_sealed_day(*, day: date, by: int, now: datetime) -> Exported:
    """A sealed day's folder as one archive; the log of exports keeps who took it (I10).

    Raises `SealedExportRejected`.
    """
    sealed = SealedDay.objects.filter(day=day).order_by("-revision").first()
    if sealed is None:
        raise SealedExportRejected(SealedExportRejection.NOT_SEALED)
    with whole_root(sealed) as root:
        if root is None:
            raise SealedExportRejected(SealedExportRejection.LOST)
        archive = archive_of(root, sealed)
    length = archive.seek(0, os.SEEK_END)
    archive.seek(0)
    sha256 = hashlib.file_digest(archive, "sha256").hexdigest()  # type: ignore[arg-type]  # a spooled file reads as one
    archive.seek(0)
    about = {"day": day.isoformat(), "revision": sealed.revision}
    log_export(what="sealed-day", format="zip", filter=about, rows=sealed.rows, sha256=sha256, by=by, now=now)
    return Exported(
        filename=f"dia-selado-{day.isoformat()}-r{sealed.revision}.zip",
        content_type="application/zip",
        file=archive,
        length=length,
        rows=sealed.rows,
        sha256=sha256,
    )


@contextlib.contextmanager
def whole_root(sealed: SealedDay) -> Iterator[Path | None]:
    """Where the day lies as it was sealed: in the house, or written anew for the while; None where it is lost."""
    if _whole(settings.EVIDENCE_DIR, sealed):
        yield settings.EVIDENCE_DIR
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) if write_again(day=sealed.day, root=Path(folder)) is not None else None


def write_log(root: Path) -> int:
    """Write the signed log as static files (C2SP tlog-tiles); how many leaves it has. The checkpoint comes last."""
    card = log_queries.checkpoint()
    if card is None:
        return 0
    for tile in tiles.of(card.size):
        _once(root / tile.path, partial(log_queries.tile, tile.level, tile.index, tile.width))
    for index, width in tiles.new_bundles(0, card.size):
        _once(root / tiles.entries_path(index, width), partial(log_queries.entries, index, width))
    _put(root / "checkpoint", card.note.encode())
    return card.size


def archive_of(root: Path, sealed: SealedDay) -> IO[bytes]:
    """A whole day under `root` as one file, with its stamp, and with what it needs of the log, so that it stands alone.

    The caller closes it.
    """
    lay_stamp(root, sealed)
    folder = folder_of(root, sealed.day, sealed.revision)
    proof = day_proofs.proof_of(sealed, folder)
    made: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  (the caller closes it)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.iterdir()):
            with path.open("rb") as file, archive.open(_entry(path.relative_to(root)), "w") as into:
                while block := file.read(1 << 20):
                    into.write(block)
        if proof is not None:
            archive.writestr(_entry((folder / day_proofs.NAME).relative_to(root)), proof)
    return made


def _entry(path: Path) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path.as_posix(), SAME_FOR_ALL)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _whole(root: Path, sealed: SealedDay) -> bool:
    manifest = Manifest.from_bytes(sealed.manifest.encode())
    return is_whole(folder_of(root, sealed.day, sealed.revision), manifest)


def _once(path: Path, make: Callable[[], bytes | None]) -> None:
    if path.exists():
        return
    block = make()
    assert block is not None, "within the signed size"
    _put(path, block)


def _put(path: Path, block: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(block)
    os.replace(part, path)
