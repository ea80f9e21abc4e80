"""The whole work of a past, in one transaction after its rounds."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from random import Random
from typing import Final

from django.db import connection

from demonstration.work import asking, complaining, floor, payments, people, protection, replies, scheduling
from demonstration.work.past_tense import past_tense
from demonstration.work.stage import Member, Stage
from players.roles import Role

CHAPTERS: Final = (
    *(replies.stories, payments.stories, protection.stories, complaining.stories),
    *(floor.stories, people.stories, asking.stories, scheduling.stories),
)


def write(
    *,
    days: Sequence[date],
    end: datetime,
    staff: Mapping[Role, int],
    cast: Sequence[Member],
    tables: Mapping[str, int],
    chosen: int,
) -> int:
    """Write everything that was done beside the rounds of these days, all or nothing; how many acts it was."""
    with past_tense(until=end) as past:
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
        return past.acts


def _keep_the_watch_out() -> None:
    """The house's own watch opens incidents under the keys that are given here: it waits, holding nothing yet."""
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE tables_incident IN SHARE ROW EXCLUSIVE MODE")
