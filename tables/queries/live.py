"""What the live processes ask: a table's snapshot, versions to compare with, and what is due."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from tables.models import Table
from tables.queries import state


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """The public state of a table at one version."""

    table_id: int
    version: int
    sections: dict[str, Any]


def table_id(code: str) -> int | None:
    """The id of a table by its code."""
    return Table.objects.filter(code=code).values_list("pk", flat=True).first()


def table_state(*, table_id: int, now: datetime) -> TableState:
    """The whole public state of one instant: a snapshot at v, to which the events after v may be applied."""
    outermost = not connection.in_atomic_block
    with transaction.atomic():
        if outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        table = Table.objects.select_related(
            "configuration", "current_round", "current_round__shoe", "current_round__configuration"
        ).get(pk=table_id)
        return TableState(table_id=table.pk, version=table.version, sections=state.snapshot(table, now=now))


def versions(table_ids: Collection[int]) -> dict[int, int]:
    """The present version of each table: whoever holds a lower one has missed a message."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))
