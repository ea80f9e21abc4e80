"""Scheduled reports that wait for staff: those that failed, and those without a receipt in time."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from reporting.queries import schedules


def turns(now: datetime) -> Iterator[Due]:
    """Reports of schedules that failed, or have no receipt in time."""
    for turn in schedules.turns_in_trouble(now=now, limit=100):
        of_it = partial(
            Due,
            href=address("backoffice:schedule", turn.number),
            since=turn.told_at or turn.due_at,
            rule="I3",
            impersonal=True,
        )
        subject = f"S-{turn.number} · {turn.definition.title}"
        if turn.failed:
            yield of_it(what=gettext("A scheduled report failed"), subject=subject, to_whom="", due_at=turn.due_at)
        for each in turn.notices:
            if each.late:
                yield of_it(
                    what=gettext("Receive the scheduled report"),
                    subject=subject,
                    to_whom=each.member,
                    due_at=each.due_at,
                    who=each.member,
                )
