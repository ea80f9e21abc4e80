"""Slips of the past that the house refused: too late, beyond a limit, short of funds; each as the house keeps it."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from baccarat.chances import Chance
from baccarat.limits import TableLimits, check_slip
from players.headroom import RULES
from players.models import LimitKind
from tables.operations.bets import BetRejection, Refused

LATE_EVERY: Final = 60
"""Of so many rounds that a player sits out, one is missed by a slip that came too late."""
TRIED_EVERY: Final = 40
"""Of so many slips that are held to the limits, one asks for more first."""
SHORT_EVERY: Final = 8
"""Of so many deposits at a table, one comes after a slip that was short of funds."""

Lines = Mapping[str, int]


class Refusals:
    """What one table refuses now and then; whether it is now, its own dice say."""

    def __init__(self, limits: TableLimits, offered: frozenset[Chance], dice: Random) -> None:
        self._limits, self._offered, self._dice = limits, offered, dice

    def late(self) -> dict[str, Any] | None:
        """Of a player who lays nothing in the round: the bets were closed when the slip came."""
        if self._dice.randrange(LATE_EVERY):
            return None
        return Refused(reason=BetRejection.BETTING_CLOSED, rule="R27").document()

    def over_limit(self, wanted: Lines, *, spendable: int) -> dict[str, Any] | None:
        """Of a slip that asks for more than the table lets one player have."""
        if self._dice.randrange(TRIED_EVERY):
            return None
        slip = {Chance(chance): cents for chance, cents in wanted.items()}
        asked: dict[str, Any] = {"offered": self._offered, "table": {}, "mine": {}, "slip": slip}
        rejection = check_slip(self._limits, **asked)
        if rejection is None:
            return None
        return Refused.over_limit(rejection, self._limits, spendable=spendable, **asked).document()

    def own_limit(self, laid: Lines, *, left: int) -> dict[str, Any]:
        """Of a slip that asks for more than the player's own limit leaves."""
        return self._too_much(laid, left, BetRejection.OWN_LIMIT, RULES[LimitKind.STAKE])

    def short_of_funds(self, laid: Lines, *, balance: int) -> dict[str, Any] | None:
        """Of a slip that asks for more than there is; the money comes a moment later."""
        if self._dice.randrange(SHORT_EVERY):
            return None
        return self._too_much(laid, balance, BetRejection.SHORT_OF_FUNDS, "PT-05")

    def _too_much(self, laid: Lines, left: int, reason: BetRejection, rule: str) -> dict[str, Any]:
        over, minimum = sum(laid.values()) - left, self._limits.minimum
        return Refused.too_much(laid, over, laid={}, minimum=minimum, reason=reason, rule=rule).document()
