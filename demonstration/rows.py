"""The sources of a demo history: the house's accounts, the seats, and the rows that a stretch of play leaves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from demonstration.habits import HistoryPerson
from demonstration.history_ledger import HistoryLines
from demonstration.history_play import HistoryPlay
from demonstration.history_players import HistoryPayments, SignedIn
from tables.operations.origin import Origin

SIGNED_IN_BEFORE: Final = timedelta(milliseconds=400)
"""How long before a player sits down."""


@dataclass(slots=True)
class House:
    """The house's own accounts that rounds are paid by."""

    gaming: int
    commission: int
    funding: int
    payouts: int


@dataclass(slots=True)
class Rows:
    """The rows that a stretch of play leaves: rows of the tables, and lines of the ledger."""

    play: HistoryPlay = field(default_factory=HistoryPlay)
    lines: HistoryLines = field(default_factory=HistoryLines)
    payments: HistoryPayments = field(default_factory=HistoryPayments)
    sign_ins: list[SignedIn] = field(default_factory=list)

    def signs_out(self, seat: "Seat", at: datetime) -> None:
        """The sign-in that a player came by ends with the seat."""
        came_by = seat.origin
        assert came_by.sign_in is not None
        begun = seat.since - SIGNED_IN_BEFORE
        self.sign_ins.append((seat.who.person_id, came_by.sign_in, came_by.address, seat.who.agent, begun, at))


@dataclass(slots=True)
class Seat:
    """A person at a seat, and the sums of the session."""

    who: HistoryPerson
    session_id: int
    seat: int
    since: datetime
    rounds_left: int
    origin: Origin
    """Of the sign-in that begins a moment before and ends when the player leaves."""
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    prizes: int = 0
    commission: int = 0
    expected: int = 0


@dataclass(slots=True)
class HistoryRound:
    """One round as it is played: its stakes account, and the bets laid."""

    round_id: int
    stakes: int
    code: str
    opened: datetime
    keys: Iterator[UUID]
    """Names for the rows of the round, in rising order."""
    bets: list[tuple[Seat, str, int, UUID]] = field(default_factory=list)
    """Seat, chance, stake, key."""
