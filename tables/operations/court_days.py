"""The drift court at the end of a day: what it held is kept once, so that the day's seal has it (C12)."""

from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db import connection, transaction

from baccarat.court import Stream
from tables.models import CourtDay, CourtMark, CourtState
from tables.operations.court import ended, judge_to


class DayKept(StrEnum):
    """Whether the evidence of a day is kept."""

    KEPT = "kept"
    WAITS = "waits"
    """The court has not judged all rounds of the day."""
    BEFORE = "before"
    """The day was before the court's days were kept, or before the house's first round."""


def keep_day(*, day: date, since: datetime, until: datetime, now: datetime) -> DayKept:
    """Judge the rest of a day's rounds and keep its evidence. The day is [since, until), and none of its transactions
    is under way any more. Safe twice.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LAST_OF_DAY, {"since": since, "until": until})
        last = cursor.fetchone()[0] or 0
    if not judge_to(last, now=now):
        return DayKept.WAITS
    with transaction.atomic():
        mark = CourtMark.objects.select_for_update(skip_locked=True).first()
        if mark is None:
            return DayKept.WAITS
        if mark.kept_from is None or day < mark.kept_from:
            return DayKept.BEFORE
        states = CourtState.objects.filter(day__lte=day).exclude(stream=Stream.GENERATOR).order_by("place", "stream")
        kept = [ended(state, state.day) for state in states if state.day is not None]
        CourtDay.objects.bulk_create(kept, ignore_conflicts=True)
    return DayKept.KEPT


_LAST_OF_DAY: Final = """
SELECT max(f.id) FROM tables_finishedround f JOIN tables_round r ON r.id = f.round_id
WHERE r.settled_at >= %(since)s AND r.settled_at < %(until)s OR r.voided_at >= %(since)s AND r.voided_at < %(until)s
"""
