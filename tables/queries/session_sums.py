"""Sessions beside their bets: what each session says it came to, and what its bets come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection

NAMED_MOST: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSums:
    """All sessions of one currency that ended in a period: their own sums, and those of their bets."""

    currency: str
    sessions: int
    staked: int
    returned: int
    prizes: int
    commission: int
    bets_staked: int
    bets_returned: int
    bets_prizes: int
    bets_commission: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDifference:
    """A session that does not say what its bets say: by how many cents, staked and returned."""

    session_code: str
    table_code: str
    staked: int
    returned: int


def session_sums(*, since: datetime, until: datetime) -> tuple[SessionSums, ...]:
    """The sessions that ended in [since, until) beside their settled bets, by currency (I7)."""
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, {"since": since, "until": until})
        return tuple(
            SessionSums(
                currency=row[0],
                sessions=row[1],
                staked=row[2],
                returned=row[3],
                prizes=row[4],
                commission=row[5],
                bets_staked=row[6],
                bets_returned=row[7],
                bets_prizes=row[8],
                bets_commission=row[9],
            )
            for row in cursor.fetchall()
        )


def session_differences(*, since: datetime, until: datetime) -> tuple[SessionDifference, ...]:
    """The sessions among them that do not agree with their bets, the first hundred."""
    return _differing(_DIFFERENCES, {"since": since, "until": until})


def session_differences_of(*, after: int, upto: int) -> tuple[SessionDifference, ...]:
    """The sessions with a number above `after`, up to `upto`, that are over and do not agree; the first hundred."""
    return _differing(_DIFFERENCES_OF, {"after": after, "upto": upto})


def _differing(statement: str, values: Mapping[str, Any]) -> tuple[SessionDifference, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {**values, "most": NAMED_MOST})
        return tuple(
            SessionDifference(session_code=row[0], table_code=row[1], staked=row[2], returned=row[3])
            for row in cursor.fetchall()
        )


_EACH: Final = """
WITH each AS (
  SELECT s.id, s.code, t.code AS table_code, t.currency, s.staked, s.returned, s.prizes, s.commission,
    coalesce(sum(b.stake), 0) AS bets_staked, coalesce(sum(b.returned), 0) AS bets_returned,
    coalesce(sum(b.prize), 0) AS bets_prizes, coalesce(sum(b.commission), 0) AS bets_commission
  FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id
  LEFT JOIN tables_bet b ON b.session_id = s.id AND b.outcome IN ('win', 'lose', 'push')
  WHERE {which} GROUP BY s.id, t.code, t.currency
)
"""
_OVER: Final = _EACH.format(which="s.ended_at >= %(since)s AND s.ended_at < %(until)s")
_NUMBERED: Final = _EACH.format(which="s.ended_at IS NOT NULL AND s.id > %(after)s AND s.id <= %(upto)s")
_SUMS: Final = (
    _OVER
    + """
SELECT currency, count(*), sum(staked)::bigint, sum(returned)::bigint, sum(prizes)::bigint, sum(commission)::bigint,
  sum(bets_staked)::bigint, sum(bets_returned)::bigint, sum(bets_prizes)::bigint, sum(bets_commission)::bigint
FROM each GROUP BY currency ORDER BY currency
"""
)
_DIFFERING: Final = """
SELECT code::text, table_code, (staked - bets_staked)::bigint, (returned - bets_returned)::bigint FROM each
WHERE (staked, returned, prizes, commission) <> (bets_staked, bets_returned, bets_prizes, bets_commission)
ORDER BY id LIMIT %(most)s
"""
_DIFFERENCES: Final = _OVER + _DIFFERING
_DIFFERENCES_OF: Final = _NUMBERED + _DIFFERING
