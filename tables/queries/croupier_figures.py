"""The work at croupiers' tables in figures: faults with cards, and rounds an hour, by croupier and table (C9)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection

from tables.models import CardEvent, CardEventKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """How often something went wrong with the cards, of one kind, by croupier and table."""

    croupier: str
    table: str
    kind: str
    """A refusal's code, or `taken-back`, `burnt`, `hand`."""
    times: int


def faults(*, since: datetime, until: datetime) -> tuple[Fault, ...]:
    """Readings that did not count, cards taken back, put aside or keyed by hand, by croupier and table (C9)."""
    rows = CardEvent.objects.filter(at__gte=since, at__lt=until).exclude(
        kind=CardEventKind.DRAWN, source__in=["scanner", "robot"]
    )
    counted: dict[tuple[str, str, str], int] = {}
    for event in rows.exclude(kind=CardEventKind.BURNT, decided_by=None).select_related("croupier", "table"):
        what = event.refusal or (event.source if event.kind == CardEventKind.DRAWN else event.kind)
        key = ("" if event.croupier is None else event.croupier.nickname, event.table.name, str(what))
        counted[key] = counted.get(key, 0) + 1
    return tuple(
        Fault(croupier=croupier, table=table, kind=kind, times=times)
        for (croupier, table, kind), times in sorted(counted.items())
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The rounds that a croupier dealt and settled at a table, and the time spent there."""

    croupier: str
    table: str
    rounds: int
    time: timedelta

    @property
    def an_hour(self) -> int:
        """Rounds an hour, rounded down; 0 for less than a minute."""
        minutes = self.time // timedelta(minutes=1)
        return self.rounds * 60 // minutes if minutes else 0


_PACES: Final = """
SELECT p.nickname, t.name, sum(dealt.rounds)::int,
  sum(least(coalesce(s.ended_at, %(until)s), %(until)s) - greatest(s.began_at, %(since)s))
FROM tables_shift s JOIN tables_table t ON t.id = s.table_id JOIN players_public_person p ON p.id = s.croupier_id
CROSS JOIN LATERAL (
  SELECT count(*) AS rounds FROM tables_round r
  WHERE r.table_id = s.table_id AND r.number >= s.first_round AND r.phase = 'settled'
    AND r.settled_at >= greatest(s.began_at, %(since)s)
    AND r.settled_at < least(coalesce(s.ended_at, %(until)s), %(until)s)
) dealt
WHERE s.began_at < %(until)s AND coalesce(s.ended_at, %(until)s) > %(since)s
GROUP BY p.nickname, t.name ORDER BY p.nickname, t.name
"""


def paces(*, since: datetime, until: datetime) -> tuple[Pace, ...]:
    """How many rounds each croupier dealt at each table, and in which time. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_PACES, {"since": since, "until": until})
        return tuple(
            Pace(croupier=croupier, table=table, rounds=rounds, time=time)
            for croupier, table, rounds, time in cursor.fetchall()
        )
