"""Stories of the nights: each day's report is made five minutes after the day, as the house's beat makes it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from demonstration.work.past_tense import Past
from demonstration.work.stage import Stage, Story
from reporting import operations, queries
from reporting.making.figures import SETTLED_FOR, day_bounds

BEAT: Final = timedelta(seconds=20)
"""The beat comes by once a minute."""


def stories(stage: Stage) -> Iterator[Story]:
    """Night after night. The last one comes when the past is over: it is not told here."""
    yield _nights(stage)


def _nights(stage: Stage) -> Story:
    for day in stage.days:
        yield night_of(day)
        report(stage.past, [day], now=night_of(day))


def night_of(day: date) -> datetime:
    """The moment at which the house makes a day's report."""
    return day_bounds(day)[1] + SETTLED_FOR + BEAT


def report(past: Past, days: Sequence[date], *, now: datetime) -> None:
    """Make the reports of these days, each by the clock of its own night; nothing of a night that is still to come.

    A day that a house at work has reported already is left: what is told of it now is told now.
    """
    for day in days:
        if night_of(day) <= now and queries.daily_report(day=day) is None:
            with past.act(night_of(day)) as night:
                operations.make_daily_report(day=day, now=night)
