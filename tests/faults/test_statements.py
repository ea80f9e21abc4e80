"""Every statement of every operation that moves money fails once, in three ways: all or nothing, and then again."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from baccarat.chances import Chance
from players.roles import Role
from tables import queries
from tables.models import Round, RoundPhase, Slip, Table
from tables.operations import bets, rounds, voids
from tables.operations import tables as table_operations
from tables.table_settings import TableSettings
from tests.factories import PONTO_WINS, Actor, Floor
from tests.faults import evidence
from tests.faults.injection import Fault, How, failing, failing_commit
from tests.faults.support import LONG, sized

TERMS = TableSettings(preset="macau", minimum=1_00, max_prize=1_000_00, betting_seconds=20, show_seconds=5)
FAR = 1_000
"""More statements than any operation sends."""


@dataclass
class Scene:
    """A table with three players, a round at a time."""

    floor: Floor
    table: int
    players: list[Actor]
    supervisor: Actor

    def open(self) -> None:
        """A round that ponto wins, open for bets."""
        self.resume()
        self.floor.open_round(self.table, PONTO_WINS)

    def slips(self) -> list[bets.Slip]:
        """A batch: one is refused and kept, the others are accepted, and the last takes back with one line."""
        first, second, third = self.players
        return [
            self.floor.slip(first, self.table, {"ponto": 5_00, "par-banca": 1_00}),
            self.floor.slip(second, self.table, {"banca": 7_00}),
            self.floor.slip(third, self.table, {"empate": 900_000_00}),
            self.floor.slip(third, self.table, {"par-ponto": 1_00}),
            self.floor.slip(first, self.table, {"ponto": -2_00, "empate": 1_00}),
        ]

    def resume(self) -> None:
        """Let a table that a void holds go on: a waiting proposal is turned down."""
        if Table.objects.get(pk=self.table).status != "paused":
            return
        facts: dict[str, Any] = {"by": self.supervisor.id, "reason": "fault test", "now": self.floor.now}
        for waiting in queries.waiting_voids():
            voids.reject_void(proposal_id=waiting.proposal_id, **facts)
        table_operations.resume(table_id=self.table, **facts)

    def finish(self) -> None:
        """Finish the rest of the round."""
        self.resume()
        if Round.objects.filter(table_id=self.table, phase=RoundPhase.BETTING).exists():
            self.floor.settle(self.table)


@pytest.fixture
def scene(open_floor: Floor) -> Scene:
    floor = open_floor
    table = floor.table(TERMS)
    players = [floor.player(cents=100_000_00) for _ in range(3)]
    for player in players:
        floor.sit(player, table)
    return Scene(floor, table, players, floor.staff(Role.SUPERVISOR))


Operation = Callable[[], object]


def taking(scene: Scene) -> Operation:
    """A batch of slips for a round that already has bets."""
    scene.open()
    scene.floor.bet(scene.players[0], scene.table, ponto=4_00)
    batch = scene.slips()
    return lambda: bets.take_slips(batch, now=scene.floor.now)


def settling(scene: Scene) -> Operation:
    """The settlement of a round with bets that win, lose and pay commission."""
    scene.open()
    bets.take_slips(scene.slips(), now=scene.floor.now)
    scene.floor.wait(seconds=21)
    return lambda: rounds.do_due_step(table_id=scene.table, fence=None, now=scene.floor.now)


def opening(scene: Scene) -> Operation:
    """The opening of the next round, with a new configuration that comes into force and a new shoe."""
    scene.open()
    scene.floor.settle(scene.table)
    scene.floor.approve(scene.table, TERMS)
    scene.floor.wait(seconds=6)
    return lambda: rounds.do_due_step(table_id=scene.table, fence=None, now=scene.floor.now)


def voiding(scene: Scene) -> Operation:
    """A second person's yes to the void of a round with bets."""
    scene.open()
    bets.take_slips(scene.slips(), now=scene.floor.now)
    proposed = voids.void_round(table_id=scene.table, by=scene.supervisor.id, reason="fault test", now=scene.floor.now)
    assert proposed.proposal_id is not None
    number, second = proposed.proposal_id, scene.floor.staff(Role.SUPERVISOR)
    return lambda: voids.approve_void(proposal_id=number, by=second.id, now=scene.floor.now)


