"""Incidents in hand: findings, severity, owner, what was touched, and the word to the regulator."""

import uuid
from datetime import datetime
from typing import Final

from django.db import transaction

from kernel.money import Currency
from players.events.names import EventName, Subject
from players.inbox.operations import mention
from players.inbox.operations.work import hand
from players.inbox.things import Thing
from players.roles import Action
from players.staff.queries import members_who_may
from tables.incident_terms import SEVERITIES, severity_of
from tables.models import IncidentNote
from tables.operations.incidents.rows import (
    WORD,
    IncidentActed,
    IncidentRejected,
    IncidentRejection,
    acted_on,
    change,
    locked,
    open_one,
    said_of,
    tell_of,
    unproposed,
)

MOST: Final = (10**12, 10**6, 366 * 86_400)
"""Of what is stated: cents, players, seconds."""


def note(*, incident_id: int, text: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> IncidentActed:
    """Write down what was found out; the same key: once. Colleagues whom it names (`@Inês`) have the incident in
    their inbox from then on. Raises `IncidentRejected`.
    """
    said = said_of(text)
    with transaction.atomic():
        incident = locked(incident_id)
        _, created = IncidentNote.objects.get_or_create(
            key=idempotency_key, defaults={"incident": incident, "at": now, "by_id": by, "text": said}
        )
        if created:
            tell_of(EventName.INCIDENT_NOTED, incident, by=by, now=now)
            mention(thing=Thing(Subject.INCIDENT, f"I-{incident.pk}"), text=said, by=by, now=now)
    return acted_on(incident, repeat=not created)


def tell_regulator(*, incident_id: int, word: str, by: int, now: datetime) -> IncidentActed:
    """Keep the word that the regulator was given of an incident (GL-40, PT-74): what was said, by whom and when.

    Raises `IncidentRejected`.
    """
    said = said_of(word, WORD)
    with transaction.atomic():
        incident = locked(incident_id)
        if incident.told_at is not None:
            raise IncidentRejected(IncidentRejection.ALREADY_TOLD)
        incident.told_at, incident.told_by_id, incident.word = now, by, said
        incident.save(update_fields=["told_at", "told_by", "word"])
        tell_of(EventName.INCIDENT_TOLD, incident, by=by, now=now)
    return acted_on(incident)


def grade(*, incident_id: int, severity: int, reason: str, by: int, now: datetime) -> IncidentActed:
    """Say how severe an open incident is, with a reason; the regulator's clock goes by it (PT-74).

    Raises `IncidentRejected`.
    """
    why = said_of(reason)
    with transaction.atomic():
        incident = unproposed(incident_id)
        if severity not in SEVERITIES:
            raise IncidentRejected(IncidentRejection.SEVERITY_UNKNOWN)
        before = severity_of(incident.kind, incident.severity)
        if severity == before:
            raise IncidentRejected(IncidentRejection.NOTHING_CHANGES)
        change(incident, severity=severity)
        tell_of(EventName.INCIDENT_GRADED, incident, by=by, now=now, before=before, after=severity, reason=why)
    return acted_on(incident)


def assign(*, incident_id: int, owner_id: int | None, by: int, now: datetime) -> IncidentActed:
    """Give an open incident to a colleague who handles incidents, who looks after it then; or take its owner away.

    Raises `IncidentRejected`.
    """
    with transaction.atomic():
        incident = open_one(incident_id)
        if owner_id is not None and owner_id not in handlers():
            raise IncidentRejected(IncidentRejection.NOT_A_HANDLER)
        before = incident.owner_id
        if owner_id == before:
            return acted_on(incident, repeat=True)
        incident.owner_id = owner_id
        incident.save(update_fields=["owner"])
        tell_of(EventName.INCIDENT_ASSIGNED, incident, by=by, now=now, before=before, after=owner_id)
        hand([Thing(Subject.INCIDENT, f"I-{incident.pk}")], person_id=owner_id, by=by, now=now, told=True)
    return acted_on(incident)


def handlers() -> dict[int, str]:
    """The colleagues who handle incidents, by id: their names."""
    return members_who_may(Action.HANDLE_INCIDENTS)


def measure(
    *,
    incident_id: int,
    amount: int | None,
    people: int | None,
    standstill: int | None,
    reason: str,
    by: int,
    now: datetime,
) -> IncidentActed:
    """State what an open incident touched, or correct what was reckoned: cents of euro, players, seconds of play that
    stood still. None: as reckoned. Raises `IncidentRejected`.
    """
    why = said_of(reason)
    with transaction.atomic():
        incident = unproposed(incident_id)
        stated = (amount, people, standstill)
        if any(each is not None and not 0 <= each <= most for each, most in zip(stated, MOST, strict=True)):
            raise IncidentRejected(IncidentRejection.EXTENT_INVALID)
        if stated == (incident.amount, incident.people, incident.standstill):
            raise IncidentRejected(IncidentRejection.NOTHING_CHANGES)
        change(incident, amount=amount, people=people, standstill=standstill)
        extent = {"amount": amount, "currency": Currency.EUR.value, "people": people, "standstill": standstill}
        tell_of(EventName.INCIDENT_MEASURED, incident, by=by, now=now, **extent, reason=why)
    return acted_on(incident)
