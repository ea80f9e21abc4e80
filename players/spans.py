"""Rows that are numbered as time goes, found by time: the numbers that they lie between let them be read in order."""

from datetime import datetime
from typing import Final

from django.db import connection
from django.db.models import Model, Q

# A day of rows at either end, by the index of days; «offset 0», or the least number would be sought from the first.
_ENDS: Final = """
SELECT
  (SELECT min(id) FROM (SELECT id FROM {table}
   WHERE at >= %(since)s::timestamptz AND at < %(since)s::timestamptz + interval '1 day' OFFSET 0) first_day),
  (SELECT max(id) FROM (SELECT id FROM {table}
   WHERE at >= %(until)s::timestamptz - interval '1 day' AND at < %(until)s::timestamptz OFFSET 0) last_day)
"""


def between(model: type[Model], since: datetime | None, until: datetime | None) -> Q:
    """The rows of this time, from `since` and before `until`, with the numbers that they lie between. One statement.

    For tables with the columns `id` and `at`, where rows that lie days apart by the clock do so by their numbers.
    """
    with connection.cursor() as cursor:
        cursor.execute(_ENDS.format(table=model._meta.db_table), {"since": since, "until": until})
        first, last = cursor.fetchone()
    found = Q() if since is None else Q(at__gte=since)
    if until is not None:
        found &= Q(at__lt=until)
    if first is not None:
        found &= Q(pk__gte=first)
    return found if last is None else found & Q(pk__lte=last)
