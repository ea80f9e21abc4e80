"""A day's settled and void rounds split by hour and bet, and by device: set-based, a statement each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import connection

from tables.models import Configuration
from tables.queries.promises import Hours, Moments, Promise, moments_of, promised, stakes_by_hour
from tables.table_settings import terms_of


class PeopleBy(StrEnum):
    """What different persons are counted by."""

    HOUR = "hour"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Bets of one hour on one chance, or of one device; cents. Bets of void rounds are in `refunded` alone."""

    currency: str
    bets: int
    turnover: int
    returned: int
    prizes: int
    commission: int
    pushes: int
    refunded: int
    hour: int = 0
    """Whole hours since the beginning: 0 to 24 on the day that has 25."""
    chance: str = ""
    device: str = ""
    """The family of browser and system; empty where no connection was noted."""
    players: int = 0
    """Different persons, guests left out; counted for devices alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HourOfRounds:
    """Rounds of one currency that were settled or void in one hour, and what their bets promised the house."""

    currency: str
    hour: int
    rounds: int
    voids: int
    promise: Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class DayParts:
    """A day by hour and bet, its rounds by hour, and what the bets on each chance promised."""

    parts: tuple[Part, ...]
    hours: tuple[HourOfRounds, ...]
    chances: Mapping[tuple[str, str], Promise]
    """By currency and chance. Chances of one round move together, so their variances are no sum."""


def day_parts(*, since: datetime, until: datetime) -> DayParts:
    """The rounds settled or void in [since, until) by the hour of that moment and by bet; five statements."""
    asked = {"since": since, "until": until}
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, asked)
        parts = tuple(Part(**dict(zip(_PARTS_COLUMNS, row, strict=True))) for row in cursor.fetchall())
        cursor.execute(_ROUNDS, asked)
        counted = cursor.fetchall()
    hours = stakes_by_hour(since=since, until=until)
    played = {configuration for configuration, _hour in hours}
    rows = Configuration.objects.filter(pk__in=played).values_list("pk", "terms", "table__currency")
    moments: dict[int, Moments] = {}
    currencies: dict[int, str] = {}
    for pk, terms, currency in rows:
        moments[pk], currencies[pk] = moments_of(terms_of(pk, terms).ruleset), currency
    by_hour, by_chance = _promises(hours, moments, currencies)
    return DayParts(
        parts=parts,
        hours=tuple(
            HourOfRounds(
                currency=currency,
                hour=hour,
                rounds=rounds,
                voids=voids,
                promise=by_hour.get((currency, hour), Promise()),
            )
            for currency, hour, rounds, voids in counted
        ),
        chances=by_chance,
    )


def _promises(
    hours: Hours, moments: Mapping[int, Moments], currencies: Mapping[int, str]
) -> tuple[dict[tuple[str, int], Promise], dict[tuple[str, str], Promise]]:
    by_hour: dict[tuple[str, int], Promise] = {}
    by_chance: dict[tuple[str, str], Promise] = {}
    for (configuration, hour), (stakes, products) in hours.items():
        found, currency = moments[configuration], currencies[configuration]
        _add(by_hour, (currency, hour), promised(found, stakes, products))
        for chance, stake in stakes.items():
            if stake:
                alone = promised(found, {chance: stake}, {(chance, chance): products[chance, chance]})
                _add(by_chance, (currency, chance), alone)
    return by_hour, by_chance


def _add(sums: "dict[Any, Promise]", key: Any, one: Promise) -> None:
    before = sums.get(key, Promise())
    sums[key] = Promise(before.expected + one.expected, before.variance + one.variance)


def people_of(*, by: PeopleBy, since: datetime, until: datetime) -> dict[tuple[str, str], int]:
    """How many different persons bet in each hour, or on each chance, by currency and its name; guests left out."""
    key = _HOUR if by is PeopleBy.HOUR else "b.chance"
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE.format(key=key), {"since": since, "until": until})
        return {(currency, str(name)): players for currency, name, players in cursor.fetchall()}


def device_parts(*, since: datetime, until: datetime) -> tuple[Part, ...]:
    """The same rounds by the device of each bet's session: that of the session's last connection, as GL-24 has it."""
    with connection.cursor() as cursor:
        cursor.execute(_DEVICES, {"since": since, "until": until})
        return tuple(Part(**dict(zip(_DEVICES_COLUMNS, row, strict=True))) for row in cursor.fetchall())


_SUMS_COLUMNS: Final = ("bets", "turnover", "returned", "prizes", "commission", "pushes", "refunded")
_PARTS_COLUMNS: Final = ("currency", "hour", "chance", *_SUMS_COLUMNS)
_DEVICES_COLUMNS: Final = ("currency", "device", "players", *_SUMS_COLUMNS)
_HOUR: Final = """
  floor(extract(epoch FROM coalesce(r.settled_at, r.voided_at) - %(since)s::timestamptz) / 3600)::int
