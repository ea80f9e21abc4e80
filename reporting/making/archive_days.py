"""Which days' reports are due in the archive (PT-56)."""

from datetime import date, datetime, timedelta

from kernel.calendar import add_months, lisbon_date
from players.keeping.queries import Keeping, archived_after


def last_day_due(now: datetime) -> date:
    """The last day whose reports have been on line for their time."""
    return lisbon_date(add_months(now, -archived_after(Keeping.DAILY_REPORTS))) - timedelta(days=1)
