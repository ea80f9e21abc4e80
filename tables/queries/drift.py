"""The results of tables beside what their cards promise: one light a table, and its figures (B3, GL-41)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from math import sqrt
from typing import Final

from django.db import connection

from baccarat.drift import Drift, drift, evidence, shares
from baccarat.play import Winner

SPAN: Final = timedelta(days=30)
_COUNTS: Final = """
SELECT r.table_id, s.decks, r.winner, count(*)
FROM tables_round r JOIN tables_shoe s ON s.id = r.shoe_id
WHERE r.settled_at >= %s AND r.settled_at < %s
GROUP BY r.table_id, s.decks, r.winner
"""
_GRAVITY: Final = (Drift.FEW, Drift.CALM, Drift.WATCH, Drift.ALARM)


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftLight:
    """The verdict on one table's results of the last 30 days, and what it stands on."""

    verdict: Drift
    evidence: float
    """A power of ten; 0 and below: none."""
    rounds: int
    side: Winner
    """The side that came farthest from what was promised, in standard deviations."""
    won: int
    """How many of the rounds it won."""
    promised: Fraction
    """The share of the rounds that the cards promise it."""


def drift_lights(*, now: datetime) -> dict[int, DriftLight]:
    """The light of every table that settled a round within the last 30 days: the gravest of its numbers of decks.

    Reads all those rounds: for a place that keeps the answer for a minute.
    """
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [now - SPAN, now])
        rows = cursor.fetchall()
    counts: dict[tuple[int, int], dict[Winner, int]] = {}
    for table_id, decks, winner, count in rows:
        counts.setdefault((table_id, decks), {})[Winner(winner)] = count
    lights: dict[int, DriftLight] = {}
    for (table_id, decks), won in counts.items():
        light = _light(won, decks)
        lights[table_id] = max(lights.get(table_id, light), light, key=lambda each: _GRAVITY.index(each.verdict))
    return lights


def _light(won: Mapping[Winner, int], decks: int) -> DriftLight:
    promised, rounds = shares(decks), sum(won.values())

    def apart(side: Winner) -> float:
        share = promised[side]
        return abs(won.get(side, 0) - rounds * share) / sqrt(share * (1 - share))

    side = max(promised, key=apart)
    return DriftLight(
        verdict=drift(won, decks=decks),
        evidence=evidence(won, promised),
        rounds=rounds,
        side=side,
        won=won.get(side, 0),
        promised=promised[side],
    )
