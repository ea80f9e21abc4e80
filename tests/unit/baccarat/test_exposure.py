"""The house's possible loss on stakes: by hand, against settlement, and under a draft."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from baccarat.cards import DECK
from baccarat.chances import Chance
from baccarat.combinations import ShoeCount, joint_of_decks
from baccarat.exposure import Bet, dearest_table, distribution, what_if, worst_case, worst_case_allowed
from baccarat.limits import TableLimits
from baccarat.odds import odds
from baccarat.play import play
from baccarat.rulesets import LimitScheme, Ruleset, preset
from baccarat.settlement import StakeInvalid, price, settle

MACAU = preset("macau")
LIVE = preset("live-baccarat")


def felt(*chances: Chance) -> Ruleset:
    """The live text with only these bets."""
    return replace(LIVE, offers=tuple(offer for offer in LIVE.offers if offer.chance in chances))


def test_by_hand() -> None:
    assert worst_case(MACAU, {Chance.PONTO: 1000}) == 1000
    assert worst_case(MACAU, {Chance.PONTO: 1000, Chance.BANCA: 1000}) == 0
    assert worst_case(MACAU, {Chance.EMPATE: 100, Chance.PAR_PONTO: 100, Chance.PAR_BANCA: 100}) == 800 + 2200
    assert worst_case(MACAU) == 0
    spread = distribution(MACAU, {Chance.PONTO: 1000, Chance.BANCA: 400})
    assert (spread.worst, spread.best) == (-600, 800)
    assert set(spread.counts) == {-600, 0, 600, 800}
    assert sum(spread.counts.values()) == spread.total
    assert spread.probability_of_losing(1) == Fraction(spread.counts[-600], spread.total)


def test_a_quantile_is_the_greatest_loss_that_is_not_passed_so_often() -> None:
    spread = distribution(MACAU, {Chance.PONTO: 1000, Chance.PAR_PONTO: 100, Chance.PAR_BANCA: 100})
    assert spread.worst == -3200
    for share in (Fraction(1, 2), Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000), Fraction(1)):
        loss = spread.loss_within(share)
        assert spread.probability_of_losing(loss + 1) <= 1 - share
        assert loss == 0 or spread.probability_of_losing(loss) > 1 - share
    # Both pairs beside a winning ponto come about twice in a thousand rounds, so the last in a thousand is the worst.
    assert spread.loss_within(Fraction(99, 100)) == 1000 + 1100 - 100
    assert spread.loss_within(Fraction(999, 1000)) == 3200
    assert spread.loss_within(Fraction(1)) == 3200
    assert distribution(MACAU).loss_within(Fraction(99, 100)) == 0


def test_a_chance_that_is_not_on_the_felt_is_refused() -> None:
    for act in (worst_case, distribution):
        with pytest.raises(StakeInvalid):
            act(MACAU, {Chance.LUCKY_SIX: 100})


def test_the_mean_is_the_edge() -> None:
    for chance, bet in odds(LIVE).bets.items():
        assert distribution(LIVE, {chance: 2000}).mean == 2000 * bet.edge


def test_against_settlement_of_random_rounds() -> None:
    dice = random.Random(43)
    eight = list(DECK) * 8
    for _ in range(15):
        slips = [
            {chance: dice.randint(1, 999) for chance in dice.sample(LIVE.chances, dice.randint(1, 6))} for _ in range(3)
        ]
        spread = distribution(LIVE, *slips)
        assert worst_case(LIVE, *slips) == max(0, -spread.worst)
        for _ in range(10):
            result = play(dice.sample(eight, 6))
            paid = sum(
                payout.stake - payout.returned for slip in slips for payout in settle(LIVE, result, slip).values()
            )
            assert paid in spread.counts


def test_the_rest_of_a_shoe() -> None:
    shoe = ShoeCount.full(8).without([card for card in DECK for _ in range(8) if card.value == 0])
    assert distribution(MACAU, {Chance.PONTO: 100}, shoe=shoe).total == shoe.total


@pytest.mark.parametrize("stake", [0, -5, True, 1.5])
def test_stakes_are_whole_cents(stake: object) -> None:
    with pytest.raises(StakeInvalid):
        worst_case(MACAU, {Chance.PONTO: stake})  # type: ignore[dict-item]


def test_macau_pays_at_most_2_76_times_its_maximum() -> None:
    """R43: one side M, both pairs 8 % of M at 11:1. The empate's 80 % never comes beside the side's M."""
    limits = TableLimits(LimitScheme.DIFFERENCE, 1000, 100_000)
    assert worst_case_allowed(MACAU, limits, players=9) == 100_000 + 2 * 88_000
    assert worst_case_allowed(MACAU, TableLimits(LimitScheme.DIFFERENCE, 1000), players=9) is None
    combined = TableLimits(LimitScheme.DIFFERENCE, 1000, 100_000, pairs_combined=True)
    assert worst_case_allowed(MACAU, combined, players=9) == 188_000


def test_r15_bounds_each_player() -> None:
    rules = preset("ponto-e-banca")
    limits = TableLimits(LimitScheme.MULTIPLES, 100)
    tie_and_pairs = 15 * 8 + 2 * 8 * 11
    side_and_pairs = 70 + 2 * 8 * 11
    assert worst_case_allowed(rules, limits, players=1) == 100 * max(tie_and_pairs, side_and_pairs)
    assert worst_case_allowed(rules, limits, players=9) == 900 * max(tie_and_pairs, side_and_pairs)


def test_the_worst_allowed_is_reached_and_not_passed() -> None:
    """Every slip that the limits accept costs no more, and the slip at the ceilings costs just that."""
    limits = TableLimits(LimitScheme.SIDES, 100, 50_000, dict.fromkeys(LIVE.chances, 3000))
    most = worst_case_allowed(LIVE, limits, players=1)
    best = max(
        sum(price(LIVE, chance, facts).payout(chance, 3000).prize for chance in LIVE.chances)
        for facts in joint_of_decks(8).counts
    )
    assert most == best


def test_limits_that_leave_no_prize_cost_nothing() -> None:
    assert worst_case_allowed(MACAU, TableLimits(LimitScheme.DIFFERENCE, 1000, 0), players=9) == 0


def test_the_sides_alone_are_bounded_by_a_maximum_prize_of_the_live_text() -> None:
    """L takes from R42 the bound on the sides, and not those of R43 on empate and the pairs."""
    rules = felt(Chance.PONTO, Chance.EMPATE, Chance.PAR_PONTO, Chance.PAR_BANCA)
    caps = dict.fromkeys(rules.chances, 3000)
    for combined in (False, True):
        limits = TableLimits(LimitScheme.SIDES, 100, 1000, caps, combined)
        assert worst_case_allowed(rules, limits, players=1) == 3000 * 8 + 2 * 3000 * 11
        assert worst_case_allowed(felt(Chance.PONTO), limits, players=1) == 1000


def test_caps_without_a_maximum_prize_bound_each_bet_by_itself() -> None:
    rules = felt(Chance.PONTO, Chance.BANCA, Chance.BANCA_NO_COMMISSION)
    limits = TableLimits(LimitScheme.SIDES, 100, None, dict.fromkeys(rules.chances, 800))
    assert worst_case_allowed(rules, limits, players=1) == 800 + 760
    assert worst_case_allowed(rules, limits, players=3) == 3 * (800 + 760)


def test_the_bets_on_banca_share_the_maximum_prize_and_the_better_paid_takes_its_cap_first() -> None:
    """800 without commission, and the 200 that it leaves less 5 %."""
    rules = felt(Chance.PONTO, Chance.BANCA, Chance.BANCA_NO_COMMISSION)
    limits = TableLimits(LimitScheme.SIDES, 100, 1000, dict.fromkeys(rules.chances, 800))
    assert worst_case_allowed(rules, limits, players=1) == 800 + 190


def test_a_maximum_prize_means_nothing_under_limits_that_do_not_read_it() -> None:
    rules = felt(Chance.PONTO, Chance.BANCA, Chance.BANCA_NO_COMMISSION, Chance.EMPATE)
    caps = dict.fromkeys(rules.chances, 800)
    for limits in (TableLimits(scheme, 100, 500, caps) for scheme in (LimitScheme.PER_CHANCE, LimitScheme.MULTIPLES)):
        assert worst_case_allowed(felt(Chance.PONTO), limits, players=1) == 800
        assert worst_case_allowed(felt(Chance.BANCA, Chance.BANCA_NO_COMMISSION), limits, players=1) == 800 + 760
        assert worst_case_allowed(rules, limits, players=1) == 800 * 8


def test_macau_bounds_empate_and_each_pair_by_their_part_of_the_maximum_prize() -> None:
    limits = TableLimits(LimitScheme.DIFFERENCE, 100, 100_000)
    assert worst_case_allowed(felt(Chance.EMPATE), limits, players=9) == 10_000 * 8
    assert worst_case_allowed(felt(Chance.PAR_PONTO), limits, players=9) == 8_000 * 11


def test_a_draft_tells_what_it_would_refuse() -> None:
    bets = [
        Bet("ana", {Chance.PONTO: 90_000}),
        Bet("rui", {Chance.PONTO: 20_000}),
        Bet("eva", {Chance.BANCA: 50_000}),
        Bet("rui", {Chance.PONTO: 20_000}),
        Bet("ana", {Chance.PONTO: -90_000}),
        Bet("eva", {Chance.EMPATE: 50, Chance.PONTO: 10_000}),
    ]
    limits = TableLimits(LimitScheme.DIFFERENCE, 1000, 100_000)
    draft = what_if(MACAU, limits, players=9, bets=bets)
    assert {place: (rejection.rule, rejection.chance) for place, rejection in draft.refused.items()} == {
        1: ("R43a", Chance.PONTO),
        5: ("R14", Chance.EMPATE),
    }
    assert draft.worst_case_allowed == 276_000
    assert draft.odds == odds(MACAU)


def test_the_dearest_table_loses_what_is_said_and_its_quantiles_are_counted_out() -> None:
    macau, limits = preset("macau"), TableLimits(LimitScheme.DIFFERENCE, 1000, 100_000)
    found = dearest_table(macau, limits, players=9)
    assert found is not None
    loss, stakes = found
    counted = distribution(macau, stakes)
    assert (loss, counted.worst) == (276_000, -276_000)
    for share in (Fraction(1, 2), Fraction(99, 100), Fraction(999, 1000), Fraction(1)):
        at = counted.result_at(share)
        below = sum(count for result, count in counted.counts.items() if result < at)
        assert Fraction(below, counted.total) <= 1 - share
        assert Fraction(below + counted.counts[at], counted.total) > 1 - share or share == 1
    assert counted.result_at(Fraction(1)) == counted.worst


def test_a_table_without_a_bound_has_no_dearest() -> None:
    assert dearest_table(preset("macau"), TableLimits(LimitScheme.DIFFERENCE, 1000), players=9) is None
