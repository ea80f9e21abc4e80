"""The files of the running software and their digests (GL-02, PT-75): what a self-check compares."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reporting.evidence import canonical
from reporting.writers.software import software

ROOT: Final = Path(__file__).resolve().parents[2]
"""The tree that runs: the repository, or the folder that the packages are installed in."""
PACKAGES: Final = ("baccarat", "casino", "kernel", "launcher", "players", "reporting", "tables", "wallet")
BESIDE: Final = ("static", "templates")
SINGLE: Final = ("manage.py", "pyproject.toml", "sabot")
LOCKS: Final = "lock*.txt"
LEFT_OUT: Final = frozenset({"__pycache__"})
MADE: Final = frozenset({".pyc", ".mo"})
"""Made from files that are listed, by the machine that runs them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The software at one moment: its name and version, and the digest of every file by path."""

    version: str
    files: tuple[tuple[str, str], ...]

    def document(self, *, checked_at: str | None) -> dict[str, Any]:
        """As `software.json` says it."""
        return {
            "version": self.version,
            "checked_at": checked_at,
            "files": [{"path": path, "sha256": digest} for path, digest in self.files],
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the list without the moment of a check: the same files are the same digest."""
        return hashlib.sha256(canonical.line(self.document(checked_at=None))).hexdigest()


def listing(root: Path = ROOT) -> Listing:
    """Read every file of the running tree. Links are not followed out of it."""
    files = sorted((path.relative_to(root).as_posix(), _digest(path)) for path in _files(root))
    return Listing(version=software(), files=tuple(files))


def different(before: Listing, now: Listing) -> tuple[str, ...]:
    """The paths that were added, changed or are gone, in their order."""
    was, is_ = dict(before.files), dict(now.files)
    return tuple(sorted(path for path in was.keys() | is_.keys() if was.get(path) != is_.get(path)))


def from_document(document: dict[str, Any]) -> Listing:
    """Read what `Listing.document` wrote."""
    return Listing(
        version=document["version"], files=tuple((each["path"], each["sha256"]) for each in document["files"])
    )


def _files(root: Path) -> Iterator[Path]:
    for name in (*PACKAGES, *BESIDE):
        for path in (root / name).rglob("*"):
            if path.is_file() and path.suffix not in MADE and LEFT_OUT.isdisjoint(path.parts):
                yield path
    yield from (root / name for name in SINGLE if (root / name).is_file())
    yield from root.glob(LOCKS)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
