"""A house on six machines whose parts are killed, frozen and cut off under bets: nothing acknowledged is lost.

The short form cuts the power of the primary database and of a machine of the house; the long one (`SABOT_LONG=1`)
does all of `FAULTS`. Each says how long no player had an answer.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.faults.clients import Crowd
from tests.faults.support import LONG, until
from tests.faults.test_postgres import at_rest
from tests.machines.network import Machine
from tests.machines.nodes import NODES
from tests.machines.rig import Rig, players_at, rig, silence
from tests.rules import rule

pytestmark = [pytest.mark.machines, pytest.mark.timeout(7_200 if LONG else 900)]
FREEZE_SECONDS: Final = 30
STILL_SECONDS: Final = 5


@pytest.fixture
def made(db: None, tmp_path: Path) -> Iterator[Rig]:
    with rig(tmp_path) as found:
        yield found


def leader(made: Rig) -> Machine:
    return until("one node is the primary", made.nodes.leader)


def another_leads(made: Rig, fallen: Machine) -> None:
    until("another node is the primary", lambda: made.nodes.leader() not in {None, fallen})


def another_round_is_settled(made: Rig, players: Crowd) -> None:
    settled = made.settled()
    made.close_round()
    players.wait("another round is settled", lambda: made.settled() > settled)


def primary_loses_power(made: Rig, players: Crowd) -> None:
    fallen = leader(made)
    made.power_off(fallen)
    players.bets_go_on(5)
    made.nodes.start(fallen)


def primary_freezes(made: Rig, players: Crowd) -> None:
    """It wakes as a primary whose lease is another's: it must take no write."""
    fallen = leader(made)
    fallen.signal(signal.SIGSTOP)
    woken_at = time.monotonic() + FREEZE_SECONDS
    another_leads(made, fallen)
    players.bets_go_on(5)
    time.sleep(max(0.0, woken_at - time.monotonic()))
    fallen.signal(signal.SIGCONT)
    players.bets_go_on(5)


def primary_is_cut_off(made: Rig, players: Crowd) -> None:
    """From everything: etcd, its standbys, the house."""
    fallen = leader(made)
    fallen.cut()
    another_leads(made, fallen)
    players.bets_go_on(5)
    fallen.mend()


def primary_loses_its_standbys(made: Rig, players: Crowd) -> None:
    """The house and its own etcd reach it, the other nodes do not: no commit may be acknowledged there."""
    fallen = leader(made)
    others = [each for each in made.nodes.machines if each is not fallen]
    for other in others:
        fallen.block(other)
    another_leads(made, fallen)
    players.bets_go_on(5)
    for other in others:
        fallen.unblock(other)


def primary_has_no_room(made: Rig, players: Crowd) -> None:
    """Its disk is full. It stays the primary and takes no bet until a person moves the lease; freed, it follows."""
    fallen = leader(made)
    disk = made.nodes.disks.get(fallen.name)
    if disk is None:
        print("no small disk can be mounted here")
        return

    def stands_still() -> bool:
        disk.fill()
        before = players.receipts
        time.sleep(STILL_SECONDS)
        return players.receipts == before

    until("no bet is taken", stands_still)
    assert made.nodes.leader() is fallen, "it can read and holds its lease: nothing moves by itself"
    called = time.monotonic()
    made.nodes.switch_over(fallen)
    players.bets_go_on(5)
    print(f"\nfive bets {time.monotonic() - called:.1f} s after a person had another node lead")
    disk.free()


def a_clock_is_an_hour_off(made: Rig, players: Crowd) -> None:
    """Under a machine of the house, which then is restarted so: it deals nothing, and players are at the other one."""
    machine = made.houses[0]
    for seconds in (3_600, -3_600):
        made.set_clock(machine, seconds)
        until("its dealer deals nothing", made.a_clock_is_off)
        until("the door knows", lambda: not made.answers(f"http://{machine.address}:8000"))
        another_round_is_settled(made, players)
        players.bets_go_on(5)
        made.restart(machine, ready=False)
        players.bets_go_on(5)
        another_round_is_settled(made, players)
    made.set_clock(machine, 0)
    made.is_ready(machine)


