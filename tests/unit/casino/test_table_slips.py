"""The page's own check of a slip: slips that cannot be confirmed and why, and its offers instead."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from baccarat.chances import Chance
from baccarat.limits import TABLE_RULES, TableLimits, check_slip, own_headroom, table_headroom
from tests.scripts import run
from tests.unit.baccarat.test_limit_rules import FELT, after, figures, limits_

pytestmark = pytest.mark.usefixtures("scripts_page")

ROOMY: dict[str, Any] = {
    "accepted": {},
    "rooms": [{}, {}],
    "minimum": 500,
    "apart": 500,
    "balance": 10_000_00,
    "own": None,
}


def troubles(*slips: tuple[dict[str, int], dict[str, Any]]) -> Any:
    views = [[lines, ROOMY | view] for lines, view in slips]
    return run("slip.js", "v.map(([lines, view]) => m.trouble(lines, view))", views)


def offers(*slips: tuple[dict[str, int], dict[str, Any]]) -> Any:
    views = [[lines, ROOMY | view] for lines, view in slips]
    return run("slip.js", "v.map(([lines, view]) => m.offerFor(lines, view))", views)


def test_trouble_is_named_before_it_is_asked() -> None:
    empate = {"rooms": [{"empate": {"most": 500, "rule": "R43b"}}, {}]}
    assert troubles(({"empate": 600}, empate), ({"banca": 100}, {}), ({"banca": 500}, {})) == [
        {"chance": "empate", "rule": "R43b", "most": 500},
        {"chance": "banca", "rule": "R14", "most": 0},
        None,
    ]


def test_two_sides_too_close_are_known_before_they_are_asked() -> None:
    close = {"chance": "ponto", "rule": "R13", "most": 0}
    assert troubles(
        ({"ponto": 2500, "banca": 2500}, {}),
        ({"ponto": 2500, "banca": 3000}, {}),
        ({"ponto": 2500}, {"accepted": {"banca": 2600}}),
        ({"ponto": 2500, "banca": 2500}, {"apart": None}),
        ({"ponto": 2500, "banca": 2000, "banca-no-commission": 500}, {}),
    ) == [close, None, close, None, close]


def test_of_the_balance_of_both_sides_the_slip_counts_as_a_whole() -> None:
    """The slip's stake on the other side makes room (R43a)."""
    full = {"rooms": [{side: {"most": 10_000, "rule": "R43a"} for side in ("ponto", "banca")}, {}]}
    assert troubles(({"ponto": 15_000, "banca": 6_000}, full), ({"ponto": 15_000, "banca": 4_000}, full)) == [
        None,
        {"chance": "ponto", "rule": "R43a", "most": 14_000},
    ]


def test_a_maximum_of_the_live_text_counts_what_lies_on_the_other_side() -> None:
    capped = {"rooms": [{}, {side: {"most": 10_000, "rule": "cap"} for side in ("ponto", "banca")}]}
    slip = {"ponto": 12_000, "banca": 3_000}
    assert troubles((slip, capped | {"offset": True}), (slip, capped | {"offset": False})) == [
        None,
        {"chance": "ponto", "rule": "cap", "most": 10_000},
    ]


def test_pairs_under_one_ceiling_count_together() -> None:
    """R43c read strictly: the slip's stake on one pair takes room from the other."""
    full = {"rooms": [{pair: {"most": 8_000, "rule": "R43c"} for pair in ("par-ponto", "par-banca")}, {}]}
    slip = {"par-ponto": 5_000, "par-banca": 4_000}
    assert troubles(
        (slip, full | {"together": True}), (slip, full), ({"par-ponto": 4_000, "par-banca": 4_000}, full)
    ) == [{"chance": "par-ponto", "rule": "R43c", "most": 4_000}, None, None]
    assert offers((slip, full | {"together": True})) == [{"par-ponto": 4_000, "par-banca": 4_000}]


def test_own_limits_and_the_balance_are_named_for_the_slip_as_a_whole() -> None:
    own = {"own": {"most": 900, "rule": "PT-22"}, "accepted": {"ponto": 1000}}
    assert troubles(
        ({"ponto": 500, "empate": 500}, own), ({"ponto": 900}, own), ({"ponto": 500, "empate": 600}, {"balance": 1099})
    ) == [{"chance": None, "rule": "PT-22", "most": 900}, None, {"chance": None, "rule": "FUNDS", "most": 1099}]


