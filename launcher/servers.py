"""PostgreSQL and Valkey from their wheels, on free loopback ports, each with a password.

For the house and for throw-away test servers alike. Knows how each server is laid out, started, asked whether it is
ready, and ended; must not know what is kept in it.
"""

import contextlib
import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import psycopg
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from kernel import valkey_address
from launcher import processes, quarters, roles
from launcher.folder import write_private
from launcher.processes import Patience, Process, Tenant
from launcher.quarters import Quarters
from launcher.trouble import Trouble

USER: Final = "sabot"
"""The cluster's superuser: makes the roles of the house at each start, and is used for nothing else."""
DATA: Final = "pg"
"""The folder of the database's data, in `.sabot`."""
UPGRADED: Final = "pg.upgraded"
"""Data carried over to a newer PostgreSQL, whole, that has not taken its place yet."""
CACHE_NUMBER: Final = 2
"""The Valkey database in which the house keeps its heartbeats."""
LOCALE: Final = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8")
START_SECONDS: Final = 60.0
# Below the range systems hand out to outgoing connections, so a restarted server finds its port still free.
PORTS: Final = range(20_000, 32_000)
PLAIN: Final = {"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
HBA: Final = (
    "# From this machine, each with its password; written by sabot.\n"
    + "".join(f"host all {role} 127.0.0.1/32 scram-sha-256\n" for role in (USER, *roles.ROLES))
    + f"host replication {roles.BACKUP} 127.0.0.1/32 scram-sha-256\n"
)
POSTGRES_SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": "100",
    "synchronous_commit": "on",
    # Incremental backups go by the summaries; an archive that stands still may not fill the disk (docs/operations).
    "summarize_wal": "on",
    "max_slot_wal_keep_size": "8GB",
    "jit": "off",
    "log_line_prefix": "%m [%p] ",
    # No personal data in the server's log: no statement that failed, no values of a row, no parameters.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
}
# Only where losing everything at a power cut is no loss: tests.
FORGETFUL: Final = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "summarize_wal": "off"}


@dataclass
class Server:
    """One server of ours. `start` waits until it answers; the supervisor uses `spawn` and `ready` instead."""

    name: str
    port: int
    url: str
    arguments: list[str | Path]
    log: Path
    tenant: Tenant | None
    stop_signal: int
    ready: Callable[[], bool]
    mend: Callable[[], None] = lambda: None
    """Put right what a failed start may have been about."""
    forget: Callable[[], None] = lambda: None
    """Remove what would remain of a throw-away server outside its base."""
    urls: Mapping[str, str] = field(default_factory=dict)
    """Of PostgreSQL: by role, the superuser's among them."""
    process: Process | None = field(default=None, init=False)

    def spawn(self) -> Process:
        """Start the process without waiting for it."""
        self.process = processes.start(
            self.arguments, log=self.log, environment=PLAIN, last_signal=self.stop_signal, tenant=self.tenant
        )
        return self.process

    def start(self, patience: Patience | None = None) -> "Server":
        """Start it and wait until it answers; a start right after a crash may take several tries.

        Raises:
            Trouble: it would not start.
        """
        patience = patience or Patience()
        try:
            if self._start(patience):
                return self
        except BaseException:
            self.stop(patience)
            raise
        self.stop(patience)
        raise Trouble(f"{self.name} would not start; the end of {self.log} says:\n{processes.log_tail(self.log)}")

    def _start(self, patience: Patience) -> bool:
        over = time.monotonic() + START_SECONDS
        while time.monotonic() < over:
            process = self.spawn()
            while process.poll() is None and time.monotonic() < over:
                if self.ready():
                    return True
                patience.pause(0.03)
            self.mend()
            patience.pause(0.2)
        return False

    def stop(self, patience: Patience | None = None) -> None:
        """End it in good order."""
        if self.process is not None:
            processes.end([self.process], with_signal=self.stop_signal, grace=20, patience=patience or Patience())
            self.process = None
        self.forget()


