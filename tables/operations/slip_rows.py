"""A batch of slips at work: the tables and players that it touches, read under the locks, and what it decided.

Plain records, not the app's rows: a batch may touch two hundred tables, and an object with all its fields for each
table, round, shoe and session cost more than deciding. `slip_reading` fills a batch, `slip_writing` writes it.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

from baccarat.chances import Chance
from players import gates
from tables.operations.origin import Origin
from tables.operations.slip_memory import Known
from tables.queries.state import Seated
from tables.table_settings import TableSettings
from wallet import operations as wallet


class Asked(Protocol):
    """The fields of a slip that these modules need."""

    @property
    def key(self) -> uuid.UUID: ...
    @property
    def person_id(self) -> int: ...
    @property
    def table_id(self) -> int: ...
    @property
    def lines(self) -> Mapping[str, int]: ...
    @property
    def received_at(self) -> datetime: ...
    @property
    def origin(self) -> Origin: ...


@dataclass(frozen=True, slots=True)
class InPlay:
    """A table's present round: in play, or finished and the next not yet open."""

    id: int
    code: str
    phase: str
    closes_at: datetime | None
    stakes_account: int


@dataclass(frozen=True, slots=True)
class Session:
    """A player's session at a table, and the wallet account that it plays from."""

    id: int
    person_id: int
    table_id: int
    account: int
    check_due: bool
    """The player is to be told of time and money, and has not answered yet (UK-11)."""


@dataclass(slots=True)
class Place:
    """A table under its lock, with its sums and stakes as the batch moves them."""

    table_id: int
    currency: str
    status: str
    version: int
    current: InPlay | None
    known: Known
    """The table as it was at the beginning; its terms and seats do not move with the batch."""
    sums: dict[Chance, int]
    """The stakes on the round in play, by chance; like `laid`, without stakes taken back whole."""
    laid: dict[int, Mapping[Chance, int]]
    """By person, what lies on the round in play."""
    sessions: list[Session]
    """Of those who sent a slip of the batch to this table."""

    @property
    def terms(self) -> TableSettings:
        """What the round in play is played under."""
        return self.known.terms

    @property
    def offered(self) -> frozenset[Chance]:
        """The chances that may be bet on."""
        return self.known.offered

    @property
    def seated(self) -> Sequence[Seated]:
        """Everybody who sits here."""
        return self.known.seated

    @property
    def round(self) -> InPlay:
        """The round in play; asked only once it is known that there is one."""
        assert self.current is not None
        return self.current

    def as_known(self) -> Known:
        """The table as the batch leaves it: at the same version the same, else with the stakes moved."""
        known = self.known
        if known.version == self.version:
            return known
        return replace(known, version=self.version, sums=self.sums, laid=self.laid)

    def stakes_of(self, person_id: int) -> Mapping[Chance, int]:
        """A player's stakes on the round in play, by chance."""
        return self.laid.get(person_id, {})


@dataclass(frozen=True, slots=True)
class Seen:
    """The first answer to a key."""

    round_code: str
    lines: dict[str, int]
    rejection: dict[str, Any] | None
    number: str
    taken_at: datetime
    closes_at: datetime | None
    root: str


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer to keep: a receipt, or a rejection that another moment might turn."""

    slip: Asked
    place: Place
    session_id: int | None
    number: str
    rejection: dict[str, Any] | None


@dataclass(slots=True)
class Touched:
    """A player whose stakes the batch moved: on which chances, and by which receipts."""

    session: Session
    chances: set[Chance] = field(default_factory=set)
    receipts: list[Kept] = field(default_factory=list)


@dataclass(slots=True)
class Batch:
    """Everything that deciding needs, and everything that it decided."""

    now: datetime
    places: dict[int, Place]
    gates: dict[tuple[int, str], gates.Answer]
    """By person and kind of money."""
    sessions: dict[int, Session]
    balances: dict[int, int]
    """As the batch moves them; `before` keeps them as they were read."""
    before: dict[int, int]
    own_headroom: dict[int, int]
    """The headroom that players' own limits still leave, by person; without those who set none (PT-22)."""
    over_time: frozenset[int]
    """Players who have played for as long as their own limit of a day allows."""
    stops: frozenset[str]
    seen: dict[tuple[int, uuid.UUID], Seen]
    house: str = ""
    """The database, as `slip_memory` names it."""
    lines: list[wallet.Line] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    touched: dict[int, dict[int, Touched]] = field(default_factory=dict)
    """By table, then by person."""

    def touch(self, place: Place, person_id: int, mine: dict[Chance, int], chances: Iterable[Chance]) -> None:
        """Note a player's new stakes."""
        place.laid[person_id] = mine
        persons = self.touched.setdefault(place.table_id, {})
        if person_id not in persons:
            persons[person_id] = Touched(self.sessions[person_id])
        persons[person_id].chances.update(chances)

    def keep(self, slip: Asked, place: Place, *, number: str, rejection: dict[str, Any] | None) -> None:
        """Note the answer to a key; a second slip of this very batch with the same key meets it too."""
        session = self.sessions.get(slip.person_id)
        kept = Kept(slip, place, session.id if session else None, number, rejection)
        self.kept.append(kept)
        if rejection is None:
            self.touched[place.table_id][slip.person_id].receipts.append(kept)
        self.seen[slip.person_id, slip.key] = Seen(
            place.round.code, dict(slip.lines), rejection, number, self.now, place.round.closes_at, place.known.root
        )
