"""The events of requests to correct data: the field, never what stood or stands in it."""

from datetime import datetime
from typing import Any

from players.events.names import EventName
from players.events.telling import tell
from players.models import RectificationRequest, RectificationState


def tell_asked(request: RectificationRequest, *, now: datetime) -> None:
    """Tell that a player asks for a correction."""
    person, due_at = request.person_id, request.due_at
    key = f"C-{request.pk}"
    tell(EventName.CORRECTION_ASKED, by=person, now=now, key=key, person_id=person, field=request.field, due_at=due_at)


def tell_decided(request: RectificationRequest, changed: tuple[str, ...], *, by: int, now: datetime) -> None:
    """Tell how a request was decided, and which registered data changed by it."""
    facts: dict[str, Any] = {"field": request.field}
    name = EventName.CORRECTION_REJECTED
    if request.state == RectificationState.ACCEPTED:
        name, facts["fields"] = EventName.CORRECTION_ACCEPTED, sorted(each.replace("_", "-") for each in changed)
    tell(name, by=by, now=now, key=f"C-{request.pk}", person_id=request.person_id, why=request.decision_reason, **facts)
