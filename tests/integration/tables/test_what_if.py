"""The last day's real bets under other terms (B4)."""

from datetime import timedelta

import pytest

from tables import queries
from tables.operations.checks import answer_check
from tables.terms import Terms
from tests.factories import Floor

pytestmark = pytest.mark.django_db


def test_a_table_that_never_played_has_no_day(floor: Floor) -> None:
    table = floor.table()
    assert queries.what_if_last_day(table_id=table, terms=Terms(preset="macau", minimum=500), now=floor.now) is None


def test_the_same_terms_refuse_nothing_and_stricter_ones_say_which_rule_and_the_most(floor: Floor) -> None:
    terms = Terms(preset="macau", minimum=10_00, max_prize=1_000_00)
    table = floor.table(terms=terms)
    ana, rui = floor.player(cents=5_000_00), floor.player(cents=5_000_00)
    for player in (ana, rui):
        floor.sit(player, table)
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=600_00)
    floor.bet(rui, table, banca=900_00)
    floor.bet(ana, table, ponto=100_00)
    floor.settle(table)
    same = queries.what_if_last_day(table_id=table, terms=terms, now=floor.now)
    assert same is not None
    assert (same.rounds, same.slips, same.refused, same.staked) == (1, 3, 0, 1_600_00)
    tight = Terms(preset="macau", minimum=10_00, max_prize=500_00)
    tried = queries.what_if_last_day(table_id=table, terms=tight, now=floor.now)
    assert tried is not None
    assert (tried.refused, tried.refused_cents, dict(tried.by_rule)) == (2, 1_500_00, {"R43a": 2})
    assert [(each.round_code, each.chance, each.asked, each.most) for each in tried.examples] == [
        (code, "ponto", 600_00, 500_00),
        (code, "banca", 900_00, 500_00),
    ]


def test_only_the_last_day_counts(floor: Floor) -> None:
    table = floor.table()
    ana = floor.player(cents=5_000_00)
    floor.sit(ana, table)
    for _ in range(2):
        floor.open_round(table)
        floor.bet(ana, table, ponto=10_00)
        floor.settle(table)
        floor.wait(days=1)
        answer_check(table_id=table, person_id=ana.id, now=floor.now)
    tried = queries.what_if_last_day(
        table_id=table, terms=Terms(preset="macau", minimum=500), now=floor.now + timedelta(days=3)
    )
    assert tried is not None
    assert (tried.rounds, tried.slips) == (1, 1)
