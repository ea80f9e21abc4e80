"""Whether the tables that play are in time with their steps. Writes nothing."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tables.models import Table
from tables.queries.staff import LATE


@dataclass(frozen=True, slots=True)
class StepsDue:
    """How many tables play, and how many of them wait for a step that was due more than five seconds ago."""

    tables: int
    overdue: int


def steps_due(*, now: datetime) -> StepsDue:
    """The tables that play, counted. One statement."""
    playing = Table.objects.filter(status__in=("open", "closing"))
    found = playing.aggregate(tables=Count("pk"), overdue=Count("pk", filter=Q(due_at__lt=now - LATE)))
    return StepsDue(**found)
