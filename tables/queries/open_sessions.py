"""Open sessions beside their slips and bets, which no session's end has compared yet (I7)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from django.db import connection

NAMED_MOST: Final = 100


class OpenSessionFault(StrEnum):
    """The kind of a difference."""

    SUMS = "session-sums"
    """The session's own sums are not those of its settled bets."""
    SLIPS = "session-slips"
    """The stake on a chance of a round differs from the sum of the player's accepted slips."""
    MISSING = "session-missing"
    """Slips or bets name a session that is not there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSessionDifference:
    """One disagreement, in cents where there are two amounts. `player` is the person's public id."""

    session_code: str
    table_code: str
    player: str
    where: str
    """Of the sums: which one; of slips: round and chance; of a missing session: the round."""
    why: OpenSessionFault
    stored: int | None
    computed: int | None


def open_session_differences() -> tuple[OpenSessionDifference, ...]:
    """Compare each open session with its bets, and its bets with its slips, both ways; the first hundred of each kind.

    A slip's lines are signed, so the accepted slips of a player on a chance of a round add up to the bet there. Slips
    and bets are looked up in every round that was in play while the session was open, whichever session they name.
    Slips and bets of every round must name a session that exists.
    """
    return (*open_sessions_compared(), *sessions_missing("true", {}))


def open_sessions_compared() -> tuple[OpenSessionDifference, ...]:
    """The first two of them: open sessions beside their bets, and these beside their slips."""
    return tuple(one for why in _STATEMENTS for one in _found(why, _STATEMENTS[why], {}))


def sessions_missing(which: str, values: Mapping[str, Any]) -> tuple[OpenSessionDifference, ...]:
    """Slips and bets of the rounds `r` that the SQL `which` names, whose session does not exist."""
    return tuple(_found(OpenSessionFault.MISSING, _MISSING.format(which=which), values))


def _found(why: OpenSessionFault, statement: str, values: Mapping[str, Any]) -> Iterator[OpenSessionDifference]:
    with connection.cursor() as cursor:
        cursor.execute(statement, {**values, "most": NAMED_MOST})
        for row in cursor.fetchall():
            yield OpenSessionDifference(
                session_code=row[0],
                table_code=row[1],
                player=row[2],
                where=row[3],
                why=why,
                stored=row[4],
                computed=row[5],
            )


_OPEN: Final = """
WITH open AS (
  SELECT s.id, s.code, s.table_id, s.person_id, s.started_at, s.staked, s.returned, s.prizes, s.commission,
    t.code AS table_code, p.public_id
  FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id JOIN players_public_person p ON p.id = s.person_id
  WHERE s.ended_at IS NULL
)
"""
_SUMS: Final = """
, each AS (
  SELECT o.id, coalesce(sum(b.stake), 0) AS staked, coalesce(sum(b.returned), 0) AS returned,
    coalesce(sum(b.prize), 0) AS prizes, coalesce(sum(b.commission), 0) AS commission
  FROM open o LEFT JOIN tables_bet b ON b.session_id = o.id AND b.outcome IN ('win', 'lose', 'push') GROUP BY o.id
)
SELECT o.code::text, o.table_code, o.public_id::text, sums.name, sums.stored::bigint, sums.computed::bigint
FROM open o JOIN each e ON e.id = o.id CROSS JOIN LATERAL (VALUES ('staked', o.staked, e.staked),
  ('returned', o.returned, e.returned), ('prizes', o.prizes, e.prizes), ('commission', o.commission, e.commission))
  AS sums (name, stored, computed)
WHERE sums.stored <> sums.computed ORDER BY o.id, sums.name LIMIT %(most)s
"""
_SLIPS: Final = """
, played AS (
  SELECT o.id AS open_id, o.person_id, r.id AS round_id, r.code AS round_code
  FROM open o JOIN tables_round r ON r.table_id = o.table_id
    -- A table has one round in play at a time: of those from before the session it can only be the last.
    AND r.opened_at >= coalesce((SELECT max(q.opened_at) FROM tables_round q WHERE q.table_id = o.table_id
      AND q.opened_at <= o.started_at), '-infinity')
    AND coalesce(r.settled_at, r.voided_at, 'infinity') >= o.started_at
), laid AS (
  SELECT p.open_id, p.round_code, b.chance, b.stake
  FROM played p JOIN tables_bet b ON b.round_id = p.round_id AND b.person_id = p.person_id
), asked AS (
  SELECT p.open_id, p.round_code, line.key AS chance, sum(line.value::bigint) AS stake
  FROM played p JOIN tables_slip s ON s.round_id = p.round_id AND s.person_id = p.person_id AND s.refusal IS NULL
  CROSS JOIN LATERAL jsonb_each_text(s.lines) AS line GROUP BY p.open_id, p.round_code, line.key
)
SELECT o.code::text, o.table_code, o.public_id::text, round_code || ' ' || chance,
  coalesce(laid.stake, 0)::bigint, coalesce(asked.stake, 0)::bigint
FROM laid FULL JOIN asked USING (open_id, round_code, chance) JOIN open o ON o.id = open_id
WHERE coalesce(laid.stake, 0) <> coalesce(asked.stake, 0) ORDER BY o.id, 4 LIMIT %(most)s
"""
_MISSING: Final = """
SELECT '', coalesce(t.code, ''), coalesce(p.public_id::text, ''), coalesce(r.code, told.round_id::text),
  NULL::bigint, NULL::bigint
FROM (
  SELECT b.person_id, b.round_id FROM tables_bet b LEFT JOIN tables_round r ON r.id = b.round_id
  WHERE ({which}) AND NOT EXISTS (SELECT 1 FROM tables_playsession s WHERE s.id = b.session_id)
  UNION SELECT k.person_id, k.round_id FROM tables_slip k LEFT JOIN tables_round r ON r.id = k.round_id
  WHERE ({which}) AND k.refusal IS NULL AND NOT EXISTS (SELECT 1 FROM tables_playsession s WHERE s.id = k.session_id)
) told
LEFT JOIN tables_round r ON r.id = told.round_id LEFT JOIN tables_table t ON t.id = r.table_id
LEFT JOIN players_public_person p ON p.id = told.person_id
ORDER BY told.round_id, told.person_id LIMIT %(most)s
"""
_STATEMENTS: Final = {
    OpenSessionFault.SUMS: _OPEN + _SUMS,
    OpenSessionFault.SLIPS: _OPEN + _SLIPS,
}
