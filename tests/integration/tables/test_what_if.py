"""The last day's real bets under other terms (B4)."""

from datetime import timedelta

import pytest

from tables import queries
from tables.operations.checks import answer_check
from tables.queries import what_if
from tables.table_settings import TableSettings
from tests.factories import Floor

pytestmark = pytest.mark.django_db


def test_a_table_that_never_played_has_no_day(floor: Floor) -> None:
    table = floor.table()
    assert (
        queries.what_if_last_day(table_id=table, terms=TableSettings(preset="macau", minimum=500), now=floor.now)
        is None
    )


def test_the_same_terms_refuse_nothing_and_stricter_ones_say_which_rule_and_the_most(floor: Floor) -> None:
    terms = TableSettings(preset="macau", minimum=10_00, max_prize=1_000_00)
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
    tight = TableSettings(preset="macau", minimum=10_00, max_prize=500_00)
    tried = queries.what_if_last_day(table_id=table, terms=tight, now=floor.now)
    assert tried is not None
    assert tried.minimum == 10_00
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
        table_id=table, terms=TableSettings(preset="macau", minimum=500), now=floor.now + timedelta(days=3)
    )
    assert tried is not None
    assert (tried.rounds, tried.slips) == (1, 1)


def test_a_day_that_is_over_with_bets_goes_before_a_day_without_or_one_that_goes_on(floor: Floor) -> None:
    table, terms = floor.table(), TableSettings(preset="macau", minimum=500)
    ana = floor.player(cents=5_000_00)
    floor.sit(ana, table)
    floor.open_round(table)
    floor.bet(ana, table, ponto=10_00)
    floor.settle(table)
    first = queries.what_if_last_day(table_id=table, terms=terms, now=floor.now)
    assert first is not None
    assert (first.slips, first.going_on) == (1, True)
    for bet in (None, 20_00):
        floor.wait(days=1)
        answer_check(table_id=table, person_id=ana.id, now=floor.now)
        floor.open_round(table)
        if bet:
            floor.bet(ana, table, ponto=bet)
        floor.settle(table)
    tried = queries.what_if_last_day(table_id=table, terms=terms, now=floor.now)
    assert tried is not None
    assert (tried.day, tried.staked, tried.going_on) == (first.day, 10_00, False)


def test_more_slips_than_are_tried_are_said_to_be_more(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table, terms = floor.table(), TableSettings(preset="macau", minimum=500)
    ana = floor.player(cents=5_000_00)
    floor.sit(ana, table)
    floor.open_round(table)
    for _ in range(3):
        floor.bet(ana, table, ponto=10_00)
    floor.settle(table)
    monkeypatch.setattr(what_if, "MOST_SLIPS", 2)
    tried = queries.what_if_last_day(table_id=table, terms=terms, now=floor.now)
    assert tried is not None
    assert (tried.slips, tried.staked, tried.cut) == (2, 20_00, True)
