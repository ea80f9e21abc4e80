"""Complaints by their deadlines: how long those that wait still have, and how many were answered in time (PT-79)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db.models import Count, DateTimeField, ExpressionWrapper, F, Func, IntegerField, Q, QuerySet
from django.db.models.functions import TruncDate

from kernel.calendar import LISBON, lisbon_date, working_days_between
from kernel.kept_queries import KeptQuery
from kernel.questions import Given
from players.models import Complaint, ComplaintState

_OPEN = (ComplaintState.RECEIVED.value, ComplaintState.IN_HAND.value)


@dataclass(frozen=True, slots=True)
class AnsweredMonth:
    """How many complaints were answered in a month, in time and late."""

    month: date
    in_time: int
    late: int


def waiting_by_deadline(*, now: datetime) -> Mapping[int, int]:
    """Working days to the deadline -> how many open cases; below 0 the days since it passed, 0 on its last day."""
    today = lisbon_date(now)
    found: dict[int, int] = {}
    for due_on, count in _WAITING():
        late = today > due_on
        left = -max(1, working_days_between(due_on, today)) if late else working_days_between(today, due_on)
        found[left] = found.get(left, 0) + count
    return found


_WAITING: Final = KeptQuery(
    lambda: Complaint.objects.filter(state__in=_OPEN).values_list("due_on").annotate(Count("pk")).order_by("due_on")
)


def answered_by_month(*, now: datetime, months: int = 12) -> tuple[AnsweredMonth, ...]:
    """The last `months` with the present one, the oldest first; a case that was reopened and waits is in none."""
    last = lisbon_date(now).replace(day=1)
    wanted = [_back(last, by) for by in range(months - 1, -1, -1)]
    since = [datetime.combine(month, time.min, tzinfo=LISBON) for month in wanted]
    sums = {place: (in_time, every - in_time) for place, in_time, every in _ANSWERED(since=since, first=since[0])}
    return tuple(AnsweredMonth(month, *sums.get(place, (0, 0))) for place, month in enumerate(wanted, 1))


def _answered() -> "QuerySet[Complaint, tuple[int, int, int]]":
    # The month by its first moment, and not by the month in Lisbon of each answer, which takes five times as long.
    place = Func("answered_at", Given("since", ArrayField(DateTimeField())), function="width_bucket")
    # Before its last day's midnight in UTC an answer is in time in Lisbon too, and the day there costs most.
    in_time = Q(answered_at__lt=F("due_on")) | Q(on_day__lte=F("due_on"))
    return (
        Complaint.objects.filter(answered_at__gte=Given("first", DateTimeField()))
        .annotate(place=ExpressionWrapper(place, IntegerField()), on_day=TruncDate("answered_at", tzinfo=LISBON))
        .values_list("place")
        .annotate(in_time=Count("pk", filter=in_time), all=Count("pk"))
        .order_by("place")
    )


_ANSWERED: Final = KeptQuery(_answered)


def _back(month: date, by: int) -> date:
    place = month.year * 12 + month.month - 1 - by
    return date(place // 12, place % 12 + 1, 1)
