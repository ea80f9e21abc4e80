"""Dealers killed at every point of a round's life, and dealers that come back from the dead."""

import itertools
import os
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tables.models import Round, RoundPhase, Table
from tables.operations import bets
from tables.operations.locking import lock_table
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor
from tests.faults import evidence, orders
from tests.faults.support import LONG, PATIENCE, sized, until, within
from tests.rules import rule
from tests.running import House, running_house

pytestmark = [pytest.mark.house, pytest.mark.timeout(3_600 if LONG else 600)]
LEASE = "0.7"
EVERY_ROUND = TableSettings(preset="macau", minimum=1_00, max_prize=10_000_00, betting_seconds=60, show_seconds=60)
WHOLE_SHOE = TableSettings(
    preset="ponto-e-banca", minimum=1_00, shuffle="per-shoe", betting_seconds=60, show_seconds=60
)
"""Long enough that a round waits for the test, which hurries it."""

_WAITING = """
SELECT pid, pg_blocking_pids(pid), state, wait_event_type, wait_event, now() - state_change, left(query, 200)
FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid
"""


@dataclass
class Pit:
    """Two dealers at two tables, replaced as they die; a round goes on when the test says so."""

    house: House
    floor: Floor
    folder: Path
    tables: list[int]
    players: dict[int, list[Actor]]
    kills: int = 0
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def replace(self) -> None:
        """Let there be two dealers."""
        while len(self.house.processes) < 2:
            arguments = ["-m", "tests.faults.dealing", "--lease", LEASE, str(self.folder)]
            self.house.start(f"dealer-{next(self._numbers)}", arguments)

    def bury(self) -> bool:
        """Whether a dealer has died: it is put away and replaced."""
        for name, process in list(self.house.processes.items()):
            if process.poll() is not None:
                assert process.returncode == -signal.SIGKILL, (self.house.logs / f"{name}.log").read_text()[-2000:]
                del self.house.processes[name]
                self.kills += 1
                self.replace()
                return True
        return False

    def holder(self, table: int) -> int:
        """The process that has the lease of a table."""

        def pid() -> int:
            name = Table.objects.filter(pk=table, lease_until__gt=timezone.now()).values_list("dealer", flat=True)
            number = int(name[0].rpartition(":")[2] or 0) if name else 0
            return number if number in {each.pid for each in self.house.processes.values()} else 0

        return until("a living dealer has the lease", pid)

    def kill_holder(self, table: int) -> None:
        """SIGKILL to the dealer of this table."""
        os.kill(self.holder(table), signal.SIGKILL)
        until("the dealer is dead", self.bury)

    def dies_or_does(self, kind: str, table: int, where: str) -> None:
        """Let a dealer obey an order to die in its next step; a shorter step gets done, and that is noted."""
        noted = len(self.journal())
        self.order(kind, table, f"kill {where}")
        self.hurry(table)
        until(f"a dealer dies at {where} of {kind}", lambda: self.bury() or self.journal()[noted + 1 :])

    def order(self, kind: str, table: int, text: str) -> None:
        """Order the next such step's dealer to die or to stop."""
        orders.give(self.folder, f"{kind}.{table}", text)

    def journal(self) -> list[dict[str, Any]]:
        """The dealers' notes of their orders."""
        return orders.journal(self.folder)

    def stops(self, noted: int) -> dict[str, Any]:
        """Wait until a dealer has taken its order and really stands still; the note of it."""
        note = until("a dealer takes its order", lambda: self.journal()[noted:])[0]
        until("it stands still", lambda: _stands_still(note["pid"]))
        return note

    def hurry(self, table: int, *, past_betting: bool = True) -> None:
        """Let the next step be due now; without `past_betting`, a round that has opened meanwhile keeps its time."""
        with transaction.atomic():
            row = lock_table(table)
            assert row is not None
            betting = Round.objects.filter(table=row, phase=RoundPhase.BETTING)
            if not past_betting and betting.exists():
                return
            now = timezone.now()
            betting.update(closes_at=now)
            Table.objects.filter(pk=table).update(due_at=now)

    def betting(self, table: int) -> evidence.Promise:
        """A round with bets of every player, and what it promises."""
        self.hurry(table, past_betting=False)
        until("a round opens", lambda: self._phase(table, "betting"))
        self.floor.now = timezone.now()
        for at, player in enumerate(self.players[table], start=1):
            lines = {"ponto": 1_00, "banca": (at + 2) * 1_00, "empate": 1_00}
            answer = bets.take_slips([self.floor.slip(player, table, lines)], now=self.floor.now)[0]
            assert answer.refused is None, answer.refused
        return evidence.promise(table)

    def settled(self, promised: evidence.Promise) -> None:
        """Wait until the round is settled, and hold it against its promise."""
        settled = Round.objects.filter(code=promised.code, phase=RoundPhase.SETTLED)
        assert within(PATIENCE, settled.exists), f"{promised.code} was never settled\n{self._told()}"
        assert evidence.kept(promised) == []
        table = Table.objects.get(pk=promised.table_id)
        assert table.round_count == promised.round_count

    def _told(self) -> str:
        """What the dealers said and what they wait for, for a failure that a busy machine alone shows."""
        with connection.cursor() as cursor:
            cursor.execute(_WAITING)
            waiting = "\n".join(str(row) for row in cursor.fetchall())
        logs = (f"{path.name}: {path.read_text()[-2000:]}" for path in sorted(self.house.logs.glob("dealer-*")))
        return "\n".join([f"journal: {self.journal()}", *logs, waiting])

    def _phase(self, table: int, phase: str) -> bool:
        return Table.objects.filter(pk=table, current_round__phase=phase).exists()

    def fence(self, table: int) -> int:
        """The number of a table's lease."""
        return Table.objects.values_list("fence", flat=True).get(pk=table)


