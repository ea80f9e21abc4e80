"""Rounds that are not finished yet and should be: they must be by the ninetieth day (PT-42)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet

from kernel.kept_queries import MOST, KeptQuery
from kernel.questions import NOW, Given, whether_any
from tables.models import UNFINISHED, Round

LONG: Final = timedelta(hours=1)
"""A round in play for longer hangs: its table is paused, or no player comes to its individual table."""
WITHIN: Final = timedelta(days=90)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedRound:
    """A round that hangs, with money in it."""

    code: str
    table_id: int
    table_name: str
    opened_at: datetime
    due_at: datetime
    staked: int
    currency: str


def unfinished_rounds(*, now: datetime) -> tuple[UnfinishedRound, ...]:
    """Rounds with stakes that were opened more than an hour ago and still have no result, the oldest first, a hundred
    at most."""
    return tuple(
        UnfinishedRound(
            code=row.code,
            table_id=row.table_id,
            table_name=row.table.name,
            opened_at=row.opened_at,
            due_at=row.opened_at + WITHIN,
            staked=sum(row.sums.values()),
            currency=row.table.currency,
        )
        for row in _LONG_OPEN(now=now)
        if any(row.sums.values())
    )


def _long_open(now: Given) -> QuerySet[Round]:
    return Round.objects.filter(phase__in=UNFINISHED, opened_at__lt=now - LONG)


_LONG_OPEN: Final = KeptQuery(lambda: _long_open(NOW).select_related("table").order_by("opened_at")[:MOST])
ANY_LONG_OPEN: Final = whether_any(_long_open(NOW))
"""Whether `unfinished_rounds` may have any: a round, with stakes or without."""
