"""The machines of the databases: PostgreSQL under Patroni, etcd, Valkey and its sentinel on each, by `deploy/`.

The shipped configuration is used as it is, but for TLS: the PostgreSQL of our wheel is built without it.
"""

import json
import secrets
import subprocess
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from launcher import quarters, roles, servers
from launcher.servers import USER
from tests.faults.disks import Disk
from tests.faults.places import give_schema
from tests.faults.support import until
from tests.machines.engines import Engines
from tests.machines.network import Machine
from tests.running import ROOT

DEPLOY: Final = ROOT / "deploy"
NODES: Final = 3
REST: Final = 8008
PLAIN: Final = servers.PLAIN
_TLS: Final = ("ssl:", "ssl_cert_file:", "ssl_key_file:", "ssl_ca_file:")


@dataclass
class Words:
    """The passwords of a house, all made for the moment."""

    roles: Mapping[str, str] = field(default_factory=lambda: {role: roles.new_password() for role in roles.ROLES})
    superuser: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    replica: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    rewind: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    valkey: str = field(default_factory=lambda: secrets.token_urlsafe(24))


@dataclass
class Nodes:
    """The three of them. `folder` has a folder for each, with its data; `logs` stays when the test is over."""

    machines: Sequence[Machine]
    engines: Engines
    folder: Path
    logs: Path
    words: Words = field(default_factory=Words)
    lay_out: Callable[[], None] | None = None
    """Gives the new database its schema, where that is not the test's own."""
    disks: dict[str, Disk] = field(default_factory=dict)
    """By the name of a machine: a small disk that can be filled, where one can be mounted."""
    _running: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def hosts(self) -> str:
        """All of them, as a URL names several hosts."""
        return ",".join(f"{machine.address}:5432" for machine in self.machines)

    def url(self, role: str = roles.APP) -> str:
        """Leads this role to whichever takes writes."""
        word = self.words.superuser if role == USER else self.words.roles[role]
        return roles.url_of(f"postgresql://{self.hosts}", role, word, "sabot")

    @property
    def valkey(self) -> str:
        """Names the sentinels."""
        places = ",".join(f"{machine.address}:26379" for machine in self.machines)
        return f"sentinel://:{self.words.valkey}@{places}/sabot"

    def begin(self) -> None:
        """Start everything, and lay the house's database out."""
        for machine in self.machines:
            self.start_etcd(machine)
        for machine in self.machines:
            self.start_patroni(machine)
            self.start_valkey(machine)
        until("a primary with two standbys", lambda: self.standing() == (1, NODES - 1))
        admin = roles.to(self.url(USER), "postgres")
        roles.make(admin, "sabot", passwords=self.words.roles)
        if self.lay_out is None:
            give_schema(self.url(USER), self.folder)
        else:
            self.lay_out()
        for machine in self.machines:
            self.start_sentinel(machine)

    def start(self, machine: Machine) -> None:
        """Start a machine again that had lost its power."""
        self.start_etcd(machine, again=True)
        self.start_patroni(machine)
        self.start_valkey(machine)
        self.start_sentinel(machine)

    def stop(self) -> None:
        """Reap them; the network kills the processes of its machines."""
        for process in self._running:
            process.kill()
            process.wait()

    def start_etcd(self, machine: Machine, *, again: bool = False) -> None:
        """Start etcd there, as its example of an environment says."""
        members = ",".join(f"{each.name}=http://{each.address}:2380" for each in self.machines)
        clients = f"http://{machine.address}:2379"
        settings = {
            "ETCD_NAME": machine.name,
            "ETCD_DATA_DIR": str(self.place(machine) / "etcd"),
            "ETCD_LISTEN_PEER_URLS": f"http://{machine.address}:2380",
            "ETCD_INITIAL_ADVERTISE_PEER_URLS": f"http://{machine.address}:2380",
            "ETCD_LISTEN_CLIENT_URLS": f"{clients},http://127.0.0.1:2379",
            "ETCD_ADVERTISE_CLIENT_URLS": clients,
            "ETCD_INITIAL_CLUSTER": members,
            "ETCD_INITIAL_CLUSTER_STATE": "existing" if again else "new",
        }
        self._start(machine, "etcd", [self.engines.etcd], example(DEPLOY / "patroni/etcd.env.example") | settings)

    def start_patroni(self, machine: Machine) -> None:
        """Start Patroni there, which starts PostgreSQL."""
        place = self.place(machine)
        settings = example(DEPLOY / "patroni/node.env.example") | {
            "PATRONI_NAME": machine.name,
            "PATRONI_RESTAPI_LISTEN": f"{machine.address}:{REST}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{machine.address}:{REST}",
            "PATRONI_ETCD3_HOSTS": ",".join(f"{each.address}:2379" for each in self.machines),
            "PATRONI_POSTGRESQL_LISTEN": f"{machine.address},127.0.0.1:5432",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{machine.address}:5432",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self.disk(machine) / "pg"),
            "PATRONI_POSTGRESQL_BIN_DIR": str(quarters.programs() / "bin"),
            "PATRONI_POSTGRESQL_PGPASS": str(place / "pgpass"),
            "PATRONI_SUPERUSER_PASSWORD": self.words.superuser,
            "PATRONI_REPLICATION_PASSWORD": self.words.replica,
            "PATRONI_REWIND_PASSWORD": self.words.rewind,
        }
        plain = {name: value for name, value in settings.items() if "_SSL" not in name}
        written = place / "patroni.yml"
        written.write_text(without_tls((DEPLOY / "patroni/patroni.yml").read_text()))
        self._start(machine, "patroni", [*self.engines.patroni, written], plain, as_user=True)

    def start_valkey(self, machine: Machine) -> None:
        """Start Valkey there: the first machine has the primary, as long as no sentinel knows better."""
        text = (DEPLOY / "valkey/valkey.conf").read_text()
        if machine is self.machines[0] and not (self.place(machine) / "sentinel.conf").exists():
            text = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("replicaof"))
        written = self._valkey_file(machine, "valkey.conf", text)
        self._start(machine, "valkey", [quarters.find(self.folder).valkey, written], {})

    def start_sentinel(self, machine: Machine) -> None:
        """Start the sentinel there; it knows what it had learnt."""
        written = self.place(machine) / "sentinel.conf"
        if not written.exists():
            self._valkey_file(machine, "sentinel.conf", (DEPLOY / "valkey/sentinel.conf").read_text())
        self._start(machine, "sentinel", [quarters.find(self.folder).valkey, written, "--sentinel"], {})

    def place(self, machine: Machine) -> Path:
        """The folder of a machine."""
        found = self.folder / machine.name
        (found / "valkey").mkdir(parents=True, exist_ok=True)
        return found

    def disk(self, machine: Machine) -> Path:
        """The folder with its database, and nothing else."""
        found = self.place(machine) / "disk"
        found.mkdir(exist_ok=True)
        return found

    def leader(self) -> Machine | None:
        """The one machine that says of itself that it is the primary; None while none does, or two."""
        found = [machine for machine in self.machines if self._says(machine, "primary")]
        return found[0] if len(found) == 1 else None

    def standing(self) -> tuple[int, int]:
        """How many primaries there are, and how many standbys that a commit may count on, each by its own word."""
        leaders = sum(self._says(machine, "primary") for machine in self.machines)
        return leaders, sum(self._says(machine, "quorum") for machine in self.machines)

    def _says(self, machine: Machine, role: str) -> bool:
        """Whether the node's own Patroni says that it has this role now."""
        try:
            with urllib.request.urlopen(f"http://{machine.address}:{REST}/{role}", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def switch_over(self, old: Machine) -> None:
        """Make one of the standbys the primary in good order, as before maintenance."""
        wanted = json.dumps({"leader": old.name}).encode()
        headers = {"Content-Type": "application/json"}
        asked = urllib.request.Request(f"http://{old.address}:{REST}/switchover", wanted, headers)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            assert answer.status == 200, answer.read()

    def _valkey_file(self, machine: Machine, name: str, text: str) -> Path:
        place = self.place(machine)
        filled = {"ADDRESS": machine.address, "PRIMARY": self.machines[0].address, "PASSWORD": self.words.valkey}
        for word, value in filled.items():
            text = text.replace(word, value)
        (place / name).write_text(text.replace("/var/lib/valkey", str(place / "valkey")))
        return place / name

    def _start(
        self,
        machine: Machine,
        name: str,
        command: list[str | Path],
        settings: Mapping[str, str],
        *,
        as_user: bool = False,
    ) -> None:
        with (self.logs / f"{machine.name}-{name}.log").open("ab") as log:
            process = subprocess.Popen(
                [str(word) for word in machine.inside(command, as_user=as_user)],
                env=PLAIN | self.engines.environment | dict(settings),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._running.append(process)


def without_tls(text: str) -> str:
    """The shipped configuration for a PostgreSQL that was built without OpenSSL."""
    kept = [line for line in text.splitlines(keepends=True) if not line.strip().startswith(_TLS)]
    return "".join(kept).replace("hostssl", "host")


def example(file: Path) -> dict[str, str]:
    """The variables of an environment that is shipped as an example."""
    lines = [line.strip() for line in file.read_text().splitlines()]
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
