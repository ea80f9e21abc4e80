"""Machines on this machine: network namespaces joined by one bridge. A link that is set down is a partition."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

MISSING_TOOLS = "network namespaces need root, iproute2, setpriv and unshare"


def can_be_made() -> bool:
    """Whether this machine lets us make network namespaces."""
    if os.geteuid() != 0 or not all(shutil.which(name) for name in ("ip", "setpriv", "unshare")):
        return False
    name = f"sabot-{os.getpid()}-try"
    if _ip("netns", "add", name).returncode != 0:
        return False
    linked = _ip("-n", name, "link", "set", "lo", "up").returncode == 0
    _ip("netns", "del", name)
    return linked


@dataclass(frozen=True)
class Machine:
    """One namespace: its name, its address, and its end of the cable."""

    name: str
    space: str
    address: str
    cable: str

    def inside(self, command: list[str | Path], *, as_user: bool = False) -> list[str | Path]:
        """The command as it runs on this machine; ended when its starter is.

        `as_user`: it takes itself for an ordinary user, as PostgreSQL has to; our files stay its own.
        """
        user = ["unshare", "--user", "--map-user=1000", "--map-group=1000"] if as_user else []
        return ["ip", "netns", "exec", self.space, *user, "setpriv", "--pdeathsig", "KILL", *command]

    def processes(self) -> list[int]:
        """The processes that run on it."""
        return [int(pid) for pid in _ip("netns", "pids", self.space).stdout.split()]

    def signal(self, number: int) -> None:
        """Send it to all of them: SIGKILL is a power cut, SIGSTOP a machine that hangs."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def cut(self) -> None:
        """Pull the cable."""
        _must("link", "set", self.cable, "down")

    def mend(self) -> None:
        """Plug it in again."""
        _must("link", "set", self.cable, "up")

    def block(self, other: "Machine") -> None:
        """Send nothing to that machine, nor hear anything of it."""
        _must("-n", self.space, "route", "add", "blackhole", f"{other.address}/32")

    def unblock(self, other: "Machine") -> None:
        """Reach it again."""
        _must("-n", self.space, "route", "del", "blackhole", f"{other.address}/32")


@dataclass
class Network:
    """A bridge with this machine's own end at `.1`, and the machines on it."""

    prefix: str
    bridge: str
    machines: dict[str, Machine] = field(default_factory=dict)

    @property
    def own(self) -> str:
        """The address of this machine on it."""
        return f"{self.prefix}.1"

    def add(self, name: str, number: int) -> Machine:
        """One more machine, at `.number`."""
        space, cable = f"{self.bridge}-{name}", f"{self.bridge}{number}"
        machine = Machine(name, space, f"{self.prefix}.{number}", cable)
        _must("netns", "add", space)
        self.machines[name] = machine
        _must("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", space)
        _must("link", "set", cable, "master", self.bridge, "up")
        _must("-n", space, "addr", "add", f"{machine.address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            _must("-n", space, "link", "set", link, "up")
        return machine


@contextlib.contextmanager
def network() -> Iterator[Network]:
    """An empty network; processes that still run on its machines are killed in the end."""
    dice = random.SystemRandom()
    made = Network(f"10.{dice.randrange(200, 250)}.{dice.randrange(256)}", f"sb{dice.randrange(16**6):06x}")
    try:
        _must("link", "add", made.bridge, "type", "bridge")
        _must("addr", "add", f"{made.own}/24", "dev", made.bridge)
        _must("link", "set", made.bridge, "up")
        yield made
    finally:
        for machine in made.machines.values():
            machine.signal(signal.SIGKILL)
            _ip("netns", "del", machine.space)
        _ip("link", "del", made.bridge)


def _must(*arguments: str) -> None:
    done = _ip(*arguments)
    assert done.returncode == 0, f"ip {' '.join(arguments)}: {done.stderr}"


def _ip(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
