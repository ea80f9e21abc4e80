"""Whose standing or browser session may have changed, read by every process with sockets from where it left off.

Rows become visible in another order than they are numbered: a transaction that wrote early may commit late. So a reader
keeps the oldest transaction that was still under way when it read, reads on from there, and passes over what it saw
(ADR 0171). Nothing is missed and nothing waits, however long another transaction takes.
"""

from dataclasses import dataclass
from typing import Final

from django.db import connection


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a reader has come: every transaction before `oldest` was over, and of the others these rows were seen."""

    oldest: int
    seen: frozenset[int]


@dataclass(frozen=True, slots=True)
class Hints:
    """Persons and browser sessions (as the rows know them) to look at, and the mark to read on from."""

    persons: frozenset[int]
    sessions: frozenset[str]
    mark: Mark


# `oldest` is of the statement's own snapshot: what that does not show is written by this transaction or a later one.
_SINCE: Final = """
SELECT snapshot.oldest, hint.id, hint.act, hint.person_id, hint.session
FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest) snapshot
LEFT JOIN players_standinghint hint ON hint.act >= coalesce(%(oldest)s, snapshot.oldest)
"""


def hints_since(mark: Mark | None) -> Hints:
    """Return the changes committed since `mark`; None begins now, without changes already over. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, {"oldest": None if mark is None else mark.oldest})
        rows = cursor.fetchall()
    oldest = int(rows[0][0])
    hints = [row[1:] for row in rows if row[1] is not None]
    seen = frozenset() if mark is None else mark.seen
    new = [hint for hint in hints if hint[0] not in seen]
    return Hints(
        persons=frozenset(person_id for _, _, person_id, _ in new if person_id is not None),
        sessions=frozenset(session for _, _, _, session in new if session),
        mark=Mark(oldest, frozenset(number for number, act, _, _ in hints if act >= oldest)),
    )
