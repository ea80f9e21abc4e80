"""The one lock order of the floor: tables by id, then players' accounts by id (docs/locking.md)."""

from collections.abc import Iterable
from typing import Final

from tables.models import Table
from wallet import prepared

_LOCK: Final = "SELECT id FROM tables_table WHERE id = ANY(%s::bigint[]) ORDER BY id FOR UPDATE"


def lock_rows(ids: Iterable[int]) -> list[int]:
    """Lock tables for the rest of the transaction, in id order, and read nothing of them; the ids of those there are.

    Whoever needs no objects reads what it needs in a statement of its own, after the lock.
    """
    with prepared.cursor() as cursor:
        cursor.execute(_LOCK, [prepared.array(sorted(set(ids)))])
        return [row[0] for row in cursor.fetchall()]


def lock_tables(ids: Iterable[int]) -> dict[int, Table]:
    """Lock tables for the rest of the transaction, in id order, with what hangs on them read after the lock.

    A finished round's proofs are left out: nothing that begins with a lock asks for them.
    """
    related = ("configuration", "shoe", "current_round__shoe", "current_round__configuration")
    found = Table.objects.select_related(*related).defer("current_round__proofs").in_bulk(lock_rows(ids))
    return {table_id: found[table_id] for table_id in sorted(found)}


def lock_table(table_id: int) -> Table | None:
    """Lock one table; nothing if there is none."""
    return lock_tables([table_id]).get(table_id)
