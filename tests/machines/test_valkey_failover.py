"""Valkey's primary killed under a house that knows it by its sentinels: hints flow again, and nothing is lost."""

import json
import pickle
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import redis

from tests.factories import Floor
from tests.faults.clients import crowd
from tests.faults.support import LONG, until
from tests.faults.test_web_and_valkey import CODE, Room, furnished
from tests.machines.watched import Watched, client, watched
from tests.running import House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(3_600 if LONG else 600)]
BEAT = ["-m", "celery", "-A", "casino.celery", "beat", "--pidfile", "", "--loglevel", "warning", "--schedule"]


@pytest.fixture
def room(open_floor: Floor) -> Room:
    return furnished(open_floor)


@pytest.fixture
def servers() -> Iterator[Watched]:
    with watched() as found:
        yield found


def parts(house: House) -> dict[str, bool]:
    """What the site says of itself."""
    request = urllib.request.Request(f"{house.url}/readyz/site")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            found: dict[str, bool] = json.load(answer)
    except urllib.error.HTTPError as error:
        found = json.load(error)
    return found


def test_the_primary_is_killed_and_hints_flow_again(room: Room, servers: Watched, tmp_path: Path) -> None:
    """Sockets, the dealer's wake-ups, the cache and Celery's broker, all by the sentinels."""
    with (
        running_house(tmp_path, parts=("dealer", "worker"), environment={"VALKEY_URL": servers.url}) as house,
        crowd(house.url, CODE, room.cookies, tmp_path / "clients", nudge=room.hurry) as players,
    ):
        house.start("beat", [*BEAT, str(tmp_path / "schedule")])
        players.arrive()
        players.bets_go_on(3)
        players.hear_events(3)
        until("tasks come by the sentinels", lambda: parts(house).get("worker"))
        fell_at = time.monotonic()
        servers.kill()
        players.bets_go_on(3)
        until("the replica is promoted", lambda: _is_primary(servers))
        promoted = time.monotonic() - fell_at
        players.hear_events(5)
        print(f"\npromoted after {promoted:.1f} s, every viewer heard again after {time.monotonic() - fell_at:.1f} s")
        back = datetime.now(UTC)
        until("tasks come again", lambda: _heartbeat(servers, "worker") > back)
        until("all of the site is well", lambda: parts(house)["valkey"] and parts(house)["worker"])
        room.prove(players)
        assert all(each.poll() is None for each in house.processes.values()), "no process fell"
        assert all(each.lost == 0 for each in players.clients), "no socket needs Valkey to stay open"


def _is_primary(servers: Watched) -> bool:
    """Whether the replica takes writes now: as it is promoted, it closes every connection."""
    try:
        return bool(client(servers.replica).info("replication")["role"] == "master")
    except redis.RedisError:
        return False


def _heartbeat(servers: Watched, name: str) -> datetime:
    """When the worker last took a task that beat had sent, as the promoted server has it."""
    found = redis.Redis.from_url(servers.replica.url.replace("/0", "/2")).get(f":1:heartbeat:{name}")
    return datetime.fromisoformat(pickle.loads(found)) if found else datetime.min.replace(tzinfo=UTC)
