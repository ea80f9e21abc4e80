"""How far the comparison of the dealt cards with the sealed shoes is behind (RN-06)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Count, Min, Q
from django.db.models.functions import Coalesce

from tables.models import Comparison, Round, RoundPhase, Table

PATIENCE: Final = timedelta(minutes=5)
"""How long a finished round may wait for its comparison before staff are told; the dealer compares within seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonBehind:
    """The comparison is behind by more than `PATIENCE`."""

    since: datetime
    """When the first round that waits finished."""
    last_good_at: datetime | None
    """When rounds were last compared; None before the first comparison."""
    rounds: int
    shoes: int
    """How many finished rounds wait, and of how many shoes."""


def comparison_behind(*, now: datetime) -> ComparisonBehind | None:
    """How far the comparison is behind; None while each finished round was compared within `PATIENCE` (RN-06)."""
    marks = {mark.table_id: mark for mark in Comparison.objects.all()}
    waits = Q(pk__in=[])
    for table_id in Table.objects.values_list("pk", flat=True):
        # The numbers as constants, so that the index on (table, number) finds the few that wait.
        waits |= Q(table_id=table_id, number__gt=marks[table_id].number if table_id in marks else 0)
    waiting = Round.objects.filter(waits, phase__in=[RoundPhase.SETTLED, RoundPhase.VOID]).aggregate(
        since=Min(Coalesce("settled_at", "voided_at")), rounds=Count("pk"), shoes=Count("shoe", distinct=True)
    )
    if waiting["since"] is None or now - waiting["since"] <= PATIENCE:
        return None
    return ComparisonBehind(
        since=waiting["since"],
        last_good_at=max((mark.compared_at for mark in marks.values() if mark.compared_at), default=None),
        rounds=waiting["rounds"],
        shoes=waiting["shoes"],
    )
