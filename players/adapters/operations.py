"""Noting how the outside answered, so that its silence is seen: national list, verifier, regulator's desk.

One statement each, safe twice (PT-02, PT-29, PT-30).
"""

from datetime import datetime

from django.db.models.functions import Coalesce

from players.models import Adapter, AdapterState

FAULT_MOST = 120


def note_answer(*, adapter: Adapter, now: datetime) -> None:
    """Note that the adapter answered: an earlier failure is over."""
    facts = {"last_good_at": now, "failing_since": None, "fault": ""}
    if not AdapterState.objects.filter(name=adapter).update(**facts):
        AdapterState.objects.get_or_create(name=adapter, defaults={"first_asked_at": now, **facts})


def note_failure(*, adapter: Adapter, fault: Exception, now: datetime) -> None:
    """The adapter did not answer, or not in a way that can be read. Kept is the kind of the fault, not its words."""
    facts = {"last_failed_at": now, "fault": type(fault).__name__[:FAULT_MOST]}
    known = AdapterState.objects.filter(name=adapter)
    if not known.update(failing_since=Coalesce("failing_since", now), **facts):
        AdapterState.objects.get_or_create(
            name=adapter, defaults={"first_asked_at": now, "failing_since": now, **facts}
        )