def start_postgres(
    base: Path,
    *,
    port: int | None = None,
    durable: bool = True,
    database: str = "sabot",
    passwords: Mapping[str, str] | None = None,
    log: Path | None = None,
    patience: Patience | None = None,
    name: str = DATA,
) -> Server:
    """Start PostgreSQL with its data in `base/pg`, made if missing; its `url` leads the application to the database.

    `urls` has those of all roles, which have these `passwords`, by role. The roles are made at each start, and a
    database of an older house becomes the owner's. `durable=False` is for throw-away clusters: a crash of the machine
    may lose everything.

    Raises:
        Trouble: it cannot run here, or would not start.
    """
    if not durable and os.geteuid() == 0:
        base.mkdir(parents=True, exist_ok=True)
        base.chmod(0o711)  # the servers' user has to walk through a folder made for the moment
    place = quarters.find(base)
    data = place.data / name
    words = {role: roles.new_password() for role in (USER, *roles.ROLES)} | dict(passwords or {})
    log = log or base / "postgres.log"
    patience = patience or Patience()
    if not data.exists() and (upgraded := data.with_name(UPGRADED)).exists():
        upgraded.rename(data)  # an upgrade that was killed at its very last step
    if not (data / "PG_VERSION").exists():
        make_cluster(place, data, words[USER], log, patience)
    _check_version(place, data)
    _let_in(data)
    port = port or free_port()
    settings = POSTGRES_SETTINGS | {"port": str(port)} | ({} if durable else FORGETFUL)
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    urls = {
        role: roles.url_of(f"postgresql://127.0.0.1:{port}", role, words[role], database)
        for role in (USER, *roles.ROLES)
    }
    superuser = roles.url_of(urls[USER], USER, words[USER], "postgres")
    server = Server(
        name="PostgreSQL",
        port=port,
        url=urls[roles.APP],
        urls=urls,
        arguments=[place.postgres / "bin" / "postgres", "-D", data, *options],
        log=log,
        tenant=place.tenant,
        stop_signal=signal.SIGINT,  # a fast shutdown: sessions end, nothing committed is lost
        ready=lambda: postgres_answers(superuser),
        mend=lambda: _end_stray_postgres(data),
        forget=(lambda: None) if durable else (lambda: quarters.discard(place, base)),
    )
    server.start(patience)
    roles.make(superuser, database, passwords={role: words[role] for role in roles.ROLES})
    return server


def start_valkey(
    base: Path, *, password: str | None = None, log: Path | None = None, patience: Patience | None = None
) -> Server:
    """Start Valkey with its append-only file in `base/valkey`; its `url` leads to database 0.

    Raises:
        Trouble: it cannot run here, or would not start.
    """
    place = quarters.find(base)
    data = place.data / "valkey"
    data.mkdir(exist_ok=True)
    quarters.give(data, place.tenant)
    password, port, log = password or secrets.token_urlsafe(24), free_port(), log or base / "valkey.log"
    settings = data / "valkey.conf"
    write_private(
        settings,
        f"port {port}\nbind 127.0.0.1\nprotected-mode yes\ndir {data}\n"
        'save ""\nappendonly yes\nappendfsync everysec\n'
        f"maxmemory 256mb\nmaxmemory-policy noeviction\nrequirepass {password}\n",
    )
    quarters.give(settings, place.tenant)
    server = Server(
        name="Valkey",
        port=port,
        url=f"redis://:{password}@127.0.0.1:{port}/0",
        arguments=[place.valkey, settings],
        log=log,
        tenant=place.tenant,
        stop_signal=signal.SIGTERM,
        ready=lambda: valkey_answers(f"redis://:{password}@127.0.0.1:{port}/0"),
        mend=lambda: _set_broken_file_aside(data, log),
    )
    return server.start(patience)


def valkey_answers(url: str) -> bool:
    """Whether a server answers there and lets us in."""
    return valkey_fault(url) is None


def valkey_fault(url: str) -> Exception | None:
    """What is wrong with the server there, as the client says it; None where it answers and takes a write."""
    client = _client(url, 0, socket_timeout=2)
    try:
        client.ping()
        with contextlib.suppress(redis.ResponseError):  # a user may not be let ask it
            if client.role()[0] in {b"slave", "slave"}:
                return redis.ReadOnlyError("a replica")
    except redis.RedisError as error:
        return error
    finally:
        client.close()
    return None


