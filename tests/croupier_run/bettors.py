"""Players who lay random stakes on each round, and the money that the engine says they must have afterwards."""

import random
import uuid
from dataclasses import dataclass, field
from typing import Final

from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.play import play
from baccarat.rulesets import Ruleset
from baccarat.settlement import settle
from tables.models import Bet
from tables.operations import bets, checks
from tests.factories import Actor, Floor

OF_THE_RULES: Final = frozenset({bets.BetRejection.OVER_LIMIT, bets.BetRejection.NOT_OFFERED})
"""Slips that are refused as they may be: random stakes know no limits."""
MONEY: Final = 500_000_00


@dataclass
class Bettors:
    """The players of one table."""

    floor: Floor
    table_id: int
    ruleset: Ruleset
    chance: random.Random
    players: list[Actor] = field(default_factory=list)
    expected: dict[int, int] = field(default_factory=dict)
    """The balance of each by the engine, in cents."""
    laid: dict[int, dict[Chance, int]] = field(default_factory=dict)
    """The stakes of the round in play."""
    round_code: str = ""

    def come(self, count: int) -> None:
        """So many players take a seat."""
        for _ in range(count):
            player = self.floor.player(cents=MONEY)
            self.floor.sit(player, self.table_id)
            self.players.append(player)
            self.expected[player.id] = MONEY

    def bet(self, round_code: str) -> None:
        """Most of them lay some stakes; some take one back."""
        self.round_code = round_code
        self.laid = {player.id: {} for player in self.players}
        for player in self.players:
            if self.chance.random() < 0.85:
                spots = self.chance.sample(self.ruleset.chances, self.chance.randint(1, 3))
                self._lay(player, {spot: self.chance.randint(1, 4_000) for spot in spots})
            taken = self.laid[player.id]
            if taken and self.chance.random() < 0.1:
                spot, cents = self.chance.choice(list(taken.items()))
                self._lay(player, {spot: -cents})

    def _lay(self, player: Actor, lines: dict[Chance, int]) -> None:
        for _ in range(3):
            named = {spot.value: cents for spot, cents in lines.items()}
            slip = bets.Slip(
                key=uuid.uuid4(),
                person_id=player.id,
                table_id=self.table_id,
                round_code=self.round_code,
                lines=named,
                received_at=self.floor.now,
            )
            (answer,) = bets.take_slips([slip], now=self.floor.now)
            if answer.refused is None:
                laid = self.laid[player.id]
                for spot, cents in lines.items():
                    laid[spot] = laid.get(spot, 0) + cents
                    if not laid[spot]:
                        del laid[spot]
                return
            if answer.refused.reason in OF_THE_RULES:
                return
            if answer.refused.reason is bets.BetRejection.CHECK_DUE:
                checks.answer_check(table_id=self.table_id, person_id=player.id, now=self.floor.now)
            else:
                assert answer.refused.reason is bets.BetRejection.NOT_SEATED, answer.refused
                self.floor.sit(player, self.table_id)
        raise AssertionError(f"no slip was taken: {answer.refused}")

    def paid(self, round_id: int, cards: list[str]) -> None:
        """The round is paid as the engine pays it, bet by bet, and every balance is right."""
        result = play([Card.parse(card) for card in cards])
        wanted = {}
        for person_id, stakes in self.laid.items():
            payouts = settle(self.ruleset, result, stakes) if stakes else {}
            for spot, payout in payouts.items():
                self.expected[person_id] += payout.returned - payout.stake
                wanted[person_id, spot.value] = (
                    payout.stake,
                    payout.outcome.value,
                    payout.prize,
                    payout.commission,
                    payout.returned,
                )
        rows = Bet.objects.filter(round_id=round_id, stake__gt=0)
        found = {(bet.person_id, bet.chance): _figures(bet) for bet in rows}
        assert found == wanted
        self.balances()

    def given_back(self) -> None:
        """The round is void: every stake went back."""
        self.balances()

    def balances(self) -> None:
        """Every player has the money that the engine says."""
        found = {player.id: player.balance() for player in self.players}
        assert found == self.expected


def _figures(bet: Bet) -> tuple[int, str, int, int, int]:
    return bet.stake, bet.outcome, bet.prize, bet.commission, bet.returned
