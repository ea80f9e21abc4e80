"""Offers in the place of a refused slip: below the requested amount, and only amounts that would be accepted.

The `most` of a rejection is a fact for programs: it says where a rule ends, and may lie far above what was asked for.
An offer is put before a player, so it never asks for more than the player did, nor for more than the player may spend.
"""

from collections.abc import Collection, Mapping
from typing import Final

from baccarat.chances import Chance
from baccarat.limits import Rejection, TableLimits, check_slip

CEILINGS: Final = frozenset({"R15", "cap", "R43a", "R43b", "R43c"})
"""The rules that leave a part of what was asked for. The others are answered with words alone: too little is never met
with more (R14), and of two sides too close together the player chooses which to move (R13)."""


def offer(
    rejection: Rejection,
    limits: TableLimits,
    *,
    offered: Collection[Chance],
    table: Mapping[Chance, int],
    mine: Mapping[Chance, int],
    slip: Mapping[Chance, int],
    spendable: int,
) -> int | None:
    """The amount to offer on the refused chance, the rest of the slip being as it is, in cents; None: offer nothing.

    `rejection` is what `check_slip` answered to the same figures. `spendable` is what the player may still spend: the
    smaller of the balance and of what the player's own limits leave. The offer is below what was asked for, within
    `spendable` by itself and with the rest of the slip, and the slip that has it is accepted as a whole.

    >>> from baccarat.rulesets import LimitScheme
    >>> limits = TableLimits(LimitScheme.DIFFERENCE, minimum=500, max_prize=10_000)
    >>> def offered_for(cents, spendable):
    ...     facts = {"offered": frozenset(Chance), "table": {}, "mine": {}, "slip": {Chance.PONTO: cents}}
    ...     return offer(check_slip(limits, **facts), limits, **facts, spendable=spendable)
    >>> offered_for(50_000, 20_000), offered_for(50_000, 9_999), offered_for(300, 20_000)
    (10000, None, None)
    """
    if rejection.rule not in CEILINGS or not 0 < rejection.most < rejection.asked:
        return None
    instead = {**slip, rejection.chance: rejection.most}
    if max(rejection.most, sum(instead.values())) > spendable:
        return None
    accepted = check_slip(limits, offered=offered, table=table, mine=mine, slip=instead) is None
    return rejection.most if accepted else None
