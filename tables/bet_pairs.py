"""Settled bets taken together by rounds: what the band of chance is made of (ADR 0243).

One statement's part, shared by the operation that keeps these sums of a session that is over and by the query that adds
up the bets of those that are not.
"""

from typing import Final

PAIRS_OF: Final = """
SELECT one.session_id, one.week, one.version, one.chance AS one, other.chance AS other,
  sum(one.stake::numeric * other.stake) AS product, sum(one.stake)::bigint AS staked,
  sum(one.returned)::bigint AS returned
FROM laid one JOIN laid other ON other.session_id = one.session_id AND other.round_id = one.round_id
  AND other.chance >= one.chance
GROUP BY one.session_id, one.week, one.version, one.chance, other.chance
"""
"""Of the bets in `laid`: by session, week (its Monday), rules version and pair of chances, the sum over rounds of the
product of the two stakes, in square cents; and what was staked on the one and came back of it, in cents."""

LAID_IN: Final = """
SELECT own.session_id, own.round_id, own.chance COLLATE "C" AS chance, own.stake, own.returned,
  r.configuration_id AS version, date_trunc('week', r.settled_at AT TIME ZONE 'Europe/Lisbon')::date AS week
FROM tables_bet own CROSS JOIN LATERAL (
  SELECT configuration_id, settled_at FROM tables_round WHERE id = own.round_id OFFSET 0
) r
WHERE own.session_id = ANY(ARRAY(SELECT id FROM sat)) AND own.stake > 0 AND own.outcome IN ('win', 'push', 'lose')
"""
"""The settled bets of the sessions in `sat`. Rounds are looked up by their keys («offset 0» keeps it so)."""
