"""How fast and how punctually the house deals, and how long play stood still (PT-72, PT-74)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection
from django.db.models import DateTimeField, Q

from kernel.kept_queries import KeptQuery
from kernel.questions import NOW, Given
from tables.models import Stop
from tables.scopes import WHOLE_HOUSE

SPAN: Final = timedelta(minutes=10)
_PACE: Final = """
SELECT count(*), percentile_disc(0.99) WITHIN GROUP (ORDER BY greatest(interval '0', closed_at - closes_at))
  FILTER (WHERE closes_at IS NOT NULL)
FROM tables_round WHERE settled_at >= %s AND settled_at < %s
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The rounds that were settled lately."""

    rounds: int
    span: timedelta
    late: timedelta | None
    """How long after their deadline betting closed in 99 of 100 of them; None without a round with a deadline."""

    @property
    def tenths_a_minute(self) -> int:
        """Rounds a minute, in tenths."""
        return round(self.rounds * 10 / (self.span / timedelta(minutes=1)))


def pace(*, now: datetime) -> Pace:
    """The pace of the last ten minutes. Reads their rounds: for a place that keeps the answer for some seconds."""
    with connection.cursor() as cursor:
        cursor.execute(_PACE, [now - SPAN, now])
        rounds, late = cursor.fetchone()
    return Pace(rounds=rounds, span=SPAN, late=late)


def stood_still(*, since: datetime, now: datetime) -> timedelta:
    """How long all play was stopped since then, by staff or by the house; stops that overlap are counted once."""
    spans = ((max(at, since), lifted_at or now) for at, lifted_at in _STOPPED(since=since, now=now))
    return sum(_apart(spans), timedelta(0))


_SINCE: Final = Given("since", DateTimeField())
_STOPPED: Final = KeptQuery(
    lambda: (
        Stop.objects.filter(Q(lifted_at=None) | Q(lifted_at__gt=_SINCE), scope__in=WHOLE_HOUSE, at__lt=NOW)
        .order_by("at")
        .values_list("at", "lifted_at")
    )
)


def _apart(spans: Iterable[tuple[datetime, datetime]]) -> Iterator[timedelta]:
    """The lengths of spans that are given by their beginning, without what an earlier one covers."""
    reached: datetime | None = None
    for begins, ends in spans:
        begins = begins if reached is None else max(begins, reached)
        if ends > begins:
            yield ends - begins
            reached = ends
