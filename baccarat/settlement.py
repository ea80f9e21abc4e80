"""The settlement of every stake once the round is played (R22-R26, L): winnings, returned stakes, commission, cents.

Money is whole cents. Where a figure does not come out whole it is rounded in the player's favour: a prize up, a
commission down. Both roundings are named below and are the only divisions.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction

from baccarat.chances import Chance
from baccarat.paytables import EVENT_OF, RATES, Ratio
from baccarat.play import Facts, Result
from baccarat.rulesets import Ruleset


@unique
class Outcome(StrEnum):
    """The outcome of a bet: won, returned as it was, or lost (R22, R23)."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"


class StakeInvalid(ValueError):
    """A stake that cannot be settled. `chance` says which, `why` what is wrong."""

    def __init__(self, chance: Chance, why: str) -> None:
        super().__init__(f"{chance}: {why}")
        self.chance = chance
        self.why = why


@dataclass(frozen=True, slots=True)
class Payout:
    """One bet settled; all amounts in cents, none negative."""

    chance: Chance
    stake: int
    outcome: Outcome
    prize: int
    """The player's win beside the stake, net of commission."""
    commission: int
    """The part of the prize that the house keeps (R26)."""
    returned: int
    """The total paid to the player: the stake of a bet that won or was returned, and the prize (R23, R24)."""


@dataclass(frozen=True, slots=True)
class Price:
    """The effect of a round on any stake on one chance: outcome, ratio paid, part of the prize kept."""

    outcome: Outcome
    pays: Ratio
    kept: tuple[int, int]
    """Numerator and denominator of the part of the prize that is commission (R26)."""

    @property
    def net(self) -> Fraction:
        """The prize per unit staked, less commission, nothing rounded; 0 for a bet that lost or was returned."""
        return Fraction(self.pays.prize, self.pays.stake) * (1 - Fraction(*self.kept))

    def payout(self, chance: Chance, stake: int) -> Payout:
        """Settle a stake in cents at this price (R24-R26)."""
        if self.outcome is Outcome.LOSE:
            return Payout(chance, stake, self.outcome, 0, 0, 0)
        gross = prize_rounded_up(stake, self.pays)
        commission = commission_rounded_down(stake, self.pays, self.kept)
        net = gross - commission
        return Payout(chance, stake, self.outcome, net, commission, stake + net)


_NOTHING = Ratio(0, 1)
_NO_PART = (0, 1)
_LOST = Price(Outcome.LOSE, _NOTHING, _NO_PART)
_PUSHED = Price(Outcome.PUSH, _NOTHING, _NO_PART)


def prize_rounded_up(stake: int, pays: Ratio) -> int:
    """The prize in cents before commission, a broken cent counting as a whole one.

    >>> prize_rounded_up(1, Ratio(7, 2))
    4
    """
    return -(-stake * pays.prize // pays.stake)


def commission_rounded_down(stake: int, pays: Ratio, kept: tuple[int, int]) -> int:
    """The commission in cents on that prize, a broken cent dropped.

    >>> commission_rounded_down(30, Ratio(1, 1), (1, 20))
    1
    """
    return stake * pays.prize * kept[0] // (pays.stake * kept[1])


def price(ruleset: Ruleset, chance: Chance, facts: Facts) -> Price:
    """Return the effect of the round's facts on a bet on that chance (R22, R23, R25, R26, L).

    Raises `StakeInvalid` when the chance is not on the ruleset's felt.
    """
    return price_of_event(ruleset, chance, EVENT_OF[chance](facts), facts.banca_total)


def price_of_event(ruleset: Ruleset, chance: Chance, event: str | None, banca_total: int) -> Price:
    """The price where the event is known already (`baccarat.paytables.EVENTS`), and what banca ends with (R26).

    Raises `StakeInvalid` when the chance is not on the ruleset's felt.
    """
    offer = ruleset.offer(chance)
    if offer is None:
        raise StakeInvalid(chance, f"{ruleset.preset} does not offer this bet")
    for name, ratio in offer.pays:
        if name == event:
            if ratio.prize == 0:
                return _PUSHED
            # R26 cuts the prizes of a banca that won: a house's own prize for a tie is paid whole.
            rates = RATES[ruleset.commission_on(chance)] if event != "tie" else {}
            kept = rates.get(banca_total, _NO_PART)
            return Price(Outcome.WIN, ratio, kept)
    return _LOST


def settle(ruleset: Ruleset, result: Result, stakes: Mapping[Chance, int]) -> dict[Chance, Payout]:
    """Settle stakes in cents, each a whole number above 0, in the order given.

    Whether a bet was still offered in that round of the shoe was asked when it was placed, and is not asked again.

    >>> from baccarat.cards import Card
    >>> from baccarat.play import play
    >>> from baccarat.rulesets import preset
    >>> result = play([Card.parse(text) for text in ("KS", "2D", "7H", "3C")] + [Card.parse("KD")])
    >>> settle(preset("punto-banco"), result, {Chance.PONTO: 1000})[Chance.PONTO].returned
    2000

    Raises `StakeInvalid` for a chance that is not on the felt or a stake that is not a whole number above 0.
    """
    facts = result.facts
    payouts = {}
    for chance, stake in stakes.items():
        if type(stake) is not int or stake < 1:
            raise StakeInvalid(chance, f"a stake is a whole number of cents above 0, not {stake!r}")
        payouts[chance] = price(ruleset, chance, facts).payout(chance, stake)
    return payouts
