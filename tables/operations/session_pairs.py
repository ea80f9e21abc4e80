"""Keeping what a session's bets come to, once it is over: the band of chance over a whole past reads no bets then."""

from typing import Final

from django.db import connection, transaction

from players.protection.operations import daily_totals
from tables.bet_pairs import LAID_IN, PAIRS_OF

AT_ONCE: Final = 500
"""Sessions a transaction."""
AT_MOST: Final = 20_000
"""Sessions a call: an older house's past is worked off by the minute."""

_OVER: Final = f"""
WITH sat AS MATERIALIZED (
  SELECT id FROM tables_playsession s WHERE ended_at IS NOT NULL AND pairs IS NULL
    AND NOT EXISTS (SELECT 1 FROM tables_bet b WHERE b.session_id = s.id AND b.stake > 0 AND b.outcome = '')
  ORDER BY id LIMIT %(most)s FOR NO KEY UPDATE SKIP LOCKED
), laid AS MATERIALIZED ({LAID_IN}), pair AS ({PAIRS_OF}), found AS (
  SELECT session_id, jsonb_agg(jsonb_build_object('week', week, 'version', version, 'one', one, 'other', other,
    'product', product, 'staked', staked, 'returned', returned) ORDER BY week, version, one, other) AS pairs
  FROM pair GROUP BY session_id
)
UPDATE tables_playsession s SET pairs = coalesce(found.pairs, '[]'::jsonb)
FROM sat LEFT JOIN found ON found.session_id = sat.id WHERE s.id = sat.id
RETURNING s.person_id
"""  # noqa: S608  # of parts that stand in the code


def add_up() -> int:
    """Keep the sums of sessions that are over and have none yet, in sets; answers how many. Safe twice, safe late.

    Their players' daily totals are brought up to date too.
    """
    done = 0
    while done < AT_MOST:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_OVER, {"most": AT_ONCE})
            players = [person_id for (person_id,) in cursor.fetchall()]
        daily_totals.add_up_of(players)
        done += len(players)
        if len(players) < AT_ONCE:
            break
    return done
