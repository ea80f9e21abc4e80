"""Looking through a day's play for signs of harm (F6): gathers each player's figures and raises what they show."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final

from django.db import connection

from kernel.calendar import LISBON, lisbon_date
from kernel.periods import midnight
from players.protection.harm import Facts, Played, signs_of
from players.protection.operations.signals import raise_signals
from tables.queries import playtime

NIGHT_ENDS: Final = 6
"""The hour in Lisbon until which play counts as play at night."""

_ROUNDS: Final = """
SELECT b.person_id, sum(b.stake), sum(b.returned) FROM tables_bet b
JOIN tables_round r ON r.id = b.round_id JOIN tables_table t ON t.id = r.table_id
WHERE t.currency = 'EUR' AND r.settled_at >= %(since)s AND r.settled_at < %(until)s AND b.stake > 0
GROUP BY b.person_id, r.id, r.settled_at ORDER BY r.settled_at
"""
_HITS: Final = """
SELECT person_id, count(*) FROM tables_slip
WHERE taken_at >= %(since)s AND taken_at < %(until)s AND refusal ->> 'reason' IN ('own-limit', 'time-over')
GROUP BY person_id
"""
_DEPOSITS: Final = """
SELECT person.id, count(*) FROM wallet_public_transfer line
JOIN wallet_public_account account ON account.id = line.credit_account
JOIN players_public_person person ON person.public_id::text = account.owner
WHERE line.code = 'deposit' AND line.created_at >= %(since)s AND line.created_at < %(until)s
GROUP BY person.id
"""


def watch_day(*, now: datetime, thresholds: Mapping[str, int]) -> int:
    """Raise the signs that the present civil day shows so far; answers how many are new. Safe twice, safe late."""
    day = lisbon_date(now)
    return sum(
        raise_signals(person_id=person_id, day=day, signs=signs, now=now)
        for person_id, facts in facts_of(day, now=now).items()
        if (signs := signs_of(facts, thresholds))
    )


def facts_of(day: date, *, now: datetime) -> dict[int, Facts]:
    """The figures so far of everybody who played for money, paid in or met a limit on a civil day, by person."""
    since, until = midnight(day), midnight(day + timedelta(days=1))
    span = {"since": since, "until": until}
    rounds: dict[int, list[Played]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, span)
        for person_id, staked, returned in cursor.fetchall():
            rounds[person_id].append(Played(int(staked), int(returned)))
        cursor.execute(_HITS, span)
        hits = dict(cursor.fetchall())
        cursor.execute(_DEPOSITS, span)
        deposits = dict(cursor.fetchall())
    persons = sorted(rounds.keys() | hits.keys() | deposits.keys())
    morning = datetime(day.year, day.month, day.day, NIGHT_ENDS, tzinfo=LISBON)
    seconds = playtime.seconds_between(persons, since, min(until, now))
    night = playtime.seconds_between(persons, since, min(morning, now))
    return {
        person_id: Facts(
            rounds=tuple(rounds.get(person_id, ())),
            seconds=seconds.get(person_id, 0),
            night_seconds=night.get(person_id, 0),
            limit_hits=hits.get(person_id, 0),
            deposits=deposits.get(person_id, 0),
        )
        for person_id in persons
    }
