"""A house on six machines: three of the databases, two of the house (web, dealer and worker on each), and the door.

Players come by the door, as from outside. Every file of configuration is one of `deploy/`.
"""

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import pytest

from launcher import roles
from launcher.environment import new_shoe_key
from tests.faults.clients import Crowd, crowd
from tests.faults.disks import NotToBeMounted, small_disk
from tests.faults.support import until
from tests.faults.test_postgres import close_round, hurry, run
from tests.machines.engines import NotToBeHad, engines
from tests.machines.network import MISSING_TOOLS, Machine, can_be_made, network
from tests.machines.nodes import DEPLOY, NODES, PLAIN, Nodes
from tests.running import NOT_FOR_HOUSES, ROOT, House, prepare_static

CODE: Final = "mesa-viva"
PORT: Final = 8000
WRITES: Final = "?target_session_attrs=read-write&connect_timeout=2"
MEBIBYTES: Final = 600
"""The disk of each database node."""
OFF_CLOCK: Final = Path(__file__).with_name("off_clock")
PARTS: Final = ("web", "dealer", "worker")


_OFF: Final = """
SELECT NOT told.agrees AND abs(told.ahead_ms) > 3000000 AND NOT EXISTS (
    SELECT 1 FROM tables_table held WHERE held.dealer = told.dealer AND held.lease_until > clock_timestamp()
) FROM tables_clockchange told ORDER BY told.id DESC LIMIT 1
"""


