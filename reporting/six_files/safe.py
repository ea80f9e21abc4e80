"""The safe that a day's package is put into: a port, and one that is a folder (W03). Others come beside it."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Protocol

_RECEIPT: Final = ".receipt.json"


class DeliveryRefused(Exception):
    """The safe has another content under this name, or takes nothing."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """The safe's word that it has a package: its name, its SHA-256 and its length."""

    name: str
    sha256: str
    size: int


class Safe(Protocol):
    """Where packages are delivered. The same package delivered twice is delivered once."""

    def deliver(self, name: str, content: bytes) -> Receipt:
        """Put a package there for good. Raises `DeliveryRefused`."""


class FolderSafe:
    """A folder: each package and, beside it, its receipt, written whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def deliver(self, name: str, content: bytes) -> Receipt:
        """Write the package and its receipt; one that lies there already is compared. Raises `DeliveryRefused`."""
        receipt = Receipt(name, hashlib.sha256(content).hexdigest(), len(content))
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            there = self.folder / name
            if there.exists():
                if hashlib.sha256(there.read_bytes()).hexdigest() != receipt.sha256:
                    raise DeliveryRefused(f"{name} lies there with another content")
            else:
                _write(there, content)
            _write(self.folder / f"{name}{_RECEIPT}", json.dumps(asdict(receipt), sort_keys=True).encode() + b"\n")
        except OSError as error:
            raise DeliveryRefused(f"{name}: {error}") from error
        return receipt


def _write(target: Path, content: bytes) -> None:
    """Beside it first, to the disk, then under its name: a reader finds all of it or nothing."""
    unfinished = target.with_name(f"{target.name}.part")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.chmod(0o600)
    unfinished.replace(target)
