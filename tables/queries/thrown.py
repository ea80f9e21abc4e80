"""The switches that are thrown: what they stop, why, and who threw them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kernel.kept_queries import KeptQuery
from kernel.sorting import with_names
from tables import scopes
from tables.models import Stop
from tables.queries.staff import names_of_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCard:
    """A switch that is thrown; scope one of `scopes.WHOLE_HOUSE`, a preset or a table. `by`: empty, the house."""

    stop_id: int
    scope: str
    reason: str
    """Empty until the person who threw it gives one."""
    by: str
    by_id: int | None
    at: datetime
    table_id: int | None = None
    table_name: str = ""
    """The one table that it stops; none for the others."""


def stops() -> tuple[StopCard, ...]:
    """The switches that keep new rounds from opening now, oldest first."""
    rows = _THROWN()
    at_tables = [table_id for row in rows if (table_id := _table_of(row.scope)) is not None]
    names = names_of_tables(at_tables)
    return tuple(_stop(row, names) for row in rows)


_THROWN: Final = KeptQuery(lambda: with_names(Stop.objects.filter(lifted_at=None), by=("nickname",)).order_by("at"))


def stop_reasons(stop_ids: Collection[int]) -> dict[int, str]:
    """The reasons of these switches as they stand now, by the switch; empty: not given."""
    return dict(Stop.objects.filter(pk__in=stop_ids).values_list("pk", "reason"))


def proof_stop(*, locked: bool = False) -> StopCard | None:
    """The switch that a proof threw, if it is thrown; `locked` holds its row in the caller's transaction."""
    return _house_stop(scopes.PROOF, locked=locked)


def line_stop(*, locked: bool = False) -> StopCard | None:
    """The switch that the regulator's line threw, if it is thrown; `locked` as for `proof_stop`."""
    return _house_stop(scopes.REGULATOR, locked=locked)


def _house_stop(scope: str, *, locked: bool) -> StopCard | None:
    rows = Stop.objects.filter(scope=scope, lifted_at=None).select_related("by")
    row = (rows.select_for_update(of=("self",)) if locked else rows).first()
    return _stop(row, {}) if row else None


def _table_of(scope: str) -> int | None:
    return scopes.table_in(scope) or scopes.stopped_by_drift(scope)


def _stop(row: Stop, names: Mapping[int, str]) -> StopCard:
    table_id = _table_of(row.scope)
    return StopCard(
        stop_id=row.pk,
        scope=row.scope,
        reason=row.reason,
        by=row.by.nickname if row.by else "",
        by_id=row.by_id,
        at=row.at,
        table_id=table_id,
        table_name=names.get(table_id, "") if table_id is not None else "",
    )
