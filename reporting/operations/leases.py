"""Work that one process of the whole site does at a time: rows with an expiry and a number that grows."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

from reporting.models import Lease


def take(*, name: str, holder: str, now: datetime, length: timedelta) -> int | None:
    """Take this lease, or renew it where it is the holder's own; its number, or null while another holds it.

    The number grows whenever the lease changes hands. `now` is the database's clock.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TAKE, {"name": name, "holder": holder, "now": now, "until": now + length})
        row = cursor.fetchone()
    return None if row is None else int(row[0])


_TAKE: Final = """
INSERT INTO reporting_lease AS held (name, holder, fence, until) VALUES (%(name)s, %(holder)s, 1, %(until)s)
ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until,
  fence = held.fence + CASE WHEN held.holder = EXCLUDED.holder THEN 0 ELSE 1 END
WHERE held.holder = EXCLUDED.holder OR held.until <= %(now)s
RETURNING fence
"""


def give_back(*, name: str, holder: str, now: datetime) -> None:
    """Let go of a lease, if the holder has it."""
    Lease.objects.filter(name=name, holder=holder).update(holder="", until=now)
