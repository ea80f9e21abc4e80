"""Processes of the house that begin as a fork of one which has imported everything: `python -m tests.warm`.

A process of the house spends most of its start importing, which is the same each time and says nothing of the house.
The fork runs the very command that a new interpreter would, with the same environment, in a session of its own.
"""

import contextlib
import gc
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Protocol

ROOT: Final = Path(__file__).resolve().parent.parent
AT_FIRST_USE: Final = (
    "casino.door.connections",
    "casino.management.commands.dealer",
    "casino.web.context",
    "casino.web.message_storage",
    "casino.wording.formats",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.events",
    "celery.worker.consumer",
    "celery.worker.strategy",
    "django.contrib.messages.storage.fallback",
    "django.contrib.sessions.serializers",
    "kombu.transport.redis",
    "uvicorn.lifespan.on",
)
"""Modules that a process imports when it runs its command or answers its first request."""


class Process(Protocol):
    """The interface of a running process: the same for a fork as for a `subprocess.Popen`."""

    pid: int
    returncode: int | Any

    def poll(self) -> int | None:
        """The exit code, once it has ended; negative for a signal."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended."""

    def send_signal(self, sig: int) -> None:
        """Send a signal, if it still runs."""

    def terminate(self) -> None:
        """Ask it to end."""


class Warm:
    """A process with one environment that has imported everything, and forks on demand."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._wire, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.warm", str(number)], cwd=ROOT, env=environment, pass_fds=[number]
            )
        self._told = self._wire.makefile("rb", buffering=0)
        self.ended: dict[int, int] = {}
        """The exit codes of forks that are no more."""

    def start(self, arguments: Sequence[str], log: Path) -> "Fork":
        """Begin a process; its words go into the file."""
        self._wire.sendall(json.dumps([list(arguments), str(log)]).encode() + b"\n")
        while "started" not in (told := self._hear()):
            pass
        return Fork(self, told["started"])

    def heed(self, seconds: float) -> None:
        """Take note of forks that have ended, waiting so long for the first."""
        while select.select([self._wire], [], [], seconds)[0]:
            self._hear()
            seconds = 0

    def end(self) -> None:
        """Let it go; its own processes go on."""
        self._wire.shutdown(socket.SHUT_RDWR)
        self._told.close()
        self._wire.close()
        self._process.wait()

    def _hear(self) -> dict[str, int]:
        line = self._told.readline()
        assert line, "the warm process has ended"
        told: dict[str, int] = json.loads(line)
        if "ended" in told:
            self.ended[told["ended"]] = told["code"]
        return told


class Fork:
    """A process begun by a warm one."""

    def __init__(self, warm: Warm, pid: int) -> None:
        self.pid = pid
        self._warm = warm

    @property
    def returncode(self) -> int | None:
        """The exit code, as far as it is known."""
        return self._warm.ended.get(self.pid)

    def poll(self) -> int | None:
        """The exit code, once it has ended; negative for a signal."""
        if self.returncode is None:
            self._warm.heed(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Wait until it has ended.

        Raises:
            subprocess.TimeoutExpired: it still runs after so many seconds.
        """
        over = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if over is not None and time.monotonic() > over:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self._warm.heed(0.2)
        return code

    def send_signal(self, sig: int) -> None:
        """Send a signal, if it still runs."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)


# In the warm process -------------------------------------------------------------------------------------------------


def main() -> None:
    """Import the house; then fork whenever asked, until the requests end."""
    _import_all()
    gc.freeze()  # what is shared is no garbage: to look through it takes a fork a second at its end
    with socket.socket(fileno=int(sys.argv[1])) as wire:
        arguments = _serve(wire)
    if arguments is not None:
        _become(arguments)


def _import_all() -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.db.migrations.loader import MigrationLoader
    from django.template import engines
    from django.urls import get_resolver
    from django.utils import translation

    import casino.asgi
    from casino.celery import app
    from tests.hashing import QUICK

    settings.PASSWORD_HASHERS = QUICK  # as in the tests' own process
    app.loader.import_default_modules()
    for name in AT_FIRST_USE:
        import_module(name)
    MigrationLoader(None, ignore_no_migrations=True)  # every process asks at its start which migrations there are
    assert get_resolver().url_patterns
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("x")
    for path in _templates(settings.BASE_DIR):
        engines["django"].get_template(path)
    assert casino.asgi.application


def _templates(root: Path) -> Iterator[str]:
    folder = root / "templates"
    return (str(path.relative_to(folder)) for path in sorted(folder.rglob("*.html")))


def _serve(wire: socket.socket) -> list[str] | None:
    """Fork as often as asked. Answers the arguments in a fork; and nothing at the end, in the process itself."""
    woken, wakes = socket.socketpair()
    wakes.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tests, which close the wire
    before = signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
    orders = wire.makefile("rb", buffering=0)
    while True:
        ready = select.select([wire, woken], [], [])[0]
        if woken in ready:
            woken.recv(4096)
            _tell_ended(wire)
        if wire in ready:
            line = orders.readline()
            if not line:
                return None
            arguments, log = json.loads(line)
            stands, alone = os.pipe()
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(before)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                _stand_alone(log)
                for number in (stands, alone):
                    os.close(number)
                return list(arguments)
            os.close(alone)
            os.read(stands, 1)  # nothing comes: its end says that the fork stands alone
            os.close(stands)
            wire.sendall(json.dumps({"started": pid}).encode() + b"\n")


def _tell_ended(wire: socket.socket) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        code = os.waitstatus_to_exitcode(status)
        wire.sendall(json.dumps({"ended": pid, "code": code}).encode() + b"\n")


def _stand_alone(log: str) -> None:
    """As a new process would: a session of its own, its words into the file."""
    os.setsid()
    words = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, place in ((0, nothing), (1, words), (2, words)):
        os.dup2(place, number)


def _become(arguments: list[str]) -> None:
    """What `python` does with these arguments."""
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
