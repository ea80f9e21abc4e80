"""After how many minutes of play a person is told of time and money (UK-11)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from players.models import CheckInterval
from players.operations.holding import hold_player

FEWEST_MINUTES: Final = 10
MOST_MINUTES: Final = 120


@dataclass(frozen=True, slots=True)
class CheckIntervalSet:
    """The interval that holds from the next telling on."""

    person_id: int
    minutes: int


class CheckIntervalRefused(Exception):
    """The interval stayed: `asked` is not between `least` and `most` minutes, or there is no such player."""

    def __init__(self, asked: int) -> None:
        super().__init__(f"{asked} minutes")
        self.asked, self.least, self.most = asked, FEWEST_MINUTES, MOST_MINUTES


def set_check_interval(*, person_id: int, minutes: int, now: datetime) -> CheckIntervalSet:
    """Let the person be told every `minutes` of play, from 10 to 120. Raises `CheckIntervalRefused`."""
    if type(minutes) is not int or not FEWEST_MINUTES <= minutes <= MOST_MINUTES:
        raise CheckIntervalRefused(minutes)
    with transaction.atomic():
        if hold_player(person_id) is None:
            raise CheckIntervalRefused(minutes)
        CheckInterval.objects.update_or_create(person_id=person_id, defaults={"minutes": minutes, "set_at": now})
    return CheckIntervalSet(person_id, minutes)
