"""The records of the six files, as facts: amounts in cents, moments aware. `writing` gives them their bytes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """JGDR: a registration, or a change of what was registered, as it stood at `at` (PT-58)."""

    player: str
    account: str
    at: datetime
    email: str
    nickname: str
    full_name: str
    birth_date: date
    document_kind: int
    document_number: str
    tax_number: str
    nationality: str
    address: str
    postal_code: str
    phone: str
    instrument: str
    """The kind of the means of payment in force; empty where there is none yet."""
    answer: str
    """The identity register's answer up to the end of the hour, and its number; empty before it came."""
    answer_number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInRecord:
    """SESS: the beginning or the end of a sign-in (PT-68)."""

    player: str
    sign_in: str
    at: datetime
    ends: bool
    device: str
    """C computer, A app, B browser of a telephone, T television."""


@dataclass(frozen=True, slots=True)
class Movement:
    """A balance before, what moved, and the balance after; all in cents."""

    before: int
    amount: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BetRecord:
    """AJOG `pbanca`: one operation of a stake, and on the last one laid on a bet its settlement (PT-63 to PT-66)."""

    receipt: str
    bet: str
    at: datetime
    """When the slip was taken: the operation's own moment."""
    opened_at: datetime
    ended_at: datetime
    round_of_player: str
    sign_in: str
    address: str
    region: str
    operation: str
    session: str
    round: str
    game: str
    table: str
    seats: int
    cards_ponto: tuple[str, ...]
    cards_banca: tuple[str, ...]
    chance: str
    differential: int | None
    """The table's greatest prize (M), of Macau only."""
    total_ponto: int | None
    total_banca: int | None
    winner: str | None
    """None for a void round."""
    stake: Movement
    commission: int
    gain: Movement
    refund: Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRecord:
    """AJOG `jogador`: a player's bets that ended in the hour, and what the account did in it."""

    player: str
    account: str
    logon: str
    opening: int
    closing: int
    bets: tuple[BetRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyRecord:
    """TRAN: a line between the account and the world outside of play (PT-69)."""

    player: str
    account: str
    credit: bool
    at: datetime
    movement: Movement


@dataclass(frozen=True, slots=True, kw_only=True)
class ExclusionRecord:
    """EXCL: a wish to be excluded (PT-31)."""

    document_kind: int
    document_number: str
    full_name: str
    nationality: str
    occupation: str
    address: str
    postal_code: str
    district: str
    email: str
    months: int | None
    """None without end."""
    starts_at: datetime
    motive: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRecord:
    """RESF `tipo_jogo`: the day's sums of one game (PT-67)."""

    game: str
    commissions: int = 0
    gains: int = 0
    stakes: int = 0
    refunds: int = 0

    def plus(self, other: Mapping[str, int]) -> "SummaryRecord":
        """With these sums added."""
        return SummaryRecord(
            game=self.game,
            commissions=self.commissions + other.get("commissions", 0),
            gains=self.gains + other.get("gains", 0),
            stakes=self.stakes + other.get("stakes", 0),
            refunds=self.refunds + other.get("refunds", 0),
        )
