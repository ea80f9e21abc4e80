"""Which dealer has which table: rows with an expiry and a number that grows (M11)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from tables.models import Table
from tables.operations.stops import REASONS
from tables.scopes import WHOLE_HOUSE


@dataclass(frozen=True, slots=True)
class DueStep:
    """A table whose next step is due, and the number of the lease under which it may be done."""

    table_id: int
    fence: int
    due_at: datetime | None = None
    round_code: str = ""
    """Of the round that stands there; empty between two."""

    def late(self, now: datetime, *, since: datetime) -> float:
        """For how many seconds a dealer that began at `since` has left it undone; 0 for one that an act made due.

        While the house was closed nothing was late.
        """
        return 0.0 if self.due_at is None else max(0.0, (now - max(self.due_at, since)).total_seconds())


@dataclass(frozen=True, slots=True)
class Due:
    """The steps due now, and when the next one will be."""

    steps: tuple[DueStep, ...]
    next_at: datetime | None


def renew(*, dealer: str, now: datetime, length: timedelta) -> int:
    """Lease every running table that no dealer holds, and renew the dealer's own; how many it holds then.

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
    """The steps that a dealer has to do now."""
    with connection.cursor() as cursor:
        everywhere, said = list(WHOLE_HOUSE), list(REASONS)
        cursor.execute(_DUE, {"dealer": dealer, "now": now, "everywhere": everywhere, "said": said})
        rows = cursor.fetchall()
    steps = tuple(DueStep(table_id, fence, at, code) for table_id, fence, at, code in rows if table_id is not None)
    return Due(steps=steps, next_at=next(at for table_id, _, at, _code in rows if table_id is None))


# At once, regardless of the table's clock: the cards of a void round are still to be shown, be the table paused or not;
# or a switch stopped an individual table in a round that no deadline ends, and the table does not say so yet.
_DUE: Final = """
WITH held AS MATERIALIZED (
  SELECT t.id, t.fence, t.due_at, coalesce(r.code, '') AS code, at_once.presses OR t.due_at <= %(now)s AS is_due
  FROM tables_table t
  LEFT JOIN LATERAL (SELECT * FROM tables_round WHERE id = t.current_round_id OFFSET 0) r ON true
  CROSS JOIN LATERAL (SELECT CASE
    WHEN r.phase = 'void' THEN NOT EXISTS (SELECT FROM tables_voidopening o WHERE o.round_id = r.id)
    WHEN t.kind = 'individual' AND t.status = 'open' AND r.phase = 'betting' AND r.closes_at IS NULL
      AND t.status_reason <> ALL(%(said)s) THEN EXISTS (
        SELECT FROM tables_stop s WHERE s.lifted_at IS NULL AND (s.scope = ANY(%(everywhere)s)
          OR s.scope IN ('table-' || t.id, 'drift-' || t.id) OR s.scope = (
          SELECT c.terms->>'preset' FROM tables_configuration c WHERE c.id = t.configuration_id)))
    ELSE false END) AS at_once(presses)
  WHERE t.dealer = %(dealer)s AND t.lease_until > %(now)s
    AND (at_once.presses OR (t.status IN ('open', 'closing') AND t.due_at IS NOT NULL))
)
(SELECT id, fence, due_at, code FROM held WHERE is_due ORDER BY due_at)
UNION ALL SELECT NULL, NULL, min(due_at), NULL FROM held WHERE is_due IS NOT TRUE
"""
"""The steps that are due, the longest overdue first, and a row without a table: when the next one will be."""
