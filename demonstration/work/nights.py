"""Stories of the nights: each day's report is made five minutes after the day, as the house's beat makes it."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from demonstration.work.past_tense import Past
from demonstration.work.stage import Stage, Story
from reporting import operations, queries
from reporting.making.figures import SETTLED_FOR, day_bounds
from reporting.making.gathering import Faulty, faulty_rounds

BEAT: Final = timedelta(seconds=20)
"""The beat comes by once a minute."""


def stories(stage: Stage) -> Iterator[Story]:
    """Night after night. The last one comes when the past is over: it is not told here."""
    yield _nights(stage)


def _nights(stage: Stage) -> Story:
    faulty = faulty_rounds(since=day_bounds(stage.days[0])[0])
    for day in stage.days:
        yield night_of(day)
        _report(stage.past, day, faulty)


def night_of(day: date) -> datetime:
    """The moment at which the house makes a day's report."""
    return day_bounds(day)[1] + SETTLED_FOR + BEAT


def report(past: Past, days: Sequence[date], *, now: datetime) -> None:
    """Make the reports of these days, each by the clock of its own night; nothing of a night that is still to come.

    A day that a house at work has reported already is left: what is told of it now is told now.
    """
    faulty = faulty_rounds(since=day_bounds(days[0])[0])
    for day in days:
        if night_of(day) <= now:
            _report(past, day, faulty)


def _report(past: Past, day: date, faulty: Collection[Faulty]) -> None:
    """All rounds of a past are compared with the ledger at once: night by night it would be done twice."""
    if queries.daily_report(day=day) is None:
        with past.act(night_of(day)) as night:
            operations.make_daily_report(day=day, now=night, faulty=faulty)
