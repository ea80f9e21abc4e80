"""After how many minutes of play a person is told of time and money (UK-11)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.accounts.operations.holding import hold_player
from players.events.names import EventName
from players.events.telling import tell
from players.models import CheckInterval

FEWEST_MINUTES: Final = 10
MOST_MINUTES: Final = 120


@dataclass(frozen=True, slots=True)
class CheckIntervalSet:
    """The interval that holds from the next telling on."""

    person_id: int
    minutes: int


class CheckIntervalRejection(StrEnum):
    """Why the interval stayed as it was, in the order of checking."""

    MINUTES_OUT_OF_RANGE = "minutes-out-of-range"
    NO_SUCH_PERSON = "no-such-person"


class CheckIntervalRejected(Rejected):
    """The interval stayed. `least` and `most` are the minutes that would do."""

    reason: CheckIntervalRejection
    least, most = FEWEST_MINUTES, MOST_MINUTES


def set_check_interval(*, person_id: int, minutes: int, now: datetime) -> CheckIntervalSet:
    """Let the person be told every `minutes` of play, from 10 to 120. Raises `CheckIntervalRejected`."""
    if type(minutes) is not int or not FEWEST_MINUTES <= minutes <= MOST_MINUTES:
        raise CheckIntervalRejected(CheckIntervalRejection.MINUTES_OUT_OF_RANGE, asked=minutes)
    with transaction.atomic():
        person = hold_player(person_id)
        if person is None:
            raise CheckIntervalRejected(CheckIntervalRejection.NO_SUCH_PERSON)
        CheckInterval.objects.update_or_create(person_id=person_id, defaults={"minutes": minutes, "set_at": now})
        key = person.person_key
        tell(EventName.REMINDER_SET, by=person_id, now=now, key=key, person_id=person_id, minutes=minutes)
    return CheckIntervalSet(person_id, minutes)
