"""How long one may play: the limit of a day, and when a session's player is next told of time and money."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from players.protection.queries import protection
from tables.queries import playtime

TIME_RULE: Final = "UK-10"
CHECK_RULE: Final = "UK-11"


def next_check(person_id: int, *, now: datetime) -> datetime:
    """When a person who begins or goes on playing now is next told of time and money."""
    return now + timedelta(minutes=protection.check_minutes([person_id])[person_id])


def over_time(allowed: Mapping[int, int], *, now: datetime) -> frozenset[int]:
    """Those of these persons who have sat for all the minutes that their limit of a day allows."""
    if not allowed:
        return frozenset()
    sat = playtime.seconds_today(list(allowed), now=now)
    return frozenset(person_id for person_id, minutes in allowed.items() if sat.get(person_id, 0) >= minutes * 60)
