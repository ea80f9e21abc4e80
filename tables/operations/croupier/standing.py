"""Where a croupier's table stands: who deals, which cards lie there. Under the table's lock, for the other modules."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from kernel import reasons
from kernel.rejection import Rejected
from tables.models import Round, Shift, Table, TableKind, TableStatus
from tables.operations import telling
from tables.operations.locking import lock_table
from tables.queries import state
from tables.queries.paper import robot_deals
from tables.table_settings import TableSettings, terms_of


class CroupierRejection(StrEnum):
    """Why nothing was done at a croupier's table, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NOT_A_CROUPIERS_TABLE = "not-a-croupiers-table"
    ON_ANOTHER_TABLE = "on-another-table"
    TABLE_TAKEN = "table-taken"
    """Another croupier deals a round there: it is handed over between rounds, or by a supervisor."""
    NOT_ON_SHIFT = "not-on-shift"
    SHIFT_OVER = "shift-over"
    """The shift that a supervisor would end has ended; another croupier may deal there now."""
    PAUSED = "paused"
    WRONG_ROUND = "wrong-round"
    NOT_BETTING = "not-betting"
    NOT_DEALING = "not-dealing"
    CARD_DUE = "card-due"
    """The round is not over: a card is due."""
    CARDS_TURNED = "cards-turned"
    """Players turn the cards still; `wait` says for how long at most."""
    NO_CARD_DUE = "no-card-due"
    NO_CARD_READ = "no-card-read"
    NOT_THE_LAST = "not-the-last"
    """Another card was read, or taken back, since the supervisor looked."""
    ROUND_IN_PLAY = "round-in-play"
    SHOE_IN_USE = "shoe-in-use"
    NO_SHOE = "no-shoe"
    SHOE_OVER = "shoe-over"
    """The shoe that a supervisor would take out of play is out of play; another may lie there now."""
    DECKS_WRONG = "decks-wrong"
    """Not as many decks as the rules say, or one named twice, or not a deck's name; `most` is how many."""
    NOT_A_CARD = "not-a-card"
    CARD_IMPOSSIBLE = "card-impossible"
    KEYED_WAITS = "keyed-waits"
    NO_KEYED_CARD = "no-keyed-card"
    OWN_CARD = "own-card"
    NO_REASON = "no-reason"
    NO_CALL = "no-call"
    LAST_ALREADY = "last-already"
    KEY_REUSED = "key-reused"


class CroupierRejected(Rejected):
    """`reason` says why."""

    reason: CroupierRejection


@dataclass(frozen=True, slots=True)
class Standing:
    """A croupier's table under its lock, and who deals there."""

    table: Table
    shift: Shift | None

    @property
    def current(self) -> Round | None:
        """The round in play, or the last one."""
        return self.table.current_round

    @property
    def robot_deals(self) -> bool:
        """Whether the robot deals the round in play, or the next one where none is."""
        return robot_deals(self.table, self.shift)


def locked(table_id: int) -> Standing:
    """Lock a croupier's table. Raises `CroupierRejected`."""
    missing = CroupierRejected(CroupierRejection.NO_SUCH_TABLE)
    other = CroupierRejected(CroupierRejection.NOT_A_CROUPIERS_TABLE)
    return standing_of(locked_table(table_id, missing=missing, other=other))


def locked_table(table_id: int, *, missing: Rejected, other: Rejected) -> Table:
    """Lock a croupier's table. Raises `missing` where there is no such table, `other` where no croupier deals at it."""
    table = lock_table(table_id)
    if table is None:
        raise missing
    if table.kind != TableKind.CROUPIER:
        raise other
    return table


def standing_of(table: Table) -> Standing:
    """A table whose lock is held, with its open shift."""
    return Standing(table, Shift.objects.filter(table=table, ended_at=None).first())


def expect_shift(standing: Standing, by: int) -> Shift:
    """The shift of the croupier who deals the round in play. Raises `CroupierRejected`."""
    if standing.shift is None or standing.shift.croupier_id != by or standing.robot_deals:
        raise CroupierRejected(CroupierRejection.NOT_ON_SHIFT)
    return standing.shift


def expect_running(standing: Standing) -> None:
    """Nothing is closed, read or paid while the table is paused. Raises `CroupierRejected`."""
    if standing.table.status == TableStatus.PAUSED:
        raise CroupierRejected(CroupierRejection.PAUSED)


def expect_round(standing: Standing, round_code: str) -> Round:
    """The round in play, if it is the one that the console shows. Raises `CroupierRejected`."""
    current = standing.current
    if current is None or current.code != round_code:
        raise CroupierRejected(CroupierRejection.WRONG_ROUND)
    return current


def stated(reason: str) -> str:
    """A reason without the spaces around it. Raises `CroupierRejected` for one that says nothing."""
    return reasons.stated(reason, CroupierRejected(CroupierRejection.NO_REASON))


def terms_of_round(current: Round) -> TableSettings:
    """The settings that the round is played under."""
    return terms_of(current.configuration_id, current.configuration.terms)


def tell_round(table: Table, current: Round, *, now: datetime) -> None:
    """Store the table's next version, and tell its viewers how the round stands."""
    telling.save(table)
    sections = {"round": state.round_section(table, current, terms_of_round(current))}
    telling.tell(table, sections, persons=(), now=now)
