"""The answers of the search: rows in groups, and what the kinds share while one text is answered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from casino.backoffice.presenters import stops
from casino.backoffice.search.asked import Asked, folded
from tables.queries import FoundTable, StopCard

MOST: Final = 6
"""Rows of a kind; the list behind it has the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One row: where it leads, what it is called, what stands beside it. `drawing` is that of a place."""

    href: str
    label: str
    detail: str = ""
    side: str = ""
    drawing: str
    sends: tuple[tuple[str, str], ...] = ()
    """Names and values of a form: then the row is no link but an act, which `href` takes."""
    near: bool = False
    """It only lies near what was asked for, where there is no such thing."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the kinds share while one text is answered: who asks, and the tables that the words may mean."""

    person: object
    asked: Asked
    tables: tuple[FoundTable, ...]
    now: datetime
    thrown: tuple[StopCard, ...] = ()
    """The switches that stop play; not asked for where no table is meant."""

    def stops_at(self, table: FoundTable) -> tuple[StopCard, ...]:
        """Those that hold this table, its own first."""
        return stops.over(self.thrown, table_id=table.table_id, preset=table.preset)


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind."""

    name: str
    label: str
    rows: tuple[Found, ...]


def says(asked: Asked, label: str) -> bool:
    """Whether the text begins the label, or a word of it: without accents and capitals, however it is apostrophed."""
    wanted, name = (text.replace("’", "'") for text in (asked.name, folded(label)))
    return len(wanted) >= 2 and (name.startswith(wanted) or f" {wanted}" in name)
