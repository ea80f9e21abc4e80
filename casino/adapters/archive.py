"""The archive's adapter: a folder outside, for example on another machine or a medium that is written once."""

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from django.conf import settings

from casino.adapters.once import keep_folder, write_once
from casino.adapters.registry import Port, adapter
from reporting.operations.archiving import Archive

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9.-]*)*")


class OtherContent(OSError):
    """The name has other bytes already: nothing was written."""


class Folder:
    """One file a name, written once and made read-only. `SABOT_ARCHIVE_FOLDER` names the folder."""

    def __init__(self, folder: Path | None = None) -> None:
        named = os.environ.get("SABOT_ARCHIVE_FOLDER", "")
        self.folder = folder or (Path(named) if named else settings.DATA_DIR / "archive")

    def deliver(self, name: str, content: bytes) -> str:
        """Write the bytes, flushed to the medium, and answer their digest as the receipt."""
        path = self._path(name)
        receipt = f"sha256:{hashlib.sha256(content).hexdigest()}"
        if not path.exists():
            write_once(path, content, mode=0o440)
        if path.read_bytes() != content:
            raise OtherContent(f"{name} has other bytes in the archive")
        return receipt

    def fetch(self, name: str) -> bytes:
        """Read the bytes back."""
        return self._path(name).read_bytes()

    def remove(self, name: str) -> None:
        """Take the file away, on the medium too. Gone before is gone; a folder that is not there says nothing of it."""
        path = self._path(name)
        if not self.folder.is_dir():
            raise FileNotFoundError(f"the archive's folder is not there: {self.folder}")
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            keep_folder(path.parent)

    def _path(self, name: str) -> Path:
        if not _NAME.fullmatch(name) or ".." in name:
            raise OtherContent(f"{name[:80]!r} is no name of the archive")
        return self.folder / name


def archive() -> Archive | None:
    """The archive of this site; None where it has none."""
    found: Archive | None = adapter(Port.ARCHIVE)
    return found
