"""Records of a croupier's table: the list of such tables, the console, calls, cards that wait for a second person."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from baccarat.dealing import Dealing
from kernel.money import Currency
from tables.film import Film


@dataclass(frozen=True, slots=True, kw_only=True)
class CroupierTable:
    """A croupier's table as the list of them shows it."""

    code: str
    name: str
    currency: str
    status: str
    croupier: str
    """Empty while no croupier has it."""
    mine: bool
    robot: bool
    waits: str
    """The reason that the table gives, a code; empty while it runs."""
    film: Film


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperShoeCard:
    """The shoe on the table. `gone` of `cards` have left it."""

    number: int
    gone: int
    cards: int
    cut: int
    decks: tuple[str, ...]
    awaits_burn: bool
    last_called: bool
    is_last: bool
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A chance with what lies on it, and what it can still take; cents."""

    chance: str
    staked: int
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat: who sits there, and their stakes by chance in cents; no name where it is free."""

    seat: int
    who: str | None
    away: bool
    stakes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call for a supervisor; `answered_by` is empty while none has answered."""

    id: int
    table_code: str
    table_name: str
    called_by: str
    called_at: datetime
    answered_by: str
    answered_at: datetime | None
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyed:
    """A card keyed by hand that waits for a second person."""

    id: int
    table_code: str
    table_name: str
    round_code: str
    slot: str
    card: str
    keyed_by: str
    keyed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the bets of the round come to by the cards that lie there; cents."""

    prizes: int
    commission: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Console:
    """All that the console shows of one table."""

    table_id: int
    code: str
    name: str
    currency: Currency
    status: str
    waits: str
    version: int | None
    """Of the rules; None without any."""
    shift_id: int | None
    croupier_id: int | None
    croupier: str
    since: datetime | None
    robot_deals: bool
    shoe: PaperShoeCard | None
    decks: int
    """How many decks a new shoe takes."""
    phase: str
    """That of the round, `waiting` before the first."""
    round_code: str
    round_of_shoe: int
    closes_at: datetime | None
    next_at: datetime | None
    dealing: Dealing | None
    """Once the bets are closed; None before."""
    last_event_at: datetime | None
    """When the last card was placed, or the bets were closed."""
    spots: tuple[Spot, ...]
    worst: int | None
    """The most that the house can lose on the round, in cents; None without bets."""
    places: tuple[Place, ...]
    results: tuple[str, ...]
    """Letters of the last winners, the newest at the end."""
    settled: Mapping[str, Any] | None
    """Of the last settled round: winner and both totals."""
    call: Call | None
    keyed: Keyed | None
    squeezers: tuple[tuple[str, int], ...]
    """The hands whose cards a player turns, with the seat."""
    turned_by: datetime | None
    """When the last of the cards that lie there is seen by all; None where no card waits for that any more."""
    outcome: Outcome | None
    """Of the bets, once no card is due and the round is not paid."""
    rehearsal: str
    """The code of a card that can be read next, at a table of play money; empty elsewhere."""

    @property
    def staked(self) -> int:
        """All stakes on the round, in cents."""
        return sum(spot.staked for spot in self.spots)

    @property
    def stamp(self) -> str:
        """The same for the same content: a console that has it needs no other. Without the card of the rehearsal."""
        told = repr([getattr(self, name) for name in self.__slots__ if name != "rehearsal"])
        return hashlib.sha256(told.encode()).hexdigest()[:16]
