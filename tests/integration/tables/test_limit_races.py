"""Bets that race each other, a limit and a break, on real connections: never more than the limits leave (M9)."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from kernel.money import Currency
from kernel.periods import Period
from players.gates import may_play
from players.protection.operations.daily_totals import add_up
from players.protection.operations.exclusion import ExclusionKind
from players.protection.operations.limits import set_limit
from players.protection.queries.protection import LimitKind
from tables.operations.bets import BetRejected, take_slip
from tables.operations.breaks import take_break
from tests.factories import Floor

BETS = 8


@pytest.mark.parametrize("kind", [LimitKind.STAKE, LimitKind.LOSS])
def test_bets_at_once_never_pass_a_limit(open_floor: Floor, kind: LimitKind) -> None:
    floor = open_floor
    table, rita = floor.table(), floor.player()
    set_limit(person_id=rita.id, kind=kind, period=Period.DAY, most=50_00, idempotency_key=uuid.uuid4(), now=floor.now)
    floor.sit(rita, table)
    floor.open_round(table)
    slips = [floor.slip(rita, table, {"ponto": 20_00}) for _ in range(BETS)]

    said: set[str] = set()

    def bet(number: int) -> int:
        try:
            take_slip(slip=slips[number], now=floor.now)
        except BetRejected as refused:
            said.add(refused.refused.reason)
            return 0
        finally:
            if number % 2:
                add_up()
            connection.close()
        return 20_00

    with ThreadPoolExecutor(BETS) as threads:
        assert sum(threads.map(bet, range(BETS))) == 40_00
    assert said == {"own-limit"}
    room = may_play(person_ids=[rita.id], currency=Currency.EUR, now=floor.now)[rita.id].headroom
    assert room is not None
    assert room.most == 10_00
    floor.settle(table)


def test_bets_a_lower_limit_and_a_break_at_once_end_as_some_order_would(open_floor: Floor) -> None:
    floor = open_floor
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    floor.open_round(table)
    slips = [floor.slip(rita, table, {"ponto": 10_00}) for _ in range(BETS)]

    said: set[str] = set()

    def act(number: int) -> int:
        try:
            if number == 2:
                facts = {"kind": LimitKind.STAKE, "period": Period.DAY, "most": 30_00, "idempotency_key": uuid.uuid4()}
                set_limit(person_id=rita.id, now=floor.now, **facts)  # type: ignore[arg-type]
            elif number == 5:
                take_break(
                    person_id=rita.id,
                    kind=ExclusionKind.SHORT,
                    length=timedelta(days=1),
                    idempotency_key=uuid.uuid4(),
                    now=floor.now,
                )
            else:
                take_slip(slip=slips[number], now=floor.now)
                return 10_00
        except BetRejected as refused:
            said.add(refused.refused.reason)
        finally:
            connection.close()
        return 0

    with ThreadPoolExecutor(BETS) as threads:
        staked = sum(threads.map(act, range(BETS)))
    assert said <= {"own-limit", "barred", "not-seated"}
    assert rita.balance() == 1_000_00 - staked, "what has its receipt stands, and nothing else"
    with pytest.raises(BetRejected):
        floor.bet(rita, table, ponto=10_00)
    floor.settle(table)
