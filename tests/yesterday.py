"""A moment of the last day that is over for the reports, far from every midnight: tests run at any hour."""

from datetime import datetime, time, timedelta

from django.utils import timezone

from kernel.calendar import LISBON, lisbon_date
from reporting.making.figures import SETTLED_FOR


def noon_of_the_last_day() -> datetime:
    """Noon in Lisbon of the last day whose report may be made: minutes after midnight that is not yesterday yet."""
    day = lisbon_date(timezone.now() - SETTLED_FOR) - timedelta(days=1)
    return datetime.combine(day, time(12), tzinfo=LISBON)
