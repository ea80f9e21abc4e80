"""Sums over settled and void rounds, straight from the rows, for the reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import connection

from tables.queries.promises import Promise, promises


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDay:
    """One table under one configuration over a period; amounts in cents.

    `turnover` is what was staked in settled rounds, `returned` what went back (winning and pushed stakes included),
    `gross_revenue` their difference (PT-82). `commission` was withheld from the prizes and is inside it (PT-84).
    """

    table_code: str
    table_name: str
    currency: str
    version: int
    rounds: int
    voids: int
    bets: int
    players: int
    turnover: int
    returned: int
    prizes: int
    commission: int
    pushes: int
    refunded: int
    players_of_currency: int
    """Different persons at all tables of this line's currency; guests are not counted (ADR 0177)."""
    expected: int = 0
    """The house's average win on these very bets by the exact odds, in millionths of a cent."""
    variance: int = 0
    """The variance of the gross revenue around it, in square cents; bets on one round's cards taken together."""

    @property
    def gross_revenue(self) -> int:
        """The house's win (above 0) or loss (below 0) at this table."""
        return self.turnover - self.returned


def day_figures(*, since: datetime, until: datetime) -> tuple[TableDay, ...]:
    """Figures of the rounds settled or void in [since, until), per table and configuration, in one statement."""
    promised = promises(since=since, until=until)
    with connection.cursor() as cursor:
        cursor.execute(_DAY_FIGURES, {"since": since, "until": until})
        rows = cursor.fetchall()
    found = []
    for configuration_id, *values in rows:
        promise = promised.get(configuration_id, Promise())
        line = dict(zip(_COLUMNS, values, strict=True))
        found.append(TableDay(**line, expected=promise.expected, variance=promise.variance))
    return tuple(found)


_COLUMNS = (
    "table_code",
    "table_name",
    "currency",
    "version",
    "rounds",
    "voids",
    "bets",
    "players",
    "turnover",
    "returned",
    "prizes",
    "commission",
    "pushes",
    "refunded",
    "players_of_currency",
)
# By person first, in one hash table: counting different persons over the bets themselves would sort them all. Settled
# and void rounds apart: one condition on each bet's round, known to the index that finds it. The bets of guests count,
# but guests are no players (ADR 0177).
_DAY_FIGURES = """
WITH laid AS MATERIALIZED (
  SELECT r.configuration_id, b.person_id, count(*) AS bets, sum(b.stake) AS turnover, sum(b.returned) AS returned,
    sum(b.prize) AS prizes, sum(b.commission) AS commission, sum(b.stake) FILTER (WHERE b.outcome = 'push') AS pushes,
    0::numeric AS refunded
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
  WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s
  GROUP BY r.configuration_id, b.person_id
  UNION ALL
  SELECT r.configuration_id, b.person_id, 0, 0, 0, 0, 0, 0, sum(b.stake)
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
  WHERE r.voided_at >= %(since)s AND r.voided_at < %(until)s
  GROUP BY r.configuration_id, b.person_id
), counts AS (
  SELECT configuration_id, count(settled_at) AS rounds, count(voided_at) AS voids FROM tables_round
  WHERE (settled_at >= %(since)s AND settled_at < %(until)s) OR (voided_at >= %(since)s AND voided_at < %(until)s)
  GROUP BY configuration_id
), guests AS (
  SELECT person_id, true AS made FROM players_public_guest
), sums AS (
  SELECT configuration_id, sum(bets) AS bets, count(DISTINCT person_id) FILTER (WHERE g.made IS NULL) AS players,
    sum(turnover) AS turnover, sum(returned) AS returned, sum(prizes) AS prizes, sum(commission) AS commission,
    sum(pushes) AS pushes, sum(refunded) AS refunded
  FROM laid LEFT JOIN guests g USING (person_id) GROUP BY configuration_id
), persons AS (
  SELECT t.currency, count(DISTINCT l.person_id) FILTER (WHERE g.made IS NULL) AS players
  FROM laid l LEFT JOIN guests g USING (person_id)
  JOIN tables_configuration c ON c.id = l.configuration_id JOIN tables_table t ON t.id = c.table_id
  GROUP BY t.currency
)
SELECT n.configuration_id, t.code, t.name, t.currency, c.number, n.rounds, n.voids, coalesce(s.bets, 0)::bigint,
  coalesce(s.players, 0)::bigint, coalesce(s.turnover, 0)::bigint, coalesce(s.returned, 0)::bigint,
  coalesce(s.prizes, 0)::bigint, coalesce(s.commission, 0)::bigint, coalesce(s.pushes, 0)::bigint,
  coalesce(s.refunded, 0)::bigint, coalesce(p.players, 0)::bigint
FROM counts n
JOIN tables_configuration c ON c.id = n.configuration_id
JOIN tables_table t ON t.id = c.table_id
LEFT JOIN sums s ON s.configuration_id = n.configuration_id
LEFT JOIN persons p ON p.currency = t.currency
ORDER BY t.code, c.number
"""


