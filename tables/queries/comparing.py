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
    rounds: int
    shoes: int
    """How many finished rounds wait, and of how many shoes."""


_BEHIND: Final = """
SELECT min(coalesce(r.settled_at, r.voided_at)), count(*), count(DISTINCT r.shoe_id),
  (SELECT max(compared_at) FROM tables_comparison)
FROM tables_table t LEFT JOIN tables_comparison c ON c.table_id = t.id
CROSS JOIN LATERAL (
  SELECT shoe_id, settled_at, voided_at FROM tables_round
  WHERE table_id = t.id AND number > coalesce(c.number, 0) AND phase IN ('settled', 'void')
) r
"""
"""A table at a time, so that the index on its rounds' numbers finds the few that wait."""


def comparison_behind(*, now: datetime) -> ComparisonBehind | None:
    """How far the comparison is behind; None while each finished round was compared within `PATIENCE` (RN-06)."""
    with connection.cursor() as cursor:
        cursor.execute(_BEHIND)
        since, rounds, shoes, last_good_at = cursor.fetchone()
    if since is None or now - since <= PATIENCE:
        return None
    return ComparisonBehind(since=since, last_good_at=last_good_at, rounds=rounds, shoes=shoes)
