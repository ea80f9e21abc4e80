"""The exact cost of given stakes to the house in one round: the worst case, and how likely every result is (B3);
and what a draft configuration would mean (B4).

A slip is one player's stakes by chance. Each is settled by itself, so that the cents are those that would be paid.
Results are the house's, in cents: above 0 it wins, below 0 it pays.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from baccarat.chances import BANCA_SIDE, PAIRS, PONTO_SIDE, Chance
from baccarat.combinations import Outcomes, ShoeCount, joint, joint_of_decks
from baccarat.limits import EMPATE_PERCENT, MULTIPLES, PAIR_PERCENT, Rejection, TableLimits, check_slip
from baccarat.odds import OddsTable, odds
from baccarat.rulesets import LimitScheme, Ruleset
from baccarat.settlement import Outcome, Price, StakeInvalid, price

Slip = Mapping[Chance, int]


@dataclass(frozen=True, slots=True)
class Distribution:
    """The house's result of one round: cents -> orders of six cards that lead to it."""

    total: int
    counts: Mapping[int, int]

    @property
    def worst(self) -> int:
        """The least that the house can end with; below 0 is a loss."""
        return min(self.counts)

    @property
    def best(self) -> int:
        """The most that the house can end with."""
        return max(self.counts)

    @property
    def mean(self) -> Fraction:
        """The house's average win, in cents."""
        return Fraction(sum(result * count for result, count in self.counts.items()), self.total)

    def result_at(self, share: Fraction) -> int:
        """The house's result in cents that so large a share of rounds does not fall below: with 99/100, the worst but
        for one round of a hundred. Two rare bets can make the worst of a thousand rounds the worst of all.
        """
        passed = 0
        for result in sorted(self.counts):
            passed += self.counts[result]
            if Fraction(passed, self.total) > 1 - share:
                return result
        return self.best

    def probability_of_losing(self, cents: int) -> Fraction:
        """How likely the house loses at least so many cents."""
        return Fraction(sum(count for result, count in self.counts.items() if result <= -cents), self.total)

    def loss_within(self, share: Fraction) -> int:
        """The greatest loss that is not passed with at least this probability, in cents; 0 where that is no loss.

        >>> from baccarat.rulesets import preset
        >>> spread = distribution(preset("macau"), {Chance.PONTO: 1000, Chance.PAR_PONTO: 100})
        >>> spread.loss_within(Fraction(99, 100)), spread.loss_within(Fraction(9, 10))
        (2100, 900)
        """
        return max(0, -self.result_at(share))


def distribution(ruleset: Ruleset, *slips: Slip, shoe: ShoeCount | None = None) -> Distribution:
    """How likely every result of the house is, for these slips, off whole decks or a remaining shoe.

    >>> from baccarat.rulesets import preset
    >>> distribution(preset("macau"), {Chance.PONTO: 1000}).counts[-1000]
    2230518282592256

    Raises `StakeInvalid` for a chance that is not on the felt or a stake that is not a whole number of cents above 0,
    `TooFewCards` for a shoe of fewer than six cards.
    """
    total, ends = _ends(ruleset, shoe)
    bets = _bets(slips)
    _require_offered(ruleset, bets)
    counts: dict[int, int] = {}
    for prices, count in ends:
        result = _house_result(prices, bets)
        counts[result] = counts.get(result, 0) + count
    return Distribution(total, dict(sorted(counts.items())))


def worst_case(ruleset: Ruleset, *slips: Slip, shoe: ShoeCount | None = None) -> int:
    """The most that the house can lose on these slips in one round, in cents; never below 0. Raises as `distribution`.

    >>> from baccarat.rulesets import preset
    >>> worst_case(preset("macau"), {Chance.PONTO: 1000, Chance.EMPATE: 100})
    900
    """
    bets = _bets(slips)
    _require_offered(ruleset, bets)
    _, ends = _ends(ruleset, shoe)
    return max(0, -min(_house_result(prices, bets) for prices, _ in ends))


def _counted(ruleset: Ruleset, shoe: ShoeCount | None) -> Outcomes:
    return joint_of_decks(ruleset.decks) if shoe is None else joint(shoe)