class RoundWhy(StrEnum):
    """Why the rows of a round and the lines of the ledger do not agree, the first that is found."""

    STAKES_LEFT = "stakes-left"
    BET_WITHOUT_OUTCOME = "bet-without-outcome"
    STAKED = "staked"
    RETURNED = "returned"
    COMMISSION = "commission"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDifference:
    """A round whose rows and ledger lines do not agree, and why."""

    round_code: str
    finished_at: datetime
    """When it was settled or void."""
    why: RoundWhy


def verify_rounds(*, since: datetime | None = None, until: datetime | None = None) -> tuple[RoundDifference, ...]:
    """Compare every finished round with the ledger, in SQL: staked, paid, refunded, commission (M5, M6).

    Of those opened from `since` on and before `until`, where these are given.
    """
    return compared_rounds(_OPENED, {"since": since, "until": until})


def compared_rounds(which: str, values: Mapping[str, Any]) -> tuple[RoundDifference, ...]:
    """Compare the finished rounds `r` that the SQL `which` names, as `verify_rounds` does."""
    with connection.cursor() as cursor:
        cursor.execute(_VERIFY_ROUNDS.format(which=which), values)
        return tuple(
            RoundDifference(round_code=code, finished_at=at, why=RoundWhy(why)) for code, at, why in cursor.fetchall()
        )


_OPENED = (
    "(%(since)s::timestamptz IS NULL OR r.opened_at >= %(since)s)"
    " AND (%(until)s::timestamptz IS NULL OR r.opened_at < %(until)s)"
)
# Player by player: what one gets too much and another too little is a difference, whatever the round's sum says.
_VERIFY_ROUNDS = """
WITH finished AS (
  SELECT r.id, r.code, coalesce(r.settled_at, r.voided_at) AS finished_at, r.stakes_account FROM tables_round r
  WHERE r.phase IN ('settled', 'void') AND ({which})
), bets AS (
  SELECT f.id, s.account, sum(b.stake) AS staked, sum(b.returned) AS returned, sum(b.commission) AS commission,
    count(*) FILTER (WHERE b.outcome = '' AND b.stake > 0) AS open
  FROM finished f JOIN tables_bet b ON b.round_id = f.id LEFT JOIN tables_playsession s ON s.id = b.session_id
  GROUP BY f.id, s.account
), ledger AS (
  SELECT f.id, CASE WHEN x.balance_after IS NULL THEN 0 WHEN x.balance_after < x.balance_before THEN x.debit_account
      ELSE x.credit_account END AS account,
    coalesce(sum(x.amount) FILTER (WHERE x.code = 'stake'), 0)
      - coalesce(sum(x.amount) FILTER (WHERE x.code = 'stake-taken-back'), 0) AS staked,
    coalesce(sum(x.amount) FILTER (WHERE x.code IN ('payout', 'refund', 'stake-returned', 'prize')), 0) AS returned,
    coalesce(sum(x.amount) FILTER (WHERE x.code = 'commission'), 0) AS commission,
    coalesce(sum(x.amount) FILTER (WHERE x.credit_account = f.stakes_account), 0)
      - coalesce(sum(x.amount) FILTER (WHERE x.debit_account = f.stakes_account), 0) AS left_over
  FROM finished f JOIN wallet_public_transfer x ON x.reference = f.code GROUP BY 1, 2
), sides AS (
  SELECT id, account, staked, returned, commission, open, 0 AS left_over FROM bets
  UNION ALL SELECT id, account, -staked, -returned, -commission, 0, left_over FROM ledger
), players AS (
  SELECT id, sum(staked) AS staked, sum(returned) AS returned, sum(commission) AS commission, sum(open) AS open,
    sum(left_over) AS left_over
  FROM sides GROUP BY id, account
), rounds AS (
  SELECT id, bool_or(staked <> 0) AS staked, bool_or(returned <> 0) AS returned, sum(commission) <> 0 AS commission,
    sum(open) > 0 AS open, sum(left_over) <> 0 AS left_over
  FROM players GROUP BY id
)
SELECT f.code, f.finished_at, CASE
    WHEN r.left_over THEN 'stakes-left'
    WHEN r.open THEN 'bet-without-outcome'
    WHEN r.staked THEN 'staked'
    WHEN r.returned THEN 'returned'
    ELSE 'commission' END
FROM finished f JOIN rounds r ON r.id = f.id
WHERE r.left_over OR r.open OR r.staked OR r.returned OR r.commission
ORDER BY f.id
"""
