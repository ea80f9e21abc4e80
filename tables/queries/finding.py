"""What the office's search asks of the tables: each by an index, one statement each (ADR 0182)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from kernel.sorting import with_names
from tables.models import Round, Slip, Table

LAST_SIGN = "\U0010ffff"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table by its name; `version` and `preset` of its rules, None and empty without any."""

    table_id: int
    code: str
    name: str
    kind: str
    status: str
    version: int | None
    preset: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRound:
    """A round in one line; stakes of everybody in cents."""

    code: str
    table_name: str
    currency: str
    phase: str
    winner: str
    stakes: int
    opened_at: datetime
    void_reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSlip:
    """A slip with its round and its player."""

    round_code: str
    number: str
    nickname: str
    public_id: UUID
    rejected: bool
    received_at: datetime


def every_table() -> tuple[FoundTable, ...]:
    """All tables, in the order of their names: there are few, and what was meant is decided by the asker."""
    columns = ("pk", "code", "name", "kind", "status", "configuration__number", "configuration__terms__preset")
    rows = Table.objects.order_by("name", "pk").values_list(*columns)
    return tuple(
        FoundTable(table_id=pk, code=code, name=name, kind=kind, status=status, version=number, preset=preset or "")
        for pk, code, name, kind, status, number, preset in rows
    )


def find_rounds(
    *,
    code: str = "",
    tables: tuple[str, ...] = (),
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int,
) -> tuple[FoundRound, ...]:
    """Rounds whose code begins so, or those of these tables opened in [since, until); the latest first."""
    rows = _told(Round.objects.all())
    if code:
        # A range, not LIKE: the order of the database's texts is that of their bytes.
        rows = rows.filter(code__gte=code, code__lt=code + LAST_SIGN).order_by("-code")
    else:
        rows = rows.filter(table__code__in=tables).order_by("-opened_at")
        rows = rows.filter(opened_at__gte=since) if since else rows
        rows = rows.filter(opened_at__lt=until) if until else rows
    return tuple(_found(row) for row in rows[:limit])


def nearest_rounds(
    *, tables: tuple[int, ...], since: datetime, until: datetime
) -> tuple[FoundRound | None, FoundRound | None]:
    """The last round of these tables opened before `since`, and the first from `until` on. Two statements: the index
    of a table's rounds answers for each table apart."""
    before = [_at(table).filter(opened_at__lt=since).order_by("-opened_at")[:1] for table in tables]
    after = [_at(table).filter(opened_at__gte=until).order_by("opened_at")[:1] for table in tables]
    first, *others = (*before, *after)
    ends = first.union(*others, all=True)
    sides: dict[bool, list[tuple[datetime, int]]] = {True: [], False: []}
    for pk, opened_at in ends:
        sides[opened_at < since].append((opened_at, pk))
    ids = max(sides[True], default=(since, 0))[1], min(sides[False], default=(until, 0))[1]
    found = {row.pk: _found(row) for row in _told(Round.objects.filter(pk__in=ids))}
    return found.get(ids[0]), found.get(ids[1])


def _at(table: int) -> "QuerySet[Round, tuple[int, datetime]]":
    return Round.objects.filter(table_id=table).values_list("pk", "opened_at")


def _told(rows: "QuerySet[Round]") -> "QuerySet[Round]":
    return with_names(rows, table=("name", "currency"))


def _found(row: Round) -> FoundRound:
    return FoundRound(
        code=row.code,
        table_name=row.table.name,
        currency=row.table.currency,
        phase=row.phase,
        winner=row.winner,
        stakes=sum(row.sums.values()),
        opened_at=row.opened_at,
        void_reason=row.void_reason,
    )


def find_slip(*, round_code: str, number: str) -> FoundSlip | None:
    """The slip of this number in this round: a number alone has no index, for slips are written by the thousand."""
    rows = Slip.objects.filter(round__code=round_code, number=number).select_related("round", "person").order_by("pk")
    row = rows.first()
    if row is None:
        return None
    return FoundSlip(
        round_code=row.round.code,
        number=row.number,
        nickname=row.person.nickname,
        public_id=row.person.public_id,
        rejected=row.rejection is not None,
        received_at=row.received_at,
    )