@lru_cache(maxsize=64)
def _ends(ruleset: Ruleset, shoe: ShoeCount | None) -> tuple[int, tuple[tuple[Mapping[Chance, Price], int], ...]]:
    """All orders of six cards, and the ends of a round that pay differently: every chance's price, and its orders.

    Of some 1,400 outcomes a cloth tells few apart, Macau's 16: stakes are settled once for each.
    """
    counted = _counted(ruleset, shoe)
    ends: dict[tuple[Price, ...], int] = {}
    for facts, count in counted.counts.items():
        prices = tuple(price(ruleset, chance, facts) for chance in ruleset.chances)
        ends[prices] = ends.get(prices, 0) + count
    named = ((dict(zip(ruleset.chances, prices, strict=True)), count) for prices, count in ends.items())
    return counted.total, tuple(named)


def _require_offered(ruleset: Ruleset, bets: Collection[Chance]) -> None:
    for chance in bets:
        if ruleset.offer(chance) is None:
            raise StakeInvalid(chance, f"{ruleset.preset} does not offer this bet")


def _bets(slips: tuple[Slip, ...]) -> dict[Chance, Counter[int]]:
    """The stakes by chance and amount: equal bets pay alike, and tables are full of equal bets."""
    bets: dict[Chance, Counter[int]] = {}
    for slip in slips:
        for chance, stake in slip.items():
            if type(stake) is not int or stake < 1:
                raise StakeInvalid(chance, f"a stake is a whole number of cents above 0, not {stake!r}")
            bets.setdefault(chance, Counter())[stake] += 1
    return bets


def _house_result(prices: Mapping[Chance, Price], bets: Mapping[Chance, Counter[int]]) -> int:
    result = 0
    for chance, stakes in bets.items():
        its_price = prices[chance]
        for stake, times in stakes.items():
            result += times * (stake - its_price.payout(chance, stake).returned)
    return result


def worst_case_allowed(ruleset: Ruleset, limits: TableLimits, *, players: int) -> int | None:
    """The most that the limits let the house lose in one round to so many players, in cents; None: there is no bound.

    Every chance stands at its ceiling, and only the side that wins is bet on, which is what costs the house most. Cents
    that more and smaller bets would win by rounding are left out.

    >>> from baccarat.rulesets import preset
    >>> macau = preset("macau")
    >>> worst_case_allowed(macau, TableLimits(LimitScheme.DIFFERENCE, 1000, max_prize=100_000), players=9)
    276000
    """
    found = dearest_table(ruleset, limits, players=players)
    return None if found is None else found[0]


def dearest_table(ruleset: Ruleset, limits: TableLimits, *, players: int) -> tuple[int, dict[Chance, int]] | None:
    """What `worst_case_allowed` says, and the stakes of all players together that it comes about with, by chance.

    >>> from baccarat.rulesets import preset
    >>> loss, stakes = dearest_table(preset("macau"), TableLimits(LimitScheme.DIFFERENCE, 1000, 100_000), players=9)
    >>> loss, stakes[Chance.PAR_PONTO]
    (276000, 8000)
    """
    ceilings = {chance: _ceiling(limits, chance, players) for chance in ruleset.chances}
    worst: tuple[int, dict[Chance, int]] = 0, {}
    for facts in joint_of_decks(ruleset.decks).counts:
        prices = {chance: price(ruleset, chance, facts) for chance in ceilings}
        winning = [chance for chance in ceilings if prices[chance].outcome is Outcome.WIN]
        winning.sort(key=lambda chance: prices[chance].net, reverse=True)
        shared = _shared_ceilings(limits)
        loss, stakes = 0, dict[Chance, int]()
        for chance in winning:
            ceiling = ceilings[chance]
            if ceiling is None:
                return None
            group = next((group for group in shared if chance in group), None)
            if group is not None:
                # The best paying of the chances that share a ceiling takes all of it that it can.
                ceiling = min(ceiling, shared[group])
                shared[group] -= ceiling
            loss += prices[chance].payout(chance, ceiling).prize
            stakes |= {chance: ceiling} if ceiling else {}
        if loss > worst[0]:
            worst = loss, stakes
    return worst


