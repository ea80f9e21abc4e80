"""A table's hours: when it opens and closes by itself, in the legal time of continental Portugal. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import chain
from typing import Final
from zoneinfo import ZoneInfo

LISBON: Final = ZoneInfo("Europe/Lisbon")
DAYS: Final = range(7)
"""Monday is 0."""
MIDNIGHT: Final = "24:00"


class HoursInvalid(ValueError):
    """Hours of one day cannot stand; `day` is the weekday and `why` a code for the sentence."""

    def __init__(self, day: str, why: str) -> None:
        super().__init__(f"{day}: {why}")
        self.day, self.why = day, why


class Turn(StrEnum):
    """The change at a boundary."""

    OPENS = "opens"
    CLOSES = "closes"


@dataclass(frozen=True, slots=True)
class Boundary:
    """A moment (UTC) at which the table opens or closes."""

    at: datetime
    turn: Turn


@dataclass(frozen=True)
class Hours:
    """Per weekday, from when to when («18:00», «02:00»: a close at or before the opening is on the next day).

    >>> hours = Hours.from_document({"5": ["18:00", "02:00"]})
    >>> saturday = datetime(2026, 11, 21, 20, tzinfo=UTC)
    >>> hours.is_open(saturday), hours.after(saturday).at.isoformat()
    (True, '2026-11-22T02:00:00+00:00')
    """

    days: Mapping[int, tuple[time, timedelta]]
    """Weekday -> opening, and how long after that day's midnight it closes."""

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> "Hours":
        """Read what a table stores: weekday as text -> [opening, closing]. Raises `HoursInvalid`."""
        days = {}
        for day, span in document.items():
            if day not in {str(each) for each in DAYS}:
                raise HoursInvalid(day, "no-such-day")
            if not isinstance(span, list | tuple) or len(span) != 2:
                raise HoursInvalid(day, "not-two-times")
            opens = _time(day, span[0])
            closes = timedelta(days=1) if span[1] == MIDNIGHT else _since_midnight(_time(day, span[1]))
            if closes <= _since_midnight(opens):
                closes += timedelta(days=1)
            days[int(day)] = (opens, closes)
        return cls(days)

    def is_open(self, instant: datetime) -> bool:
        """Whether the table is to be open at `instant`."""
        return any(start <= instant < end for start, end in self._spans(instant))

    def before(self, instant: datetime) -> Boundary | None:
        """The last boundary at or before `instant`."""
        return max((each for each in self._boundaries(instant) if each.at <= instant), key=_at, default=None)

    def after(self, instant: datetime) -> Boundary | None:
        """The next boundary after `instant`; None when there is none within a week and a day."""
        return min((each for each in self._boundaries(instant) if each.at > instant), key=_at, default=None)

    def _boundaries(self, instant: datetime) -> list[Boundary]:
        spans = self._spans(instant)
        return list(chain.from_iterable((Boundary(a, Turn.OPENS), Boundary(b, Turn.CLOSES)) for a, b in spans))

    def _spans(self, instant: datetime) -> list[tuple[datetime, datetime]]:
        """The spans of the week around `instant`; those that touch are one, so that nothing closes only to open."""
        today = instant.astimezone(LISBON).date()
        spans: list[tuple[datetime, datetime]] = []
        for step in range(-9, 10):
            day = today + timedelta(days=step)
            if day.weekday() not in self.days:
                continue
            opens, closes = self.days[day.weekday()]
            start, end = _moment(day, _since_midnight(opens)), _moment(day, closes)
            if spans and start <= spans[-1][1]:
                spans[-1] = (spans[-1][0], max(spans[-1][1], end))
            else:
                spans.append((start, end))
        return spans


def _at(boundary: Boundary) -> datetime:
    return boundary.at


def _time(day: str, text: object) -> time:
    try:
        found = time.fromisoformat(text) if isinstance(text, str) and len(text) == 5 else None
    except ValueError:
        found = None
    if found is None:
        raise HoursInvalid(day, "not-a-time")
    return found


def _since_midnight(clock: time) -> timedelta:
    return timedelta(hours=clock.hour, minutes=clock.minute)


def _moment(day: date, since_midnight: timedelta) -> datetime:
    """The time on the wall clock, as an instant: an hour that a clock change skips is the one after it."""
    wall = datetime.combine(day, time.min) + since_midnight
    return wall.replace(tzinfo=LISBON).astimezone(UTC)