@pytest.fixture
def pit(open_floor: Floor, tmp_path: Path) -> Iterator[Pit]:
    floor = open_floor
    floor.now = timezone.now()
    tables = [floor.table(EVERY_ROUND), floor.table(WHOLE_SHOE)]
    players = {table: [floor.player(cents=500_000_00) for _ in range(2)] for table in tables}
    for table, seated in players.items():
        for player in seated:
            floor.sit(player, table)
    folder = tmp_path / "orders"
    folder.mkdir()
    with running_house(tmp_path, parts=(), web=False) as house:
        pit = Pit(house, floor, folder, tables, players)
        pit.replace()
        yield pit
        for process in house.processes.values():
            process.send_signal(signal.SIGCONT)
    assert evidence.unproven_rounds() == []


def statements_of_a_step(pit: Pit, kind: str) -> int:
    """How many statements such a step sends: told by a dealer that is ordered to die at one that never comes."""
    table = pit.tables[0]
    promised = pit.betting(table)
    pit.order(kind, table, "kill never")
    pit.hurry(table)
    pit.settled(promised)
    if kind == "open":
        pit.hurry(table)
    return int(until("the step is noted", lambda: _statements(pit, kind))[-1])


def _statements(pit: Pit, kind: str) -> list[int]:
    return [note["statements"] for note in pit.journal() if note["name"].startswith(kind) and "outcome" in note]


