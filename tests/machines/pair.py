"""A primary PostgreSQL and its standby, which has each commit before it is acknowledged; both of our wheel."""

import contextlib
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import psutil
import psycopg

from kernel import database_address
from launcher import processes, quarters, roles, servers
from launcher.processes import Patience
from launcher.servers import Server
from tests.faults.places import give_schema, throwaway
from tests.faults.support import until

STREAMS: Final = f"host replication {servers.USER} 127.0.0.1/32 scram-sha-256\n"


@dataclass(frozen=True)
class Pair:
    """Both servers. `url` leads the application to whichever takes writes."""

    primary: Server
    standby: Server
    url: str

    def kill(self) -> None:
        """End the primary as a power cut would."""
        assert self.primary.process is not None
        self.primary.process.send_signal(signal.SIGKILL)
        self.primary.process.wait()

    def freeze(self) -> None:
        """Stop every process of the primary where it stands: its kernel goes on answering for it."""
        assert self.primary.process is not None
        for each in self._processes():
            each.suspend()

    def wake(self) -> None:
        """Let them go on."""
        for each in self._processes():
            each.resume()

    def _processes(self) -> list[psutil.Process]:
        assert self.primary.process is not None
        postmaster = psutil.Process(self.primary.process.pid)
        return [postmaster, *postmaster.children(recursive=True)]

    def promote(self) -> None:
        """Make the standby the primary, as a watching machine would."""
        ask(self.standby, "SELECT pg_promote(true, 60)")

    def demote(self) -> None:
        """Let the primary only read from now on, with every connection open; back once its standby has all it wrote."""
        ask(self.primary, "ALTER SYSTEM SET default_transaction_read_only = on")
        ask(self.primary, "SELECT pg_reload_conf()")
        until("no transaction writes any more", lambda: not ask(self.primary, WRITERS)[0])
        until("the standby has everything", lambda: ask(self.primary, BEHIND)[0] == 0)

    def alone(self, server: Server) -> str:
        """The application's URL to one of them alone."""
        who = urlsplit(self.primary.url).netloc.rpartition("@")[0]
        return database_address.at_same_place(
            f"postgresql://127.0.0.1:{server.port}", credentials=who, database="sabot"
        )


WRITERS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL
"""
BEHIND: Final = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint FROM pg_stat_replication"


def ask(server: Server, statement: str) -> Any:
    """One statement as the superuser, in the house's database; its first row, if it has one."""
    with psycopg.connect(server.urls[servers.USER], connect_timeout=5, autocommit=True) as connection:
        cursor = connection.execute(statement.encode())
        return cursor.fetchone() if cursor.description else None


@contextlib.contextmanager
def pair() -> Iterator[Pair]:
    """Both, with the schema of the test's database and no rows."""
    with throwaway() as base:
        primary = servers.start_postgres(base, durable=True)
        standby: Server | None = None
        try:
            give_schema(primary.urls[servers.USER], base)
            standby = _standby(base, primary)
            ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'")
            ask(primary, "SELECT pg_reload_conf()")
            waits = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
            until("commits wait for the standby", lambda: ask(primary, waits)[0] == 1)
            both = f"postgresql://127.0.0.1:{primary.port},127.0.0.1:{standby.port}"
            who = urlsplit(primary.url).netloc.rpartition("@")[0]
            yield Pair(primary, standby, database_address.at_same_place(both, credentials=who, database="sabot"))
        finally:
            if primary.process is not None and primary.process.poll() is None:
                Pair(primary, primary, "").wake()
            for server in (standby, primary):
                if server is not None:
                    server.stop()


def _standby(base: Path, primary: Server) -> Server:
    """A copy of the primary as it runs, which then follows it."""
    place = quarters.find(base)
    rules = place.data / "pg" / "pg_hba.conf"
    rules.write_text(rules.read_text() + STREAMS)
    ask(primary, "SELECT pg_reload_conf()")
    data, log, port = place.data / "standby", base / "standby.log", servers.free_port()
    data.mkdir()
    quarters.give(data, place.tenant)
    word = urlsplit(primary.urls[servers.USER]).password
    source = f"host=127.0.0.1 port={primary.port} user={servers.USER} password={word}"
    copying = [place.postgres / "bin" / "pg_basebackup", "-D", data, "-R", "-X", "stream", "-c", "fast", "-d", source]
    code = processes.run(copying, log=log, environment=servers.PLAIN, patience=Patience(), tenant=place.tenant)
    assert code == 0, processes.log_tail(log)
    settings = servers.POSTGRES_SETTINGS | {"port": str(port)}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    urls = {role: url.replace(f":{primary.port}/", f":{port}/") for role, url in primary.urls.items()}
    server = Server(
        name="standby",
        port=port,
        url=urls[roles.APP],
        urls=urls,
        arguments=[place.postgres / "bin" / "postgres", "-D", data, *options],
        log=log,
        tenant=place.tenant,
        stop_signal=signal.SIGINT,
        ready=lambda: _answers(urls[servers.USER]),
    )
    return server.start()


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
