"""What a process measures of itself, kept for a day: a row a minute, written again while the minute runs.

Hints of measurement and no evidence: nothing of money, rounds or persons is decided by them or stands in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction
from psycopg.types.json import Jsonb

from reporting.models import ProcessMinute
from reporting.queries.processes import ProcessKind

KEPT: Final = timedelta(hours=25)
"""So long minutes are kept: with a hundred processes some 150,000 rows at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sign of life. `slips`, `steps` and `pages` are those of the running minute by bucket, `figures` whole numbers
    by name; `ended` says goodbye."""

    process: str
    kind: ProcessKind
    host: str
    version: str
    began_at: datetime
    figures: Mapping[str, int]
    slips: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Signed:
    """The minute that the sign stands in."""

    minute: datetime


def note(*, sign: Sign, now: datetime) -> Signed:
    """Write this minute's row of the process, or write it again. One statement; `now` is the database's clock."""
    minute = now.replace(second=0, microsecond=0)
    values: dict[str, Any] = {
        "minute": minute,
        "now": now,
        "process": sign.process[:80],
        "kind": sign.kind.value,
        "host": sign.host[:30],
        "version": sign.version[:60],
        "began": sign.began_at,
        "ended": sign.ended,
        "figures": Jsonb(dict(sign.figures)),
        "slips": list(sign.slips),
        "steps": list(sign.steps),
        "pages": list(sign.pages),
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_NOTE, values)
    return Signed(minute)


_NOTE: Final = """
INSERT INTO reporting_processminute AS told
  (minute, process, kind, host, version, began_at, seen_at, ended, figures, slips, steps, pages)
VALUES (%(minute)s, %(process)s, %(kind)s, %(host)s, %(version)s, %(began)s, %(now)s, %(ended)s, %(figures)s,
  %(slips)s::int[], %(steps)s::int[], %(pages)s::int[])
ON CONFLICT (minute, process) DO UPDATE SET seen_at = EXCLUDED.seen_at, ended = told.ended OR EXCLUDED.ended,
  figures = EXCLUDED.figures, slips = EXCLUDED.slips, steps = EXCLUDED.steps, pages = EXCLUDED.pages
"""


def forget(*, now: datetime) -> int:
    """Remove the minutes that are older than a day; how many rows went."""
    removed, _ = ProcessMinute.objects.filter(minute__lt=now - KEPT).delete()
    return removed
