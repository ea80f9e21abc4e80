"""Rounds as a player's statement tells them: how they ended, and the player's own bets; neither proofs nor others'."""

from collections.abc import Collection
from dataclasses import dataclass

from baccarat.cards import Card
from baccarat.play import play
from tables.models import Bet, Round


@dataclass(frozen=True, slots=True)
class StatementBet:
    """One of the player's bets and what became of it, in cents; `outcome` is empty while its round is played."""

    chance: str
    stake: int
    outcome: str
    returned: int

    @property
    def result(self) -> int:
        """Won (above 0) or lost (below 0), once it is decided."""
        return self.returned - self.stake


@dataclass(frozen=True, slots=True)
class StatementRound:
    """One round; totals are None before its cards lie."""

    code: str
    number: int
    table_name: str
    currency: str
    phase: str
    winner: str
    ponto: int | None
    banca: int | None
    bets: tuple[StatementBet, ...]

    @property
    def staked(self) -> int:
        """Of the player, in cents."""
        return sum(bet.stake for bet in self.bets)

    @property
    def returned(self) -> int:
        """To the player, in cents."""
        return sum(bet.returned for bet in self.bets)


_OF_A_ROUND = ("pk", "code", "number", "table__name", "table__currency", "phase", "winner", "cards")


def statement_rounds(person_id: int, codes: Collection[str]) -> dict[str, StatementRound]:
    """These rounds by their codes; unknown codes are left out. Two statements, however many rounds."""
    rows = list(Round.objects.filter(code__in=codes).values_list(*_OF_A_ROUND))
    bets: dict[int, list[StatementBet]] = {}
    mine = Bet.objects.filter(round_id__in=[row[0] for row in rows], person_id=person_id, stake__gt=0)
    own = mine.order_by("pk").values_list("round_id", "chance", "stake", "outcome", "returned")
    for number, chance, stake, outcome, returned in own:
        bets.setdefault(number, []).append(StatementBet(chance, stake, outcome, returned))
    return {
        code: StatementRound(code, number, table, currency, phase, winner, *_totals(cards), tuple(bets.get(pk, ())))
        for pk, code, number, table, currency, phase, winner, cards in rows
    }


def _totals(cards: Collection[str]) -> tuple[int | None, int | None]:
    if not cards:
        return None, None
    result = play([Card.parse(card) for card in cards])
    return result.ponto.total, result.banca.total
