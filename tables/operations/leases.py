"""Which dealer has which table: rows with an expiry and a number that grows (M11)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import BooleanField, ExpressionWrapper, Q

from tables.models import Table

RUNNING = ("open", "closing")
SHOWS: Final = Q(current_round__phase="void", current_round__opening__isnull=True)
"""The cards of the table's void round are still to be shown, be it paused or not."""


@dataclass(frozen=True, slots=True)
class DueStep:
    """A table whose next step is due, and the number of the lease under which it may be done."""

    table_id: int
    fence: int


@dataclass(frozen=True, slots=True)
class Due:
    """What is due now, and when the next step will be."""

    steps: tuple[DueStep, ...]
    next_at: datetime | None


def renew(*, dealer: str, now: datetime, length: timedelta) -> int:
    """Lease every running table that nobody holds, and renew the dealer's own; how many it holds then.

    A table that changes hands gets a higher number, so that the late step of its former dealer is refused.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_RENEW, {"dealer": dealer, "now": now, "until": now + length})
        return int(cursor.rowcount)


_RENEW = """
WITH free AS (
  SELECT id FROM tables_table
  WHERE status IN ('open', 'closing', 'paused')
    AND (dealer = %(dealer)s OR lease_until IS NULL OR lease_until < %(now)s)
  ORDER BY id FOR UPDATE SKIP LOCKED
)
UPDATE tables_table t SET lease_until = %(until)s, dealer = %(dealer)s,
  fence = CASE WHEN t.dealer = %(dealer)s THEN t.fence ELSE t.fence + 1 END
FROM free WHERE t.id = free.id
"""


def give_back(*, dealer: str) -> None:
    """Let go of every table of a dealer that stops, so that another need not wait for the expiry."""
    Table.objects.filter(dealer=dealer).update(lease_until=None, dealer="")


def due(*, dealer: str, now: datetime) -> Due:
    """What a dealer has to do now."""
    rows = (
        Table.objects.filter(dealer=dealer, lease_until__gt=now)
        .filter(Q(status__in=RUNNING, due_at__isnull=False) | SHOWS)
        .annotate(shows=ExpressionWrapper(SHOWS, output_field=BooleanField()))
        .order_by("due_at")
        .values_list("pk", "fence", "due_at", "shows")
    )
    steps, later = [], []
    for table_id, fence, at, shows in rows:
        if shows or (at is not None and at <= now):
            steps.append(DueStep(table_id, fence))
        elif at is not None:
            later.append(at)
    return Due(steps=tuple(steps), next_at=min(later, default=None))
