"""What a player's rounds of a period come to: from the sums that sessions keep, not from every bet.

A period is of rounds, by their opening; a session's sums are of rounds settled while it lasted. So whole sessions are
added, and the few rounds that a bound cuts off or lets in are looked up.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The filters of a query of records; None asks for all. `since` counts, `until` does not."""

    since: datetime | None = None
    until: datetime | None = None
    table_code: str | None = None
    currency: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSums:
    """Sums of one kind of money, in cents; `open` is staked in rounds not decided yet, and counts nowhere else."""

    currency: str
    rounds: int = 0
    staked: int = 0
    returned: int = 0
    commission: int = 0
    open: int = 0

    @property
    def result(self) -> int:
        """Won (above 0) or lost (below 0)."""
        return self.returned - self.staked


def played_sums(person_id: int, *, wanted: Wanted) -> tuple[PlayedSums, ...]:
    """The totals of the rounds opened in the period, void ones included, for each kind of money that was bet."""
    with connection.cursor() as cursor:
        cursor.execute(
            _SUMS,
            {
                "person": person_id,
                "since": wanted.since,
                "until": wanted.until,
                "table": wanted.table_code,
                "currency": wanted.currency,
            },
        )
        rows = cursor.fetchall()
    return tuple(
        PlayedSums(
            currency=currency, rounds=rounds, staked=staked, returned=returned, commission=commission, open=waiting
        )
        for currency, rounds, staked, returned, commission, waiting in rows
    )


# The person sits at one place at a time (`one_seat_a_person`), so a bound cuts one session at most; and at each table a
# round may be open that began before the bound and that a session begun after it bets on. Each row and round is looked
# up by its key («offset 0» keeps it so): joined, all the rounds of the house would be read.
_SUMS: Final = """
WITH own AS MATERIALIZED (
  SELECT s.id, s.table_id, s.started_at, s.ended_at, s.rounds, s.staked, s.returned, s.commission,
    %(since)s::timestamptz IS NULL OR s.started_at >= %(since)s AS after_since,
    %(until)s::timestamptz IS NULL OR s.started_at < %(until)s AS before_until
  FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id
  WHERE s.person_id = %(person)s AND (%(since)s::timestamptz IS NULL OR s.ended_at IS NULL OR s.ended_at >= %(since)s)
    AND (%(table)s::text IS NULL OR t.code = %(table)s) AND (%(currency)s::text IS NULL OR t.currency = %(currency)s)
), cut AS (
  SELECT o.id, o.table_id, 1 AS sign, %(since)s::timestamptz AS since, %(until)s::timestamptz AS until
  FROM own o WHERE NOT o.after_since
  UNION ALL
  SELECT o.id, o.table_id, -1, %(until)s::timestamptz, NULL
  FROM own o WHERE o.after_since AND o.before_until AND (o.ended_at IS NULL OR o.ended_at >= %(until)s)
), around AS (
  SELECT t.id AS table_id, bound.sign, r.id AS round_id
  FROM (SELECT DISTINCT table_id AS id FROM own) t
  CROSS JOIN (VALUES (-1, %(since)s::timestamptz), (1, %(until)s::timestamptz)) AS bound (sign, at)
  CROSS JOIN LATERAL (
    SELECT id, opened_at FROM tables_round WHERE table_id = t.id AND opened_at < bound.at
    ORDER BY opened_at DESC LIMIT 1
  ) r
  WHERE bound.sign < 0 OR %(since)s::timestamptz IS NULL OR r.opened_at >= %(since)s
), parts AS (
  SELECT table_id, rounds, staked, returned, commission, 0 AS waiting FROM own WHERE after_since AND before_until
  UNION ALL
  SELECT cut.table_id, cut.sign * count(DISTINCT b.round_id), cut.sign * sum(b.stake), cut.sign * sum(b.returned),
    cut.sign * sum(b.commission), 0
  FROM cut
  CROSS JOIN LATERAL (
    SELECT round_id, stake, returned, commission FROM tables_bet
    WHERE session_id = cut.id AND outcome NOT IN ('', 'void') OFFSET 0
  ) b
  CROSS JOIN LATERAL (SELECT opened_at FROM tables_round WHERE id = b.round_id OFFSET 0) r
  WHERE r.opened_at >= cut.since AND (cut.until IS NULL OR r.opened_at < cut.until)
  GROUP BY cut.table_id, cut.sign
  UNION ALL
  SELECT around.table_id, around.sign * count(DISTINCT b.round_id), around.sign * sum(b.stake),
    around.sign * sum(b.returned), around.sign * sum(b.commission), 0
  FROM around
  CROSS JOIN LATERAL (
    SELECT round_id, session_id, stake, returned, commission FROM tables_bet
    WHERE round_id = around.round_id AND person_id = %(person)s AND outcome NOT IN ('', 'void') OFFSET 0
  ) b
  JOIN own ON own.id = b.session_id
  WHERE CASE WHEN around.sign < 0 THEN own.after_since AND own.before_until ELSE NOT own.before_until END
  GROUP BY around.table_id, around.sign
  UNION ALL
  SELECT r.table_id, 1, b.staked, b.staked, 0, 0
  FROM tables_round r
  CROSS JOIN LATERAL (
    SELECT sum(stake) AS staked FROM tables_bet
    WHERE round_id = r.id AND person_id = %(person)s AND outcome = 'void' HAVING sum(stake) > 0 OFFSET 0
  ) b
  WHERE r.voided_at IS NOT NULL
    AND (%(since)s::timestamptz IS NULL OR r.voided_at >= %(since)s AND r.opened_at >= %(since)s)
    AND (%(until)s::timestamptz IS NULL OR r.opened_at < %(until)s)
  UNION ALL
  SELECT r.table_id, 0, 0, 0, 0, b.staked
  FROM (SELECT DISTINCT table_id AS id FROM own) sat JOIN tables_table t ON t.id = sat.id
  CROSS JOIN LATERAL (SELECT id, table_id, opened_at FROM tables_round WHERE id = t.current_round_id OFFSET 0) r
  CROSS JOIN LATERAL (
    SELECT sum(stake) AS staked FROM tables_bet
    WHERE round_id = r.id AND person_id = %(person)s AND outcome = '' HAVING sum(stake) > 0 OFFSET 0
  ) b
  WHERE (%(since)s::timestamptz IS NULL OR r.opened_at >= %(since)s)
    AND (%(until)s::timestamptz IS NULL OR r.opened_at < %(until)s)
)
SELECT t.currency, sum(p.rounds)::bigint, sum(p.staked)::bigint, sum(p.returned)::bigint, sum(p.commission)::bigint,
  sum(p.waiting)::bigint
FROM parts p JOIN tables_table t ON t.id = p.table_id
WHERE (%(table)s::text IS NULL OR t.code = %(table)s) AND (%(currency)s::text IS NULL OR t.currency = %(currency)s)
GROUP BY t.currency HAVING sum(p.rounds) > 0 OR sum(p.waiting) > 0 ORDER BY t.currency
"""