"""
_SETTLED: Final = "r.settled_at >= %(since)s AND r.settled_at < %(until)s"
_VOID: Final = "r.voided_at >= %(since)s AND r.voided_at < %(until)s"
_OF_SETTLED: Final = """
  count(*) AS bets, sum(b.stake) AS turnover, sum(b.returned) AS returned, sum(b.prize) AS prizes,
  sum(b.commission) AS commission, coalesce(sum(b.stake) FILTER (WHERE b.outcome = 'push'), 0) AS pushes, 0 AS refunded
"""
_OF_VOID: Final = "0, 0, 0, 0, 0, 0, sum(b.stake)"
_ADDED: Final = """
  sum(l.bets)::bigint, sum(l.turnover)::bigint, sum(l.returned)::bigint, sum(l.prizes)::bigint,
  sum(l.commission)::bigint, sum(l.pushes)::bigint, sum(l.refunded)::bigint
"""
# As in `figures`: settled and void rounds apart, so that one condition finds each by its index.
_PARTS: Final = f"""
WITH laid AS MATERIALIZED (
  SELECT r.configuration_id, {_HOUR} AS hour, b.chance, {_OF_SETTLED}
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_SETTLED} GROUP BY 1, 2, 3
  UNION ALL
  SELECT r.configuration_id, {_HOUR}, b.chance, {_OF_VOID}
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_VOID} GROUP BY 1, 2, 3
)
SELECT t.currency, l.hour, l.chance, {_ADDED}
FROM laid l JOIN tables_configuration c ON c.id = l.configuration_id JOIN tables_table t ON t.id = c.table_id
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""  # noqa: S608  (fixed pieces)
_ROUNDS: Final = f"""
SELECT t.currency, {_HOUR}, count(r.settled_at), count(r.voided_at)
FROM tables_round r JOIN tables_table t ON t.id = r.table_id WHERE ({_SETTLED}) OR ({_VOID})
GROUP BY 1, 2 ORDER BY 1, 2
"""  # noqa: S608
# By person first: counting different persons over the bets themselves would sort them all (ADR 0177 for guests).
_PEOPLE: Final = f"""
WITH laid AS (
  SELECT r.table_id, {{key}} AS name, b.person_id
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_SETTLED} GROUP BY 1, 2, 3
  UNION
  SELECT r.table_id, {{key}}, b.person_id
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_VOID} GROUP BY 1, 2, 3
)
SELECT t.currency, l.name, count(DISTINCT l.person_id)
FROM laid l JOIN tables_table t ON t.id = l.table_id LEFT JOIN players_public_guest g ON g.person_id = l.person_id
WHERE g.person_id IS NULL GROUP BY 1, 2
"""  # noqa: S608
_DEVICES: Final = f"""
WITH laid AS MATERIALIZED (
  SELECT b.session_id, {_OF_SETTLED}
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_SETTLED} GROUP BY 1
  UNION ALL
  SELECT b.session_id, {_OF_VOID}
  FROM tables_round r JOIN tables_bet b ON b.round_id = r.id AND b.stake > 0 WHERE {_VOID} GROUP BY 1
), sat AS (
  SELECT s.id, s.person_id, t.currency, coalesce((SELECT c.device FROM tables_connection c
    WHERE c.table_id = s.table_id AND c.person_id = s.person_id AND c.opened_at <= coalesce(s.ended_at, %(until)s)
      AND (c.closed_at IS NULL OR c.closed_at >= s.started_at) ORDER BY c.opened_at DESC LIMIT 1), '') AS device
  FROM tables_playsession s JOIN tables_table t ON t.id = s.table_id
  WHERE s.id IN (SELECT session_id FROM laid)
)
SELECT s.currency, s.device, count(DISTINCT s.person_id) FILTER (WHERE g.person_id IS NULL), {_ADDED}
FROM laid l JOIN sat s ON s.id = l.session_id LEFT JOIN players_public_guest g ON g.person_id = s.person_id
GROUP BY 1, 2 ORDER BY 1, 2
"""  # noqa: S608
