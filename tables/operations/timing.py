"""How long one may play: the limit of a day, and when a session's player is next told of time and money."""

from datetime import datetime, timedelta
from typing import Final

from players.protection.queries import protection

TIME_RULE: Final = "UK-10"
CHECK_RULE: Final = "UK-11"


def next_check(person_id: int, *, now: datetime) -> datetime:
    """When a person who begins or goes on playing now is next told of time and money."""
    return now + timedelta(minutes=protection.check_minutes([person_id])[person_id])
