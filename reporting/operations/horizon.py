"""Whether a day, or an hour, is whole: minutes after its end, nothing that had begun by then goes on (ADR 0217)."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Final

from django.db import connection

from reporting.making.figures import SETTLED_FOR, day_bounds


def is_settled(day: date, *, now: datetime) -> bool:
    """Whether no row of the day can come any more.

    Looked at twice: what had begun at the first look, minutes after midnight, is over at the second. The day's mark
    (`SealMark`) keeps the first look.
    """
    if now < day_bounds(day)[1] + SETTLED_FOR:
        return False
    with connection.cursor() as cursor:
        cursor.execute(_LOOK, {"day": day, "now": now})
        cursor.execute(_PASSED, [day])
        return bool(cursor.fetchone()[0])


def look_at_hours(vault: str, hours: Collection[datetime], *, now: datetime) -> None:
    """Note for hours that are settled by the clock, named by their beginnings, which transactions have begun by now.

    A statement outside of any other transaction, so that its number is above theirs.
    """
    if hours:
        with connection.cursor() as cursor:
            cursor.execute(_LOOK_AT_HOURS, {"vault": vault, "hours": list(hours), "now": now})


def is_hour_over(vault: str, starts_at: datetime) -> bool:
    """Whether every transaction that had begun when the hour was looked at is over: then no row of it can come."""
    with connection.cursor() as cursor:
        cursor.execute(_HOUR_PASSED, [vault, starts_at])
        found = cursor.fetchone()
    return found is not None and bool(found[0])


_LOOK: Final = """
INSERT INTO reporting_sealmark (day, horizon, looked_at, faults)
VALUES (%(day)s, pg_current_xact_id()::text::bigint, %(now)s, '[]') ON CONFLICT (day) DO NOTHING
"""
_PASSED: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= horizon FROM reporting_sealmark WHERE day = %s
"""
_LOOK_AT_HOURS: Final = """
INSERT INTO reporting_hourmark (vault, starts_at, horizon, looked_at, trouble, told)
SELECT %(vault)s, hour, pg_current_xact_id()::text::bigint, %(now)s, '', '[]'
FROM unnest(%(hours)s::timestamptz[]) AS hour ON CONFLICT (vault, starts_at) DO NOTHING
"""
_HOUR_PASSED: Final = """
SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= horizon FROM reporting_hourmark
WHERE vault = %s AND starts_at = %s
"""
