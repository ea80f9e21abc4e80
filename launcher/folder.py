"""Where the launcher keeps things inside the checkout, and who holds the checkout at the moment.

Must not know what the files mean to the servers or to Django.
"""

import contextlib
import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from launcher.trouble import Trouble

ROOT = Path(__file__).resolve().parents[1]
KEEP_LOGS = 3
LOG_BYTES_MAX = 10 * 1024 * 1024


@dataclass(frozen=True)
class Folder:
    """One checkout and its `.sabot` folder."""

    root: Path = ROOT

    @property
    def data(self) -> Path:
        """Everything the launcher writes, apart from the environment."""
        return self.root / ".sabot"

    @property
    def logs(self) -> Path:
        """One file a process."""
        return self.data / "logs"

    @property
    def run(self) -> Path:
        """Facts about the present run; worthless once it is over."""
        return self.data / "run"

    @property
    def secrets(self) -> Path:
        """Keys and passwords made here once."""
        return self.data / "secrets"

    @property
    def environment(self) -> Path:
        """The virtual environment: `.venv`, or the ready one named by SABOT_VENV."""
        return Path(os.environ.get("SABOT_VENV") or self.root / ".venv").absolute()

    @property
    def python(self) -> Path:
        """The environment's interpreter."""
        return self.environment / "bin" / "python"

    def make(self) -> None:
        """Create what is missing.

        Raises:
            Trouble: the folder cannot be written to.
        """
        try:
            if not self.data.exists():
                self.data.mkdir(exist_ok=True)
                # Passable, not readable: as root, PostgreSQL runs as another user and has to walk through.
                self.data.chmod(0o711)
            for private in (self.logs, self.run, self.secrets):
                private.mkdir(mode=0o700, exist_ok=True)
            (self.run / "written").write_text("")
        except OSError as error:
            raise Trouble(f"{self.data} cannot be written to ({error.strerror}); sabot keeps data there.") from error

    def secret(self, name: str, make: Callable[[], str] = lambda: secrets.token_urlsafe(32)) -> str:
        """The secret of that name, made on first use and readable by its owner only."""
        path = self.secrets / name
        if not path.exists():
            draft = _draft(path)
            with open(draft, "w", opener=_private) as file:
                file.write(make())
                file.flush()
                os.fsync(file.fileno())
            # A link never replaces: of two makers the first wins and both read the same secret.
            with contextlib.suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        try:
            return path.read_text().strip()
        except OSError as error:
            raise Trouble(f"{path} cannot be read ({error.strerror}); was it made by another user?") from error

    @staticmethod
    def mark(path: Path) -> str:
        """Return the mark kept in that file, made on first use: a unique name."""
        if not path.exists():
            write_private(path, secrets.token_hex(8))
        return path.read_text().strip()

    def log(self, name: str) -> Path:
        """The log file of that process."""
        return self.logs / f"{name}.log"

    def rotate_logs(self) -> list[str]:
        """Set aside every log that has grown large, keeping the last few; the names of those set aside.

        The processes that write them may be running: a log is copied and then emptied, and they go on writing at its
        new end, since all of them append. A line written in the moment between is lost.
        """
        rotated = []
        for path in sorted(self.logs.glob("*.log")):
            if path.stat().st_size < LOG_BYTES_MAX:
                continue
            path.with_name(f"{path.name}.{KEEP_LOGS}").unlink(missing_ok=True)
            for number in range(KEEP_LOGS - 1, 0, -1):
                older = path.with_name(f"{path.name}.{number}")
                if older.exists():
                    older.replace(path.with_name(f"{path.name}.{number + 1}"))
            with contextlib.suppress(OSError):  # on a full disk room is worth more than the copy
                shutil.copy2(path, path.with_name(f"{path.name}.1"))
            os.truncate(path, 0)
            rotated.append(path.name)
        return rotated

    def state(self) -> dict[str, Any]:
        """Return the record that the present or last run wrote about itself; empty when there is none."""
        try:
            found = json.loads((self.run / "state.json").read_text())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write_state(self, state: dict[str, Any]) -> None:
        """Replace the state in one step, so that a reader never sees half of it."""
        write_private(self.run / "state.json", json.dumps(state, indent=1))


def write_private(path: Path, text: str) -> None:
    """Replace the file in one step, readable by its owner only."""
    draft = _draft(path)
    with open(draft, "w", opener=_private) as file:
        file.write(text)
    draft.replace(path)


class Lock:
    """A lock on a file that ends with its holder, however that ends. Not inherited by children."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: IO[str] | None = None

    def take(self, *, wait: bool = False) -> bool:
        """Take the lock; answer whether it is held now."""
        if self._file is not None:
            return True
        try:
            file = open(self._path, "a", opener=_private)  # noqa: SIM115  held until release
        except OSError as error:
            raise Trouble(f"{self._path} cannot be written to ({error.strerror}).") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return False
        self._file = file
        return True

    @contextlib.contextmanager
    def held(self, otherwise: str) -> Iterator[None]:
        """Hold the lock meanwhile.

        Raises:
            Trouble: another process holds it; `otherwise` says what that means.
        """
        if not self.take():
            raise Trouble(otherwise)
        try:
            yield
        finally:
            self.release()

    def fileno(self) -> int:
        """The descriptor that holds the lock, for a child that shall hold it too."""
        assert self._file is not None, "the lock is not held"
        return self._file.fileno()

    def release(self) -> None:
        """Give it back."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _draft(path: Path) -> Path:
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}")