def test_a_part_is_offered_and_nothing_for_too_little_or_beyond_means() -> None:
    room = {"rooms": [{"ponto": {"most": 10_000, "rule": "R43a"}}, {}]}
    assert offers(
        ({"ponto": 50_000, "empate": 500}, room),
        ({"ponto": 300}, room),
        ({"ponto": 1000, "banca": 1200}, room),
        ({"ponto": 50_000}, room | {"balance": 9_999}),
        ({"ponto": 50_000}, room | {"own": {"most": 9_999, "rule": "PT-22"}}),
        ({"ponto": 5_000}, room | {"balance": 4_000}),
        ({"ponto": 50_000}, {"rooms": [{"ponto": {"most": 0, "rule": "R43a"}}, {}]}),
    ) == [{"ponto": 10_000, "empate": 500}, None, None, None, None, None, None]


@dataclass(frozen=True)
class Case:
    """A table, a player and a slip."""

    limits: TableLimits
    others: dict[Chance, int]
    mine: dict[Chance, int]
    slip: dict[Chance, int]
    balance: int
    own: int | None

    def refused(self, slip: dict[Chance, int]) -> bool:
        """Whether the house would refuse this slip: for the limits, the player's own, or the balance."""
        return self.broken(slip) is not None or sum(slip.values()) > min(self.balance, self.spendable)

    def broken(self, slip: dict[Chance, int]) -> str | None:
        """The rule of the table that the slip breaks first, if any."""
        table = after(self.others, self.mine)
        rejection = check_slip(self.limits, offered=FELT, table=table, mine=self.mine, slip=slip)
        return None if rejection is None else rejection.rule

    @property
    def spendable(self) -> int:
        return self.balance if self.own is None else min(self.balance, self.own)

    def view(self) -> dict[str, Any]:
        """The state as the page receives it."""
        table = table_headroom(self.limits, offered=FELT, table=after(self.others, self.mine))
        own = own_headroom(self.limits, offered=FELT, mine=self.mine)
        return {
            "accepted": self.mine,
            "rooms": [
                {chance: {"most": left[0], "rule": left[1]} for chance, left in each.items()} for each in (table, own)
            ],
            "minimum": self.limits.minimum,
            "apart": self.limits.minimum if self.limits.scheme.keeps_sides_apart else None,
            "offset": self.limits.scheme.offsets_sides,
            "together": self.limits.pairs_combined,
            "balance": self.balance,
            "own": None if self.own is None else {"most": self.own, "rule": "PT-22"},
        }


slips = st.dictionaries(st.sampled_from(sorted(FELT)), st.integers(1, 300), min_size=1)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    limits = draw(limits_())
    others = _accepted(limits, {}, draw(figures))
    mine = _accepted(limits, others, draw(figures))
    own = draw(st.none() | st.integers(0, 600))
    return Case(limits, others, mine, draw(slips), draw(st.integers(0, 600)), own)


def _accepted(limits: TableLimits, others: dict[Chance, int], asked: dict[Chance, int]) -> dict[Chance, int]:
    """The stakes that this one player could have laid, chance by chance, beside those of the others."""
    mine: dict[Chance, int] = {}
    for chance, cents in asked.items():
        line = {chance: cents} if cents else {}
        if check_slip(limits, offered=FELT, table=after(others, mine), mine=mine, slip=line) is None:
            mine |= line
    return mine


@settings(max_examples=8, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(st.lists(cases(), min_size=60, max_size=60))
def test_the_page_bars_only_what_the_house_would_refuse_and_never_offers_more(batch: list[Case]) -> None:
    """And of the rules of the whole table (R43a to R43c) it bars everything that they refuse."""
    views = [[case.slip, case.view()] for case in batch]
    told = run("slip.js", "v.map(([lines, view]) => [m.trouble(lines, view), m.offerFor(lines, view)])", views)
    for case, (found, instead) in zip(batch, told, strict=True):
        if found is not None:
            assert case.refused(case.slip), (case, found)
        elif (rule := case.broken(case.slip)) is not None:
            assert rule not in TABLE_RULES, (case, rule)
        if instead is not None:
            (chance,) = [each for each in case.slip if instead[each] != case.slip[each]]
            assert 0 < instead[chance] < case.slip[chance]
            assert instead[chance] <= case.spendable