def house_does_not_reach_the_primary(made: Rig, players: Crowd) -> None:
    """One machine of the house is cut from the primary alone: the other one serves."""
    found, machine = leader(made), made.houses[0]
    machine.block(found)
    until("the door knows", lambda: not made.answers(f"http://{machine.address}:8000"))
    players.bets_go_on(5)
    machine.unblock(found)


def a_standby_loses_power(made: Rig, players: Crowd) -> None:
    """Writes go on: the other one acknowledges."""
    fallen = next(each for each in made.nodes.machines if each is not leader(made))
    made.power_off(fallen)
    players.bets_go_on(20)
    made.nodes.start(fallen)


def both_standbys_lose_power(made: Rig, players: Crowd) -> None:
    """Writes stop, and nothing is lost; with them etcd's majority is gone, so the primary steps down."""
    fallen = [each for each in made.nodes.machines if each is not leader(made)]
    for each in fallen:
        made.power_off(each)
    before = players.receipts
    time.sleep(10)
    assert players.receipts <= before + len(players.clients), "what was on its way at that moment, and nothing after it"
    for each in fallen:
        made.nodes.start(each)
    players.bets_go_on(5)


def valkeys_primary_loses_power(made: Rig, players: Crowd) -> None:
    """With the machine of the database where it runs; sentinels elsewhere promote a replica."""
    fallen = made.nodes.machines[0]
    made.power_off(fallen)
    players.bets_go_on(5)
    players.hear_events(3)
    made.nodes.start(fallen)


def a_machine_of_the_house_loses_power(made: Rig, players: Crowd) -> None:
    """Its players are back at the other one, and the other dealer deals its tables."""
    fallen = made.houses[0]
    made.power_off(fallen)
    players.bets_go_on(10)
    players.hear_events(3)
    made.start_house(fallen)


def the_house_is_restarted(made: Rig, players: Crowd) -> None:
    """Machine by machine, with a round in play, as for a newer release."""
    for machine in made.houses:
        made.restart(machine)
        players.bets_go_on(5)
        players.hear_events(3)


def planned_switchover(made: Rig, players: Crowd) -> None:
    """As before maintenance."""
    old = leader(made)
    made.nodes.switch_over(old)
    another_leads(made, old)
    players.bets_go_on(5)


FAULTS: Final[tuple[Callable[[Rig, Crowd], None], ...]] = (
    primary_loses_power,
    a_machine_of_the_house_loses_power,
    planned_switchover,
    the_house_is_restarted,
    primary_freezes,
    primary_is_cut_off,
    primary_loses_its_standbys,
    primary_has_no_room,
    a_clock_is_an_hour_off,
    house_does_not_reach_the_primary,
    a_standby_loses_power,
    both_standbys_lose_power,
    valkeys_primary_loses_power,
)
SHORT: Final = 2


def chosen() -> Iterator[Callable[[Rig, Crowd], None]]:
    """Those that `SABOT_FAULTS` names, or all of a long run, or the first."""
    named = [name for name in os.environ.get("SABOT_FAULTS", "").split(",") if name]
    for number, fault in enumerate(FAULTS):
        if fault.__name__ in named if named else LONG or number < SHORT:
            yield fault


@rule(
    "GL-49",
    asserts="On six machines the primary database and a machine of the house lose their power under bets (thirteen "
    "kinds of faults in the long run): no acknowledged bet is lost or counted twice.",
)
def test_a_house_on_many_machines_outlives_each_of_them(made: Rig) -> None:
    with players_at(made) as players:
        for fault in chosen():
            made.whole()
            made.close_round()
            players.bets_go_on(5)
            began = time.time()
            fault(made, players)
            another_round_is_settled(made, players)
            players.bets_go_on(5)
            print(f"\n{fault.__name__}: no answer for {silence(made, began):.1f} s")
        made.whole()
        at_rest(players, made.house, made.logs)
    assert made.nodes.standing() == (1, NODES - 1)
