"""The dealer: leases that change hands, a shoe that fails its test, a pause in the middle, a table that closes."""

import asyncio
import threading
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from baccarat.shoe import ShoeUnfit
from players.roles import Role
from tables import queries
from tables.live import dealer as dealing
from tables.live.dealer import Dealer
from tables.models import Round, Table
from tables.operations import individual, leases, rounds, shoes, voids
from tables.operations import tables as table_operations
from tables.operations.leases import DueStep
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_WINS, Actor, Floor
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule

ALONE = TableSettings(
    preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1, show_seconds=3
)

LENGTH = timedelta(seconds=6)


class TestLeases:
    def test_a_table_changes_hands_with_a_higher_number(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)
        held = leases.due(dealer="a", now=floor.now).steps
        assert [step.table_id for step in held] == [table]
        assert leases.renew(dealer="b", now=floor.now, length=LENGTH) == 0

        floor.wait(seconds=7)
        leases.renew(dealer="b", now=floor.now, length=LENGTH)

        taken = leases.due(dealer="b", now=floor.now).steps
        assert taken[0].fence > held[0].fence
        assert leases.due(dealer="a", now=floor.now).steps == ()
        with pytest.raises(rounds.LeaseLost):
            rounds.do_due_step(table_id=table, fence=held[0].fence, now=floor.now)
        assert rounds.do_due_step(table_id=table, fence=taken[0].fence, now=floor.now) is rounds.Step.OPENED

    def test_a_due_step_says_which_round_stands_there(self, floor: Floor) -> None:
        """For the lines of the dealer's log."""
        table = floor.table(MACAU)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)
        assert [step.round_code for step in leases.due(dealer="a", now=floor.now).steps] == [""]
        code = floor.open_round(table)
        floor.wait(minutes=5)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)
        assert [step.round_code for step in leases.due(dealer="a", now=floor.now).steps] == [code]

    def test_a_lease_given_back_is_free_at_once(self, floor: Floor) -> None:
        floor.table(MACAU)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)
        leases.give_back(dealer="a")

        assert leases.renew(dealer="b", now=floor.now, length=LENGTH) == 1

    def test_renewing_ones_own_keeps_the_number(self, floor: Floor) -> None:
        floor.table(MACAU)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)
        first = leases.due(dealer="a", now=floor.now).steps
        floor.wait(seconds=3)
        leases.renew(dealer="a", now=floor.now, length=LENGTH)

        assert leases.due(dealer="a", now=floor.now).steps == first