OPERATIONS = {"taking": taking, "settling": settling, "opening": opening, "voiding": voiding}
LEAST = {"taking": 6, "settling": 10, "opening": 10, "voiding": 14}
"""Statements that each operation sends at least: together, in three ways, more than a hundred faults."""


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
@pytest.mark.parametrize("name", OPERATIONS)
def test_any_statement_may_fail(scene: Scene, name: str, how: How) -> None:
    faults = 0
    # To end a connection is slow: in an ordinary run every other statement has to do.
    step = 1 if LONG or how is not How.CUT else 2
    for at in range(1, FAR, step):
        operation = OPERATIONS[name](scene)
        before = evidence.fingerprint()
        with failing(Fault(at, how)) as fault:
            operation()
        if not fault.fired:
            break
        faults += 1
        assert evidence.fingerprint() == before, f"statement {at} failed and something stayed: {fault.statements[-1]}"
        operation()
        assert evidence.fingerprint() != before
        scene.finish()
        if at % 8 == 0:
            scene.floor.prove()
    assert faults >= LEAST[name] // step
    assert evidence.unproven_rounds() == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_a_commit_that_never_arrived(scene: Scene, name: str) -> None:
    for _ in range(sized(2, 50)):
        operation = OPERATIONS[name](scene)
        before = evidence.fingerprint()
        with failing_commit(reaches=False):
            operation()
        assert evidence.fingerprint() == before
        operation()
        assert evidence.fingerprint() != before
        scene.finish()


def test_a_batch_whose_commit_was_never_answered(scene: Scene) -> None:
    """The client knows nothing; the same keys find out, and change nothing."""
    for _ in range(sized(3, 50)):
        operation = taking(scene)
        with failing_commit(reaches=True):
            operation()
        after = evidence.fingerprint()

        answers = operation()

        assert evidence.fingerprint() == after
        assert [(answer.repeat, answer.refused is None) for answer in answers] == [  # type: ignore[attr-defined]
            (True, True),
            (True, True),
            (True, False),
            (True, True),
            (True, True),
        ]
        scene.finish()


def test_a_settlement_whose_commit_was_never_answered(scene: Scene) -> None:
    """A second try finds it done."""
    for _ in range(sized(3, 50)):
        operation = settling(scene)
        with failing_commit(reaches=True):
            operation()
        after = evidence.fingerprint()

        assert operation() is rounds.Step.NOTHING

        assert evidence.fingerprint() == after


def test_a_key_asked_again_and_again(scene: Scene) -> None:
    """Idempotence: in one batch and in later ones, a key has one effect; with other lines it has none."""
    scene.open()
    rita = scene.players[0]
    slip = scene.floor.slip(rita, scene.table, {"ponto": 3_00})
    other = scene.floor.slip(rita, scene.table, {"ponto": 4_00}, key=slip.key)
    foreign = scene.floor.slip(scene.players[1], scene.table, {"ponto": 3_00}, key=slip.key)
    times = sized(50, 2_000)

    answers = [bets.take_slips([slip, other, slip], now=scene.floor.now) for _ in range(times)]

    assert sum(not answer.repeat for batch in answers for answer in batch if answer.refused is None) == 1
    assert {batch[1].refused.reason for batch in answers if batch[1].refused} == {bets.BetRejection.KEY_REUSED}
    scene.floor.prove()
    assert Slip.objects.filter(key=slip.key).count() == 1
    stakes = bets.take_slips([foreign], now=scene.floor.now)[0]
    assert stakes.refused is None, "another person's key is another key"
    assert Chance.PONTO.value in stakes.stakes
    scene.finish()
