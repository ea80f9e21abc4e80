"""A standby of the house reads for it: reports and long lists, never behind the reader's own change, never to write.

If the standby fails in any way, the primary answers, and one line of the log says why.
"""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from launcher.environment import of_command
from launcher.servers import free_port
from tests.faults.support import until
from tests.machines.pair import Pair, ask, pair
from tests.running import ROOT, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(600)]
PAUSE, RESUME = "SELECT pg_wal_replay_pause()", "SELECT pg_wal_replay_resume()"
PAUSED = "SELECT pg_get_wal_replay_pause_state() = 'paused'"


class Reader:
    """One process that is asked questions."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.log = log
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.machines.reading"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log.open("ab"),
            text=True,
        )

    def __call__(self, question: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, self.log.read_text()[-3000:]
        found: dict[str, Any] = json.loads(answer)
        return found

    def unused(self) -> list[str]:
        """Why the standby was not used, line by line."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]
        return [line["why"] for line in lines if line["event"] == "replica_unused"]

    def end(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def servers(db: None) -> Iterator[Pair]:
    with pair() as found:
        yield found


@contextmanager
def reader(servers: Pair, tmp_path: Path, replica: str | None = None) -> Iterator[Reader]:
    addresses = {
        "DATABASE_URL": servers.url,
        "REPLICA_URL": servers.alone(servers.standby) if replica is None else replica,
    }
    with running_house(tmp_path, parts=(), web=False, environment=addresses) as house:
        found = Reader(of_command(house.environment, "dealer"), tmp_path / "reader.log")
        try:
            yield found
        finally:
            found.end()


def test_questions_go_to_the_standby_and_come_back(servers: Pair, tmp_path: Path) -> None:
    primary, standby = servers.primary.port, servers.standby.port
    with reader(servers, tmp_path) as asked:
        asked("touch")
        assert asked("again") == {"port": standby, "read_only": True}
        assert asked("whole") == {"port": standby, "read_only": True}
        assert asked("where") == {"port": primary, "read_only": False}, "and nothing else does"
        assert asked("inside")["port"] == primary
        assert asked("written")["port"] in {primary, standby}, "it may have come by then"
        refused = asked("write_through")
        assert (refused["refused"], refused["rows"]) == ("25006", 0), "refused, and not done at the primary either"

        ask(servers.standby, PAUSE)
        until("it stands still", lambda: bool(ask(servers.standby, PAUSED)[0]))
        assert asked("written")["port"] == primary, "it has not what this very reader wrote"
        assert asked("whole")["port"] == primary
        assert asked("plain")["port"] == standby, "who wrote nothing reads rows of a moment ago"
        ask(servers.standby, RESUME)
        assert asked("whole")["port"] == standby, "it is waited for"
        assert asked("impatient")["port"] == primary, "a late one is left alone"
        assert set(asked.unused()) == {"it is behind what must be seen", "it is late"}

        ask(servers.primary, "ALTER SYSTEM SET synchronous_standby_names = ''")
        ask(servers.primary, "SELECT pg_reload_conf()")
        assert asked("again")["port"] == standby
        told = len(asked.unused())
        servers.standby.stop()
        assert asked("again")["port"] == primary
        assert asked("plain")["port"] == primary, "and is not looked for at each question"
        assert len(asked.unused()) == told + 1, "one line"
        servers.standby.start()
        until("it is found again", lambda: asked("again")["port"] == standby)


def test_a_report_says_the_same_wherever_it_is_read(servers: Pair, tmp_path: Path) -> None:
    """Whole: the standby has everything that was there when the report was begun, or the primary makes it."""
    with reader(servers, tmp_path) as asked:
        asked("furnish")
        at_standby = asked("report")
        ask(servers.standby, PAUSE)
        until("it stands still", lambda: bool(ask(servers.standby, PAUSED)[0]))
        at_primary = asked("report")
        ask(servers.standby, RESUME)
        assert (at_standby.pop("at_standby"), at_primary.pop("at_standby")) == (True, False)
        assert at_standby == at_primary
        assert at_standby["done"]
        assert at_standby["rows"] >= 1
        assert all(check["report"] == check["ledger"] for check in at_standby["checks"])


def test_the_house_sees_who_copies_it_as_far_as_it_may(servers: Pair, tmp_path: Path) -> None:
    """The page of the system's health: a standby's state and lateness where that is granted, lost ones in any case."""
    with reader(servers, tmp_path) as asked:
        found = asked("copies")
        assert (found["replicas"], found["slots"]) == (None, [])
        ask(servers.primary, "GRANT pg_read_all_stats TO sabot_app")
        [standby] = asked("copies")["replicas"]
        assert (standby["state"], standby["sync"]) == ("streaming", "sync")
        until("it has everything", lambda: asked("copies")["replicas"][0]["behind_bytes"] == 0)
        assert 0 <= asked("copies")["replicas"][0]["lag_ms"] < 60_000
        ask(servers.primary, "SELECT pg_create_physical_replication_slot('other', true)")
        [slot] = asked("copies")["slots"]
        assert (slot["name"], slot["read"], slot["lost"]) == ("other", False, False)
        ask(servers.primary, "SELECT pg_drop_replication_slot('other')")
        ask(servers.primary, "REVOKE pg_read_all_stats FROM sabot_app")


@pytest.mark.parametrize("kind", ["primary", "none"])
def test_an_address_without_a_standby_reads_at_the_primary(servers: Pair, tmp_path: Path, kind: str) -> None:
    nowhere = servers.alone(servers.standby).replace(f":{servers.standby.port}/", ":9/")
    address = f"{servers.alone(servers.primary)}?target_session_attrs=any" if kind == "primary" else nowhere
    with reader(servers, tmp_path, address) as asked:
        assert asked("plain")["port"] == servers.primary.port
        assert asked("whole")["port"] == servers.primary.port
        assert asked.unused() == ["it is no standby" if kind == "primary" else "PoolTimeout"]


def test_lists_of_staff_come_from_the_standby_and_outlive_it(servers: Pair, tmp_path: Path) -> None:
    with reader(servers, tmp_path) as asked:
        found = asked("furnish")
    port = free_port()
    addresses = {"DATABASE_URL": servers.url, "REPLICA_URL": servers.alone(servers.standby)}
    ask(servers.primary, "ALTER SYSTEM SET synchronous_standby_names = ''")
    ask(servers.primary, "SELECT pg_reload_conf()")
    with running_house(tmp_path, parts=(), environment={**addresses, "SABOT_METRICS": f"127.0.0.1:{port}"}) as house:

        def rounds() -> str:
            asking = urllib.request.Request(
                f"{house.url}/casa/jogadas/", headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={found['cookie']}"}
            )
            with urllib.request.urlopen(asking, timeout=60) as answer:
                assert answer.status == 200
                text: str = answer.read().decode()
            return text

        assert found["round"] in rounds()
        assert _counted(port, "standby") >= 1
        before = _counted(port, "primary")
        servers.standby.stop()
        assert found["round"] in rounds(), "the primary answers"
        assert _counted(port, "primary") > before
        assert '"replica_unused"' in (tmp_path / "web.log").read_text()


def _counted(port: int, server: str) -> float:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    name = f'sabot_replica_reads_total{{server="{server}"}} '
    return next((float(line.removeprefix(name)) for line in lines if line.startswith(name)), 0)
