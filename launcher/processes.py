"""Starting and ending child processes so that none outlives the launcher, even if it is killed.

On Linux the kernel signals a child when its parent dies. Elsewhere a warden process holds a pipe to the launcher and
ends the children when the pipe closes. Children get sessions of their own, so Ctrl-C reaches the launcher alone and
it can end them in order. Must not know what the children do.
"""

import contextlib
import ctypes
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from launcher.trouble import StopAsked, Trouble

PR_SET_PDEATHSIG: Final = 1
KERNEL_WATCHES: Final = sys.platform.startswith("linux")
# Looked up here: the forked child should do as little as possible.
_prctl: Final = ctypes.CDLL(None).prctl if KERNEL_WATCHES else None

Process = subprocess.Popen[bytes]


@dataclass(frozen=True)
class Tenant:
    """The unprivileged user that servers run as when the launcher runs as root."""

    name: str
    uid: int
    gid: int


class Patience:
    """Waits that end at once when the end is asked for. One for each run of the launcher, in its main thread."""

    def __init__(self, pulse: Callable[[], None] = lambda: None) -> None:
        self.asked = False
        self._pulse = pulse
        self._read, self._write = os.pipe()
        for end in (self._read, self._write):
            os.set_blocking(end, False)

    def listen(self) -> None:
        """From here on Ctrl-C, SIGTERM and SIGHUP ask for the end; a child's death ends a wait early."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)

    def pause(self, seconds: float) -> None:
        """Wait that long, or until a child ends.

        Raises:
            StopAsked: the end was asked for, before or during the wait.
        """
        self.rest(seconds)
        if self.asked:
            raise StopAsked

    def rest(self, seconds: float) -> None:
        """Wait that long, or until a child ends, deaf to the asking."""
        over = time.monotonic() + seconds
        while (left := over - time.monotonic()) > 0:
            self._pulse()
            ready, _, _ = select.select([self._read], [], [], min(left, 0.2))
            if ready:
                with contextlib.suppress(BlockingIOError):
                    while os.read(self._read, 512):
                        pass
                return

    def _ask(self, *_: object) -> None:
        self.asked = True


class Warden:
    """The stand-in for the kernel's watch: a process that ends the children when this one is gone."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._watched: dict[int, int] = {}

    def watch(self, pid: int, last_signal: int) -> None:
        """End that process with that signal when the launcher is gone."""
        self._watched[pid] = last_signal
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "launcher.warden"],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            self._tell(f"+ {number} {word}" for number, word in self._watched.items())
        else:
            self._tell([f"+ {pid} {last_signal}"])

    def forget(self, pid: int) -> None:
        """Stop watching a process that has ended; its number may soon be reused."""
        if self._watched.pop(pid, None) is not None:
            self._tell([f"- {pid}"])

    def _tell(self, lines: Iterable[str]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()


_warden = Warden()


def start(
    arguments: Sequence[str | Path],
    *,
    log: Path,
    environment: Mapping[str, str],
    last_signal: int = signal.SIGKILL,
    tenant: Tenant | None = None,
    directory: Path = Path("/"),
    pass_on: Sequence[int] = (),
) -> Process:
    """Start a child that writes to the log and gets `last_signal` should the launcher die before it.

    Must be called from the main thread: the kernel takes the thread that forks for the parent.

    Raises:
        Trouble: the program cannot be started.
    """
    user = None if tenant is None else tenant.uid
    try:
        with open(log, "ab") as output:
            process = subprocess.Popen(
                [str(argument) for argument in arguments],
                env=dict(environment),
                cwd=directory,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=pass_on,
                user=user,
                group=None if tenant is None else tenant.gid,
                extra_groups=None if tenant is None else [],
                preexec_fn=_die_with(os.getpid(), last_signal) if KERNEL_WATCHES else None,
            )
    except (OSError, subprocess.SubprocessError) as error:
        raise Trouble(f"{arguments[0]} cannot be started: {error}.") from error
    if not KERNEL_WATCHES:
        _warden.watch(process.pid, last_signal)
    return process


def _die_with(parent: int, last_signal: int) -> Callable[[], None]:
    def arrange() -> None:
        assert _prctl is not None
        _prctl(PR_SET_PDEATHSIG, last_signal, 0, 0, 0)
        if os.getppid() != parent:  # it died in between
            os._exit(1)

    return arrange


def end(processes: Sequence[Process], *, with_signal: int, grace: float, patience: Patience) -> list[Process]:
    """Ask the processes to end (0: they have been asked), wait, then kill; answer those that had to be killed."""
    for process in processes:
        if with_signal and process.poll() is None:
            process.send_signal(with_signal)
    over = time.monotonic() + grace
    while time.monotonic() < over and any(process.poll() is None for process in processes):
        patience.rest(0.05)
    late = [process for process in processes if process.poll() is None]
    for process in late:
        process.kill()
    for process in processes:
        process.wait()
        _warden.forget(process.pid)
    return late


def buried(process: Process) -> None:
    """Note that this child has ended and was reaped."""
    _warden.forget(process.pid)


def run(
    arguments: Sequence[str | Path],
    *,
    log: Path,
    environment: Mapping[str, str],
    patience: Patience,
    tenant: Tenant | None = None,
    directory: Path = Path("/"),
    seconds_max: float = math.inf,
) -> int:
    """Run a child to its end and answer its exit code; it is ended early when that is asked for or its time is up."""
    over = time.monotonic() + seconds_max
    process = start(arguments, log=log, environment=environment, tenant=tenant, directory=directory)
    try:
        while process.poll() is None and time.monotonic() < over:
            patience.pause(0.2)
    finally:
        end([process], with_signal=signal.SIGTERM, grace=5, patience=patience)
    return process.returncode


def birth(pid: int) -> str | None:
    """A mark that tells this process from a later one with the same number; None when there is no such process."""
    if KERNEL_WATCHES:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return None if fields[0] in "ZX" else fields[19]
    found = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


def end_strangers(known: Mapping[str, Sequence[object]], patience: Patience) -> list[str]:
    """End what an earlier run left behind, told by number and birth; answer the names of what was found."""

    def alive() -> list[tuple[str, int]]:
        return [(name, int(str(pid))) for name, (pid, born) in known.items() if birth(int(str(pid))) == born]

    found = [name for name, _ in alive()]
    for word, grace in ((signal.SIGINT, 5.0), (signal.SIGKILL, 5.0)):
        for _, pid in alive():
            with contextlib.suppress(OSError):
                os.kill(pid, word)
        over = time.monotonic() + grace
        while alive() and time.monotonic() < over:
            patience.rest(0.05)
    return found


def end_of(log: Path) -> int:
    """How long a log is now, for `said_since`."""
    return log.stat().st_size if log.exists() else 0


def said_since(log: Path, began: int) -> str:
    """All that was written into a log from that place on."""
    with open(log, "rb") as file:
        file.seek(began)
        return file.read().decode(errors="replace")


def log_tail(log: Path, lines: int = 8) -> str:
    """The last lines of a log, indented, for the terminal."""
    try:
        with open(log, "rb") as file:
            file.seek(max(0, log.stat().st_size - 8192))
            text = file.read().decode(errors="replace")
    except OSError:
        return ""
    return "\n".join(f"    {line}" for line in text.splitlines()[-lines:])
