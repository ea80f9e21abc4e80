"""Which dealer has which table: rows with an expiry and a number that grows (M11)."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction

from tables.models import Table

RUNNING = ("open", "closing")


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
        Table.objects.filter(dealer=dealer, status__in=RUNNING, due_at__isnull=False, lease_until__gt=now)
        .order_by("due_at")
        .values_list("pk", "fence", "due_at")
    )
    planned = [(table_id, fence, at) for table_id, fence, at in rows if at is not None]
    steps = tuple(DueStep(table_id, fence) for table_id, fence, at in planned if at <= now)
    return Due(steps=steps, next_at=next((at for _, _, at in planned if at > now), None))
