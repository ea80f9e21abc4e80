"""PostgreSQL killed under a house that plays: every acknowledged slip is there, and the ledger agrees."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from launcher import servers
from tests.faults.clients import Crowd, crowd
from tests.faults.places import give_schema, throwaway
from tests.faults.support import HURRY, LONG, sized, until
from tests.rules import rule
from tests.running import ROOT, House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(14_400 if LONG else 600)]
CODE = "mesa-viva"


@pytest.fixture
def cluster(db: None) -> Iterator[servers.Server]:
    """A PostgreSQL of the test's own that keeps its promises: synchronous commits, flushed to the disk."""
    with throwaway() as base:
        server = servers.start_postgres(base, durable=True)
        try:
            give_schema(server.urls[servers.USER], base)
            yield server
        finally:
            server.stop()


@rule(
    "GL-49",
    asserts="The database is killed 22 times under bets (1,000 in the long run): no bet is lost or counted twice, and "
    "no process of the house falls.",
)
@pytest.mark.long
def test_postgres_killed_under_bets(cluster: servers.Server, tmp_path: Path) -> None:
    """The whole server at most kills, a connection's process at others, which ends them all; in bursts of three."""
    kills = sized(22, 1_000)
    logs = tmp_path / "clients"
    environment = {"DATABASE_URL": cluster.url}
    with running_house(tmp_path, parts=(), web=False, environment=environment) as house:
        cookies = json.loads(run(house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
        house.start_dealer()
        house.start_web()
        sessions = {int(person): cookie for person, cookie in cookies.items()}
        with crowd(house.url, CODE, sessions, logs, nudge=lambda: hurry(cluster.url)) as players:
            players.arrive()
            for at in range(kills):
                if at % 3 == 0:
                    players.bets_go_on(1 + at % 5)
                    close_round(cluster.url)
                players.ask()
                if at % 4 == 3:
                    _kill_connection(cluster)
                else:
                    _kill(cluster)
                    cluster.start()
            players.bets_go_on(20)
            at_rest(players, house, logs)
            assert all(process.poll() is None for process in house.processes.values()), "the house itself never fell"
            assert all(client.lost == 0 for client in players.clients), "sockets outlive the database"
        assert "intake_again" in (tmp_path / "web.log").read_text(), "no kill ever hit a batch of slips"


def at_rest(players: Crowd, house: House, logs: Path) -> None:
    """Every request has its answer, and everything agrees; then the clients come to what the rows say."""
    players.come_to_rest()
    found: dict[str, Any] = json.loads(run(house, "-m", "tests.faults.elsewhere", "check", str(logs)))
    assert found["wrong"] == []
    assert found["transfers"] > players.receipts
    assert found["settled"] > 1
    players.reach(found["version"])


def run(house: House, *arguments: str, **settings: str) -> str:
    environment = house.environment | settings
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def hurry(url: str) -> None:
    """Let the next round open now if one has just been settled; while the server is away nothing is hurried."""
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            connection.execute(HURRY)
    except psycopg.OperationalError:
        return


def close_round(url: str) -> None:
    """Let the round in play be due for its settlement now."""
    with psycopg.connect(url) as connection:
        connection.execute("SELECT 1 FROM tables_table ORDER BY id FOR UPDATE")
        connection.execute("UPDATE tables_round SET closes_at = now() WHERE phase = 'betting'")
        connection.execute("UPDATE tables_table SET due_at = now()")


def _kill(server: servers.Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()


def _kill_connection(server: servers.Server) -> None:
    """SIGKILL to one process of the server: PostgreSQL ends all others and recovers by itself."""
    until("a connection's process is killed", lambda: _kill_one(server.url))
    until("the server recovers", lambda: recovered(server.url))


def _kill_one(url: str) -> bool:
    """Whether it was still there to be killed: connections come and go while the house plays."""
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
            " ORDER BY pid = pg_backend_pid() LIMIT 1"
        ).fetchone()
    assert found is not None
    try:
        os.kill(found[0], signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def recovered(url: str) -> bool:
    try:
        with psycopg.connect(url, connect_timeout=10) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.OperationalError:
        return False
