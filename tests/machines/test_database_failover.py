"""The primary killed, and switched over, under a house that plays: it goes on at the standby by itself.

Every commit was at the standby before it was acknowledged. So no acknowledged slip is lost, and a slip whose answer was
lost is found, or taken once, by its key.
"""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from launcher import environment
from launcher.trouble import Trouble
from tests.faults.clients import crowd
from tests.faults.support import LONG
from tests.faults.test_postgres import CODE, at_rest, close_round, hurry, run
from tests.machines.pair import Pair, pair
from tests.rules import rule
from tests.running import running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(3_600 if LONG else 600)]
WRITES = "?target_session_attrs=read-write"


@pytest.fixture
def servers(db: None) -> Iterator[Pair]:
    with pair() as found:
        yield found


def killed(servers: Pair) -> None:
    servers.kill()
    servers.promote()


def switched_over(servers: Pair) -> None:
    """The old primary lives on with every connection of the house, and only reads."""
    servers.demote()
    servers.promote()


def frozen(servers: Pair) -> None:
    """The old primary hangs, and never wakes while the house plays: a wait for it would never end."""
    servers.freeze()
    servers.promote()


@rule(
    "GL-49",
    asserts="The primary database is killed under bets, made to read alone with its connections open, or frozen, and "
    "its standby promoted: no acknowledged bet is lost or counted twice, and no process of the house falls.",
)
@pytest.mark.parametrize("fall", [killed, switched_over, frozen], ids=["killed", "switched over", "frozen"])
@pytest.mark.long
def test_the_house_goes_on_at_the_standby(servers: Pair, tmp_path: Path, fall: Callable[[Pair], None]) -> None:
    logs = tmp_path / "clients"
    with running_house(tmp_path, parts=(), web=False, environment={"DATABASE_URL": servers.url}) as house:
        cookies = json.loads(run(house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
        house.start_dealer()
        house.start_web()
        sessions = {int(person): cookie for person, cookie in cookies.items()}
        with crowd(house.url, CODE, sessions, logs, nudge=lambda: hurry(servers.url + WRITES)) as players:
            players.arrive()
            players.bets_go_on(20)
            close_round(servers.url)
            players.bets_go_on(5)
            players.ask()
            fell_at = time.monotonic()
            fall(servers)
            promoted_at = time.monotonic()
            players.bets_go_on(1)
            print(
                f"\nbets again {time.monotonic() - fell_at:.1f} s after, {time.monotonic() - promoted_at:.1f} s of it "
                "after the standby took over"
            )
            close_round(servers.alone(servers.standby))
            players.bets_go_on(20)
            at_rest(players, house, logs)
            assert all(process.poll() is None for process in house.processes.values()), "the house itself never fell"
            assert all(client.lost == 0 for client in players.clients), "sockets outlive the database"


def test_a_replica_that_is_named_as_primary_gets_one_sentence(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SABOT_OWNER_URL", servers.alone(servers.standby))
    with pytest.raises(Trouble) as caught:
        environment.given_database("SABOT_OWNER_URL")
    assert str(caught.value) == (
        f"The database of SABOT_OWNER_URL cannot be used: 127.0.0.1:{servers.standby.port} is a replica, "
        "which takes no writes: name the primary."
    )
    monkeypatch.setenv("SABOT_READ_URL", servers.alone(servers.standby))
    assert environment.given_database("SABOT_READ_URL", reads=True) is not None