@rule("RN-10", asserts="When the self-test refuses a new shoe, the table is paused as “shoe-unfit” and no round opens.")
async def test_an_unfit_shoe_stops_its_table(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def unfit(*_: object) -> None:
        raise ShoeUnfit("the shoe lies in order")

    floor = open_floor
    table = await sync_to_async(floor.table)(MACAU)
    monkeypatch.setattr(shoes.cards, "self_test", unfit)
    dealer = Dealer(name="a", on_beat=lambda _: None)

    await dealer._step(DueStep(table_id=table, fence=0))

    state = await sync_to_async(queries.table_state)(table_id=table, now=floor.now)
    assert (state.sections["table"]["status"], state.sections["table"]["why"]) == ("paused", "shoe-unfit")
    assert state.sections["round"]["phase"] == "waiting"


class TestBettingTime:
    def test_a_step_due_too_early_leaves_the_players_their_time(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table, PONTO_WINS)
        closes_at = Round.objects.get(table=table).closes_at
        assert closes_at is not None
        Table.objects.filter(pk=table).update(due_at=floor.now)

        assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.NOTHING
        floor.bet(rita, table, ponto=10_00)
        assert rounds.do_due_step(table_id=table, fence=None, now=closes_at) is rounds.Step.NOTHING
        floor.settle(table)

        assert Round.objects.get(table=table).closed_at == closes_at + rounds.GRACE
        assert rita.balance() == 110_00


class TestPauseAndClose:
    def test_nothing_is_due_while_paused_and_the_betting_time_starts_afresh(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, ponto=10_00)
        supervisor = floor.staff(Role.SUPERVISOR)
        table_operations.pause(table_id=table, by=supervisor.id, reason="carta presa", now=floor.now)
        floor.wait(minutes=5)

        assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.NOTHING
        table_operations.resume(table_id=table, by=supervisor.id, reason="resolvido", now=floor.now)
        assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.NOTHING
        floor.bet(rita, table, ponto=10_00)
        floor.settle(table)

        assert rita.balance() == 120_00

    @rule(
        "F4",
        asserts="Once a table is told to close, its round in play is marked as the last; after it the table is closed "
        "and the session ended.",
    )
    def test_a_closing_table_announces_its_last_round_and_ends_the_sessions(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)
        table_operations.close_after_round(
            table_id=table, by=floor.staff(Role.SUPERVISOR).id, reason="fim do dia", now=floor.now
        )
        assert queries.table_state(table_id=table, now=floor.now).sections["round"]["last"] is True

        floor.settle(table)
        assert floor.step(table) is rounds.Step.CLOSED_TABLE

        assert queries.sessions_of(rita.id, now=floor.now)[0].reason == "table-closed"
        assert queries.table_state(table_id=table, now=floor.now).sections["table"]["status"] == "closed"

    def test_closed_twice_or_paused_without_a_reason_is_refused(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        by = floor.staff(Role.SUPERVISOR).id
        with pytest.raises(table_operations.TableRejected) as caught:
            table_operations.pause(table_id=table, by=by, reason=" ", now=floor.now)
        assert caught.value.reason is table_operations.TableRejection.NO_REASON
        table_operations.close_after_round(table_id=table, by=by, reason="fim do dia", now=floor.now)
        with pytest.raises(table_operations.TableRejected) as caught:
            table_operations.close_after_round(table_id=table, by=by, reason="fim do dia", now=floor.now)
        assert caught.value.reason is table_operations.TableRejection.NOT_IN_THAT_STATE

    def test_only_the_round_that_was_seen_is_voided(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        seen = floor.open_round(table)
        floor.settle(table)
        floor.open_round(table)
        with pytest.raises(voids.VoidRejected) as caught:
            voids.void_round(
                table_id=table,
                by=floor.staff(Role.SUPERVISOR).id,
                reason="engano",
                now=floor.now,
                seen_round_code=seen,
            )
        assert caught.value.reason is voids.VoidRejection.ROUND_MOVED_ON


@pytest.mark.parametrize("heard", [True, False], ids=["woken", "the word is lost"])
async def test_a_press_is_dealt_soon(open_floor: Floor, monkeypatch: pytest.MonkeyPatch, heard: bool) -> None:
    """The dealer deals an individual table's round at its player's word, and finds it by itself if no word comes."""
    floor = open_floor
    floor.now = timezone.now()
    monkeypatch.setattr("tables.live.dealer.IDLE_SECONDS", 5.0 if heard else 0.2)
    if not heard:
        monkeypatch.setattr("tables.broadcast.wake_dealers", lambda: None)

    def furnish() -> tuple[int, Actor]:
        table, rita = floor.table(ALONE, kind="individual"), floor.player(cents=100_00)
        floor.sit(rita, table)
        leases.renew(dealer="a", now=timezone.now(), length=LENGTH)
        rounds.do_due_step(table_id=table, fence=None, now=timezone.now())
        floor.bet(rita, table, ponto=10_00)
        return table, rita

    def press() -> None:
        code = floor.round_code(table)
        individual.deal(table_id=table, person_id=rita.id, round_code=code, now=timezone.now())

    table, rita = await sync_to_async(furnish)()
    dealer = Dealer(name="a", on_beat=lambda _: None)
    running = asyncio.create_task(dealer.run())
    await asyncio.sleep(1.0)
    await sync_to_async(press)()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not await Round.objects.filter(table=table, phase="settled").aexists():
            await asyncio.sleep(0.05)
    dealer.stop()
    await running

    assert await Round.objects.filter(table=table, phase="settled").aexists()


async def test_a_dealer_that_ends_finishes_its_steps_first(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its leases are given back when no step of its own writes any more."""
    table = await sync_to_async(open_floor.table)(MACAU)
    begun, go_on = threading.Event(), threading.Event()
    ordinary = dealing._do

    def slow(*steps: DueStep) -> None:
        begun.set()
        assert go_on.wait(PATIENCE_SECONDS)
        ordinary(*steps)

    monkeypatch.setattr(dealing, "_do", slow)
    dealer = Dealer(name="a", on_beat=lambda _: None)
    running = asyncio.create_task(dealer.run())
    assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)

    dealer.stop()
    await asyncio.sleep(0.2)
    held = await sync_to_async(Table.objects.get)(pk=table)
    go_on.set()
    await running

    assert held.dealer == "a"
    assert await Round.objects.filter(table=table).aexists()
    assert (await sync_to_async(Table.objects.get)(pk=table)).dealer != "a"
