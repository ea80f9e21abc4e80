"""Processes whose hosts disagree about the time judge «in time» by one clock, the database's."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from casino.web import heartbeats
from tables.live import clock
from tables.live.clock import SKEW_MOST, Clock
from tables.live.dealer import Dealer
from tables.models import ClockChange, Round
from tables.operations import bets, leases
from tables.operations.bets import BetRejected
from tests.factories import MACAU, Floor
from tests.rules import rule

NOON = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)
Away = Callable[[float], Clock]


class Machine:
    """A host whose monotonic clock and the database's go together, and whose wall clock is off by `skew`."""

    def __init__(self, skew: float = 0.0, trip: float = 0.0) -> None:
        self.ticks, self.skew, self.trip, self.away = 100.0, timedelta(seconds=skew), trip, False
        self.clock = Clock(ask=self.ask, wall=self.wall, ticks=lambda: self.ticks)

    def database(self) -> datetime:
        return NOON + timedelta(seconds=self.ticks - 100.0)

    def wall(self) -> datetime:
        return self.database() + self.skew

    def ask(self) -> datetime:
        if self.away:
            raise OperationalError("away")
        self.ticks += self.trip / 2
        answer = self.database()
        self.ticks += self.trip / 2
        return answer


@pytest.mark.parametrize("skew", [-5.0, -0.2, 0.0, 0.2, 5.0])
def test_the_moment_is_the_databases_at_any_skew_of_the_host(skew: float) -> None:
    host = Machine(skew, trip=0.02)
    assert host.clock.now() == host.wall()  # nothing was asked yet
    assert host.clock.measure()
    host.ticks += 3.0
    assert abs(host.clock.now() - host.database()) < timedelta(milliseconds=1)
    assert host.clock.skew() is not None
    assert abs(host.clock.skew() - timedelta(seconds=skew)) < timedelta(milliseconds=1)
    assert host.clock.agrees is (abs(skew) <= 0.1)


def test_a_step_of_the_hosts_clock_changes_nothing_and_moments_never_go_back() -> None:
    host = Machine()
    host.clock.measure()
    host.skew = timedelta(hours=-1)
    assert host.clock.now() == host.database()
    before = host.clock.now()
    host.database = lambda: NOON - timedelta(milliseconds=40)  # type: ignore[method-assign]
    host.clock.measure()
    assert host.clock.now() == before


def test_a_slow_or_lost_answer_leaves_the_last_one() -> None:
    host = Machine(0.05)
    host.clock.measure()
    host.trip = 2.0
    assert not host.clock.measure()
    host.trip, host.away = 0.0, True
    with pytest.raises(OperationalError):
        host.clock.measure()
    assert host.clock.now() == host.database()
    assert host.clock.agrees


@pytest.fixture
def away() -> Away:
    """A process whose host's clock is that many seconds ahead, its clock measured against the real database."""

    def process(seconds: float) -> Clock:
        found = Clock(ask=clock.ask_database, wall=lambda: timezone.now() + timedelta(seconds=seconds))
        assert found.measure()
        return found

    return process


@rule(
    "GL-01",
    asserts="With the dealer's host 5 s behind and the web's 5 s ahead, a bet is taken until the round's close and "
    "refused at it.",
)
def test_in_time_is_the_same_for_processes_five_seconds_apart(floor: Floor, away: Away) -> None:
    """The dealer's host is five seconds behind, web's five ahead: no bet is refused early, and none is taken late."""
    dealer, web = away(-5.0), away(5.0)
    assert abs(dealer.now() - web.now()) < SKEW_MOST
    floor.now = dealer.now()
    table, rita = floor.table(MACAU), floor.player(cents=1_000_00)
    floor.sit(rita, table)
    code = floor.open_round(table)
    closes_at = Round.objects.get(code=code).closes_at
    assert closes_at is not None

    floor.now = web.now()  # by its own clock the web process would be 10 s further on
    assert floor.bet(rita, table, ponto=10_00).number
    floor.now = closes_at
    with pytest.raises(BetRejected) as caught:
        floor.bet(rita, table, ponto=10_00)
    assert caught.value.refused.reason is bets.BetRejection.BETTING_CLOSED
    floor.settle(table)


@rule(
    "GL-01",
    asserts="A dealer whose clock differs by 0.2 s or 5 s from the database opens no round; one that agrees does.",
)
@pytest.mark.parametrize(("seconds", "deals"), [(0.0, True), (0.2, False), (-5.0, False)])
async def test_a_dealer_whose_clock_is_off_does_not_deal(
    open_floor: Floor, monkeypatch: pytest.MonkeyPatch, away: Away, seconds: float, deals: bool
) -> None:
    floor = open_floor
    floor.now = timezone.now()
    table = await sync_to_async(floor.table)(MACAU)
    monkeypatch.setattr(clock, "_clock", await sync_to_async(away)(seconds))
    await sync_to_async(leases.renew)(dealer="a", now=clock.now(), length=timedelta(seconds=6))
    dealer = Dealer(name="a", on_beat=lambda _: None)
    running = asyncio.create_task(dealer.run())
    for _ in range(40):
        await asyncio.sleep(0.05)
        if await Round.objects.filter(table=table).aexists():
            break
    dealer.stop()
    await running
    assert await Round.objects.filter(table=table).aexists() is deals


async def test_a_dealer_notes_once_that_its_clock_left_and_once_that_it_came_back(
    open_floor: Floor, monkeypatch: pytest.MonkeyPatch, away: Away
) -> None:
    monkeypatch.setattr("tables.live.dealer.BEAT_SECONDS", 0.05)
    monkeypatch.setattr(clock, "_clock", await sync_to_async(away)(-5.0))
    dealer = Dealer(name="a", on_beat=lambda _: None)
    running = asyncio.create_task(dealer.run())
    await asyncio.sleep(0.6)
    monkeypatch.setattr(clock, "_clock", await sync_to_async(away)(0.0))
    await asyncio.sleep(0.6)
    dealer.stop()
    await running
    noted = [row async for row in ClockChange.objects.order_by("pk").values_list("dealer", "agrees", "ahead_ms")]
    assert [row[:2] for row in noted] == [("a", False), ("a", True)]
    assert abs(noted[0][2] + 5_000) < 200


@pytest.mark.parametrize("where", ["web", "dealer"])
def test_readiness_names_the_clock(db: None, monkeypatch: pytest.MonkeyPatch, away: Away, where: str) -> None:
    heartbeats.tell_skew("a", timedelta(milliseconds=20), now=clock.now())
    address = "/readyz" if where == "web" else "/readyz/site"
    assert Client().get(address).json()["clock"] is True
    if where == "web":
        monkeypatch.setattr(clock, "_clock", away(0.3))
    else:
        heartbeats.tell_skew("b", timedelta(milliseconds=-300), now=clock.now())
        heartbeats.tell_skew("a", timedelta(milliseconds=20), now=clock.now())  # the last word is not the only one
    answer = Client().get(address)
    for dealer in ("a", "b"):
        heartbeats.tell_skew(dealer, None, now=clock.now())
    assert (answer.json()["clock"], answer.status_code) == (False, 503)
