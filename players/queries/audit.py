"""The audit trail read: acts newest first, each with all that it changed (H8)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from players.models import AuditEntry, Person


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
    """Of its last entry: where the next page goes on."""
    at: datetime
    by: int | None
    who: str
    origin: str
    login: str
    rows: tuple[RowChanged, ...]


def acts(
    *,
    by: int | None = None,
    subject: str | None = None,
    subject_id: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    outside: bool = False,
    before: int | None = None,
    limit: int = 50,
) -> tuple[Act, ...]:
    """Acts that fit, newest first. `outside`: only those that no signed-in person made.

    Finds the acts by one of their entries, then shows them whole: three statements, however many.
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
    if before is not None:
        wanted &= Q(id__lt=before)
    return _whole(_numbers(wanted, limit))


def story(rows: Collection[tuple[str, str]], *, limit: int = 200) -> tuple[Act, ...]:
    """Everything that ever touched these rows (table, id), the first act first: how it came to be as it is."""
    wanted = Q()
    for subject, subject_id in rows:
        wanted |= Q(subject=subject, subject_id=subject_id)
    return tuple(reversed(_whole(_numbers(wanted, limit)))) if rows else ()


def _numbers(wanted: Q, limit: int) -> list[int]:
    """The acts' numbers, newest first. An act's entries lie together, so a few times the limit holds enough acts."""
    found: dict[int, None] = {}
    entries = AuditEntry.objects.filter(wanted).order_by("-id").values_list("act", flat=True)
    for act in entries.iterator(chunk_size=500):
        found.setdefault(act)
        if len(found) >= limit:
            break
    return list(found)


def _whole(numbers: Collection[int]) -> tuple[Act, ...]:
    entries: dict[int, list[AuditEntry]] = {}
    for entry in AuditEntry.objects.filter(act__in=list(numbers)).order_by("id"):
        entries.setdefault(entry.act, []).append(entry)
    by = {entry.by for each in entries.values() for entry in each if entry.by is not None}
    names = dict(Person.objects.filter(pk__in=by).values_list("pk", "nickname"))
    return tuple(_act(entries[number], names) for number in numbers if number in entries)


def _act(entries: list[AuditEntry], names: Mapping[int, str]) -> Act:
    last = entries[-1]
    return Act(
        id=last.pk,
        at=last.at,
        by=last.by,
        who=names.get(last.by, "") if last.by is not None else "",
        origin=last.origin,
        login=last.login,
        rows=tuple(RowChanged(each.change, each.subject, each.subject_id, each.before, each.after) for each in entries),
    )
