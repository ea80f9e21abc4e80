"""The manifest of a sealed day, `sabot-day-1`: its files, their lengths and digests. Its SHA-256 is the day's leaf."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, Final, Self

from reporting.evidence import canonical
from reporting.evidence.tree import Frontier, leaf_hash

FORMAT: Final = "sabot-day-1"
NO_PREVIOUS: Final = "0" * 64
"""What the first day of a house says of the day before it."""

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
_NAME: Final = re.compile(r"[a-z]+\.jsonl?")
_REASON_MOST: Final = 2000


class ManifestMalformed(ValueError):
    """A manifest that cannot be: `field` names the entry, `why` the fault."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """One file of a day: rows, bytes, SHA-256 of the whole, and the root of the tree over its lines (both in hex).

    A leaf of that tree is a line with its line feed, so that the leaves laid end to end are the file.
    """

    name: str
    rows: int
    bytes: int
    sha256: str
    root: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What did not hold when two persons sealed the day all the same: the rule (`S06`), why, and who they are."""

    rule: str
    reason: str
    by: str
    agreed_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """A day as it was sealed. `previous` is the SHA-256 of the manifest of the day before, its last revision.

    `software` is the SHA-256 of the day's `software.json`, `profile` the profile that its six files follow. `faults` is
    empty but for a day that was sealed as faulty.
    """

    house: str
    day: date
    revision: int
    hours: int
    previous: str
    files: tuple[FileEntry, ...]
    sealed_at: str
    software: str
    profile: str
    faults: tuple[Fault, ...] = ()

    def __post_init__(self) -> None:
        _check(self)

    def document(self) -> dict[str, Any]:
        """The manifest as data; files in the order of their names."""
        return {
            "format": FORMAT,
            "house": self.house,
            "day": self.day.isoformat(),
            "revision": self.revision,
            "hours": self.hours,
            "previous": self.previous,
            "files": [asdict(each) for each in self.files],
            "sealed_at": self.sealed_at,
            "software": self.software,
            "profile": self.profile,
            "faults": [asdict(each) for each in self.faults],
        }

    def to_bytes(self) -> bytes:
        """The bytes of `manifest.json`: one canonical line."""
        return canonical.line(self.document())

    @property
    def sha256(self) -> str:
        """The digest of its bytes, in hex: what the log's leaf and the next day name."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    @classmethod
    def from_bytes(cls, block: bytes) -> Self:
        """Read a manifest. Raises `ManifestMalformed`, and `canonical.NotCanonical` for other bytes."""
        document = canonical.parse(block)
        if not block.endswith(b"\n"):
            raise ManifestMalformed("manifest", "does not end with a line feed")
        _keys(document, "manifest", {"format", *cls.__dataclass_fields__})
        if document.pop("format") != FORMAT:
            raise ManifestMalformed("format", f"must be {FORMAT}")
        try:
            day = date.fromisoformat(document["day"])
        except (TypeError, ValueError):
            raise ManifestMalformed("day", "is no day") from None
        if day.isoformat() != document["day"]:
            raise ManifestMalformed("day", "is not written YYYY-MM-DD")
        files = _records(document["files"], "files", FileEntry)
        return cls(**{**document, "day": day, "files": files, "faults": _records(document["faults"], "faults", Fault)})


class FileSums:
    """The entry of a file that is written line by line: give it each line, with its line feed, in order."""

    def __init__(self) -> None:
        self._sha256 = hashlib.sha256()
        self._frontier = Frontier()
        self._bytes = 0

    def add(self, line: bytes) -> bytes:
        """Count one line. Returns its leaf hash, which `.leaves` keeps. Raises `ValueError` for no line or two."""
        if not line or line.find(b"\n") != len(line) - 1:
            raise ValueError("a line ends with its only line feed")
        self._sha256.update(line)
        self._bytes += len(line)
        leaf = leaf_hash(line)
        self._frontier.append(leaf)
        return leaf

    def entry(self, name: str) -> FileEntry:
        """The entry of what was counted so far."""
        return FileEntry(
            name=name,
            rows=self._frontier.size,
            bytes=self._bytes,
            sha256=self._sha256.hexdigest(),
            root=self._frontier.root.hex(),
        )


def file_entry(name: str, lines: Iterable[bytes]) -> FileEntry:
    """The entry of a file of these lines, each with its line feed."""
    sums = FileSums()
    for line in lines:
        sums.add(line)
    return sums.entry(name)


def leaves_name(name: str) -> str:
    """The file beside it that holds the 32 bytes of each line's leaf: `ledger.jsonl.leaves`."""
    return f"{name}.leaves"


def _check(manifest: Manifest) -> None:
    for field in ("previous", "software"):
        _text(getattr(manifest, field), field, _DIGEST)
    _text(manifest.sealed_at, "sealed_at", _MOMENT)
    for field in ("house", "profile"):
        _text(getattr(manifest, field), field, re.compile(r"\S.{0,199}"))
    _whole(manifest.revision, "revision", 1)
    if manifest.hours not in (23, 24, 25):
        raise ManifestMalformed("hours", "a day has 23, 24 or 25")
    names = [each.name for each in manifest.files]
    if names != sorted(set(names)):
        raise ManifestMalformed("files", "stand once each, in the order of their names")
    for place, each in enumerate(manifest.files):
        _text(each.name, f"files[{place}].name", _NAME)
        _text(each.sha256, f"files[{place}].sha256", _DIGEST)
        _text(each.root, f"files[{place}].root", _DIGEST)
        _whole(each.rows, f"files[{place}].rows", 0)
        _whole(each.bytes, f"files[{place}].bytes", 0)
    for place, fault in enumerate(manifest.faults):
        for field in ("rule", "reason", "by", "agreed_by"):
            _text(getattr(fault, field), f"faults[{place}].{field}", re.compile(r"\S.*", re.DOTALL))
        if fault.by == fault.agreed_by or len(fault.reason) > _REASON_MOST:
            raise ManifestMalformed(f"faults[{place}]", "two persons give one reason of at most 2,000 characters")


def _text(value: object, field: str, form: re.Pattern[str]) -> None:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise ManifestMalformed(field, "is not of its form")


def _whole(value: object, field: str, least: int) -> None:
    if type(value) is not int or value < least:
        raise ManifestMalformed(field, f"is no whole number from {least}")


def _keys(value: object, field: str, keys: set[str]) -> Mapping[str, Any]:
    if not isinstance(value, dict) or set(value) != keys:
        raise ManifestMalformed(field, f"must be an object of {', '.join(sorted(keys))}")
    return value


def _records(value: object, field: str, kind: type[Any]) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise ManifestMalformed(field, "must be a list")
    keys = set(kind.__dataclass_fields__)
    return tuple(kind(**_keys(each, f"{field}[{place}]", keys)) for place, each in enumerate(value))
