"""Incidents to their end: what was done at once, cause and remedy, what was learned, and two persons who close it."""

from datetime import datetime

from django.db import transaction

from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from tables.operations.incidents.rows import (
    IncidentActed,
    IncidentRejected,
    IncidentRejection,
    acted_on,
    locked,
    open_one,
    said_of,
    tell_of,
    unproposed,
)


def contain(*, incident_id: int, containment: str, by: int, now: datetime) -> IncidentActed:
    """Write what was done at once, so that the trouble goes no further; or write it anew. Raises `IncidentRejected`."""
    return _write(EventName.INCIDENT_CONTAINED, "containment", containment, incident_id=incident_id, by=by, now=now)


def learn(*, incident_id: int, lessons: str, by: int, now: datetime) -> IncidentActed:
    """Write the after-action note of an open incident, or write it anew. Raises `IncidentRejected`."""
    return _write(EventName.INCIDENT_LEARNED, "lessons", lessons, incident_id=incident_id, by=by, now=now)


def _write(name: EventName, field: str, text: str, *, incident_id: int, by: int, now: datetime) -> IncidentActed:
    said = said_of(text)
    with transaction.atomic():
        incident = unproposed(incident_id)
        if said == getattr(incident, field):
            return acted_on(incident, repeat=True)
        setattr(incident, field, said)
        incident.save(update_fields=[field])
        tell_of(name, incident, by=by, now=now)
    return acted_on(incident)


def explain(*, incident_id: int, cause: str, solution: str, by: int, now: datetime) -> IncidentActed:
    """Write the cause of an open incident, its remedy, or both (PT-R18); the one that is not known yet is blank.

    What stands is written anew, and never left blank. Raises `IncidentRejected`.
    """
    said = {name: said_of(text) if text.strip() else "" for name, text in (("cause", cause), ("solution", solution))}
    with transaction.atomic():
        incident = unproposed(incident_id)
        before = {name: getattr(incident, name) for name in said}
        if any(before[name] and not said[name] for name in said) or not any(said.values()):
            raise IncidentRejected(IncidentRejection.NOTHING_WRITTEN)
        if said == before:
            return acted_on(incident, repeat=True)
        incident.cause, incident.solution = said["cause"], said["solution"]
        incident.save(update_fields=["cause", "solution"])
        for name, event in (("cause", EventName.INCIDENT_EXPLAINED), ("solution", EventName.INCIDENT_REMEDIED)):
            if said[name] != before[name]:
                tell_of(event, incident, by=by, now=now)
    return acted_on(incident)


def propose_end(*, incident_id: int, by: int, now: datetime) -> IncidentActed:
    """Propose to a second person to close an incident whose cause, remedy and after-action note are written.

    Proposed by the same person already: the same answer. Raises `IncidentRejected`.
    """
    with transaction.atomic():
        incident = open_one(incident_id)
        if incident.proposed_at is not None:
            if incident.proposed_by_id == by:
                return acted_on(incident, repeat=True)
            raise IncidentRejected(IncidentRejection.END_PROPOSED)
        if not incident.cause or not incident.solution:
            raise IncidentRejected(IncidentRejection.NO_CAUSE)
        if not incident.lessons:
            raise IncidentRejected(IncidentRejection.NO_LESSONS)
        incident.proposed_at, incident.proposed_by_id = now, by
        incident.save(update_fields=["proposed_at", "proposed_by"])
        tell_of(EventName.INCIDENT_END_PROPOSED, incident, by=by, now=now)
    return acted_on(incident)


def approve_end(*, incident_id: int, by: int, now: datetime) -> IncidentActed:
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
        if incident.proposed_by_id == by:
            raise IncidentRejected(IncidentRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[incident.proposed_by_id], now=now)) is not None:
            raise IncidentRejected(IncidentRejection(late.why.value), until=late.until)
        incident.closed_at, incident.closed_by_id = now, by
        incident.save(update_fields=["closed_at", "closed_by"])
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
        incident.proposed_at, incident.proposed_by_id = None, None
        incident.save(update_fields=["proposed_at", "proposed_by"])
        tell_of(EventName.INCIDENT_END_REJECTED, incident, by=by, now=now, reason=why, proposed_by=proposed_by)
    return acted_on(incident)
