"""The audit trail read: acts newest first, each with all that it changed (H8)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from players.models import AuditEntry, Person
from wallet.sorting import Sort, Sortable

SHOWN: Final = 12
"""So many rows of one act are read for a list: what registered thousands at once would fill every page otherwise."""
STRETCH: Final = 500
WHOLE: Final = 2_000
"""So many rows of an act are read when it alone is asked for."""
ACTS: Final = Sortable({"at": "pk"}, Sort("at", descending=True))


@dataclass(frozen=True, slots=True)
class RowChanged:
    """One row of one table: of a change only the columns that differ, else the whole row."""

    change: str
    subject: str
    subject_id: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Act:
    """What one transaction changed. `by` is None when nobody was signed in: a process of the house, or the database."""

    id: int
    """Of its last entry that fits, in the order asked for: where the next page goes on."""
    number: int
    at: datetime
    by: int | None
    who: str
    origin: str
    login: str
    rows: tuple[RowChanged, ...]
    more: bool
    """Whether it changed more rows than are told here."""


def acts(
    *,
    by: int | None = None,
    subject: str | None = None,
    subject_id: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    outside: bool = False,
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[Act, ...]:
    """Acts that fit, newest first or, `sort`, oldest first. `outside`: only those that no signed-in person made.

    Finds the acts by their entries, then tells of each those entries and its first ones, `SHOWN` of either at most:
    four statements, however many and however large.
    """
    wanted = Q()
    if by is not None:
        wanted &= Q(by=by)
    if subject is not None:
        wanted &= Q(subject=subject)
    if subject_id is not None:
        wanted &= Q(subject_id=subject_id)
    if since is not None:
        wanted &= Q(at__gte=since)
    if until is not None:
        wanted &= Q(at__lt=until)
    if outside:
        wanted &= Q(by=None)
    return _told(_fitting(wanted, limit, sort or ACTS.first, before))


def act(number: int) -> Act | None:
    """One act with all that it changed, up to `WHOLE` rows; None if there is none of that number."""
    newest = AuditEntry.objects.filter(act=number).order_by("-id").values_list("pk", flat=True).first()
    return _told({number: [newest]}, shown=WHOLE)[0] if newest is not None else None


def story(rows: Collection[tuple[str, str]], *, limit: int = 200) -> tuple[Act, ...]:
    """Everything that ever touched these rows (table, id), the first act first: how it came to be as it is."""
    wanted = Q()
    for subject, subject_id in rows:
        wanted |= Q(subject=subject, subject_id=subject_id)
    return tuple(reversed(_told(_fitting(wanted, limit, ACTS.first)))) if rows else ()


def _fitting(wanted: Q, limit: int, sort: Sort, before: int | None = None) -> dict[int, list[int]]:
    """The acts' numbers in this order, each with the first and the last of its entries that fit."""
    found: dict[int, list[int]] = {}
    for number, pk in _in_order(wanted, sort, before):
        if number not in found and len(found) == limit:
            break
        fitting = found.setdefault(number, [])
        if len(fitting) == SHOWN:
            fitting.pop()
        fitting.append(pk)
    return found


def _in_order(wanted: Q, sort: Sort, before: int | None) -> Iterator[tuple[int, int]]:
    """Act and id of the entries that fit, in this order, a stretch at a time.

    Not by a cursor: outside a transaction the database would first put the whole outcome aside.
    """
    stretch, last = STRETCH, before
    while True:
        page = list(ACTS.page(AuditEntry.objects.filter(wanted), sort, last).values_list("act", "pk")[:stretch])
        yield from page
        if len(page) < stretch:
            return
        stretch, last = STRETCH * 10, page[-1][1]


def _told(fitting: Mapping[int, list[int]], *, shown: int = SHOWN) -> tuple[Act, ...]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.id FROM unnest(%s::bigint[]) AS a(act) CROSS JOIN LATERAL"
            " (SELECT id FROM players_auditentry WHERE act = a.act ORDER BY id LIMIT %s) e",
            [list(fitting), shown + 1],
        )
        wanted = {int(row[0]) for row in cursor.fetchall()}
    wanted.update(pk for each in fitting.values() for pk in each)
    entries: dict[int, list[AuditEntry]] = {}
    for entry in AuditEntry.objects.filter(pk__in=wanted).order_by("id"):
        entries.setdefault(entry.act, []).append(entry)
    by = {entry.by for each in entries.values() for entry in each if entry.by is not None}
    names = dict(Person.objects.filter(pk__in=by).values_list("pk", "nickname"))
    return tuple(_act(entries[number], read[-1], names, shown) for number, read in fitting.items())


def _act(entries: list[AuditEntry], read: int, names: Mapping[int, str], shown: int) -> Act:
    last = entries[-1]
    return Act(
        id=read,
        number=last.act,
        at=last.at,
        by=last.by,
        who=names.get(last.by, "") if last.by is not None else "",
        origin=last.origin,
        login=last.login,
        rows=tuple(RowChanged(each.change, each.subject, each.subject_id, each.before, each.after) for each in entries),
        more=len(entries) > shown,
    )
