"""Everything that is due, with its recipient, deadline and handler: one list of the obligations of all apps (H10)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from casino.backoffice.presenters import sources
from casino.backoffice.presenters.dues import Due
from casino.backoffice.presenters.dues import Row as Row
from players.inbox.queries import carers as carers_of


def _moment(row: Row) -> tuple[bool, datetime]:
    return row.due.due_at is None, row.due.due_at or row.due.since


COLUMNS: Final[dict[str, Callable[[Row], Any]]] = {
    "due": _moment,
    "kind": lambda row: (row.due.what, _moment(row)),
    "whom": lambda row: (row.due.to_whom.casefold(), _moment(row)),
    "since": lambda row: row.due.since,
    "who": lambda row: (row.due.who.casefold(), _moment(row)),
}
"""The columns by which the board can be sorted."""


def board(*, person: object, now: datetime) -> tuple[Row, ...]:
    """The open items that `person` may see: late ones first, then by deadline, then those without one, oldest first."""
    found = _with_carers(list(sources.dues(sources.BOARD, person=person, now=now)))
    found.sort(key=lambda due: (due.due_at is None, due.due_at or due.since))
    return tuple(Row(due, now) for due in found)


def _with_carers(found: list[Due]) -> list[Due]:
    """Each with who looks after it: whom it was given to, else whom it itself names. One statement."""
    carers = carers_of([due.thing for due in found if due.thing is not None])
    named = {thing: carer.name for thing, carer in carers.items() if carer.name}
    return [replace(due, who=named[due.thing]) if due.thing in named else due for due in found]
