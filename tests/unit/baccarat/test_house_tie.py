"""A house's own prize for banca at a tie is paid whole: R26 cuts the prizes of a banca that won."""

from fractions import Fraction

import pytest

from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.paytables import RATES, Commission
from baccarat.play import play
from baccarat.rulesets import Ruleset, preset, ruleset_from_document
from baccarat.settlement import Outcome, price_of_event, settle

STAKE = 10_00
TIES = {
    0: ("KS", "KD", "QH", "QC", "JS", "JD"),
    5: ("5S", "5D", "KH", "KC", "QS"),
    6: ("6S", "6D", "KH", "KC"),
    9: ("9S", "9D", "KH", "KC"),
}
"""The total of a tie -> cards in the order of the deal."""
WON_WITH_SIX = ("2S", "6D", "KH", "KC", "KD")


def ours(commission: Commission, *, own: bool = False) -> Ruleset:
    """A house's rules in which banca wins half the stake at a tie; `own`: the bet says the commission itself."""
    document = preset("macau").document() | {"preset": "ours", "commission": Commission.NONE if own else commission}
    [banca] = [offer for offer in document["offers"] if offer["chance"] == "banca"]
    banca["pays"] = {"win": "1:1", "tie": "1:2"}
    if own:
        banca["commission"] = commission
    return ruleset_from_document(document)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("commission", Commission)
@pytest.mark.parametrize("total", TIES)
def test_a_prize_for_a_tie_is_paid_whole_at_every_total(total: int, commission: Commission, own: bool) -> None:
    rules = ours(commission, own=own)
    result = play([Card.parse(text) for text in TIES[total]])
    assert (result.facts.ponto_total, result.facts.banca_total) == (total, total)
    paid = settle(rules, result, {Chance.BANCA: STAKE})[Chance.BANCA]
    assert (paid.outcome, paid.prize, paid.commission, paid.returned) == (Outcome.WIN, 5_00, 0, 15_00)


@pytest.mark.parametrize("commission", Commission)
def test_the_prize_of_a_banca_that_won_is_cut_as_before(commission: Commission) -> None:
    result = play([Card.parse(text) for text in WON_WITH_SIX])
    assert (result.facts.ponto_total, result.facts.banca_total) == (2, 6)
    part = Fraction(*RATES[commission].get(6, (0, 1)))
    paid = settle(ours(commission), result, {Chance.BANCA: STAKE})[Chance.BANCA]
    assert paid.commission == part * STAKE
    assert paid.returned == 2 * STAKE - paid.commission


def test_the_odds_price_every_tie_alike() -> None:
    rules = ours(Commission.FIVE_PERCENT)
    assert {price_of_event(rules, Chance.BANCA, "tie", total).net for total in range(10)} == {Fraction(1, 2)}
