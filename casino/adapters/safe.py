"""The regulator's safe: a folder, which another program may take further, or a folder of an FTPS server (PT-61)."""

import os
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings

from casino.adapters.registry import Port, adapter, path_of
from reporting.six_files.ftps import Door, FtpsSafe
from reporting.six_files.safe import FolderSafe, Safe

PORTS: Final = {"ftps": 990, "ftpes": 21}
"""`ftps` has TLS from the first byte; with `ftpes` it is asked for after the greeting."""


class Folder(FolderSafe):
    """A package a day, written once, with its receipt. `SABOT_SAFE_FOLDER` names the folder."""

    def __init__(self) -> None:
        named = os.environ.get("SABOT_SAFE_FOLDER", "")
        super().__init__(Path(named) if named else settings.DATA_DIR / "safe")


class Ftps(FtpsSafe):
    """The folder that `SABOT_SAFE_URL` names: `ftps://user@host:990/folder`, or `ftpes://…:21/folder`.

    `SABOT_SAFE_PASSWORD` is the password, `SABOT_SAFE_TRUSTED` a file of certificates (PEM) that are trusted instead
    of the system's.
    """

    def __init__(self) -> None:
        url = urlsplit(os.environ.get("SABOT_SAFE_URL", ""))
        super().__init__(_door(url), trusted=os.environ.get("SABOT_SAFE_TRUSTED") or None)


def _door(url: SplitResult) -> Door:
    """Raises `ValueError` where the address names no safe."""
    if url.scheme not in PORTS or not url.hostname or not url.username or url.password:
        raise ValueError("SABOT_SAFE_URL must be ftps://user@host:port/folder or ftpes://…, without a password")
    return Door(
        host=url.hostname,
        port=url.port or PORTS[url.scheme],
        user=unquote(url.username),
        password=os.environ.get("SABOT_SAFE_PASSWORD", ""),
        folder=unquote(url.path),
        implicit=url.scheme == "ftps",
    )


def safe() -> Safe | None:
    """The safe of this site; None where it has none."""
    found: Safe | None = adapter(Port.SAFE)
    return found


def has_safe() -> bool:
    """Whether the house delivers its files by itself."""
    return bool(path_of(Port.SAFE))
