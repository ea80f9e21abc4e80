"""The reports' door for reading extracts: those that wait, those decided, one of them (PT-73)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from kernel.kept_queries import MOST, KeptQuery
from kernel.questions import whether_any
from kernel.sorting import with_names
from reporting.catalogue import CATALOGUE, Asked, Definition, criteria, runs
from reporting.models import Extract, ExtractState
from reporting.writers.documents import Column

__all__ = ["ANY_EXTRACT", "ExtractCard", "ExtractState", "extract", "extracts"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractCard:
    """An extract as it stands. `filters` are pairs of title and value; `counted` is how many rows it had when it was
    proposed, None where counting took too long; `report` is the key of its report once that is requested.
    """

    id: int
    title: str
    definition: Definition
    filters: tuple[tuple[Any, str], ...]
    conditions: tuple[str, ...]
    columns: tuple[Column, ...]
    whole: bool
    """Whether it has all columns of the report."""
    reveal: bool
    reason: str
    since: datetime | None
    until: datetime
    counted: int | None
    state: ExtractState
    proposed_by_id: int
    proposed_by: str
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    rejection: str
    report: UUID | None

    @property
    def waits(self) -> bool:
        """Whether a second person has still to decide."""
        return self.state == ExtractState.PROPOSED


def extracts(*, waiting: bool, limit: int) -> tuple[ExtractCard, ...]:
    """Those that wait, the oldest first, or those decided, the latest first. One statement and the names."""
    rows = _WAITING if waiting else _decided()
    rows = rows.order_by("pk" if waiting else "-decided_at")[:limit]
    return tuple(_card(row) for row in _named(rows))


def waiting_extracts() -> tuple[ExtractCard, ...]:
    """Those that wait, the oldest first, a hundred at most."""
    return tuple(_card(row) for row in _FIRST_WAITING())


def _named(rows: QuerySet[Extract]) -> QuerySet[Extract]:
    return with_names(rows, proposed_by=("nickname",), decided_by=("nickname",))


_WAITING: Final = Extract.objects.filter(state=ExtractState.PROPOSED)
_FIRST_WAITING: Final = KeptQuery(lambda: _named(_WAITING.order_by("pk")[:MOST]))
ANY_EXTRACT: Final = whether_any(_WAITING)


def extract(extract_id: int) -> ExtractCard | None:
    """The extract, or None."""
    row = Extract.objects.select_related("proposed_by", "decided_by").filter(pk=extract_id).first()
    return None if row is None else _card(row)


def _decided() -> Any:
    return Extract.objects.exclude(state=ExtractState.PROPOSED)


def _card(row: Extract) -> ExtractCard:
    definition = CATALOGUE[row.name]
    asked: Asked = runs.asked_by(row.filter, row.until)
    kept = set(row.filter["columns"])
    columns = tuple(column for column in definition.columns if column.name in kept)
    return ExtractCard(
        id=row.pk,
        title=row.title,
        definition=definition,
        filters=tuple(line[1:] for line in runs.asked_for(row.filter, asked)),
        conditions=tuple(criteria.sentence(definition, each) for each in runs.conditions_of(row.filter)),
        columns=columns,
        whole=len(columns) == len(definition.columns),
        reveal=row.reveal,
        reason=row.reason,
        since=asked.since,
        until=row.until,
        counted=row.counted,
        state=ExtractState(row.state),
        proposed_by_id=row.proposed_by_id,
        proposed_by=row.proposed_by.nickname,
        proposed_at=row.proposed_at,
        decided_by=row.decided_by.nickname if row.decided_by is not None else "",
        decided_at=row.decided_at,
        rejection=row.rejection,
        report=row.key if row.run_id is not None else None,
    )