def _ceiling(limits: TableLimits, chance: Chance, players: int) -> int | None:
    """Return the most that all players can have on a chance while its other side is empty; None: no bound."""
    ceilings = []
    if chance in limits.caps:
        ceilings.append(limits.caps[chance] * players)
    if limits.scheme is LimitScheme.MULTIPLES and chance in MULTIPLES:
        ceilings.append(MULTIPLES[chance] * limits.minimum * players)
    if limits.max_prize is not None:
        if limits.scheme in (LimitScheme.DIFFERENCE, LimitScheme.SIDES) and chance in PONTO_SIDE | BANCA_SIDE:
            ceilings.append(limits.max_prize)
        if limits.scheme is LimitScheme.DIFFERENCE and chance is Chance.EMPATE:
            ceilings.append(limits.max_prize * EMPATE_PERCENT // 100)
        if limits.scheme is LimitScheme.DIFFERENCE and chance in PAIRS:
            ceilings.append(limits.max_prize * PAIR_PERCENT // 100)
    return min(ceilings, default=None)


def _shared_ceilings(limits: TableLimits) -> dict[frozenset[Chance], int]:
    """The ceilings that several chances have in common."""
    shared: dict[frozenset[Chance], int] = {}
    if limits.max_prize is not None and limits.scheme in (LimitScheme.DIFFERENCE, LimitScheme.SIDES):
        shared[BANCA_SIDE] = limits.max_prize
        if limits.scheme is LimitScheme.DIFFERENCE and limits.pairs_combined:
            shared[PAIRS] = limits.max_prize * PAIR_PERCENT // 100
    return shared


@dataclass(frozen=True, slots=True)
class Bet:
    """A slip that a player handed in, for `what_if` to try again."""

    player: Hashable
    """Identifies the player among the others."""
    slip: Mapping[Chance, int]
    """Signed cents, as `baccarat.limits.check_slip` takes them."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The effects of a draft configuration (B4)."""

    odds: OddsTable
    worst_case_allowed: int | None
    """The most that the limits let the house lose in a round, in cents; None: no bound."""
    refused: Mapping[int, Rejection]
    """Place of each given bet that would be refused -> the rejection. A refused bet leaves the table as it was."""


def what_if(
    ruleset: Ruleset, limits: TableLimits, *, players: int, bets: Sequence[Bet] = (), round_of_shoe: int | None = None
) -> WhatIf:
    """Return the effects of a draft: its edges, its worst case, and which of these bets of one round it would refuse.

    The bets are tried in the order given, each against what those accepted before it have made of the table.

    >>> from baccarat.rulesets import preset
    >>> bets = [Bet("ana", {Chance.PONTO: 90_000}), Bet("rui", {Chance.PONTO: 20_000})]
    >>> limits = TableLimits(LimitScheme.DIFFERENCE, 1000, max_prize=100_000)
    >>> what_if(preset("macau"), limits, players=9, bets=bets).refused[1].most
    10000
    """
    refused = refused_bets(limits, bets, offered=ruleset.offered(round_of_shoe))
    return WhatIf(odds(ruleset), worst_case_allowed(ruleset, limits, players=players), refused)


def refused_bets(limits: TableLimits, bets: Sequence[Bet], *, offered: Collection[Chance]) -> dict[int, Rejection]:
    """Place of each of one round's bets that these limits would refuse -> the rejection.

    Each is tried against what those accepted before it have made of the table; a refused one leaves it as it was.
    """
    table: dict[Chance, int] = {}
    of_player: dict[Hashable, dict[Chance, int]] = {}
    refused: dict[int, Rejection] = {}
    for place, bet in enumerate(bets):
        mine = of_player.setdefault(bet.player, {})
        rejection = check_slip(limits, offered=offered, table=table, mine=mine, slip=bet.slip)
        if rejection is not None:
            refused[place] = rejection
            continue
        for chance, amount in bet.slip.items():
            table[chance] = table.get(chance, 0) + amount
            mine[chance] = mine.get(chance, 0) + amount
    return refused
