"""Offers in place of a refused slip: never more than was asked, nor than the player may spend."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.chances import Chance
from baccarat.limits import RULES, Rejection, TableLimits, check_slip
from baccarat.offers import CEILINGS, offer
from baccarat.rulesets import LimitScheme
from tests.unit.baccarat.test_limit_rules import FELT, PP, B, P, T, after, figures, limits_

slips = st.dictionaries(st.sampled_from(sorted(FELT)), st.integers(-40, 400).filter(bool), min_size=1)
purses = st.integers(0, 500)


def test_no_offer_exceeds_what_was_asked_or_may_be_spent() -> None:
    """Any table, player and slip; every rule is met on the way."""
    met: set[str] = set()

    @settings(max_examples=2000, deadline=None)
    @given(limits_(), st.sets(st.sampled_from(sorted(FELT)), min_size=4), figures, figures, slips, purses)
    def holds(limits: TableLimits, offered: set, others: dict, mine: dict, slip: dict, spendable: int) -> None:
        facts = {"offered": offered, "table": after(others, mine), "mine": mine}
        rejection = check_slip(limits, slip=slip, **facts)
        if rejection is None:
            return
        amount = offer(rejection, limits, slip=slip, spendable=spendable, **facts)
        met.add(rejection.rule)
        if amount is not None:
            assert rejection.rule in CEILINGS
            assert 0 < amount < slip[rejection.chance]
            instead = {**slip, rejection.chance: amount}
            assert max(amount, sum(instead.values())) <= spendable
            assert check_slip(limits, slip=instead, **facts) is None

    holds()
    assert met == set(RULES)


@pytest.mark.parametrize(
    ("limits", "chance", "asked", "remains"),
    [
        (TableLimits(LimitScheme.MULTIPLES, 1_00), T, 50_00, 15_00),
        (TableLimits(LimitScheme.PER_CHANCE, 1_00, caps={P: 20_00}), P, 50_00, 20_00),
        (TableLimits(LimitScheme.DIFFERENCE, 1_00, 100_00), P, 500_00, 100_00),
        (TableLimits(LimitScheme.DIFFERENCE, 1_00, 100_00), T, 50_00, 10_00),
        (TableLimits(LimitScheme.DIFFERENCE, 1_00, 100_00), PP, 50_00, 8_00),
    ],
    ids=["R15", "cap", "R43a", "R43b", "R43c"],
)
def test_the_rest_of_a_ceiling_is_offered_to_those_who_can_spend_it(
    limits: TableLimits, chance: Chance, asked: int, remains: int
) -> None:
    facts = {"offered": FELT, "table": {}, "mine": {}, "slip": {chance: asked}}
    rejection = check_slip(limits, **facts)
    assert rejection is not None
    assert offer(rejection, limits, spendable=remains, **facts) == remains
    assert offer(rejection, limits, spendable=remains - 1, **facts) is None


def ask(slip: dict, *, spendable: int = 5_503_00, table: dict | None = None) -> int | None:
    limits = TableLimits(LimitScheme.DIFFERENCE, 5_00, 10_000_00)
    facts = {"offered": FELT, "table": table or {}, "mine": {}, "slip": slip}
    rejection = check_slip(limits, **facts)
    assert rejection is not None
    return offer(rejection, limits, spendable=spendable, **facts)


def test_the_rest_of_a_ceiling_is_offered() -> None:
    assert ask({P: 500_00}, table={P: 9_900_00}) == 100_00
    assert ask({P: 500_00, T: 10_00}, table={P: 9_900_00}, spendable=110_00) == 100_00


def test_too_little_is_never_met_with_more() -> None:
    assert ask({P: 3_00}) is None
    assert ask({P: 10_00, B: 12_00}) is None


@pytest.mark.parametrize("rule", sorted(set(RULES) - CEILINGS))
def test_a_rule_that_is_no_ceiling_is_answered_without_an_offer(rule: str) -> None:
    """No offer, even where an amount would be accepted."""
    limits = TableLimits(LimitScheme.DIFFERENCE, 1_00, 100_00)
    facts = {"offered": FELT, "table": {}, "mine": {}, "slip": {P: 50_00}}
    assert offer(Rejection("R43a", P, 50_00, 20_00), limits, spendable=50_00, **facts) == 20_00
    assert offer(Rejection(rule, P, 50_00, 20_00), limits, spendable=50_00, **facts) is None


def test_nothing_is_offered_that_would_take_all_there_is_and_more() -> None:
    assert ask({P: 500_00}, table={P: 9_900_00}, spendable=99_99) is None
    assert ask({P: 500_00, T: 10_00}, table={P: 9_900_00}, spendable=109_99) is None


def test_a_slip_with_a_second_fault_is_not_mended_by_halves() -> None:
    assert ask({P: 500_00, T: 5_000_00}, table={P: 9_900_00}) is None


def test_a_side_that_is_behind_is_not_offered_the_way_up() -> None:
    """Banca would go too far ahead: ponto would have to be far above the amount asked for there."""
    assert ask({P: 5_00, B: 10_100_00}, spendable=10**9) is None


def test_nothing_is_offered_where_no_room_is_left() -> None:
    assert ask({P: 500_00}, table={P: 10_000_00}) is None
    assert ask({P: 500_00, T: 10_00}, table={P: 10_000_00}) is None


def test_the_last_cent_of_room_is_offered() -> None:
    facts = {"offered": FELT, "table": {P: 9_99}, "mine": {}, "slip": {P: 2}}
    limits = TableLimits(LimitScheme.DIFFERENCE, 1, 10_00)
    rejection = check_slip(limits, **facts)
    assert rejection is not None
    assert offer(rejection, limits, spendable=1, **facts) == 1
    assert offer(rejection, limits, spendable=0, **facts) is None
