"""Steps of several tables in one transaction: as each by itself, all or nothing, and one table's fault its own."""

import uuid
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from baccarat.shoe import ShoeUnfit
from tables import broadcast
from tables.live.dealer import GROUP_MAX, Dealer
from tables.models import Bet, PlaySession, Round, Table
from tables.operations import paying, rounds, settling, shoes
from tables.operations.leases import DueStep
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.faults import evidence
from tests.faults.injection import Fault, How, failing
from wallet import queries as wallet

CARDS = (PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS)


def betting(floor: Floor, *, pairs: int = 1) -> list[int]:
    """Tables with a round in play, all of whose bets are in; two players at each, one of whom may not bet."""
    tables = []
    for cards in CARDS * pairs:
        table = floor.table(PONTO_E_BANCA if cards == BANCA_WINS_WITH_5 else MACAU)
        ana, rui = floor.player(), floor.player()
        floor.sit(ana, table)
        floor.sit(rui, table)
        floor.open_round(table, cards)
        floor.bet(ana, table, ponto=20_00, empate=10_00)
        if cards != PONTO_WINS:
            floor.bet(rui, table, banca=30_00)
        tables.append(table)
    floor.wait(seconds=30)
    return tables


def step(floor: Floor, tables: list[int]) -> set[rounds.Step]:
    return set(rounds.do_due_steps(fences=dict.fromkeys(tables), now=floor.now).values())


def told(floor: Floor, tables: list[int], *, size: int) -> list[dict[str, Any]]:
    """The events of these tables' steps, taken in groups of that size."""
    events: list[broadcast.TableEvent] = []
    with mock.patch.object(broadcast, "tell", events.append):
        for at in range(0, len(tables), size):
            step(floor, tables[at : at + size])
    return [{"sections": each.sections, "persons": sorted(each.persons)} for each in events]


def written(tables: list[int]) -> list[object]:
    """The lines, outcomes and sessions of these tables' last rounds, without what names them."""
    found: list[object] = []
    for table in tables:
        current = Round.objects.filter(table=table).latest("number")
        players = {key: at for at, key in enumerate(_keys(table))}
        found.append(
            (
                [(line.code, line.amount, players.get(line.player or "")) for line in wallet.lines_for(current.code)],
                list(
                    Bet.objects.filter(round=current)
                    .order_by("pk")
                    .values_list("chance", "stake", "outcome", "prize", "commission", "returned")
                ),
                list(
                    PlaySession.objects.filter(table=table)
                    .order_by("pk")
                    .values_list(
                        "rounds", "rounds_missed", "staked", "returned", "prizes", "commission", "expected_loss"
                    )
                ),
                (current.phase, current.cards, current.winner),
            )
        )
    return found


def _without_salt(deal: dict[str, Any]) -> dict[str, Any]:
    """A deal without its proofs: each shoe has salts of its own."""
    assert [index for index, _ in deal["proof"]["leaves"]] == list(range(len(deal["proof"]["leaves"])))
    return {name: value for name, value in deal.items() if name != "proof"}


def _keys(table: int) -> list[str]:
    people = PlaySession.objects.filter(table=table).order_by("pk").values_list("person__public_id", flat=True)
    return [str(key) for key in people]


def test_a_group_comes_out_as_its_tables_one_by_one(floor: Floor) -> None:
    alone, together = betting(floor), betting(floor)
    told_alone = told(floor, alone, size=1)
    told_together = told(floor, together, size=len(together))
    assert written(together) == written(alone)
    assert len(told_together) == len(told_alone) == len(CARDS)
    for one, other in zip(told_alone, told_together, strict=True):
        assert one["sections"].keys() == other["sections"].keys()
        for name in ("sums", "room", "results", "stats"):
            assert one["sections"][name] == other["sections"][name]
        assert [seat.get("stakes") for seat in one["sections"]["seats"]] == [
            seat.get("stakes") for seat in other["sections"]["seats"]
        ]
        assert _without_salt(one["sections"]["round"]["deal"]) == _without_salt(other["sections"]["round"]["deal"])
        assert len(one["persons"]) == len(other["persons"]) == 2


def test_settlements_and_openings_go_together(floor: Floor) -> None:
    over, between = betting(floor), [floor.table(), floor.table(PONTO_E_BANCA)]
    done = rounds.do_due_steps(fences=dict.fromkeys([*over, *between, 0]), now=floor.now)
    assert done == dict.fromkeys(over, rounds.Step.SETTLED) | dict.fromkeys(between, rounds.Step.OPENED) | {
        0: rounds.Step.NOTHING
    }
    for table in between:
        current = Round.objects.get(table=table)
        row = Table.objects.get(pk=table)
        assert (row.current_round_id, row.shoe_id, row.round_count) == (current.pk, current.shoe_id, 1)
        assert bytes(current.shoe.sealed)


