"""Incidents opened: by a person who noticed something, or by the house that found it."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction

from players.adapters.queries import silences
from players.events.names import EventName
from tables.models import Incident, IncidentKind, Round, RoundPhase, Table, TableStatus
from tables.operations.incidents.rows import (
    IncidentActed,
    IncidentRejected,
    IncidentRejection,
    acted_on,
    said_of,
    tell_of,
)

KEYS: Final = uuid.UUID("f1c0a7de-5f0c-4f2e-a7b1-1d9a7a3a5d10")
STUCK: Final = timedelta(seconds=60)
"""So long after its due step a table in play counts as stuck."""
LOOK_BACK: Final = timedelta(days=7)


def report(
    *, text: str, by: int, idempotency_key: uuid.UUID, now: datetime, table_id: int | None = None
) -> IncidentActed:
    """Open an incident that a person noticed; the same key: the first answer. Raises `IncidentRejected`."""
    said = said_of(text)
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
        tell_of(EventName.INCIDENT_OPENED, incident, by=by, now=now, kind=str(incident.kind))
    return acted_on(incident, repeat=not created)


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
