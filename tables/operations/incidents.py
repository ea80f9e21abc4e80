"""Incidents: opened by the house or by staff, looked into, told to the regulator, closed with cause and solution."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players.adapters.queries import silences
from players.events.names import EventName, Subject
from players.events.telling import tell
from players.inbox.operations import mention
from players.inbox.operations.work import hand
from players.inbox.things import Thing
from players.roles import Action
from players.staff.queries import members_who_may
from tables.incident_terms import SEVERITIES, SEVERITY
from tables.models import Incident, IncidentKind, IncidentNote, Round, RoundPhase, Table, TableStatus

KEYS: Final = uuid.UUID("f1c0a7de-5f0c-4f2e-a7b1-1d9a7a3a5d10")
TEXT: Final = (3, 2_000)
STUCK: Final = timedelta(seconds=60)
"""So long after its due step a table in play counts as stuck."""
LOOK_BACK: Final = timedelta(days=7)
MOST: Final = (10**12, 10**6, 366 * 86_400)
"""Of what is stated: cents, players, seconds."""


class IncidentRejection(StrEnum):
    """Why an incident stays as it is, in the order of checking."""

    TEXT_INVALID = "text-invalid"
    NO_SUCH_INCIDENT = "no-such-incident"
    KEY_REUSED = "key-reused"
    ALREADY_TOLD = "already-told"
    CLOSED = "closed"
    SEVERITY_UNKNOWN = "severity-unknown"
    NOT_A_HANDLER = "not-a-handler"
    """The owner handles no incidents."""
    EXTENT_INVALID = "extent-invalid"
    """Nothing is stated, or less than nothing."""
    NOTHING_CHANGES = "nothing-changes"
    NO_LESSONS = "no-lessons"
    """It is closed once its after-action note is written."""


class IncidentRejected(Rejected):
    """`reason` says why."""

    reason: IncidentRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentActed:
    """An incident after the act."""

    incident_id: int
    kind: str
    closed: bool
    repeat: bool = False


def report(
    *, text: str, by: int, idempotency_key: uuid.UUID, now: datetime, table_id: int | None = None
) -> IncidentActed:
    """Open an incident that a person noticed; the same key: the first answer. Raises `IncidentRejected`."""
    said = _said(text)
    with transaction.atomic():
        acted = open_incident(
            kind=IncidentKind.OTHER,
            idempotency_key=idempotency_key,
            facts={"text": said},
            now=now,
            by=by,
            table_id=table_id,
        )
        incident = Incident.objects.get(pk=acted.incident_id)
        if acted.repeat and (incident.opened_by_id, incident.facts.get("text")) != (by, said):
            raise IncidentRejected(IncidentRejection.KEY_REUSED)
    return acted


def open_incident(
    *,
    kind: str,
    idempotency_key: uuid.UUID,
    facts: Mapping[str, Any],
    now: datetime,
    by: int | None = None,
    table_id: int | None = None,
    subject: str = "",
    severity: int | None = None,
) -> IncidentActed:
    """Open an incident once: the same key finds the one that is there, open or closed. `severity`: other than its
    kind's.
    """
    about = {"table_id": table_id, "subject": subject, "severity": severity}
    with transaction.atomic():
        return _open(kind, idempotency_key, dict(facts), now=now, by=by, about=about)


def _open(
    kind: str,
    key: uuid.UUID,
    facts: dict[str, Any],
    *,
    now: datetime,
    by: int | None,
    about: Mapping[str, Any],
) -> IncidentActed:
    incident, created = Incident.objects.get_or_create(
        key=key,
        defaults={
            "kind": IncidentKind(kind),
            **about,
            "facts": facts,
            "opened_at": now,
            "opened_by_id": by,
        },
    )
    if created:
        _tell(EventName.INCIDENT_OPENED, incident, by=by, now=now, kind=str(incident.kind))
    return _acted(incident, repeat=not created)


def note(*, incident_id: int, text: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> IncidentActed:
    """Write down what was found out; the same key: once. Colleagues whom it names (`@Inês`) have the incident in
    their inbox from then on. Raises `IncidentRejected`.
    """
    said = _said(text)
    with transaction.atomic():
        incident = _locked(incident_id)
        _, created = IncidentNote.objects.get_or_create(
            key=idempotency_key, defaults={"incident": incident, "at": now, "by_id": by, "text": said}
        )
        if created:
            _tell(EventName.INCIDENT_NOTED, incident, by=by, now=now)
            mention(thing=Thing(Subject.INCIDENT, f"I-{incident.pk}"), text=said, by=by, now=now)
    return _acted(incident, repeat=not created)


def tell_regulator(*, incident_id: int, by: int, now: datetime) -> IncidentActed:
    """Note that the regulator was told (GL-40). Raises `IncidentRejected`."""
    with transaction.atomic():
        incident = _locked(incident_id)
        if incident.told_at is not None:
            raise IncidentRejected(IncidentRejection.ALREADY_TOLD)
        incident.told_at, incident.told_by_id = now, by
        incident.save(update_fields=["told_at", "told_by"])
        _tell(EventName.INCIDENT_TOLD, incident, by=by, now=now)
    return _acted(incident)


def grade(*, incident_id: int, severity: int, reason: str, by: int, now: datetime) -> IncidentActed:
    """Say how severe an open incident is, with a reason; the regulator's clock goes by it (PT-74).

    Raises `IncidentRejected`.
    """
    why = _said(reason)
    with transaction.atomic():
        incident = _open_one(incident_id)
        if severity not in SEVERITIES:
            raise IncidentRejected(IncidentRejection.SEVERITY_UNKNOWN)
        before = incident.severity or SEVERITY[incident.kind]
        if severity == before:
            raise IncidentRejected(IncidentRejection.NOTHING_CHANGES)
        incident.severity = severity
        incident.save(update_fields=["severity"])
        _tell(EventName.INCIDENT_GRADED, incident, by=by, now=now, before=before, after=severity, reason=why)
    return _acted(incident)


def assign(*, incident_id: int, owner_id: int | None, by: int, now: datetime) -> IncidentActed:
    """Give an open incident to a colleague who handles incidents, who looks after it then; or take its owner away.

    Raises `IncidentRejected`.
    """
    with transaction.atomic():
        incident = _open_one(incident_id)
        if owner_id is not None and owner_id not in handlers():
            raise IncidentRejected(IncidentRejection.NOT_A_HANDLER)
        before = incident.owner_id
        if owner_id == before:
            return _acted(incident, repeat=True)
        incident.owner_id = owner_id
        incident.save(update_fields=["owner"])
        _tell(EventName.INCIDENT_ASSIGNED, incident, by=by, now=now, before=before, after=owner_id)
        hand([Thing(Subject.INCIDENT, f"I-{incident.pk}")], person_id=owner_id, by=by, now=now, told=True)
    return _acted(incident)


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
    why = _said(reason)
    with transaction.atomic():
        incident = _open_one(incident_id)
        stated = (amount, people, standstill)
        if any(each is not None and not 0 <= each <= most for each, most in zip(stated, MOST, strict=True)):
            raise IncidentRejected(IncidentRejection.EXTENT_INVALID)
        if stated == (incident.amount, incident.people, incident.standstill):
            raise IncidentRejected(IncidentRejection.NOTHING_CHANGES)
        incident.amount, incident.people, incident.standstill = stated
        incident.save(update_fields=["amount", "people", "standstill"])
        extent = {"amount": amount, "currency": Currency.EUR.value, "people": people, "standstill": standstill}
        _tell(EventName.INCIDENT_MEASURED, incident, by=by, now=now, **extent, reason=why)
    return _acted(incident)


def learn(*, incident_id: int, lessons: str, by: int, now: datetime) -> IncidentActed:
    """Write the after-action note of an open incident, or write it anew. Raises `IncidentRejected`."""
    said = _said(lessons)
    with transaction.atomic():
        incident = _open_one(incident_id)
        if said == incident.lessons:
            return _acted(incident, repeat=True)
        incident.lessons = said
        incident.save(update_fields=["lessons"])
        _tell(EventName.INCIDENT_LEARNED, incident, by=by, now=now)
    return _acted(incident)


def close(*, incident_id: int, cause: str, solution: str, by: int, now: datetime) -> IncidentActed:
    """Close an incident with its cause and its solution (PT-R18), once its after-action note is written.

    Raises `IncidentRejected`.
    """
    causes, solutions = _said(cause), _said(solution)
    with transaction.atomic():
        incident = _open_one(incident_id)
        if not incident.lessons:
            raise IncidentRejected(IncidentRejection.NO_LESSONS)
        incident.closed_at, incident.closed_by_id = now, by
        incident.cause, incident.solution = causes, solutions
        incident.save(update_fields=["closed_at", "closed_by", "cause", "solution"])
        _tell(EventName.INCIDENT_CLOSED, incident, by=by, now=now)
    return _acted(incident)


def watch(*, now: datetime) -> int:
    """Open an incident for every table that is stuck, every round that was void lately and every adapter that is
    silent; answers how many are new.

    A sweep: each trouble has its own key, so that it is told once however often the sweep comes by.
    """
    return sum(not acted.repeat for acted in (*_stuck(now), *_void(now), *_silent(now)))


def _silent(now: datetime) -> list[IncidentActed]:
    """One incident a silence of the outside: the next one, after an answer, is another."""
    return [
        open_incident(
            kind=IncidentKind.ADAPTER_SILENT,
            idempotency_key=uuid.uuid5(KEYS, f"silent:{silence.adapter}:{silence.since.isoformat()}"),
            facts={
                "adapter": silence.adapter.value,
                "last_good_at": silence.last_good_at.isoformat() if silence.last_good_at else "",
                "fault": silence.fault,
            },
            now=now,
        )
        for silence in silences(now=now)
    ]


def _stuck(now: datetime) -> list[IncidentActed]:
    running = Table.objects.filter(
        status__in=[TableStatus.OPEN, TableStatus.CLOSING], due_at__lt=now - STUCK
    ).select_related("current_round")
    return [
        open_incident(
            kind=IncidentKind.STUCK_ROUND,
            idempotency_key=uuid.uuid5(KEYS, f"stuck:{table.pk}:{table.due_at.isoformat() if table.due_at else ''}"),
            facts={"due_at": table.due_at.isoformat() if table.due_at else "", "dealer": table.dealer},
            now=now,
            table_id=table.pk,
            subject=table.current_round.code if table.current_round else "",
        )
        for table in running
    ]


def _void(now: datetime) -> list[IncidentActed]:
    rounds = Round.objects.filter(phase=RoundPhase.VOID, voided_at__gte=now - LOOK_BACK, voided_at__lte=now)
    return [
        open_incident(
            kind=IncidentKind.VOID_ROUND,
            idempotency_key=uuid.uuid5(KEYS, f"void:{played.code}"),
            facts={"reason": played.void_reason, "staked": sum(played.sums.values())},
            now=now,
            table_id=played.table_id,
            subject=played.code,
        )
        for played in rounds.order_by("pk")
    ]


def _locked(incident_id: int) -> Incident:
    incident = Incident.objects.select_for_update(no_key=True).filter(pk=incident_id).first()
    if incident is None:
        raise IncidentRejected(IncidentRejection.NO_SUCH_INCIDENT)
    return incident


def _open_one(incident_id: int) -> Incident:
    incident = _locked(incident_id)
    if incident.closed_at is not None:
        raise IncidentRejected(IncidentRejection.CLOSED)
    return incident


def _tell(name: EventName, incident: Incident, *, by: int | None, now: datetime, **facts: Any) -> None:
    """Tell the house's event; what was found out stands on the incident's own page."""
    played = incident.table_id is not None and incident.subject
    tell(
        name,
        by=by,
        now=now,
        key=f"I-{incident.pk}",
        table_id=incident.table_id,
        round_code=incident.subject if played else "",
        **facts,
    )


def _said(text: str) -> str:
    said = text.strip()
    if not TEXT[0] <= len(said) <= TEXT[1] or "\0" in said:
        raise IncidentRejected(IncidentRejection.TEXT_INVALID)
    return said


def _acted(incident: Incident, *, repeat: bool = False) -> IncidentActed:
    return IncidentActed(
        incident_id=incident.pk, kind=incident.kind, closed=incident.closed_at is not None, repeat=repeat
    )
