"""What a past is written from: the house's accounts, who sits where, and the rows that a stretch of play leaves."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from casino.past.habits import PastPerson
from players.operations.history import PastPayments
from tables.operations.history import PastPlay
from wallet.operations.history import PastLines


@dataclass(slots=True)
class House:
    """The house's own accounts that rounds are paid by."""

    gaming: int
    commission: int
    funding: int
    payouts: int


@dataclass(slots=True)
class Rows:
    """What a stretch of play leaves behind: rows of the tables, and lines of the ledger."""

    play: PastPlay = field(default_factory=PastPlay)
    lines: PastLines = field(default_factory=PastLines)
    payments: PastPayments = field(default_factory=PastPayments)


@dataclass(slots=True)
class Seat:
    """Somebody at a seat, and what the session comes to."""

    who: PastPerson
    session_id: int
    seat: int
    since: datetime
    rounds_left: int
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    prizes: int = 0
    commission: int = 0
    expected: int = 0


@dataclass(slots=True)
class PastRound:
    """One round as it is played: where its stakes lie, and when; moments in microseconds."""

    round_id: int
    stakes: int
    code: bytes
    opened: int
    keys: Iterator[bytes]
    """Names for the rows of the round, in rising order."""
    bets: list[tuple[Seat, str, int, bytes]] = field(default_factory=list)
    """Seat, chance, stake, key."""
