"""How long persons sit at tables, and what their pace costs. Writes nothing.

Time is counted from sitting down to leaving, resting included, by civil days in Lisbon.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import DateTimeField, QuerySet

from kernel.kept_queries import KeptQuery
from kernel.money import Currency
from kernel.periods import Period, starts
from kernel.questions import PERSON, Given
from tables.models import PlaySession

# The open seat and what ended since, each by its index: joined by OR, every session a person ever had is read.
_SECONDS = """
SELECT person_id, sum(extract(epoch FROM least(coalesce(ended_at, %(until)s), %(until)s)
  - greatest(started_at, %(since)s)))
FROM (
  SELECT person_id, started_at, ended_at FROM tables_playsession
  WHERE person_id = ANY(%(ids)s) AND ended_at IS NULL
  UNION ALL
  SELECT person_id, started_at, ended_at FROM tables_playsession
  WHERE person_id = ANY(%(ids)s) AND ended_at > %(since)s
) sat
WHERE started_at < %(until)s
GROUP BY person_id
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """The totals of a person's play for money over some days; `cost` is the average cost of the bets, in cents."""

    days: int
    seconds: int
    rounds: int
    staked: int
    result: int
    cost: int

    @property
    def cost_an_hour(self) -> int:
        """Cents an hour, by the exact edges of what was bet."""
        return self.cost * 3600 // self.seconds if self.seconds else 0

    @property
    def staked_an_hour(self) -> int:
        """Cents an hour."""
        return self.staked * 3600 // self.seconds if self.seconds else 0


def seconds_today(person_ids: Collection[int], *, now: datetime) -> dict[int, int]:
    """How long each of these persons has sat at tables on the present civil day. One statement."""
    return seconds_between(person_ids, starts(Period.DAY, now), now)


def over_time(allowed: Mapping[int, int], *, now: datetime) -> frozenset[int]:
    """Those of these persons who have sat today for all the minutes that their limit of a day allows (UK-10)."""
    if not allowed:
        return frozenset()
    sat = seconds_today(list(allowed), now=now)
    return frozenset(person_id for person_id, minutes in allowed.items() if sat.get(person_id, 0) >= minutes * 60)


def minutes_of_days(person_id: int, *, now: datetime) -> tuple[int, int]:
    """Whole minutes at tables today and yesterday."""
    today = starts(Period.DAY, now)
    yesterday = starts(Period.DAY, today - timedelta(hours=12))
    spans = ((today, now), (yesterday, today))
    here, before = (seconds_between([person_id], since, until).get(person_id, 0) // 60 for since, until in spans)
    return here, before


def pace_of(person_id: int, *, now: datetime, days: int = 30) -> Pace:
    """The average cost of the person's play for money over the last `days`, by the exact edges of the bets (B-05)."""
    played = _FOR_MONEY(person=person_id, since=now - timedelta(days=days))
    staked, returned = sum(each.staked for each in played), sum(each.returned for each in played)
    return Pace(
        days=days,
        seconds=int(sum(((each.ended_at or now) - each.started_at).total_seconds() for each in played)),
        rounds=sum(each.rounds for each in played),
        staked=staked,
        result=returned - staked,
        cost=int(sum(each.expected_loss for each in played)) // 1_000_000,
    )


def cost_today(person_id: int, *, now: datetime) -> int:
    """The average cost, in cents, of the person's play for money in the sessions begun on the present civil day."""
    played = _FOR_MONEY(person=person_id, since=starts(Period.DAY, now))
    return int(sum(each.expected_loss for each in played)) // 1_000_000


def _for_money() -> "QuerySet[PlaySession]":
    columns = ("started_at", "ended_at", "rounds", "staked", "returned", "expected_loss")
    since = Given("since", DateTimeField())
    mine = PlaySession.objects.filter(person_id=PERSON, table__currency=Currency.EUR, started_at__gte=since)
    return mine.only(*columns)


_FOR_MONEY: Final = KeptQuery(_for_money)


def seconds_between(person_ids: Collection[int], since: datetime, until: datetime) -> dict[int, int]:
    """How long each of these persons sat at tables between two moments; who did not is left out. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_SECONDS, {"ids": list(person_ids), "since": since, "until": until})
        return {int(person_id): int(seconds) for person_id, seconds in cursor.fetchall()}
