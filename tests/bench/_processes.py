"""Processes that the benchmarks start and end themselves: the web process, the dealer, peers, the lean client."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from launcher.house import WEB
from launcher.servers import free_port

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
READY_SECONDS = 60
TICK = os.sysconf("SC_CLK_TCK")


@dataclass
class Running:
    """One process of ours, in a session of its own."""

    process: "subprocess.Popen[str]"
    port: int = 0

    def memory(self) -> int:
        """Resident KiB."""
        return int(_status(self.process.pid).split("VmRSS:")[1].split()[0])

    def cpu(self) -> float:
        """Seconds of processor so far."""
        return cpu_of(self.process.pid)

    def write(self, line: str) -> None:
        """A line to its input."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line of its output; raises when there is none."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.process.args} ended with {self.process.wait(timeout=5)}")
        return line.strip()

    def end(self) -> None:
        """Ask it to end, then make it."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.terminate()
            self.process.wait(timeout=6)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _status(pid: int) -> str:
    return Path(f"/proc/{pid}/status").read_text()


def family_of(pid: int) -> tuple[int, float]:
    """A process's parent, and the seconds of processor that it has used, its ended children included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[1]), sum(int(field) for field in fields[11:15]) / TICK


def cpu_of(pid: int) -> float:
    """Seconds of processor that a process has used, its ended children included."""
    return family_of(pid)[1]


@contextlib.contextmanager
def running(arguments: Sequence[str], environment: Mapping[str, str] | None = None, port: int = 0) -> Iterator[Running]:
    """A process while the block runs; its complaints are shown."""
    process = subprocess.Popen(
        arguments,
        cwd=ROOT,
        env=dict(environment or os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    each = Running(process, port)
    try:
        yield each
    finally:
        each.end()


def house_environment(database: str, port: int) -> dict[str, str]:
    """The environment of the house's processes, on the benchmark's own database."""
    data = Path(os.environ.get("SABOT_DATA") or tempfile.gettempdir())
    (data / "static").mkdir(parents=True, exist_ok=True)  # nothing is collected there, and no client asks for it
    return os.environ | {
        "DATABASE_URL": database,
        "SABOT_PORT": str(port),
        "SABOT_HOSTS": "127.0.0.1",
        "SABOT_ORIGINS": f"http://127.0.0.1:{port}",
        "SABOT_DATA": str(data),
        "SABOT_ADDRESS_CONNECTIONS": "100000",  # everybody in a benchmark comes from one machine
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }


@contextlib.contextmanager
def web_process(database: str, application: str = "") -> Iterator[Running]:
    """The web process as the launcher starts it, or a peer's application served in the same way."""
    port = free_port()
    arguments = [part if part != "casino.asgi:application" else application or part for part in WEB]
    arguments = [sys.executable, *arguments, "--host", "127.0.0.1", "--port", str(port), "--log-level", "warning"]
    with running(arguments, house_environment(database, port), port) as web:
        await_answer(web)
        yield web


def await_answer(each: Running) -> None:
    """Wait until it answers a page."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{each.port}/livez", timeout=2):
            return
        if each.process.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"{each.process.args} does not answer")


class Client:
    """The lean socket client: compiled where a C compiler is, else in Python."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.command, self.kind = [sys.executable, str(HERE / "_client.py")], "the client is in Python: it weighs"
        compiler = shutil.which("gcc") or shutil.which("cc")
        if compiler:
            from _client_source import SOURCE

            (folder / "client.c").write_text(SOURCE)
            subprocess.run(
                [compiler, "-O2", "-o", str(folder / "client"), str(folder / "client.c")], check=True, timeout=60
            )
            self.command, self.kind = [str(folder / "client")], "the client is in C"

    @contextlib.contextmanager
    def sockets(
        self, port: int, mode: str, places: Sequence[tuple[str, str]], lines: Mapping[str, Any] | None = None
    ) -> Iterator[Running]:
        """So many sockets, all open, at (path, cookie) places."""
        file = self.folder / f"places-{port}-{time.monotonic_ns()}"
        file.write_text("".join(f"{path}\t{cookie}\n" for path, cookie in places))
        with running([*self.command, str(port), mode, str(file), json.dumps(lines or {})]) as client:
            assert client.line() == "ready"
            yield client
