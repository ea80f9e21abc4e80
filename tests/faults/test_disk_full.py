"""The disk of the database full under a house that plays: betting stops with a word, and nothing acknowledged is lost.

The data lies on a small file system in memory, which only a machine that lets the test mount one can make.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest

from launcher import servers
from tests.faults.clients import Crowd, crowd
from tests.faults.disks import Disk, NotToBeMounted, small_disk
from tests.faults.places import give_schema, throwaway
from tests.faults.support import PATIENCE, sized, until, within
from tests.faults.test_postgres import CODE, at_rest, close_round, hurry, recovered, run
from tests.rules import rule
from tests.running import running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(600)]
MEBIBYTES: Final = 400
SPELL_SECONDS: Final = 20.0
"""How long a disk stays full: more than a client waits before it asks again."""
FULL: Final = "No space left on device"


@pytest.fixture
def disk() -> Iterator[Disk]:
    with throwaway() as base:
        folder = base / "disk"
        folder.mkdir()
        try:
            with small_disk(folder, MEBIBYTES) as found:
                yield found
        except NotToBeMounted:
            pytest.skip("a small disk cannot be mounted here")


@pytest.fixture
def cluster(db: None, disk: Disk) -> Iterator[servers.Server]:
    """A durable PostgreSQL on it, its log elsewhere."""
    server = servers.start_postgres(disk.folder, durable=True, log=disk.folder.parent / "postgres.log")
    assert any(str(part).startswith(str(disk.folder)) for part in server.arguments), "its data lies elsewhere"
    try:
        give_schema(server.urls[servers.USER], disk.folder)
        yield server
    finally:
        server.stop()


@rule(
    "GL-49",
    asserts="With the database's disk full under bets players are told to try again; with room again play goes on, and "
    "no bet is lost or counted twice.",
)
@pytest.mark.long
def test_the_disk_is_full_under_bets(cluster: servers.Server, disk: Disk, tmp_path: Path) -> None:
    """Without room for its log the server ends; with room again it comes back, and so does everybody."""
    logs = tmp_path / "clients"
    with running_house(tmp_path, parts=(), web=False, environment={"DATABASE_URL": cluster.url}) as house:
        cookies = json.loads(run(house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
        house.start_dealer()
        house.start_web()
        sessions = {int(person): cookie for person, cookie in cookies.items()}
        with crowd(house.url, CODE, sessions, logs, nudge=lambda: hurry(cluster.url)) as players:
            players.arrive()
            for _ in range(sized(1, 20)):
                players.bets_go_on(5)
                close_round(cluster.url)
                until("players are told to try again", lambda: told_while_full(players, cluster, disk, tmp_path))
                players.bets_go_on(5)
            players.wait("a second round is settled", lambda: settled(cluster.url) > 1)
            at_rest(players, house, logs)
            assert all(process.poll() is None for process in house.processes.values()), "the house itself never fell"
    assert FULL in (disk.folder.parent / "postgres.log").read_text()


def told_while_full(players: Crowd, cluster: servers.Server, disk: Disk, folder: Path) -> bool:
    """Fill the disk amid bets, keep it full, then give room again; whether players were told meanwhile.

    A round may close just as the server ends, and then no bets come until there is room, and no player is told.
    """
    players.bets_go_on(1)
    told = unanswered(folder)
    until("the disk is full", lambda: exhausted(cluster, disk))

    def heard() -> bool:
        players.nudge()
        return exhausted(cluster, disk) and unanswered(folder) > told

    found = within(SPELL_SECONDS, heard)
    disk.free()
    assert within(PATIENCE, lambda: over(cluster) or recovered(cluster.url)), (
        f"the server is neither over nor back:\n{(disk.folder.parent / 'postgres.log').read_text()[-4000:]}"
    )
    if over(cluster):
        cluster.start()
    return found


def settled(url: str) -> int:
    """How many rounds are settled; the one in play is due at once."""
    close_round(url)
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT count(*) FROM tables_round WHERE phase = 'settled'").fetchone()
    assert row is not None
    return int(row[0])


def unanswered(folder: Path) -> int:
    """How often a player was told to try again."""
    return (folder / "web.log").read_text().count("socket_unanswered")


def exhausted(cluster: servers.Server, disk: Disk) -> bool:
    """Whether the server has found the disk full: it writes until then."""
    disk.fill()
    try:
        with psycopg.connect(cluster.urls[servers.USER], connect_timeout=5, autocommit=True) as connection:
            connection.execute("SELECT pg_switch_wal()")
            connection.execute("CREATE TABLE IF NOT EXISTS ballast (text text)")
            connection.execute("INSERT INTO ballast SELECT repeat('x', 1000) FROM generate_series(1, 500)")
    except psycopg.OperationalError:
        return True
    return False


def over(cluster: servers.Server) -> bool:
    """Whether the server's process has ended."""
    return cluster.process is None or cluster.process.poll() is not None
