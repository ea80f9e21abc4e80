"""Finds a Chromium for the browser tests, getting one where it may. Must not know the tests."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from launcher import processes
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.trouble import Trouble

PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first has no window and is a sixth cheaper for it."""
MAC_PROGRAMS: Final = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
GET_SECONDS: Final = 900.0
DOWNLOADED: Final = ("chrome", "Chromium", "Google Chrome for Testing")


def find(folder: Folder, patience: Patience, *, may_install: bool) -> Path | None:
    """A browser that starts: the one named, the system's, Debian's package, Playwright's own; None when there is none.

    Raises:
        Trouble: SABOT_BROWSER names something that does not start.
    """
    named = os.environ.get("SABOT_BROWSER")
    if named:
        if not _starts(folder, Path(named), patience):
            raise Trouble(f'SABOT_BROWSER is "{named}", which does not start.')
        return Path(named)
    found = _first_that_starts(folder, patience)
    if found is None and may_install:
        for get in (_from_debian, _from_playwright):
            get(folder, patience)
            found = _first_that_starts(folder, patience)
            if found is not None:
                break
    return found


def _first_that_starts(folder: Folder, patience: Patience) -> Path | None:
    return next((path for path in _candidates(folder) if _starts(folder, path, patience)), None)


def _candidates(folder: Folder) -> Iterator[Path]:
    for name in PROGRAMS:
        found = shutil.which(name)
        if found:
            yield Path(found)
    if sys.platform == "darwin":
        yield from (Path(name) for name in MAC_PROGRAMS)
    for name in DOWNLOADED:
        yield from sorted((folder.data / "browsers").glob(f"chromium-*/**/{name}"))


def _starts(folder: Folder, path: Path, patience: Patience) -> bool:
    if not os.access(path, os.X_OK) or not path.is_file():
        return False
    return _run(folder, patience, str(path), "--version") == 0


def _from_debian(folder: Folder, patience: Patience) -> None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        wait = ("-o", "DPkg::Lock::Timeout=300")
        _run(folder, patience, "apt-get", *wait, "update")
        _run(
            folder,
            patience,
            "apt-get",
            *wait,
            "install",
            "-y",
            "--no-install-recommends",
            "chromium-headless-shell",
            "fonts-liberation",
        )


def _from_playwright(folder: Folder, patience: Patience) -> None:
    _run(folder, patience, str(folder.python), "-m", "playwright", "install", "chromium")


def _run(folder: Folder, patience: Patience, *command: str) -> int:
    values = dict(os.environ)
    values |= {"DEBIAN_FRONTEND": "noninteractive", "PLAYWRIGHT_BROWSERS_PATH": str(folder.data / "browsers")}
    try:
        return processes.run(
            command, log=folder.log("browser"), environment=values, patience=patience, seconds_max=GET_SECONDS
        )
    except Trouble:
        return 1
