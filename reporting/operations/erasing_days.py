"""What follows an erasure of sealed days that two persons agreed to (PT-56): their folders and their copies in the
archive go, and the log is told.

The database itself takes records and salts (`reporting_erase_sealed_days`, for `players.keeping`). A day whose salt is
gone is erased: only its leaf in the log stays, by which a copy outside the house is still verified.
"""

import shutil
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.db import transaction

from kernel.calendar import lisbon_date
from kernel.periods import midnight
from players.keeping import operations as keeping
from players.keeping.queries import DoneErasure, Keeping, erasures_done
from reporting.models import ArchivedDay, DaySalt, LeafKind, LogLeaf, PersonRecord, SealedDay
from reporting.operations.archiving import Archive
from reporting.operations.archiving_days import remove_erased_days
from reporting.operations.log import tell_log

REASON: Final = "term-over"
COUNTS: Final = ("days", "records", "salts", "copies")


class CopiesLeft(Exception):
    """The archive does not give up the copies of erased days: the log is told of the erasure once it does."""


def tell_erasures(*, archive: Archive | None, now: datetime) -> int:
    """Remove the folders of days that were erased and their copies in the archive, and tell the log of each erasure
    that is done; how many it told.

    Killed anywhere, the next call goes on: removing again changes nothing, and a leaf comes after the last of it.
    None is told while the archive keeps a copy, or a house that delivered copies has no archive any more.
    """
    told = _told()
    waiting = [each for each in erasures_done(Keeping.SEALED_DAYS) if _key(each) not in told]
    if not waiting:
        return 0
    _remove_folders()
    if not remove_erased_days(archive=archive, now=now):
        return 0
    for each in waiting:
        with transaction.atomic():
            tell_log(kind=LeafKind.CORRECTION, key=_key(each), facts=_facts(each), now=now)
    return len(waiting)


def _remove_folders() -> int:
    """Remove the folder of every day that is erased, all its revisions; how many days."""
    root, removed = settings.EVIDENCE_DIR / "day", 0
    for day in DaySalt.objects.filter(erased_at__isnull=False).values_list("day", flat=True):
        if (root / day.isoformat()).is_dir():
            shutil.rmtree(root / day.isoformat())
            removed += 1
    return removed


def erase_agreed(*, before: date, archive: Archive | None, now: datetime) -> Mapping[str, int] | None:
    """Erase now what two persons agreed to up to this day, instead of waiting for the worker; how much of what.

    None where no erasure up to this day was agreed to. Done before, it answers the same again. Raises `CopiesLeft`.
    """
    tell_erasures(archive=archive, now=now)
    while keeping.erase_due(now=now):
        pass
    tell_erasures(archive=archive, now=now)
    moment = midnight(before)
    done = [each for each in erasures_done(Keeping.SEALED_DAYS) if each.before == moment]
    if not done:
        return None
    facts = _told().get(_key(done[-1]))
    if facts is None:
        raise CopiesLeft
    return {name: int(facts.get(name, 0)) for name in COUNTS}


def _facts(erasure: DoneErasure) -> dict[str, Any]:
    """The leaf: up to which day, how much, and who; counts are all that is erased less what was told before."""
    erased = {"erased_at__isnull": False}
    days = DaySalt.objects.filter(**erased)
    now = {
        "days": SealedDay.objects.filter(day__in=days.values("day")).values("day").distinct().count(),
        "records": PersonRecord.objects.filter(**erased).count(),
        "salts": days.count(),
        "copies": ArchivedDay.objects.filter(removed_at__isnull=False).count(),
    }
    before = _told().values()
    return {
        "day": lisbon_date(erasure.before).isoformat(),
        "files": [],
        "package": None,
        "reason": REASON,
        "by": erasure.proposed_by,
        "agreed_by": erasure.decided_by,
        **{name: now[name] - sum(facts.get(name, 0) for facts in before) for name in COUNTS},
    }


def _told() -> dict[str, dict[str, Any]]:
    """The facts of the erasures that the log has, by key."""
    found = LogLeaf.objects.filter(kind=LeafKind.CORRECTION, key__startswith="erasure/")
    return dict(found.values_list("key", "facts"))


def _key(erasure: DoneErasure) -> str:
    return f"erasure/{erasure.id}"
