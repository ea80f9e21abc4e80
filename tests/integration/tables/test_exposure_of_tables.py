"""The exposure of the floor's tables: exact slip by slip, one statement for all, none where nothing was laid (B3)."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from baccarat.chances import Chance
from baccarat.exposure import distribution
from tables import queries
from tables.models import Bet, Table
from tables.queries import FloorTable, exposure
from tests.factories import MACAU, Floor


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    exposure._kept.clear()


def row_of(table_id: int, floor: Floor) -> FloorTable:
    return next(row for row in queries.floor(now=floor.now) if row.table_id == table_id)


def test_the_floor_has_the_distribution_of_the_open_round(floor: Floor) -> None:
    table = floor.table(MACAU)
    slips = [{"banca": 333_33}, {"banca": 17_77, "par_ponto": 20_00}, {"ponto": 100_00, "empate": 10_00}]
    floor.open_round(table)
    for slip in slips:
        player = floor.player()
        floor.sit(player, table)
        floor.bet(player, table, **slip)

    row = row_of(table, floor)

    spread = distribution(
        MACAU.ruleset, *({Chance(name.replace("_", "-")): cents for name, cents in slip.items()} for slip in slips)
    )
    assert row.exposure is not None
    assert row.worst_case == row.exposure.worst == -spread.worst
    assert row.exposure.in_99 == spread.loss_within(Fraction(99, 100))
    assert row.exposure.in_999 == spread.loss_within(Fraction(999, 1000))
    assert dict(row.exposure.results) == {each: Fraction(count, spread.total) for each, count in spread.counts.items()}
    assert sum(chance for _, chance in row.exposure.results) == 1
    floor.prove()


def test_nothing_in_play_costs_nothing(floor: Floor) -> None:
    table, player = floor.table(MACAU), floor.player()
    floor.sit(player, table)
    assert row_of(table, floor).exposure is None
    floor.open_round(table)
    assert row_of(table, floor).exposure is None
    floor.bet(player, table, ponto=20_00)
    assert row_of(table, floor).exposure is not None
    floor.settle(table)
    assert (row_of(table, floor).exposure, row_of(table, floor).worst_case) == (None, 0)


def test_another_slip_is_another_exposure(floor: Floor) -> None:
    table, player = floor.table(MACAU), floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    before = row_of(table, floor).worst_case
    floor.bet(player, table, ponto=30_00)
    assert (before, row_of(table, floor).worst_case) == (20_00, 50_00)


def test_a_floor_asks_as_often_for_many_tables_as_for_one_and_not_for_known_versions(floor: Floor) -> None:
    def furnish() -> None:
        table, player = floor.table(MACAU), floor.player()
        floor.sit(player, table)
        floor.open_round(table)
        floor.bet(player, table, ponto=20_00, par_banca=10_00)

    def asked() -> list[str]:
        with CaptureQueriesContext(connection) as seen:
            queries.floor(now=floor.now)
        return [each["sql"] for each in seen]

    furnish()
    one = asked()
    known = asked()
    for _ in range(5):
        furnish()
    many = asked()
    assert len(one) == len(many) == len(known) + 1
    assert sum(Bet._meta.db_table in sql for sql in many) == 1
    assert not any(Bet._meta.db_table in sql for sql in known)
    assert len(exposure._kept) == Table.objects.count()