def forget_signs_of_life(url: str) -> None:
    """Remove the heartbeats an earlier run left: they say nothing about the processes of this one."""
    # If it fails, the worst is a house called ready a few seconds early.
    client = _client(url, CACHE_NUMBER, socket_timeout=5)
    with contextlib.closing(client), contextlib.suppress(redis.RedisError):
        for key in client.scan_iter("*heartbeat:*", count=1000):
            client.delete(key)


def _client(url: str, number: int, *, socket_timeout: int) -> redis.Redis:
    # Without this the client retries with growing pauses and a refusal takes seconds.
    waits = {"retry": Retry(NoBackoff(), 0), "socket_connect_timeout": 2, "socket_timeout": socket_timeout}
    return redis.Redis(connection_pool=valkey_address.read(url).pool(number, **waits))


def free_port() -> int:
    """A loopback port that is free now and that the system does not hand out by itself."""
    for port in random.sample(PORTS, 200):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise Trouble("No free port was found between 20000 and 32000 for the embedded servers.")


def make_cluster(
    place: Quarters, data: Path, password: str, log: Path, patience: Patience, *, locale: Sequence[str] = LOCALE
) -> None:
    """Lay the cluster out beside its place and move it there whole, so that a kill leaves nothing half made."""
    for stale in data.parent.glob("pg.new.*"):
        shutil.rmtree(stale, ignore_errors=True)
    draft = data.with_name(f"pg.new.{os.getpid()}")
    draft.mkdir()
    quarters.give(draft, place.tenant)
    # A file of the other user's own: a descriptor of ours could not be opened again by that user.
    handle, name = tempfile.mkstemp(prefix="sabot-word-")
    try:
        os.write(handle, password.encode())
        os.close(handle)
        quarters.give(Path(name), place.tenant)
        code = processes.run(
            [
                place.postgres / "bin" / "initdb", "-D", draft, "-U", USER, "--pwfile", name,
                "--auth=scram-sha-256", "--encoding=UTF8", *locale, "--data-checksums", "--no-instructions",
            ],
            log=log, environment=PLAIN, patience=patience, tenant=place.tenant,
        )  # fmt: skip
    finally:
        Path(name).unlink(missing_ok=True)
    if code != 0:
        raise Trouble(f"The database could not be laid out; the end of {log} says:\n{processes.log_tail(log)}")
    draft.rename(data)


def _let_in(data: Path) -> None:
    """Let in the roles of the house: a cluster of an older one knows only its superuser."""
    rules = data / "pg_hba.conf"
    if rules.read_text() != HBA:
        rules.write_text(HBA)


def _check_version(place: Quarters, data: Path) -> None:
    made_by = (data / "PG_VERSION").read_text().strip()
    answer = subprocess.run(
        [place.postgres / "bin" / "postgres", "--version"], capture_output=True, text=True, check=False, env=PLAIN
    )
    ours = answer.stdout.split()[-1].split(".")[0] if answer.stdout.split() else ""
    if ours and ours != made_by:
        raise Trouble(
            f"The data in {data} was made by PostgreSQL {made_by} and this is {ours}; "
            "./sabot upgrade-database carries it over (docs/upgrading.md)."
        )
    if not ours:
        raise Trouble(f"PostgreSQL does not run here ({answer.stderr.strip()}); set DATABASE_URL and VALKEY_URL.")


def postgres_answers(url: str) -> bool:
    """Whether the server answers there; a `Trouble` where it refuses our password."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError as error:
        if "password authentication failed" in str(error):
            raise Trouble(
                "The embedded database refuses our password: .sabot/secrets does not belong to it."
            ) from error
        return False
    return True


def _end_stray_postgres(data: Path) -> None:
    """End a postmaster of an earlier run that still holds this very data folder."""
    try:
        pid = int((data / "postmaster.pid").read_text().splitlines()[0])
        command = subprocess.run(
            ["ps", "-ww", "-o", "args=", "-p", str(pid)], capture_output=True, text=True, check=False
        ).stdout
    except (OSError, ValueError, IndexError):
        return
    if f" -D {data} " in command:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGINT)


def _set_broken_file_aside(data: Path, log: Path) -> None:
    """Start afresh when the append-only file is damaged beyond its tail: Valkey holds hints, never truth."""
    if "Bad file format" in processes.log_tail(log, 5):
        with contextlib.suppress(OSError):
            (data / "appendonlydir").rename(data / f"appendonlydir.broken-{int(time.time())}")