def spread(count: int, most: int) -> list[str]:
    """That many statements, evenly over all of them; every one in the long run."""
    chosen = range(1, most + 1) if LONG else sorted({1 + at * (most - 1) // (count - 1) for at in range(count)})
    return [str(number) for number in chosen]


def test_killed_while_bets_are_taken_and_between_rounds(pit: Pit) -> None:
    for at in range(sized(3, 50)):
        table = pit.tables[at % 2]
        promised = pit.betting(table)

        pit.kill_holder(table)  # in the middle of the betting
        until("another dealer has the lease", lambda: pit.fence(table) > promised.fence)  # noqa: B023
        assert evidence.promise(table).result == promised.result
        pit.hurry(table)
        pit.kill_holder(table)  # as the step falls due: before it, within it or after it
        pit.settled(promised)
        fence = pit.fence(table)
        pit.kill_holder(table)  # between two rounds
        pit.hurry(table)
        until("the next round opens", lambda: pit.fence(table) > fence and pit._phase(table, "betting"))  # noqa: B023
    pit.floor.prove()


@rule(
    "PT-11",
    asserts="A dealer killed at statements of a settlement, at its commit and after it leaves each round settled once: "
    "stakes and prizes are booked together or not at all.",
)
def test_killed_within_the_settlement(pit: Pit) -> None:
    most = statements_of_a_step(pit, "settle")
    for at, where in enumerate(["before", *spread(6, most), "commit", "after"]):
        table = pit.tables[at % 2]
        promised = pit.betting(table)
        killed = pit.kills

        pit.dies_or_does("settle", table, where)

        pit.settled(promised)
        if where != "after" and pit.kills > killed:
            assert pit.fence(table) > promised.fence
    assert pit.kills >= (most if LONG else 7)
    pit.floor.prove()


def test_killed_within_the_opening(pit: Pit) -> None:
    most = statements_of_a_step(pit, "open")
    for at, where in enumerate([*spread(4, most), "commit", "after"]):
        table = pit.tables[at % 2]
        promised = pit.betting(table)
        pit.hurry(table)
        pit.settled(promised)

        pit.dies_or_does("open", table, where)

        until("the next round opens", lambda: pit._phase(table, "betting"))  # noqa: B023
        assert Table.objects.get(pk=table).round_count == promised.round_count + 1
    assert pit.kills >= (most if LONG else 5)
    pit.floor.prove()


def test_a_dealer_that_comes_back_with_an_old_lease_is_refused(pit: Pit) -> None:
    """Two dealers stop at the same step, one after the other: the first has the table no more when it wakes."""
    table = pit.tables[0]
    for _ in range(sized(2, 50)):
        promised = pit.betting(table)
        noted = len(pit.journal())
        pit.order("settle", table, "stop before")
        pit.hurry(table)
        first = pit.stops(noted)
        pit.order("settle", table, "stop before")
        second = pit.stops(noted + 1)
        assert second["fence"] > first["fence"]

        os.kill(first["pid"], signal.SIGCONT)
        refused = until("the first dealer's step ends", lambda: pit.journal()[noted + 2 :])[0]  # noqa: B023
        os.kill(second["pid"], signal.SIGCONT)

        assert (refused["pid"], refused["outcome"]) == (first["pid"], "LeaseLost")
        pit.settled(promised)
    pit.floor.prove()


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_dealer_that_comes_back_late_does_no_harm(pit: Pit, where: str) -> None:
    table = pit.tables[1]
    for _ in range(sized(1, 50)):
        promised = pit.betting(table)
        noted = len(pit.journal())
        pit.order("settle", table, f"stop {where}")
        pit.hurry(table)
        stopped = pit.stops(noted)
        pit.settled(promised)
        later = pit.betting(table)

        os.kill(stopped["pid"], signal.SIGCONT)

        until("its step ends", lambda: pit.journal()[noted + 1 :])  # noqa: B023
        found = evidence.promise(table)
        assert found.fence >= later.fence
        assert replace(found, fence=later.fence) == later, "but for who deals it: on a busy machine a lease runs out"
        pit.hurry(table)
        pit.settled(later)
    pit.floor.prove()


def test_a_dealer_stopped_within_the_settlement_finishes_it_when_it_wakes(pit: Pit) -> None:
    """It holds the table's lock: no other process can touch the round, and its own step is still the only one."""
    table = pit.tables[0]
    for _ in range(sized(1, 50)):
        promised = pit.betting(table)
        noted = len(pit.journal())
        pit.order("settle", table, "stop 8")
        pit.hurry(table)
        stopped = pit.stops(noted)
        until("its lease is over", lambda: not Table.objects.filter(pk=table, lease_until__gt=timezone.now()).exists())
        assert evidence.promise(table).result == promised.result

        os.kill(stopped["pid"], signal.SIGCONT)

        pit.settled(promised)
    pit.floor.prove()


def _stands_still(pid: int) -> bool:
    told = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return told.stdout.startswith("T")