@dataclass
class Rig:
    """The machines and what runs on them. `house` has the environment and the logs, and no process of its own."""

    nodes: Nodes
    houses: Sequence[Machine]
    door: Machine
    house: House
    clocks: dict[str, Path] = field(default_factory=dict)
    """By the name of a machine of the house: the file that says how far its clock is off."""
    code: Path = ROOT
    """The release that machines have which `newer` does not name."""
    newer: set[str] = field(default_factory=set)
    running: dict[tuple[str, str], "subprocess.Popen[bytes]"] = field(default_factory=dict)

    @property
    def logs(self) -> Path:
        """The folder of the players' own logs: the witnesses."""
        return self.house.logs / "clients"

    def begin(self) -> None:
        """Start everything, the database first."""
        self.nodes.begin()
        for machine in self.houses:
            self.start_house(machine)
        self._start_door()
        until("the house answers at its door", lambda: self.answers(self.house.url))

    def start_house(self, machine: Machine) -> None:
        """Start all parts of the house on one of its machines."""
        for part in PARTS:
            self.start(machine, part)
        self.is_ready(machine)

    def start(self, machine: Machine, part: str) -> None:
        """Start one part on one machine, as a machine's own supervisor would."""
        own = {"SABOT_LISTEN": f"{machine.address}:{PORT}"} | self._clock(machine)
        command = machine.inside([sys.executable, "-m", "launcher", "run", part])
        place = ROOT if machine.name in self.newer else self.code
        self._run(machine.name, part, command, self.house.environment | own, place)

    def migrate(self, code: Path) -> None:
        """Bring the database to the schema of a release, as its owner does."""
        environment = self.house.environment | {"DATABASE_URL": self.nodes.url(roles.OWNER)}
        command = [sys.executable, "manage.py", "migrate", "--no-input", "-v", "0"]
        done = subprocess.run(command, cwd=code, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-4_000:]

    def set_clock(self, machine: Machine, seconds: int) -> None:
        """Set the clock of a machine of the house off by so much, under the processes that run there."""
        changed = self.clocks[machine.name].with_suffix(".new")
        changed.write_text(f"{seconds:+d}\n")
        changed.rename(self.clocks[machine.name])

    def _clock(self, machine: Machine) -> dict[str, str]:
        """What lets the clock of the first machine of the house be set alone."""
        if machine is not self.houses[0]:
            return {}
        if machine.name not in self.clocks:
            self.clocks[machine.name] = self.nodes.folder / f"{machine.name}.clock"
            self.set_clock(machine, 0)
        return {"PYTHONPATH": str(OFF_CLOCK), "SABOT_OFF_CLOCK": str(self.clocks[machine.name])}

    def restart(self, machine: Machine, *, ready: bool = True) -> None:
        """Restart every part on a machine in good order, as for a newer release: the dealer first, then web."""
        for part in ("dealer", "worker", "web"):
            process = self.running[machine.name, part]
            process.terminate()
            process.wait(timeout=60)
            self.start(machine, part)
        if ready:
            self.is_ready(machine)

    def is_ready(self, machine: Machine) -> None:
        """Wait until the door may send players there."""
        until(f"{machine.name} is ready", lambda: self.answers(f"http://{machine.address}:{PORT}"))

    def power_off(self, machine: Machine) -> None:
        """Cut its power: everything that ran there ends at once."""
        machine.signal(signal.SIGKILL)
        until(f"nothing runs on {machine.name}", lambda: not machine.processes())

    def answers(self, url: str) -> bool:
        """Whether the site there is ready."""
        request = urllib.request.Request(f"{url}/readyz", headers={"Host": "localhost"})
        try:
            with urllib.request.urlopen(request, timeout=3) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def hurry(self) -> None:
        """Let the next round open now where one has just been settled; while no primary answers nothing is hurried."""
        with contextlib.suppress(psycopg.Error):
            hurry(self.nodes.url() + WRITES)

    def close_round(self) -> None:
        """Let the round in play be due for its settlement now."""

        def closed() -> bool:
            try:
                close_round(self.nodes.url() + WRITES)
            except psycopg.Error:
                return False
            return True

        until("the round in play is due", closed)

    def settled(self) -> int:
        """How many rounds are settled; -1 while no primary answers."""
        try:
            with psycopg.connect(self.nodes.url() + WRITES) as connection:
                found = connection.execute("SELECT count(*) FROM tables_round WHERE phase = 'settled'").fetchone()
        except psycopg.Error:
            return -1
        return int(found[0]) if found else -1

    def a_clock_is_off(self) -> bool:
        """Whether the last dealer that told of its clock says that it is far off, and has no table's lease."""
        try:
            with psycopg.connect(self.nodes.url() + WRITES) as connection:
                found = connection.execute(_OFF).fetchone()
        except psycopg.Error:
            return False
        return bool(found and found[0])

    def whole(self) -> None:
        """Wait until every database node stands where it should."""
        until("one primary, and every other node follows", lambda: self.nodes.standing() == (1, NODES - 1))

    def _start_door(self) -> None:
        text = (DEPLOY / "haproxy/haproxy.cfg").read_text()
        written = self.nodes.folder / "haproxy.cfg"
        written.write_text(text.replace(" ssl crt /etc/sabot/tls/door.pem alpn h2,http/1.1", ""))
        places = {f"SABOT_WEB{at}": f"{each.address}:{PORT}" for at, each in enumerate(self.houses, start=1)}
        environment = PLAIN | self.nodes.engines.environment | {"SABOT_DOOR": f"{self.door.address}:{PORT}"} | places
        command = self.door.inside([self.nodes.engines.haproxy, "-db", "-f", written])
        self._run(self.door.name, "haproxy", command, environment, Path("/"))

    def _run(
        self, machine: str, part: str, command: Sequence[str | Path], environment: dict[str, str], place: Path
    ) -> None:
        with (self.house.logs / f"{machine}-{part}.log").open("ab") as log:
            self.running[machine, part] = subprocess.Popen(
                [str(word) for word in command],
                env=environment,
                cwd=place,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def stop(self) -> None:
        """Reap everything; the network kills it."""
        for process in self.running.values():
            process.kill()
            process.wait()
        self.nodes.stop()


@contextlib.contextmanager
def rig(logs: Path, *, code: Path = ROOT) -> Iterator[Rig]:
    """A house on its machines, of this release or another, without players; skipped where they cannot be had."""
    if not can_be_made():
        pytest.skip(MISSING_TOOLS)
    try:
        found = engines()
    except NotToBeHad as missing:
        pytest.skip(str(missing))
    with network() as net, tempfile.TemporaryDirectory(prefix="sabot-rig-") as folder:
        nodes = Nodes([net.add(f"db{at}", 10 + at) for at in range(1, NODES + 1)], found, Path(folder), logs)
        houses, door = [net.add(f"house{at}", 20 + at) for at in (1, 2)], net.add("door", 31)
        url = f"http://{door.address}:{PORT}"
        house = House(url=url, environment=_environment(nodes, net.own, houses, door), logs=logs)
        made = Rig(nodes, houses, door, house, code=code)
        nodes.lay_out = None if code == ROOT else lambda: made.migrate(code)
        with contextlib.ExitStack() as mounted:
            with contextlib.suppress(NotToBeMounted):
                for machine in nodes.machines:
                    nodes.disks[machine.name] = mounted.enter_context(small_disk(nodes.disk(machine), MEBIBYTES))
            try:
                prepare_static(house.environment)
                made.begin()
                yield made
            finally:
                made.stop()


@contextlib.contextmanager
def players_at(made: Rig) -> Iterator[Crowd]:
    """Five players at a table, by the door."""
    cookies = json.loads(run(made.house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
    sessions = {int(person): cookie for person, cookie in cookies.items()}
    with crowd(made.house.url, CODE, sessions, made.logs, nudge=made.hurry) as players:
        players.arrive()
        players.bets_go_on(10)
        yield players


def silence(made: Rig, since: float) -> float:
    """The longest time from `since` (seconds of the epoch) in which no player had an answer to a slip."""
    answers = [since, time.time()]
    for log in made.logs.glob("*.jsonl"):
        noted = [json.loads(line) for line in log.read_text().splitlines()]
        answers += [each["at"] for each in noted if each["note"] == "answer" and each["at"] > since]
    answers.sort()
    return max(later - sooner for sooner, later in itertools.pairwise(answers))


def _environment(nodes: Nodes, own: str, houses: Sequence[Machine], door: Machine) -> dict[str, str]:
    addresses = [own, door.address, *(each.address for each in houses)]
    return {name: value for name, value in os.environ.items() if name not in NOT_FOR_HOUSES} | {
        "DATABASE_URL": nodes.url(),
        "VALKEY_URL": nodes.valkey,
        "SABOT_PORT": str(PORT),
        "SABOT_HOSTS": ",".join(["localhost", *addresses]),
        "SABOT_ORIGINS": ",".join(f"http://{each}:{PORT}" for each in addresses),
        "SABOT_PROXIES": door.address,
        "SABOT_LOG_KEY": new_shoe_key(),
        "DJANGO_SETTINGS_MODULE": "casino.settings",
    }
