"""How far the comparison of the dealt cards with the sealed shoes is behind (RN-06)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

PATIENCE: Final = timedelta(minutes=5)
"""How long a finished round may wait for its comparison before staff are told; the dealer compares within seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonBehind:
    """The comparison is behind by more than `PATIENCE`."""

    since: datetime
    """When the first round that waits finished."""
    last_good_at: datetime | None
    """When rounds were last compared; None before the first comparison."""
    shoes: int
    """Of how many shoes finished rounds wait."""


_BEHIND: Final = """
WITH behind AS (
  SELECT t.id, first.since, first.shoe FROM tables_table t LEFT JOIN tables_comparison c ON c.table_id = t.id
  CROSS JOIN LATERAL (
    SELECT coalesce(r.settled_at, r.voided_at) AS since, s.number AS shoe
    FROM tables_round r JOIN tables_shoe s ON s.id = r.shoe_id
    WHERE r.table_id = t.id AND r.number > coalesce(c.number, 0) AND r.phase IN ('settled', 'void')
    ORDER BY r.number LIMIT 1
  ) first
)
SELECT (SELECT min(since) FROM behind), (SELECT max(compared_at) FROM tables_comparison), (
  SELECT count(*) FROM behind JOIN tables_shoe s ON s.table_id = behind.id AND s.number >= behind.shoe
  WHERE EXISTS (SELECT FROM tables_round r WHERE r.shoe_id = s.id AND r.phase IN ('settled', 'void'))
)
"""
"""A table's rounds finish in the order of their numbers, and its shoes follow one another. The first round that waits
has waited longest, then; finished rounds of the shoes after its own wait too, and none of the others is read."""


def comparison_behind(*, now: datetime) -> ComparisonBehind | None:
    """How far the comparison is behind; None while each finished round was compared within `PATIENCE` (RN-06)."""
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND)
        since, last_good_at, shoes = cursor.fetchone()
    if since is None or now - since <= PATIENCE:
        return None
    return ComparisonBehind(since=since, last_good_at=last_good_at, shoes=shoes)
