"""Incidents to their end: what was done at once, cause and remedy, what was learned, and two persons who close it."""

from datetime import datetime

from django.db import transaction

from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from tables.incident_terms import severity_of, tell_by, terms_on
from tables.operations.incidents.rows import (
    IncidentActed,
    IncidentRejected,
    IncidentRejection,
    acted_on,
    change,
    locked,
    open_one,
    require_read,
    said_of,
    tell_of,
    unproposed,
)


def contain(*, incident_id: int, containment: str, by: int, now: datetime, seen: int | None = None) -> IncidentActed:
    """Write what was done at once, so that the trouble goes no further; or write it anew.

    `seen`, here and below, is the revision that was read: another one is refused. Raises `IncidentRejected`.
    """
    return _write(EventName.INCIDENT_CONTAINED, "containment", containment, incident_id, by=by, now=now, seen=seen)


def learn(*, incident_id: int, lessons: str, by: int, now: datetime, seen: int | None = None) -> IncidentActed:
    """Write the after-action note of an open incident, or write it anew. Raises `IncidentRejected`."""
    return _write(EventName.INCIDENT_LEARNED, "lessons", lessons, incident_id, by=by, now=now, seen=seen)


def _write(
    name: EventName, field: str, text: str, incident_id: int, *, by: int, now: datetime, seen: int | None
) -> IncidentActed:
    said = said_of(text)
    with transaction.atomic():
        incident = unproposed(incident_id, seen)
        if said == getattr(incident, field):
            return acted_on(incident, repeat=True)
        change(incident, **{field: said})
        tell_of(name, incident, by=by, now=now)
    return acted_on(incident)


def explain(
    *, incident_id: int, cause: str, solution: str, by: int, now: datetime, seen: int | None = None
) -> IncidentActed:
    """Write the cause of an open incident, its remedy, or both (PT-R18); the one that is not known yet is blank.

    What stands is written anew, and never left blank. Raises `IncidentRejected`.
    """
    said = {name: said_of(text) if text.strip() else "" for name, text in (("cause", cause), ("solution", solution))}
    with transaction.atomic():
        incident = unproposed(incident_id, seen)
        before = {name: getattr(incident, name) for name in said}
        if any(before[name] and not said[name] for name in said) or not any(said.values()):
            raise IncidentRejected(IncidentRejection.NOTHING_WRITTEN)
        if said == before:
            return acted_on(incident, repeat=True)
        change(incident, **said)
        for name, event in (("cause", EventName.INCIDENT_EXPLAINED), ("solution", EventName.INCIDENT_REMEDIED)):
            if said[name] != before[name]:
                tell_of(event, incident, by=by, now=now)
    return acted_on(incident)


def propose_end(*, incident_id: int, by: int, now: datetime, seen: int | None = None) -> IncidentActed:
    """Propose to a second person to close an incident whose cause, remedy and after-action note are written, and of
    which the regulator was told, unless it is slight.

    Proposed by the same person already: the same answer. Raises `IncidentRejected`.
    """
    with transaction.atomic():
        incident = open_one(incident_id)
        if incident.proposed_at is not None:
            if incident.proposed_by_id == by:
                return acted_on(incident, repeat=True)
            raise IncidentRejected(IncidentRejection.END_PROPOSED)
        require_read(incident, seen)
        if not incident.cause or not incident.solution:
            raise IncidentRejected(IncidentRejection.NO_CAUSE)
        if not incident.lessons:
            raise IncidentRejected(IncidentRejection.NO_LESSONS)
        severity = severity_of(incident.kind, incident.severity)
        if incident.told_at is None and tell_by(incident.opened_at, severity) is not None:
            raise IncidentRejected(IncidentRejection.NOT_TOLD, rule=terms_on(incident.opened_at).rule)
        change(incident, proposed_at=now, proposed_by_id=by)
        tell_of(EventName.INCIDENT_END_PROPOSED, incident, by=by, now=now)
    return acted_on(incident)


def approve_end(*, incident_id: int, by: int, now: datetime, seen: int | None = None) -> IncidentActed:
    """Agree to what another person proposed: the incident is closed, and nothing of it is said anew.

    Closed by the same person already: the same answer. Raises `IncidentRejected`.
    """
    with transaction.atomic():
        incident = locked(incident_id)
        if incident.closed_at is not None:
            if incident.closed_by_id == by and incident.proposed_by_id is not None:
                return acted_on(incident, repeat=True)
            raise IncidentRejected(IncidentRejection.CLOSED)
        if incident.proposed_by_id is None:
            raise IncidentRejected(IncidentRejection.NOT_PROPOSED)
        require_read(incident, seen)
        if incident.proposed_by_id == by:
            raise IncidentRejected(IncidentRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[incident.proposed_by_id], now=now)) is not None:
            raise IncidentRejected(IncidentRejection(late.why.value), until=late.until)
        change(incident, closed_at=now, closed_by_id=by)
        tell_of(EventName.INCIDENT_CLOSED, incident, by=by, now=now)
    return acted_on(incident)


def reject_end(*, incident_id: int, reason: str, by: int, now: datetime) -> IncidentActed:
    """Turn down what another person proposed, or take back one's own: the incident stays open, and may be written on.

    Raises `IncidentRejected`.
    """
    why = said_of(reason)
    with transaction.atomic():
        incident = open_one(incident_id)
        if incident.proposed_by_id is None:
            raise IncidentRejected(IncidentRejection.NOT_PROPOSED)
        proposed_by = incident.proposed_by_id
        change(incident, proposed_at=None, proposed_by_id=None)
        if proposed_by == by:
            tell_of(EventName.INCIDENT_END_TAKEN_BACK, incident, by=by, now=now, reason=why)
        else:
            tell_of(EventName.INCIDENT_END_REJECTED, incident, by=by, now=now, reason=why, proposed_by=proposed_by)
    return acted_on(incident)
