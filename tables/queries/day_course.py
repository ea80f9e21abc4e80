"""How a day goes at each table, hour by hour, and when most players sat at them: for the floor."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import connection


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHour:
    """The rounds that one table settled in one hour; cents."""

    table_id: int
    currency: str
    hour: int
    """Whole hours since the day's beginning: 0 to 24 on the day that has 25."""
    turnover: int
    revenue: int
    """What stayed with the house; below 0 it paid more than it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Peak:
    """The most players who sat at the tables at once, and since when they did."""

    players: int
    at: datetime | None
    """None for an hour without players."""


def table_hours(*, day: datetime, since: datetime, until: datetime) -> tuple[TableHour, ...]:
    """The rounds settled in [since, until) by table and hour; hours are counted from `day`, the day's beginning.

    One statement over the bets of that time alone: hours that are over can be kept, so that only the present is read.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, {"day": day, "since": since, "until": until})
        return tuple(TableHour(**dict(zip(_COLUMNS, row, strict=True))) for row in cursor.fetchall())


def peak_of_players(*, since: datetime, now: datetime) -> Peak:
    """When most players sat between `since` and `now`, the first such moment. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_PEAK, {"since": since, "now": now})
        row = cursor.fetchone()
    return Peak(players=row[0], at=row[1]) if row else Peak(players=0, at=None)


_COLUMNS: Final = ("table_id", "currency", "hour", "turnover", "revenue")
_HOURS: Final = """
WITH laid AS (
  SELECT r.table_id, floor(extract(epoch FROM r.settled_at - %(day)s::timestamptz) / 3600)::int AS hour,
    sum(b.stake)::bigint AS turnover, sum(b.stake - b.returned)::bigint AS revenue
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0
  WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s
  GROUP BY 1, 2
)
SELECT l.table_id, t.currency, l.hour, l.turnover, l.revenue
FROM laid l JOIN tables_table t ON t.id = l.table_id ORDER BY l.table_id, l.hour
"""
# Those who sit still and those who left apart: each has its own index. Who leaves at the moment in which another comes
# leaves first.
_PEAK: Final = """
WITH sat AS (
  SELECT started_at, NULL::timestamptz AS ended_at FROM tables_playsession
  WHERE ended_at IS NULL AND started_at < %(now)s
  UNION ALL
  SELECT started_at, ended_at FROM tables_playsession WHERE ended_at > %(since)s AND started_at < %(now)s
), steps AS (
  SELECT greatest(started_at, %(since)s) AS at, 1 AS step FROM sat
  UNION ALL
  SELECT ended_at, -1 FROM sat WHERE ended_at <= %(now)s
)
SELECT players, at
FROM (SELECT at, sum(step) OVER (ORDER BY at, step ROWS UNBOUNDED PRECEDING)::int AS players FROM steps) counted
ORDER BY players DESC, at LIMIT 1
"""
