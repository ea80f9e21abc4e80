"""What slips need of a table, kept in this process by the table's version: the next slip there reads none of it again.

Only what moves with the version is kept: who sits there, the stakes, the terms. An operation that changes one of these
holds the table's lock and raises its version in the same transaction, and the floor's statement, under that lock, says
whether the version is still the one known here. So it is true with any number of processes. Kept after the commit
alone: the version of a transaction that is undone is given again, to another state.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from baccarat.chances import Chance
from tables.queries.state import Seated
from tables.table_settings import TableSettings

TABLES_MAX: Final = 2048
"""Some 10 KiB each."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player's session at a table; all of it moves with the table's version."""

    session_id: int
    account: int
    check_due_at: datetime | None


@dataclass(frozen=True, slots=True)
class Known:
    """A table's state at one version. Callers must not change it."""

    version: int
    terms: TableSettings
    offered: frozenset[Chance]
    root: str
    """Of the shoe that the round in play is dealt from; empty without a round."""
    sums: Mapping[Chance, int]
    sitting: Mapping[int, Sitting]
    """By person."""
    seated: Sequence[Seated]
    laid: Mapping[int, Mapping[Chance, int]]


@dataclass(frozen=True, slots=True)
class _Memory:
    house: str
    """The database that it was read from, since its server was started: another may have the same versions."""
    tables: dict[int, Known] = field(default_factory=dict)


_memory = _Memory("")


def recall(table_ids: Iterable[int]) -> tuple[str, dict[int, Known]]:
    """The house that this process remembers, and what it knows of these tables."""
    memory = _memory
    return memory.house, {table_id: memory.tables[table_id] for table_id in table_ids if table_id in memory.tables}


def keep(house: str, tables: Mapping[int, Known]) -> None:
    """Remember these tables once the present transaction is committed; nothing of it if it is not."""
    if tables:
        transaction.on_commit(partial(_keep, house, tables))


def _keep(house: str, tables: Mapping[int, Known]) -> None:
    global _memory
    memory = _memory
    if memory.house != house or len(memory.tables) + len(tables) > TABLES_MAX:
        _memory = memory = _Memory(house)
    memory.tables.update(tables)  # an older version than another thread's is only read again


def forget() -> None:
    """Know nothing any more."""
    global _memory
    _memory = _Memory("")
