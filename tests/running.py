"""A whole house in processes of its own on the test's database: web, dealer, worker; for browsers and kills."""

import atexit
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from django.db import connection

from launcher.environment import of_command
from launcher.servers import free_port
from tests.warm import Process, Warm

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120
"""How long a web process may take to begin; on a machine with twenty at once it takes a quarter of it."""
PORTS: Final = (10_000, 32_000)
NOT_FOR_HOUSES: Final = frozenset({"PYTEST_CURRENT_TEST", "DJANGO_ALLOW_ASYNC_UNSAFE"})
"""Variables for the test's own process alone."""
WEB = [
    "-m",
    "uvicorn",
    "casino.asgi:application",
    "--http",
    "casino.door.connections:Connection",
    "--ws",
    "casino.door.connections:Socket",
    "--ws-max-size",
    "16384",
    "--ws-per-message-deflate",
    "false",
    "--no-proxy-headers",
    "--log-level",
    "warning",
]
COMMANDS: dict[str, list[str]] = {
    "dealer": ["manage.py", "dealer"],
    "worker": [
        "-m",
        "celery",
        "-A",
        "casino.celery",
        "worker",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
        "-c",
        "1",
        "--loglevel",
        "warning",
    ],
}


@dataclass
class House:
    """The running processes by name."""

    url: str
    environment: dict[str, str]
    logs: Path
    warm: bool = False
    """Whether its processes begin as forks of one that has imported everything; others begin as in a house."""
    processes: dict[str, Process] = field(default_factory=dict)
    patience: int = 8
    """How many seconds it may take to end by itself."""
    web: list[str] = field(default_factory=lambda: list(WEB))
    """How the web process is started."""

    def start(self, name: str, arguments: list[str]) -> None:
        """Start a process in a session of its own, its words into a file."""
        file = self.logs / f"{name}.log"
        environment = of_command(self.environment, name.partition("-")[0])  # "dealer-2" is a dealer
        if self.warm:
            self.processes[name] = _warm(tuple(sorted(environment.items()))).start(arguments, file)
            return
        with file.open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def start_web(self) -> None:
        """Start the web process and wait until it serves."""
        port = self.url.rsplit(":", 1)[1]
        self.start("web", [*self.web, "--port", port])
        deadline = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/livez", timeout=2) as answer:
                if answer.status == 200:
                    return
            assert time.monotonic() < deadline, (self.logs / "web.log").read_text()[-2000:]
            assert self.processes["web"].poll() is None, (self.logs / "web.log").read_text()[-2000:]
            time.sleep(0.1)

    def start_dealer(self) -> None:
        """Start one more dealer."""
        self.start("dealer", COMMANDS["dealer"])

    def kill(self, name: str) -> None:
        """End a process and its children at once, as a crash would."""
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def stop(self) -> None:
        """End everything in good order, then by force."""
        for process in self.processes.values():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        for name in list(self.processes):
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.processes[name].wait(timeout=self.patience)
            self.kill(name)


@contextlib.contextmanager
def running_house(
    folder: Path,
    *,
    parts: tuple[str, ...] = ("dealer",),
    web: bool = True,
    environment: Mapping[str, str] | None = None,
    warm: bool = False,
) -> Iterator[House]:
    """A house on the test's own database, its web process ready; `parts` beside it; `environment` on top of ours.

    With an environment of its own a house begins cold, unless it is said that more than one test has it (`warm`).
    """
    warm = warm or not environment
    port = _port_of_all() if warm else free_port()
    # As the house itself gives it to its processes: the application's role, in the test's database.
    database = urlsplit(os.environ["SABOT_APP_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    variables = {name: value for name, value in os.environ.items() if name not in NOT_FOR_HOUSES} | {
        "DATABASE_URL": database.geturl(),
        "SABOT_PORT": str(port),
        "SABOT_HOSTS": "127.0.0.1,localhost",
        "SABOT_ORIGINS": f"http://127.0.0.1:{port},http://localhost:{port}",
        "SABOT_DATA": os.environ["SABOT_DATA"],
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
    variables |= environment or {}
    house = House(url=f"http://127.0.0.1:{port}", environment=variables, logs=folder, warm=warm)
    try:
        if web or warm:  # the process that forks them looks for the files once, when it begins
            prepare_static(variables)
        if web:
            house.start_web()
        for part in parts:
            house.start(part, COMMANDS[part])
        yield house
    finally:
        house.stop()


def resident(house: House) -> int:
    """The web process's memory, in bytes."""
    pages = int(Path(f"/proc/{house.processes['web'].pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@cache
def _warm(environment: tuple[tuple[str, str], ...]) -> Warm:
    """The warm process of that environment: two in all, as the dealer's has the keys of the shoes."""
    warm = Warm(dict(environment))
    atexit.register(warm.end)
    return warm


@cache
def _port_of_all() -> int:
    """The port of all ordinary houses of this test process, one after another: their environments are the same.

    Below those that systems give to outgoing connections, which could take it while no house has it.
    """
    while True:
        port = random.SystemRandom().randrange(*PORTS)
        with socket.socket() as tried, contextlib.suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


_prepared: list[str] = []


def prepare_static(environment: dict[str, str]) -> None:
    """Collect the static files once for all houses of a test process that share a folder."""
    if environment["SABOT_DATA"] in _prepared:
        return
    _prepared.append(environment["SABOT_DATA"])
    if os.environ.get("PYTEST_XDIST_WORKER") and Path(environment["SABOT_DATA"], "static/staticfiles.json").exists():
        return  # a copy of what `./sabot test` has collected for this run
    for command in (["compile_texts"], ["collectstatic", "--noinput", "-v", "0"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
