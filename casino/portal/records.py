"""Rounds in a list of one's own: each with the balance that it left."""

from collections.abc import Sequence
from dataclasses import dataclass

from kernel.money import Currency
from players.accounts import queries as players
from tables.queries import RoundCard
from wallet.queries import balances_after


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A round in a list of one's own, with the balance after it; none while it has no line."""

    round: RoundCard
    balance: int | None

    @property
    def is_over(self) -> bool:
        """Whether the round has its result, or was made void."""
        return self.round.phase in {"settled", "void"}


def rows_of(person_id: int, rounds: Sequence[RoundCard], currency: Currency) -> tuple[PlayedRow, ...]:
    """These rounds of a person as rows, in the same order."""
    person = players.person(person_id)
    assert person is not None, "a signed-in user has a person"
    balances = balances_after(person.person_key, currency, [card.code for card in rounds])
    return tuple(PlayedRow(card, balances.get(card.code)) for card in rounds)
