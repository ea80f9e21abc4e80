"""The proof of rounds and sessions in parts: those of a range of numbers, and those that are new since a proof."""

from dataclasses import dataclass
from typing import Any, Final

from django.db import connection

from tables.queries.figures import RoundDifference, compared_rounds
from tables.queries.open_sessions import OpenSessionDifference, open_sessions_compared, sessions_missing

_NUMBERED: Final = "r.id > %(after)s AND r.id <= %(upto)s"
_FINISHED: Final = "r.id IN (SELECT f.round_id FROM tables_finishedround f WHERE f.id > %(after)s)"
_MOVED: Final = (
    "r.code IN (SELECT x.reference FROM wallet_public_transfer x WHERE x.id > %(line)s AND x.reference <> '')"
)
_IN_PLAY: Final = "r.phase IN ('betting', 'closed', 'dealing')"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """Finished rounds: how many, and the gross revenue of the settled ones by currency, in cents."""

    rounds: int
    won: dict[str, int]


def rounds_compared(*, after: int, upto: int) -> tuple[RoundDifference, ...]:
    """The finished rounds with a number above `after`, up to `upto`, that do not agree with the ledger (M5, M6)."""
    return compared_rounds(_NUMBERED, {"after": after, "upto": upto})


def rounds_compared_since(*, finished: int, line: int) -> tuple[RoundDifference, ...]:
    """The same of the rounds that finished since the `finished`-th, and of those that a line above `line` names."""
    return compared_rounds(f"({_FINISHED}) OR ({_MOVED})", {"after": finished, "line": line})


def sessions_missing_of(*, after: int, upto: int) -> tuple[OpenSessionDifference, ...]:
    """Slips and bets of the rounds with a number above `after`, up to `upto`, whose session does not exist."""
    return sessions_missing(_NUMBERED, {"after": after, "upto": upto})


def open_sessions_since(*, finished: int) -> tuple[OpenSessionDifference, ...]:
    """Every open session, and slips and bets without one of the rounds in play and of those that finished since."""
    missing = sessions_missing(f"({_FINISHED}) OR ({_IN_PLAY})", {"after": finished})
    return (*open_sessions_compared(), *missing)


def finished(*, after: int, upto: int | None = None) -> Finished:
    """The rounds above the `after`-th in the order in which they finished, up to the `upto`-th where it is given."""
    values: dict[str, Any] = {"after": after, "upto": upto}
    with connection.cursor() as cursor:
        cursor.execute(_COUNTED, values)
        (rounds,) = cursor.fetchone()
        cursor.execute(_WON, values)
        return Finished(rounds=int(rounds), won={str(currency): int(cents) for currency, cents in cursor.fetchall()})


def last_numbers() -> tuple[int, int]:
    """The highest number of a round, and of a session; 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST)
        rounds, sessions = cursor.fetchone()
    return int(rounds), int(sessions)


_LAST: Final = """
SELECT coalesce((SELECT max(id) FROM tables_round), 0), coalesce((SELECT max(id) FROM tables_playsession), 0)
"""
_COUNTED: Final = """
SELECT count(*) FROM tables_finishedround f
WHERE f.id > %(after)s AND (%(upto)s::bigint IS NULL OR f.id <= %(upto)s)
"""
_WON: Final = """
SELECT t.currency, sum(b.stake - b.returned)
FROM tables_finishedround f JOIN tables_round r ON r.id = f.round_id AND r.settled_at IS NOT NULL
JOIN tables_table t ON t.id = r.table_id JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
WHERE f.id > %(after)s AND (%(upto)s::bigint IS NULL OR f.id <= %(upto)s) GROUP BY t.currency
"""
