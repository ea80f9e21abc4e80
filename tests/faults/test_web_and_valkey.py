"""The web process and Valkey killed under players who bet: their own logs are the witnesses."""

import contextlib
import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client as Browser
from django.utils import timezone

from launcher import servers
from players.roles import Role
from tables import queries
from tables.models import Round, RoundPhase
from tables.operations import tables as table_operations
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.faults import evidence, orders
from tests.faults.clients import Client, Crowd, crowd
from tests.faults.places import throwaway
from tests.faults.support import HURRY, LONG, sized
from tests.rules import rule
from tests.running import WEB, House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(7_200 if LONG else 600)]
TERMS = TableSettings(preset="macau", minimum=1_00, max_prize=10_000_000_00, betting_seconds=6, show_seconds=60)
CODE, QUIET = "mesa-viva", "mesa-quieta"


@dataclass
class Room:
    """A furnished table and its players' sessions."""

    floor: Floor
    table: int
    cookies: dict[int, str]

    def hurry(self) -> None:
        """Open the next round of a table now if one has just been settled."""
        with connection.cursor() as cursor:
            cursor.execute(HURRY)

    def settled(self) -> int:
        """How many rounds are settled."""
        return Round.objects.filter(table=self.table, phase=RoundPhase.SETTLED).count()

    def version(self) -> int:
        """The table's version in its row."""
        return queries.newer_versions({self.table: -1})[self.table]

    def prove(self, players: Crowd) -> None:
        """Everything at rest: clients see what the rows say, every key is explained, and the money agrees."""
        players.come_to_rest()
        manager = self.floor.staff(Role.SUPERVISOR)
        table_operations.pause(table_id=self.table, by=manager.id, reason="fault test", now=timezone.now())
        players.reach(self.version())
        state = queries.table_state(table_id=self.table, now=timezone.now())
        said = json.loads(json.dumps(state.sections))
        for client in players.clients:
            assert client.version == state.version
            assert client.state == said
        assert evidence.unexplained(players.logs) == []
        assert evidence.unproven_rounds() == []
        self.floor.prove()


@pytest.fixture
def room(open_floor: Floor) -> Room:
    return furnished(open_floor)


def furnished(floor: Floor) -> Room:
    """Two tables, and five players at the first."""
    floor.now = timezone.now()
    table = floor.table(TERMS, code=CODE)
    floor.table(TERMS, code=QUIET)
    cookies = {}
    for _ in range(5):
        player = floor.player(cents=900_000_00)
        floor.sit(player, table)
        browser = Browser()
        browser.force_login(get_user_model().objects.get(pk=player.id))
        cookies[player.id] = browser.cookies["sessionid"].value
    return Room(floor, table, cookies)


@rule(
    "GL-49",
    asserts="The web process is killed under bets and at ten points of a batch of slips; a slip whose receipt was lost "
    "is found again and not taken twice.",
)
def test_web_killed_under_bets(room: Room, tmp_path: Path) -> None:
    """From outside while slips are under way, and by its own hand at statements of a batch, its commit, and after."""
    folder = tmp_path / "orders"
    folder.mkdir()
    ordered = ["before", "1", "3", "6", "8", "10", "12", "commit", "after", "after"]
    points = [place for pair in zip(ordered, [""] * len(ordered), strict=True) for place in pair] * sized(1, 25)
    with (
        running_house(tmp_path, web=False) as house,
        crowd(house.url, CODE, room.cookies, tmp_path / "clients", nudge=room.hurry) as players,
    ):
        house.web = ["-m", "tests.faults.serving", str(folder), *WEB[2:]]
        house.start_web()
        for place in points:
            players.bets_go_on(2)
            if place:
                _die_at(place, house, folder, players)
            else:
                players.ask()
            house.kill("web")
            house.start_web()
        while not sum(client.repeats for client in players.clients):  # a slip is found again whose receipt was lost
            _die_at("after", house, folder, players)
            house.kill("web")
            house.start_web()
            players.bets_go_on(5)
        players.bets_go_on(20)
        players.wait("two rounds are settled", lambda: room.settled() > 1)
        room.prove(players)
        assert all(client.lost >= len(points) for client in players.clients)


def _die_at(place: str, house: House, folder: Path, players: Crowd) -> None:
    """Let the web process obey an order at its next batch; a batch of fewer statements gets done, and that is noted."""
    noted = len(orders.journal(folder))
    orders.give(folder, "bets", f"kill {place}")
    players.wait(
        f"the web process obeys at {place}",
        lambda: house.processes["web"].poll() is not None or bool(orders.journal(folder)[noted + 1 :]),
    )


def test_valkey_killed_under_rounds(room: Room, tmp_path: Path) -> None:
    kills = sized(20, 500)
    with (
        own_valkey() as valkey,
        running_house(tmp_path, environment={"VALKEY_URL": valkey.url}) as house,
        crowd(house.url, CODE, room.cookies, tmp_path / "clients", nudge=room.hurry) as players,
    ):
        players.arrive()
        for at in range(kills):
            players.bets_go_on(3)
            _kill(valkey)
            players.bets_go_on(3)
            if at % 20 == 10:
                settled = room.settled()
                players.wait("rounds go on without Valkey", lambda: room.settled() > settled)  # noqa: B023
                players.reach(room.version())  # each finds by itself what it missed
                _comes_and_goes(room, house.url, players, valkey)
            else:
                valkey.start()
        players.hear_events(5)
        room.prove(players)
        assert all(client.lost == 0 for client in players.clients), "no socket needs Valkey to stay open"


@contextlib.contextmanager
def own_valkey() -> Iterator[servers.Server]:
    """A Valkey of the test's own; it keeps its port over restarts."""
    with throwaway() as base:
        valkey = servers.start_valkey(base)
        try:
            yield valkey
        finally:
            valkey.stop()


def _kill(server: servers.Server) -> None:
    assert server.process is not None
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()


def _comes_and_goes(room: Room, url: str, players: Crowd, valkey: servers.Server) -> None:
    """A player comes, while Valkey is away, to a table without viewers: is let in, and hears it once it is back."""
    person, cookie = next(iter(room.cookies.items()))
    newcomer = Client(url, cookie, QUIET, person, players.logs[0].with_name("newcomer.jsonl"), betting=False)
    newcomer.start()
    try:
        players.wait("a newcomer sees the table", lambda: newcomer.version > 0)
        valkey.start()
        players.wait("a newcomer hears the table", lambda: newcomer.events > 0)
        assert newcomer.lost == 0
    finally:
        newcomer.stop()
