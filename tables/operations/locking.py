"""The one lock order of the floor: tables by id, then players' accounts by id (docs/locking.md)."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from django.db import connection, models

from kernel import prepared
from kernel.json_text import decode
from tables.models import Configuration, Round, Shoe, Table

_LOCK: Final = "SELECT id FROM tables_table WHERE id = ANY(%s::bigint[]) ORDER BY id FOR UPDATE"


def lock_rows(ids: Iterable[int]) -> list[int]:
    """Lock tables for the rest of the transaction, in id order, and read nothing of them; the ids of those there are.

    A caller that needs no objects reads its columns in a statement of its own, after the lock.
    """
    with prepared.cursor() as cursor:
        cursor.execute(_LOCK, [prepared.array(sorted(set(ids)))])
        return [row[0] for row in cursor.fetchall()]


def send_lock(ids: Sequence[int]) -> None:
    """Lock tables like `lock_rows`, in one go with the statement that follows and reads them (`prepared.together`)."""
    prepared.send(_LOCK, [prepared.array(ids)])


def lock_tables(ids: Iterable[int]) -> dict[int, Table]:
    """Lock tables for the rest of the transaction, in id order, with what hangs on them read after the lock.

    A finished round's proofs are left out: nothing that begins with a lock asks for them.
    """
    locked = lock_rows(ids)
    with prepared.cursor() as cursor:
        cursor.execute(_read(), [prepared.array(locked)])
        found = {row[0]: _table(row) for row in cursor.fetchall()}
    return {table_id: found[table_id] for table_id in locked}


def lock_table(table_id: int) -> Table | None:
    """Lock one table; nothing if there is none."""
    return lock_tables([table_id]).get(table_id)


# Every step at a table begins here, and building this query anew took half of a round's settlement on this side.
_PARTS: Final[Sequence[tuple[str, type[models.Model]]]] = (
    ("t", Table),
    ("c", Configuration),
    ("s", Shoe),
    ("r", Round),
    ("rc", Configuration),
    ("rs", Shoe),
)
_FROM: Final = """
FROM tables_table t
LEFT JOIN LATERAL (SELECT * FROM tables_configuration WHERE id = t.configuration_id OFFSET 0) c ON true
LEFT JOIN LATERAL (SELECT * FROM tables_shoe WHERE id = t.shoe_id OFFSET 0) s ON true
LEFT JOIN LATERAL (SELECT * FROM tables_round WHERE id = t.current_round_id OFFSET 0) r ON true
LEFT JOIN LATERAL (SELECT * FROM tables_configuration WHERE id = r.configuration_id OFFSET 0) rc ON true
LEFT JOIN LATERAL (SELECT * FROM tables_shoe WHERE id = r.shoe_id OFFSET 0) rs ON true
WHERE t.id = ANY(%s::bigint[])
"""
"""Each row by its key: free to choose, the planner reads all the rounds there are (ADR 0163)."""


@cache
def _fields(model: type[models.Model]) -> tuple["models.Field[Any, Any]", ...]:
    return tuple(field for field in model._meta.concrete_fields if (model, field.name) != (Round, "proofs"))


@cache
def _read() -> str:
    columns = [f"{alias}.{field.column}" for alias, model in _PARTS for field in _fields(model)]
    return f"SELECT {', '.join(columns)} {_FROM}"


def _table(row: Sequence[Any]) -> Table:
    table: Table
    table, configuration, shoe, current, round_configuration, round_shoe = _objects(row)
    table.configuration, table.shoe, table.current_round = configuration, shoe, current
    if current is not None:
        current.table, current.configuration, current.shoe = table, round_configuration, round_shoe
    return table


def _objects(row: Sequence[Any]) -> list[Any]:
    """The row's parts as objects, or nothing where there is none."""
    objects, begin = [], 0
    for _, model in _PARTS:
        fields = _fields(model)
        values = row[begin : begin + len(fields)]
        begin += len(fields)
        objects.append(_object(model, fields, values) if values[0] is not None else None)
    return objects


def _object(
    model: type[models.Model], fields: Sequence["models.Field[Any, Any]"], values: Sequence[Any]
) -> models.Model:
    read = [
        decode(value) if isinstance(field, models.JSONField) and value is not None else value
        for field, value in zip(fields, values, strict=True)
    ]
    return model.from_db(connection.alias, [field.attname for field in fields], read)
