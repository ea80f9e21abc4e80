"""The results of tables beside what their cards promise: one light a table (B3, GL-41)."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from baccarat.drift import Drift, drift
from baccarat.play import Winner

SPAN: Final = timedelta(days=30)
_COUNTS: Final = """
SELECT r.table_id, s.decks, r.winner, count(*)
FROM tables_round r JOIN tables_shoe s ON s.id = r.shoe_id
WHERE r.settled_at >= %s AND r.settled_at < %s
GROUP BY r.table_id, s.decks, r.winner
"""
_GRAVITY: Final = (Drift.FEW, Drift.CALM, Drift.WATCH, Drift.ALARM)


def drift_lights(*, now: datetime) -> dict[int, Drift]:
    """The light of every table that settled a round within the last 30 days: the gravest of its numbers of decks.

    Reads all those rounds: for a place that keeps the answer for a minute.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [now - SPAN, now])
        rows = cursor.fetchall()
    counts: dict[tuple[int, int], dict[Winner, int]] = {}
    for table_id, decks, winner, count in rows:
        counts.setdefault((table_id, decks), {})[Winner(winner)] = count
    lights: dict[int, Drift] = {}
    for (table_id, decks), won in counts.items():
        light = drift(won, decks=decks)
        lights[table_id] = max(lights.get(table_id, light), light, key=_GRAVITY.index)
    return lights
