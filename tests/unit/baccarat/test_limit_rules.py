"""R13-R15 and R40-R43 against a second reading, and the promises that a rejection makes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.chances import Chance
from baccarat.limits import (
    RULES,
    TABLE_RULES,
    UNLIMITED,
    LimitsInvalid,
    TableLimits,
    check_slip,
    headroom,
    own_headroom,
    table_headroom,
)
from baccarat.rulesets import LimitScheme
from tests.rules import rule

P, B, BN, T, PP, PB = (
    Chance.PONTO,
    Chance.BANCA,
    Chance.BANCA_NO_COMMISSION,
    Chance.EMPATE,
    Chance.PAR_PONTO,
    Chance.PAR_BANCA,
)
FELT = frozenset({P, B, BN, T, PP, PB})
MACAU, LIVE, R15, OWN = LimitScheme.DIFFERENCE, LimitScheme.SIDES, LimitScheme.MULTIPLES, LimitScheme.PER_CHANCE


def broken_rules(limits: TableLimits, table: dict, mine: dict, chance: Chance) -> set[str]:
    """Which rules a state breaks on one chance, each written down once more as a plain sentence of the regulation."""
    have = lambda figures, *chances: sum(figures.get(each, 0) for each in chances)  # noqa: E731
    broken = set()
    amount, least, most = mine.get(chance, 0), limits.minimum, limits.max_prize
    if amount < 0:
        return {"R14"}
    ponto, banca = have(mine, P), have(mine, B, BN)
    if limits.scheme in (R15, MACAU) and chance in (P, B, BN) and ponto and banca and abs(ponto - banca) < least:
        broken.add("R13")
    if amount != 0 and amount < least:
        broken.add("R14")
    if limits.scheme is R15 and amount > {P: 70, B: 70, T: 15, PP: 8, PB: 8}.get(chance, 10**18) * least:
        broken.add("R15")
    if limits.scheme is LIVE and chance in (P, B, BN):
        for capped in {P, B, BN} & limits.caps.keys():
            beyond = ponto - banca if capped is P else banca - ponto
            same_side = (capped is P) == (chance is P)
            if have(mine, capped) and beyond > limits.caps[capped] and (amount or not same_side):
                broken.add("cap")
    elif chance in limits.caps and amount > limits.caps[chance]:
        broken.add("cap")
    if most is not None and limits.scheme in (MACAU, LIVE):
        if chance in (P, B, BN) and abs(have(table, P) - have(table, B, BN)) > most:
            broken.add("R43a")
        if limits.scheme is MACAU and chance is T and 100 * have(table, T) > 10 * most:
            broken.add("R43b")
        pairs = have(table, PP, PB) if limits.pairs_combined else have(table, chance)
        if limits.scheme is MACAU and chance in (PP, PB) and 100 * pairs > 8 * most:
            broken.add("R43c")
    return broken


def after(figures: dict, slip: dict) -> dict:
    return {chance: figures.get(chance, 0) + slip.get(chance, 0) for chance in FELT}


amounts = st.integers(0, 60)
figures = st.dictionaries(st.sampled_from(sorted(FELT)), amounts)


@st.composite
def limits_(draw: st.DrawFn) -> TableLimits:
    scheme = draw(st.sampled_from((R15, MACAU, LIVE, OWN)))
    minimum = draw(st.integers(1, 12))
    caps = {}
    if scheme in (LIVE, OWN):
        caps = draw(st.dictionaries(st.sampled_from(sorted(FELT)), st.integers(0, 70), max_size=3))
    return TableLimits(scheme, minimum, draw(st.none() | st.integers(0, 300)), caps, draw(st.booleans()))


@rule(
    "R13",
    "R14",
    "R15",
    "R43",
    asserts="On 1,500 drawn tables a slip is refused exactly when a second reading of the limits finds a broken rule, "
    "names the first broken one, and offers the most that passes.",
    shared="All limits are read a second time together: which is broken first is part of what is compared.",
)
@settings(max_examples=1500, deadline=None)
@given(limits_(), figures, figures, st.sampled_from(sorted(FELT)), st.integers(-70, 200).filter(bool))
@pytest.mark.long
def test_one_chance_against_the_second_reading(
    limits: TableLimits, others: dict, mine: dict, chance: Chance, amount: int
) -> None:
    table = after(others, mine)
    check = lambda asked: check_slip(limits, offered=FELT, table=table, mine=mine, slip={chance: asked})  # noqa: E731
    rejection = check(amount)
    slip = {chance: amount}
    broken = broken_rules(limits, after(table, slip), after(mine, slip), chance)
    if rejection is None:
        assert not broken
        return
    assert rejection.rule == next(rule for rule in RULES if rule in broken)
    assert (rejection.chance, rejection.asked) == (chance, amount)
    sign = 1 if amount > 0 else -1
    if rejection.most == UNLIMITED:
        assert check(10**15) is None
    else:
        assert rejection.most >= 0
        assert rejection.most == 0 or check(sign * rejection.most) is None
        for more in (1, 2, 7, 70, 10**6):
            assert check(sign * (rejection.most + more)) is not None


@settings(max_examples=700, deadline=None)
@given(limits_(), figures, figures)
def test_the_room_shown_is_the_room_there_is(limits: TableLimits, others: dict, mine: dict) -> None:
    table = after(others, mine)
    for chance, room in headroom(limits, offered=FELT, table=table, mine=mine).items():
        check = lambda asked, chance=chance: check_slip(  # noqa: E731
            limits, offered=FELT, table=table, mine=mine, slip={chance: asked}
        )
        if room.most is None:
            assert room.rule is None
            assert check(10**15) is None
            continue
        assert room.most == 0 or check(room.most) is None
        assert check(room.most + 1) is not None
        assert room.rule in broken_rules(
            limits, after(table, {chance: room.most + 1}), after(mine, {chance: room.most + 1}), chance
        )
        if room.table_most is not None:
            assert room.table_most >= room.most
            assert room.table_rule in TABLE_RULES


@settings(max_examples=300, deadline=None)
@given(limits_(), figures, figures)
def test_the_rooms_of_table_and_player_are_parts_of_it(limits: TableLimits, table: dict, mine: dict) -> None:
    of_all = headroom(limits, offered=FELT, table=table, mine={})
    alone = headroom(replace(limits, max_prize=None), offered=FELT, table=mine, mine=mine)

    assert table_headroom(limits, offered=FELT, table=table) == {
        chance: (room.table_most, room.table_rule) for chance, room in of_all.items()
    }
    assert own_headroom(limits, offered=FELT, mine=mine) == {
        chance: (room.most, room.rule) for chance, room in alone.items()
    }


@settings(max_examples=700, deadline=None)
@given(limits_(), figures, figures, st.dictionaries(st.sampled_from(sorted(FELT)), st.integers(-40, 90)))
@pytest.mark.long
def test_a_slip_is_judged_as_a_whole(limits: TableLimits, others: dict, mine: dict, slip: dict) -> None:
    table = after(others, mine)
    rejection = check_slip(limits, offered=FELT, table=table, mine=mine, slip=slip)
    ends = after(table, slip), after(mine, slip)
    faults = [(chance, "R14") for chance in Chance if ends[1].get(chance, 0) < 0] or [
        (chance, rule)
        for chance in Chance
        if slip.get(chance)
        for rule in RULES
        if rule in broken_rules(limits, *ends, chance)
    ]
    assert (rejection and (rejection.chance, rejection.rule)) == (faults[0] if faults else None)


def test_a_bet_that_is_not_offered() -> None:
    limits = TableLimits(OWN, 100)
    rejection = check_slip(limits, offered={P}, table={}, mine={}, slip={T: 500})
    assert rejection is not None
    assert (rejection.rule, rejection.chance, rejection.most) == ("offered", T, 0)
    assert list(headroom(limits, offered={P}, table={}, mine={})) == [P]


@rule(
    "R43",
    asserts="With a maximum prize of 1,000.00, Ponto may be 1,000.00 ahead of Banca and no cent more; 1,000.00 on "
    "Ponto makes room for 2,000.00 on Banca, and cannot be taken back once Banca rests on it.",
)
@rule(
    "R40",
    asserts="At a minimum of 10.00 and a maximum prize of 1,000.00 one player lays 1,000.00 on Ponto: more than the 70 "
    "times that rule 15 would allow.",
)
def test_r43a_by_hand() -> None:
    limits = TableLimits(MACAU, 1000, 100_000)

    def ask(table: dict, slip: dict, mine: dict | None = None) -> object:
        rejection = check_slip(limits, offered=FELT, table=table, mine=mine or {}, slip=slip)
        return rejection and (rejection.rule, rejection.most)

    assert ask({}, {P: 100_000}) is None
    assert ask({}, {P: 100_001}) == ("R43a", 100_000)
    assert ask({P: 100_000}, {B: 200_000}) is None
    assert ask({P: 100_000}, {B: 200_001}) == ("R43a", 200_000)
    assert ask({P: 100_000, B: 200_000}, {P: -1}, {P: 100_000}) == ("R43a", 0)
    assert ask({P: 100_000, B: 150_000}, {P: -100_000}, {P: 100_000}) == ("R43a", 50_000)


def test_r43a_fifty_who_race_for_the_room_of_ten() -> None:
    limits = TableLimits(MACAU, 1000, 100_000)
    table: dict[Chance, int] = {}
    accepted = 0
    for _ in range(50):
        if check_slip(limits, offered=FELT, table=table, mine={}, slip={P: 10_000}) is None:
            table[P] = table.get(P, 0) + 10_000
            accepted += 1
    assert (accepted, table) == (10, {P: 100_000})


@rule(
    "R15",
    asserts="At a minimum of 1.00 one player may lay 70.00 on Ponto or Banca, 15.00 on a tie and 8.00 on each pair; at "
    "0.10 it is 7.00, 1.50 and 0.80.",
)
def test_r15_multiples() -> None:
    for minimum, figures_ in ((100, (7000, 7000, 1500, 800, 800)), (10, (700, 700, 150, 80, 80))):
        rooms = headroom(TableLimits(R15, minimum), offered={P, B, T, PP, PB}, table={}, mine={})
        assert tuple(room.most for room in rooms.values()) == figures_
        assert {room.rule for room in rooms.values()} == {"R15"}


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"scheme": R15, "minimum": 0}, "minimum"),
        ({"scheme": R15, "minimum": True}, "minimum"),
        ({"scheme": MACAU, "minimum": 100, "max_prize": -1}, "max_prize"),
        ({"scheme": MACAU, "minimum": 100, "max_prize": 1.5}, "max_prize"),
        ({"scheme": MACAU, "minimum": 100, "caps": {P: 1000}}, "caps.ponto"),
        ({"scheme": R15, "minimum": 100, "caps": {P: 7001}}, "caps.ponto"),
        ({"scheme": OWN, "minimum": 100, "caps": {T: -1}}, "caps.empate"),
    ],
)
def test_limits_that_cannot_be(limits: dict, field: str) -> None:
    with pytest.raises(LimitsInvalid) as refused:
        TableLimits(**limits)
    assert refused.value.field == field


@rule(
    "R15",
    asserts="With a cap of 69.99 that the house set, a stake of 70.00 on Ponto is refused with an offer of 69.99.",
)
def test_r15_an_operator_may_set_less() -> None:
    limits = TableLimits(R15, 100, caps={P: 6999})
    rejection = check_slip(limits, offered=FELT, table={}, mine={}, slip={P: 7000})
    assert rejection is not None
    assert (rejection.rule, rejection.most) == ("cap", 6999)


@rule(
    "L8",
    asserts="Under a cap of 500.00 on each side, Ponto may grow from 500.00 to 800.00 once 300.00 lie on Banca, and "
    "301.00 more is refused with an offer of 300.00.",
)
def test_a_cap_of_the_live_text_bounds_the_difference_between_the_sides() -> None:
    """L: a bet on one side offsets the limit of the other, by the same amount."""
    limits = TableLimits(LIVE, 100, caps={P: 50_000, B: 50_000})
    ask = lambda mine, slip: check_slip(limits, offered=FELT, table=mine, mine=mine, slip=slip)  # noqa: E731
    assert ask({}, {P: 50_100}).rule == "cap"
    assert ask({P: 50_000, B: 30_000}, {P: 30_000}) is None
    rejection = ask({P: 50_000, B: 30_000}, {P: 30_100})
    assert (rejection.rule, rejection.most) == ("cap", 30_000)
    assert own_headroom(limits, offered=FELT, mine={P: 50_000, B: 30_000})[P] == (30_000, "cap")


@rule(
    "L8",
    asserts="With 700.00 on Ponto under a cap of 500.00, the 200.00 on Banca cannot be taken back alone, but both "
    "together can.",
)
def test_a_counterweight_of_the_live_text_cannot_be_cancelled_alone() -> None:
    limits = TableLimits(LIVE, 100, caps={P: 50_000})
    mine = {P: 70_000, B: 20_000}
    rejection = check_slip(limits, offered=FELT, table=mine, mine=mine, slip={B: -20_000})
    assert (rejection.rule, rejection.chance, rejection.most) == ("cap", B, 0)
    assert check_slip(limits, offered=FELT, table=mine, mine=mine, slip={P: -70_000, B: -20_000}) is None


def test_nothing_lies_on_what_is_not_offered_and_all_of_it_may_be_taken_back() -> None:
    limits = TableLimits(LimitScheme.DIFFERENCE, minimum=10_00, max_prize=1_000_00)
    offered = frozenset({Chance.PONTO, Chance.EMPATE})
    refused = check_slip(limits, offered=offered, table={}, mine={}, slip={Chance.BANCA: 1})
    assert refused is not None
    assert (refused.rule, refused.asked, refused.most) == ("offered", 1, 0)
    laid = {Chance.BANCA: 10_00}
    assert check_slip(limits, offered=offered, table=laid, mine=laid, slip={Chance.BANCA: -10_00}) is None


def test_faulty_limits_say_which_figure_is_wrong_and_why() -> None:
    with pytest.raises(LimitsInvalid) as refused:
        TableLimits(R15, 0)
    assert str(refused.value) == "minimum: must be a whole number of cents from 1 up, not 0"
    assert str(refused.value) == f"{refused.value.field}: {refused.value.why}"
    with pytest.raises(LimitsInvalid, match=r"^caps\.ponto: R15 allows at most 7000, not 7001$"):
        TableLimits(R15, 100, caps={P: 7001})


def test_the_least_figures_that_limits_may_have() -> None:
    assert TableLimits(OWN, 1, 0, {T: 0}).caps == {T: 0}
    assert TableLimits(R15, 100, caps={P: 7000}).caps == {P: 7000}


def test_limits_show_what_was_set_and_nothing_worked_out() -> None:
    assert repr(TableLimits(MACAU, 1000, 100_000)) == (
        "TableLimits(scheme=<LimitScheme.DIFFERENCE: 'difference'>, minimum=1000, max_prize=100000, caps={}, "
        "pairs_combined=False)"
    )


@pytest.mark.parametrize(
    ("mine", "slip", "most"),
    [
        ({P: 50}, {B: 40}, None),
        ({P: 50}, {B: 41}, 2**63 - 1),
        ({P: 50}, {B: 60}, None),
        ({P: 50}, {B: 59}, 2**63 - 1),
        ({P: 50, BN: 20}, {B: 20}, None),
        ({P: 50, BN: 20}, {B: 21}, 2**63 - 1),
        ({P: 50, BN: 20}, {B: 40}, None),
        ({P: 50, BN: 20}, {B: 39}, 2**63 - 1),
        ({P: 50, BN: 40, B: 20}, {B: -20}, None),
        ({P: 50, BN: 41, B: 20}, {B: -20}, 1),
    ],
)
def test_r13_counts_both_bets_on_banca_against_ponto(mine: dict, slip: dict, most: int | None) -> None:
    """The two sides are the minimum of 10 apart, or the slip is refused."""
    rejection = check_slip(TableLimits(MACAU, 10), offered=FELT, table=mine, mine=mine, slip=slip)
    assert (rejection and (rejection.rule, rejection.most)) == (most and ("R13", most))


def test_one_side_may_be_taken_back_beside_another_below_a_minimum_raised_since() -> None:
    mine = {P: 10, B: 5}
    assert check_slip(TableLimits(MACAU, 10), offered=FELT, table=mine, mine=mine, slip={P: -10}) is None


@pytest.mark.parametrize(("chance", "most"), [(T, 100), (PP, 80), (PB, 80)])
def test_r43_percents_of_the_maximum_prize_over_all_players(chance: Chance, most: int) -> None:
    """10 % of M on empate and 8 % on a pair, broken cents dropped; all of it may be taken back."""
    for maximum in (1000, 1009):
        limits = TableLimits(MACAU, 10, maximum)
        ask = lambda others, mine, step, limits=limits: check_slip(  # noqa: E731
            limits, offered=FELT, table={chance: others + mine}, mine={chance: mine}, slip={chance: step}
        )
        assert ask(0, 0, most) is None
        assert ask(0, 0, most + 1).most == most
        assert ask(30, 20, most - 50) is None
        assert ask(30, 20, most - 49).most == most - 50
        assert ask(30, 20, -20) is None
        assert ask(30, 20, -21).most == 20
        assert ask(most, 0, 10).most == 0
    whole = {chance: 20}
    assert check_slip(TableLimits(MACAU, 10, 0), offered=FELT, table=whole, mine=whole, slip={chance: -20}) is None


@pytest.mark.parametrize(("combined", "most"), [(False, 80), (True, 50)])
def test_r43c_the_pairs_together_or_each_by_itself(combined: bool, most: int) -> None:
    limits = TableLimits(MACAU, 10, 1000, pairs_combined=combined)
    ask = lambda step: check_slip(limits, offered=FELT, table={PB: 30}, mine={}, slip={PP: step})  # noqa: E731
    assert ask(most) is None
    assert (ask(most + 1).rule, ask(most + 1).most) == ("R43c", most)


def test_a_cap_on_a_side_says_nothing_of_the_bets_beside_it() -> None:
    """Under the live text a cap on ponto bounds ponto and banca, and no pair."""
    limits = TableLimits(LimitScheme.SIDES, minimum=100, caps={Chance.PONTO: 5_000})
    felt = frozenset({Chance.PONTO, Chance.BANCA, Chance.PAR_PONTO})
    left = own_headroom(limits, offered=felt, mine={Chance.PONTO: 1_000})
    assert left[Chance.PONTO] == (4_000, "cap")
    assert left[Chance.PAR_PONTO] == (None, None)
