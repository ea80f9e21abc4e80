"""How the things of the reports that wait for staff are found by the keys that events give them."""

from collections.abc import Collection
from datetime import date

from players.events.names import Subject
from players.inbox.things import numbered, register
from reporting.models import Extract, FaultySeal, LineOpening, Reopening, SafeCorrection, SoftwareCheck


def _faulty_days(keys: Collection[str]) -> Collection[str]:
    """Days proposed to be sealed with their faults."""
    days = set()
    for key in keys:
        try:
            days.add(date.fromisoformat(key))
        except ValueError:
            continue
    found = FaultySeal.objects.filter(day__in=days).values_list("day", flat=True).distinct()
    return {day.isoformat() for day in found}


def _software(keys: Collection[str]) -> Collection[str]:
    """The software that a check found, by the first digits of its digest."""
    found = SoftwareCheck.objects.exclude(document="").values_list("sha256", flat=True)
    return {digest[:16] for digest in found}.intersection(keys)


register(Subject.EXTRACT, numbered(Extract, "X"))
register(Subject.FILES_CORRECTION, numbered(SafeCorrection, "F"))
register(Subject.PLAY, numbered(Reopening, "proof", "/"), numbered(LineOpening, "regulator", "/"))
register(Subject.DAY, _faulty_days)
register(Subject.SOFTWARE, _software)
