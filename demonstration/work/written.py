"""The whole work of a past, in one transaction after its rounds."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from random import Random
from typing import Final

from django.db import connection

from demonstration.work import asking, complaining, floor, nights, payments, people, protection, replies, scheduling
from demonstration.work.past_tense import Past, past_tense
from demonstration.work.stage import Member, Stage
from players.roles import Role

CHAPTERS: Final = (
    *(replies.stories, payments.stories, protection.stories, complaining.stories),
    *(floor.stories, people.stories, asking.stories, nights.stories, scheduling.stories),
)


def write(
    *,
    days: Sequence[date],
    end: datetime,
    staff: Mapping[Role, int],
    cast: Sequence[Member],
    tables: Mapping[str, int],
    chosen: int,
    begin: Callable[[Past], None],
    now: datetime,
) -> int:
    """Write everything that was done beside the rounds of these days, all or nothing; how many acts it was.

    It begins with `begin`: until this is written too a house at work does not know the past's days.
    """
    with past_tense(until=end) as past:
        begin(past)
        _keep_the_watch_out()
        stage = Stage(
            past=past,
            days=days,
            end=end,
            staff=staff,
            cast=cast,
            tables=dict(tables),
            dice=Random(f"{chosen}/work"),  # noqa: S311  (a history for show)
            chosen=chosen,
        )
        for chapter in CHAPTERS:
            stage.tell(chapter(stage))
        stage.run()
        nights.report(past, days[-1:], now=now)
        return past.acts


def write_nights(*, days: Sequence[date], end: datetime, begin: Callable[[Past], None], now: datetime) -> None:
    """Of a past of rounds alone: `begin`, and the reports of its nights."""
    with past_tense(until=end) as past:
        begin(past)
        nights.report(past, days, now=now)


def _keep_the_watch_out() -> None:
    """The house's own watch opens incidents under the keys that are given here: it waits, holding nothing yet."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE tables_incident IN SHARE ROW EXCLUSIVE MODE")
