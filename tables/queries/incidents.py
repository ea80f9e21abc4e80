"""Incidents read: the list with what is open first, and one with all that was found out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from kernel.sorting import Sort, Sortable, with_names
from tables.models import Incident, IncidentNote

_NAME: Final = ("nickname",)
INCIDENTS: Final = Sortable({"opened": "pk", "kind": "kind"}, Sort("opened", descending=True))
"""How incidents are sorted; their numbers grow with the moment they were opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentCard:
    """One incident; names are those of members of staff, empty for the house itself."""

    id: int
    kind: str
    table_code: str
    table_name: str
    subject: str
    facts: Mapping[str, Any]
    opened_at: datetime
    opened_by: str
    told_at: datetime | None
    told_by: str
    closed_at: datetime | None
    closed_by: str
    cause: str
    solution: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteCard:
    """A finding about an incident."""

    at: datetime
    by: str
    text: str


def incidents(
    *,
    kind: str | None = None,
    is_open: bool | None = None,
    round_code: str | None = None,
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[IncidentCard, ...]:
    """Incidents that fit, newest first or as `INCIDENTS` may be sorted; `before`: the id where the last page ended."""
    rows = _rows()
    if kind is not None:
        rows = rows.filter(kind=kind)
    if is_open is not None:
        rows = rows.filter(closed_at__isnull=is_open)
    if round_code is not None:
        rows = rows.filter(subject=round_code)
    return tuple(_card(row) for row in INCIDENTS.page(rows, sort, before)[:limit])


def incident(incident_id: int) -> IncidentCard | None:
    """One incident, or None."""
    row = _rows().filter(pk=incident_id).first()
    return _card(row) if row else None


def incident_notes(incident_id: int) -> tuple[NoteCard, ...]:
    """The findings about it, in order."""
    rows = with_names(IncidentNote.objects.filter(incident_id=incident_id), by=_NAME).order_by("pk")
    return tuple(NoteCard(at=row.at, by=row.by.nickname, text=row.text) for row in rows)


def open_incident_count() -> int:
    """How many incidents wait for their cause and solution."""
    return Incident.objects.filter(closed_at__isnull=True).count()


def _rows() -> Any:
    return with_names(Incident.objects.all(), table=("code", "name"), opened_by=_NAME, told_by=_NAME, closed_by=_NAME)


def _card(row: Incident) -> IncidentCard:
    return IncidentCard(
        id=row.pk,
        kind=row.kind,
        table_code=row.table.code if row.table else "",
        table_name=row.table.name if row.table else "",
        subject=row.subject,
        facts=row.facts,
        opened_at=row.opened_at,
        opened_by=row.opened_by.nickname if row.opened_by else "",
        told_at=row.told_at,
        told_by=row.told_by.nickname if row.told_by else "",
        closed_at=row.closed_at,
        closed_by=row.closed_by.nickname if row.closed_by else "",
        cause=row.cause,
        solution=row.solution,
    )