def test_the_statements_of_a_group_do_not_grow_with_it(floor: Floor) -> None:
    step(floor, betting(floor))  # which opens the house's accounts
    few, many = betting(floor), betting(floor, pairs=3)
    counts: list[list[int]] = []
    for tables in (few, many):
        counts.append([])
        for expected in (rounds.Step.SETTLED, rounds.Step.OPENED):
            with CaptureQueriesContext(connection) as captured:
                assert step(floor, tables) == {expected}
            counts[-1].append(len(captured))
            floor.wait(seconds=30)
    assert counts[0] == counts[1]


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
def test_a_group_that_fails_at_a_statement_leaves_nothing(open_floor: Floor, how: How) -> None:
    floor = open_floor
    tables = [*betting(floor), floor.table()]
    for at in range(1, 40, 1 if how is not How.CUT else 4):
        before = evidence.fingerprint()
        with failing(Fault(at, how)) as fault:
            step(floor, tables)
        if not fault.fired:
            break
        assert evidence.fingerprint() == before
    assert fault.seen > 10
    floor.prove()


def lease_lost(floor: Floor, table: int, patch: pytest.MonkeyPatch) -> None:
    Table.objects.filter(pk=table).update(fence=F("fence") + 1)


def payment_fails(floor: Floor, table: int, patch: pytest.MonkeyPatch) -> None:
    code, ordinary = floor.round_code(table), paying._lines

    def lines(ending: paying.Ending, house: Any) -> Any:
        if ending.current.code == code:
            raise ZeroDivisionError
        return ordinary(ending, house)

    patch.setattr(paying, "_lines", lines)


def cards_missing(floor: Floor, table: int, patch: pytest.MonkeyPatch) -> None:
    ordinary = shoes.deal

    def deal(row: Table, current: Round) -> shoes.Dealt:
        if row.pk == table:
            raise ShoeUnfit("the shoe lies in order")
        return ordinary(row, current)

    patch.setattr(settling.shoes, "deal", deal)


@pytest.mark.parametrize("break_it", [lease_lost, payment_fails, cards_missing], ids=lambda each: each.__name__)
async def test_one_tables_fault_is_its_own(
    open_floor: Floor,
    monkeypatch: pytest.MonkeyPatch,
    break_it: Callable[[Floor, int, pytest.MonkeyPatch], None],
) -> None:
    floor = open_floor
    tables = await sync_to_async(betting)(floor)
    bad, *good = tables
    await sync_to_async(break_it)(floor, bad, monkeypatch)
    monkeypatch.setattr("tables.live.clock.now", lambda: floor.now)
    dealer = Dealer(name="a", on_beat=lambda _: None)
    steps = [DueStep(table_id=table, fence=0) for table in tables]
    dealer._busy.update(tables)

    await dealer._step(*steps)

    def phases() -> dict[int, str]:
        return dict(Round.objects.values_list("table_id", "phase"))

    assert await sync_to_async(phases)() == dict.fromkeys(good, "settled") | {bad: "betting"}
    assert not dealer._busy
    status = await sync_to_async(Table.objects.values_list("status", "status_reason").get)(pk=bad)
    assert status == (("paused", "shoe-unfit") if break_it is cards_missing else ("open", ""))
    apart = [[step.table_id for step in group] for group in dealer._groups(steps)]
    assert apart == ([tables] if break_it is lease_lost else [good, [bad]])


async def test_an_unfit_shoe_in_a_group_stops_its_own_table(open_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    floor = open_floor
    tables = [await sync_to_async(floor.table)(MACAU) for _ in range(3)]
    ordinary = shoes.shoe_for_next_round

    def unfit(table: Table, *rest: Any, **facts: Any) -> Any:
        if table.pk == tables[1]:
            raise ShoeUnfit("the shoe lies in order")
        return ordinary(table, *rest, **facts)

    monkeypatch.setattr(shoes, "shoe_for_next_round", unfit)
    dealer = Dealer(name="a", on_beat=lambda _: None)

    await dealer._step(*(DueStep(table_id=table, fence=0) for table in tables))

    def states() -> list[tuple[str, bool]]:
        return [(table.status, table.current_round_id is not None) for table in Table.objects.order_by("pk")]

    assert await sync_to_async(states)() == [("open", True), ("paused", False), ("open", True)]


def test_groups_are_small() -> None:
    dealer = Dealer(name=uuid.uuid4().hex, on_beat=lambda _: None)
    steps = [DueStep(table_id=number, fence=0) for number in range(GROUP_MAX * 2 + 1)]
    assert [len(group) for group in dealer._groups(steps)] == [GROUP_MAX, GROUP_MAX, 1]
