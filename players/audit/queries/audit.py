"""The audit trail read: acts newest first, each with all that it changed (H8)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.models import Max, Q, QuerySet

from kernel.sorting import Sort, Sortable
from players.models import AuditEntry, Person
from players.spans import between

SHOWN: Final = 12
"""So many rows of one act are read for a list: an act that registered thousands would fill every page otherwise."""
STRETCH: Final = 500
"""So many entries are read to find a page of acts; only where acts are larger does the database go from one to the
next, which for a seldom filter it would plan badly."""
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
    """The changes of one transaction. `by` is None for a process of the house and for work at the database."""

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
    four statements, however many and however large; a fifth finds the days.
    """
    wanted = Q()
    if by is not None:
        wanted &= Q(by=by)
    if subject is not None:
        wanted &= Q(subject=subject)
    if subject_id is not None:
        wanted &= Q(subject_id=subject_id)
    if since is not None or until is not None:
        wanted &= between(AuditEntry, since, until)
    if outside:
        wanted &= Q(by=None)
    return _acts(_fitting(AuditEntry.objects.filter(wanted), limit, sort or ACTS.first, before))


def act(number: int) -> Act | None:
    """One act with all that it changed, up to `WHOLE` rows; None if there is none of that number."""
    newest = AuditEntry.objects.filter(act=number).order_by("-id").values_list("pk", flat=True).first()
    return _acts({number: [newest]}, shown=WHOLE)[0] if newest is not None else None


def recorded(numbers: Collection[int]) -> dict[int, Act]:
    """These acts by their numbers, `SHOWN` rows of each at most; those that changed no watched row are left out.

    Four statements, however many; none for none.
    """
    if not numbers:
        return {}
    newest = AuditEntry.objects.filter(act__in=list(numbers)).values("act").annotate(last=Max("id")).order_by()
    fitting = {int(row["act"]): [int(row["last"])] for row in newest}
    return {found.number: found for found in _acts(fitting)} if fitting else {}


def origins(numbers: Collection[int]) -> dict[int, str]:
    """From where these acts came, by their numbers; those that changed no watched row are left out. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT e.act, e.origin FROM unnest(%s::bigint[]) AS a(act) CROSS JOIN LATERAL"
            " (SELECT act, origin FROM players_auditentry WHERE act = a.act ORDER BY id DESC LIMIT 1) e",
            [list(numbers)],
        )
        return dict(cursor.fetchall())


def story(rows: Collection[tuple[str, str]], *, limit: int = 200) -> tuple[Act, ...]:
    """Everything that ever touched these rows (table, id), the first act first: how it came to be as it is."""
    wanted = Q()
    for subject, subject_id in rows:
        wanted |= Q(subject=subject, subject_id=subject_id)
    return tuple(reversed(_acts(_fitting(AuditEntry.objects.filter(wanted), limit, ACTS.first)))) if rows else ()


def _fitting(
    entries: "QuerySet[AuditEntry]", limit: int, sort: Sort, before: int | None = None
) -> dict[int, list[int]]:
    """The numbers of the acts that have any of these entries, in this order, each with its first ones and the last.

    All by the database, so that a large act costs no statement; no cursor is held, which outside a transaction would
    first put the whole outcome aside.
    """
    fitting, parameters = entries.order_by().values("id", "act").query.sql_with_params()
    past, way, back = ("<", "DESC", "ASC") if sort.descending else (">", "ASC", "DESC")
    begin = before if before is not None else (_LAST_OF_ALL if sort.descending else 0)
    numbers = {"begin": begin, "limit": limit, "shown": SHOWN - 1, "stretch": STRETCH}
    found: dict[int, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_FITTING.format(fitting=fitting, past=past, way=way, back=back, **numbers), parameters)
        for number, pk in cursor.fetchall():
            found.setdefault(number, []).append(pk)
    return found


_LAST_OF_ALL: Final = 2**63 - 1
# Whole numbers of our own stand in it as they are; requested values go as parameters.
_FITTING: Final = """
WITH RECURSIVE fitting AS NOT MATERIALIZED ({fitting}),
stretch AS MATERIALIZED (SELECT id, act FROM fitting WHERE id {past} {begin} ORDER BY id {way} LIMIT {stretch}),
enough AS MATERIALIZED (SELECT count(*) < {stretch} OR count(DISTINCT act) > {limit} AS said FROM stretch),
begun (id, act, seen) AS (
  (SELECT id, act, ARRAY[act] FROM stretch ORDER BY id {way} LIMIT 1)
  UNION ALL
  SELECT e.id, e.act, b.seen || e.act FROM begun b CROSS JOIN LATERAL (
    (SELECT id, act FROM stretch
     WHERE (SELECT said FROM enough) AND id {past} b.id AND act <> ALL (b.seen) ORDER BY id {way} LIMIT 1)
    UNION ALL
    (SELECT id, act FROM fitting
     WHERE NOT (SELECT said FROM enough) AND id {past} b.id AND act <> ALL (b.seen) ORDER BY id {way} LIMIT 1)
  ) e
  WHERE cardinality(b.seen) <= {limit}
),
edge AS (SELECT id FROM begun WHERE cardinality(seen) > {limit})
SELECT b.act, e.id FROM begun b LEFT JOIN edge ON true CROSS JOIN LATERAL (
  (SELECT id FROM fitting WHERE act = b.act AND id {past}= b.id AND (edge.id IS NULL OR edge.id {past} id)
   ORDER BY id {way} LIMIT {shown})
  UNION
  (SELECT id FROM fitting WHERE act = b.act AND id {past}= b.id AND (edge.id IS NULL OR edge.id {past} id)
   ORDER BY id {back} LIMIT 1)
) e
WHERE cardinality(b.seen) <= {limit} ORDER BY cardinality(b.seen), e.id {way}
"""


def _acts(fitting: Mapping[int, list[int]], *, shown: int = SHOWN) -> tuple[Act, ...]:
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
