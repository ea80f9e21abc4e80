"""Complaints by their deadlines: how long those that wait still have, and how many were answered in time (PT-79)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db.models import Count, DateField, F, Q
from django.db.models.functions import TruncDate, TruncMonth

from kernel.calendar import LISBON, lisbon_date, working_days_between
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
    waiting = Complaint.objects.filter(state__in=_OPEN).values_list("due_on").annotate(Count("pk")).order_by("due_on")
    for due_on, count in waiting:
        late = today > due_on
        left = -max(1, working_days_between(due_on, today)) if late else working_days_between(today, due_on)
        found[left] = found.get(left, 0) + count
    return found


def answered_by_month(*, now: datetime, months: int = 12) -> tuple[AnsweredMonth, ...]:
    """The last `months` with the present one, the oldest first; a case that was reopened and waits is in none."""
    last = lisbon_date(now).replace(day=1)
    wanted = [_back(last, by) for by in range(months - 1, -1, -1)]
    since = datetime.combine(wanted[0], time.min, tzinfo=LISBON)
    on_day = TruncDate("answered_at", tzinfo=LISBON)
    counted = (
        Complaint.objects.filter(answered_at__gte=since)
        .annotate(month=TruncMonth("answered_at", tzinfo=LISBON, output_field=DateField()), on_day=on_day)
        .values_list("month")
        .annotate(in_time=Count("pk", filter=Q(on_day__lte=F("due_on"))), all=Count("pk"))
        .order_by("month")
    )
    sums = {month: (in_time, every) for month, in_time, every in counted}
    return tuple(
        AnsweredMonth(month, sums.get(month, (0, 0))[0], sums.get(month, (0, 0))[1] - sums.get(month, (0, 0))[0])
        for month in wanted
    )


def _back(month: date, by: int) -> date:
    place = month.year * 12 + month.month - 1 - by
    return date(place // 12, place % 12 + 1, 1)
