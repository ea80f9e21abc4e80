"""What the house still owes somebody outside by a certain moment (PT-29, H10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from players.models.duties import Duty


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyCard:
    """One thing owed."""

    id: int
    kind: str
    player: UUID
    nickname: str
    facts: Mapping[str, Any]
    created_at: datetime
    due_at: datetime


def open_duties(*, limit: int = 100) -> tuple[DutyCard, ...]:
    """What is still owed, the first due first."""
    rows = Duty.objects.filter(done_at__isnull=True).select_related("person").order_by("due_at", "pk")[:limit]
    return tuple(
        DutyCard(
            id=row.pk,
            kind=row.kind,
            player=row.person.public_id,
            nickname=row.person.nickname,
            facts=row.facts,
            created_at=row.created_at,
            due_at=row.due_at,
        )
        for row in rows
    )
