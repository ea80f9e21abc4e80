"""Bets that race, with real connections and commits: never both, never neither."""

import threading
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from players.roles import Role
from players.staff.operations import accounts
from tables.operations import bets, rounds, seats
from tables.operations.bets import BetRejection
from tests.factories import MACAU, Floor
from tests.rules import rule


def all_at_once(calls: Sequence[Callable[[], object]]) -> list[object]:
    """Run every call in a thread of its own, released together."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            gate.wait()
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


def taking(slip: bets.Slip, floor: Floor) -> Callable[[], bets.Answer]:
    return lambda: bets.take_slips([slip], now=floor.now)[0]


class TestTheLastOfTheRoom:
    @rule(
        "R43",
        asserts="Of fifty bets of 100.00 on Ponto at once under a maximum prize of 1,000.00, ten are taken and forty "
        "refused with R43a and no room left.",
    )
    def test_fifty_bets_of_100_at_a_table_of_1000(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        players = [floor.player(cents=10_000_00) for _ in range(9)]
        for player in players:
            floor.sit(player, table)
        floor.open_round(table)
        slips = [floor.slip(players[at % 9], table, {"ponto": 100_00}) for at in range(50)]

        answers = all_at_once([taking(slip, floor) for slip in slips])

        accepted = [answer for answer in answers if answer.refused is None]
        refused = [answer.refused for answer in answers if answer.refused is not None]
        assert len(accepted) == 10
        assert {(each.reason, each.rule, each.most) for each in refused} == {(BetRejection.OVER_LIMIT, "R43a", 0)}

    @rule("PT-05", asserts="Of 32 bets of 50.00 at once by a player with 50.00, one is taken, and the balance is 0.")
    def test_thirty_two_bets_with_funds_for_one(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        rita = floor.player(cents=50_00)
        floor.sit(rita, table)
        floor.open_round(table)
        slips = [floor.slip(rita, table, {"ponto": 50_00}) for _ in range(32)]

        answers = all_at_once([taking(slip, floor) for slip in slips])

        assert sum(answer.refused is None for answer in answers) == 1
        assert rita.balance() == 0

    @rule(
        "PT-33",
        asserts="One slip of 50.00 sent sixteen times at once is taken once, with one receipt for all: 450.00 of "
        "500.00 are left.",
    )
    def test_one_key_in_flight_many_times(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        rita = floor.player(cents=500_00)
        floor.sit(rita, table)
        floor.open_round(table)
        slip = floor.slip(rita, table, {"ponto": 50_00})

        answers = all_at_once([taking(slip, floor) for _ in range(16)])

        assert all(answer.refused is None for answer in answers)
        assert sum(not answer.repeat for answer in answers) == 1
        assert len({answer.number for answer in answers}) == 1
        assert rita.balance() == 450_00


class TestBetsAgainstTheHouse:
    def test_bets_against_the_close(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        players = [floor.player(cents=100_00) for _ in range(9)]
        for player in players:
            floor.sit(player, table)
        floor.open_round(table)
        slips = [floor.slip(player, table, {"ponto": 10_00}) for player in players]
        floor.wait(seconds=21)

        calls: list[Callable[[], object]] = [taking(slip, floor) for slip in slips]
        calls += [lambda: rounds.do_due_step(table_id=table, fence=None, now=floor.now)] * 2
        answers = all_at_once(calls)

        assert sum(answer is rounds.Step.SETTLED for answer in answers) == 1
        late = {answer.refused.reason for answer in answers[:9] if answer.refused is not None}
        assert late <= {BetRejection.BETTING_CLOSED}

    @rule("PT-19", asserts="Eight bets race a suspension; after it the next bet is refused with PT-19.")
    def test_bets_against_a_suspension(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        rita = floor.player(cents=1_000_00)
        officer = floor.staff(Role.COMPLIANCE)
        floor.sit(rita, table)
        floor.open_round(table)
        slips = [floor.slip(rita, table, {"ponto": 10_00}) for _ in range(8)]
        calls: list[Callable[[], object]] = [taking(slip, floor) for slip in slips]
        calls.append(lambda: accounts.suspend(person_id=rita.id, reason="averiguação", by=officer.id, now=floor.now))

        all_at_once(calls)

        after = bets.take_slips([floor.slip(rita, table, {"ponto": 10_00})], now=floor.now)[0]
        assert after.refused is not None
        assert after.refused.rule == "PT-19"


class TestSeats:
    def test_two_for_one_seat(self, open_floor: Floor) -> None:
        floor = open_floor
        table = floor.table(MACAU)
        players = [floor.player() for _ in range(8)]

        def sit(person_id: int) -> object:
            try:
                return seats.sit(
                    table_id=table, person_id=person_id, seat=4, idempotency_key=uuid.uuid4(), now=floor.now
                )
            except seats.SeatRejected as refused:
                return refused.reason

        results = all_at_once([lambda who=player: sit(who.id) for player in players])

        assert sum(isinstance(result, seats.Seated) for result in results) == 1
        assert results.count(seats.SeatRejection.SEAT_TAKEN) == 7

    def test_one_person_at_two_tables(self, open_floor: Floor) -> None:
        floor = open_floor
        tables = [floor.table(MACAU), floor.table(MACAU)]
        rita = floor.player()

        def sit(table: int) -> object:
            try:
                return seats.sit(
                    table_id=table, person_id=rita.id, seat=None, idempotency_key=uuid.uuid4(), now=floor.now
                )
            except seats.SeatRejected as refused:
                return refused.reason

        results = all_at_once([lambda where=table: sit(where) for table in tables])

        assert sum(isinstance(result, seats.Seated) for result in results) == 1
        assert results.count(seats.SeatRejection.SEATED_ELSEWHERE) == 1


@rule("R5", asserts="Of four dealers that take the due step at once, one settles the round.")
@pytest.mark.parametrize("dealers", [4])
def test_several_dealers_settle_a_round_once(open_floor: Floor, dealers: int) -> None:
    floor = open_floor
    table = floor.table(MACAU)
    rita = floor.player(cents=100_00)
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=10_00, banca=30_00)
    floor.wait(seconds=21)

    steps = all_at_once([lambda: rounds.do_due_step(table_id=table, fence=None, now=floor.now)] * dealers)

    assert steps.count(rounds.Step.SETTLED) == 1
