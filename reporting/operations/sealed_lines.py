"""Lines of a sealed day with the proof that they are in it, for one question (2.6); the log of exports keeps who asked.

The answer stands alone: from a line to the root of its file, to the manifest, to the leaf of the log, to the root that
the house signed (docs/sealed-days.md).
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from django.db import connection

from kernel.rejection import Rejected
from reporting.evidence import canonical, tree
from reporting.evidence.manifests import FileEntry, Manifest, leaves_name
from reporting.making.figures import day_of
from reporting.models import SealedDay
from reporting.operations.exporting_days import whole_root
from reporting.operations.handing import log_export
from reporting.queries import log
from reporting.sealing.folders import folder_of
from reporting.sealing.questions import Asked
from reporting.sealing.reading import CARDS

FORMAT: Final = "sabot-lines-1"
CODE_MOST: Final = 60
NUMBER_MOST: Final = 2**63 - 1


class LinesRejection(StrEnum):
    """Why there is no answer."""

    NO_SUCH = "no-such"
    """Nothing has this code or number."""
    NOT_ENDED = "not-ended"
    """The round is still being played."""
    NOT_SEALED = "not-sealed"
    """It is of a day that is not sealed yet."""
    LOST = "lost"
    """The day's folder is gone or touched, and the rows no longer make the sealed bytes."""


class LinesRejected(Rejected):
    """`reason` says why."""

    reason: LinesRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenLine:
    """A line: its file, its place there from 1, its text without line feed, and the hashes up to the file's root."""

    file: str
    number: int
    text: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The lines that were found. `leaf` is the number of the day's leaf, None while the log is not signed with it."""

    asked: Asked
    code: str
    day: date
    revision: int
    sha256: str
    leaf: int | None
    lines: tuple[ProvenLine, ...]
    document: bytes
    """All of it with the proofs, as one canonical JSON object."""


@dataclass(frozen=True, slots=True)
class _Source:
    """When a thing ended, by its name, and the lines of a day that tell of it."""

    sql: str
    files: tuple[tuple[str, Callable[[dict[str, Any]], str]], ...]


_SOURCES: Final = {
    Asked.ROUND: _Source(
        "SELECT coalesce(settled_at, voided_at) FROM tables_public_round WHERE code = %s",
        (
            ("rounds.jsonl", lambda line: line["code"]),
            ("bets.jsonl", lambda line: line["round"]),
            (CARDS, lambda line: line["round"] or ""),
        ),
    ),
    Asked.LEDGER: _Source(
        "SELECT created_at FROM wallet_public_transfer WHERE id = %s::bigint",
        (("ledger.jsonl", lambda line: str(line["id"])),),
    ),
}


def take_sealed_lines(*, asked: Asked, code: str, by: int, now: datetime) -> Answer:
    """Answer one question out of a sealed day, and note in the log of exports who asked it (I10).

    Raises `LinesRejected`.
    """
    code = _name_of(asked, code)
    sealed = _day_of(asked, code)
    with whole_root(sealed) as root:
        if root is None:
            raise LinesRejected(LinesRejection.LOST)
        manifest = Manifest.from_bytes(sealed.manifest.encode())
        folder = folder_of(root, sealed.day, sealed.revision)
        lines = tuple(_lines(folder, manifest, _SOURCES[asked], code))
    leaf, document = _document(sealed, lines)
    digest = hashlib.sha256(document).hexdigest()
    about = {"asked": asked.value, "code": code, "day": sealed.day.isoformat(), "revision": sealed.revision}
    log_export(what="sealed-lines", format="json", filter=about, rows=len(lines), sha256=digest, by=by, now=now)
    return Answer(
        asked=asked,
        code=code,
        day=sealed.day,
        revision=sealed.revision,
        sha256=sealed.sha256,
        leaf=leaf,
        lines=lines,
        document=document,
    )


def _name_of(asked: Asked, code: str) -> str:
    """What was typed, as rows have it."""
    code = code.strip()
    if asked is Asked.LEDGER and not (code.isascii() and code.isdecimal() and int(code[:20]) <= NUMBER_MOST):
        raise LinesRejected(LinesRejection.NO_SUCH)
    return str(int(code)) if asked is Asked.LEDGER else code


def _day_of(asked: Asked, code: str) -> SealedDay:
    with connection.cursor() as cursor:
        cursor.execute(_SOURCES[asked].sql, [code])
        row = cursor.fetchone()
    if row is None:
        raise LinesRejected(LinesRejection.NO_SUCH)
    if row[0] is None:
        raise LinesRejected(LinesRejection.NOT_ENDED)
    sealed = SealedDay.objects.select_related("leaf").filter(day=day_of(row[0])).order_by("-revision").first()
    if sealed is None:
        raise LinesRejected(LinesRejection.NOT_SEALED)
    return sealed


def _lines(folder: Path, manifest: Manifest, source: _Source, code: str) -> Iterator[ProvenLine]:
    entries = {entry.name: entry for entry in manifest.files}
    for name, key_of in source.files:
        found = list(_found(folder / name, key_of, code)) if name in entries else []
        if found:
            yield from _proven(folder, entries[name], found)


def _found(path: Path, key_of: Callable[[dict[str, Any]], str], code: str) -> Iterator[tuple[int, bytes]]:
    """The lines of that name, by their place. A line that does not have it anywhere is not parsed."""
    needle = code.encode()
    with path.open("rb") as file:
        for place, line in enumerate(file):
            if needle in line and key_of(canonical.parse(line)) == code:
                yield place, line


def _proven(folder: Path, entry: FileEntry, found: list[tuple[int, bytes]]) -> Iterator[ProvenLine]:
    leaves = tree.hashes((folder / leaves_name(entry.name)).read_bytes())
    for place, line in found:
        path = tuple(each.hex() for each in tree.inclusion(place, leaves))
        yield ProvenLine(file=entry.name, number=place + 1, text=line.decode().rstrip("\n"), path=path)


def _document(sealed: SealedDay, lines: tuple[ProvenLine, ...]) -> tuple[int | None, bytes]:
    """The number of the day's leaf in the signed log, if it is there, and the whole answer in bytes."""
    number, card = sealed.leaf.number, log.checkpoint()
    signed = None
    if number is not None and card is not None and number < card.size:
        signed = {
            "leaf": sealed.leaf.data,
            "number": number,
            "size": card.size,
            "path": [each.hex() for each in log.inclusion(number, card.size)],
            "checkpoint": card.note,
        }
    document = {
        "format": FORMAT,
        "lines": [{"file": x.file, "number": x.number, "text": x.text, "path": list(x.path)} for x in lines],
        "manifest": sealed.manifest.rstrip("\n"),
        "log": signed,
    }
    return (None if signed is None else number), canonical.line(document)
