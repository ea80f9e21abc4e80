"""Reads the kept data: each class with its term and its count, the erasures, the data past their term."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from kernel.calendar import add_months, lisbon_date
from kernel.kept_queries import MOST, KeptQuery
from kernel.questions import whether_any
from kernel.sorting import with_names
from players.keeping.terms import all_terms, kept_tables, latest_before
from players.models import Erasure, KeepingLook
from players.models.keeping import ERASABLE as ERASABLE
from players.models.keeping import ErasureState as ErasureState
from players.models.keeping import Keeping as Keeping
from players.models.keeping import KeepingEnd, KeepingStart


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassCard:
    """A retention class. `rows`, `oldest`, `past` and `since` are as of `looked_at`, and None without one."""

    kind: Keeping
    start: KeepingStart
    end: KeepingEnd
    months: int
    source: str
    tables: tuple[str, ...]
    looked_at: datetime | None
    rows: int | None
    oldest: datetime | None
    past: int | None
    """Rows, or accounts, whose term is over."""
    since: datetime | None
    """When the oldest term began, of the classes that two persons may have erased."""
    erasure: int | None
    """The erasure of this class that waits or runs."""

    @property
    def next_at(self) -> datetime | None:
        """When the oldest term is over, or was."""
        return None if self.since is None else add_months(self.since, self.months)

    @property
    def erasable(self) -> bool:
        """Whether two persons may have it erased."""
        return self.kind.value in ERASABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureCard:
    """An erasure as it stands; `counted` is how much it would have taken when it was proposed."""

    id: int
    kind: Keeping
    before: datetime
    months: int
    counted: int
    reason: str
    state: ErasureState
    proposed_by_id: int
    proposed_by: str
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    rejection: str
    erased: int
    done_at: datetime | None

    @property
    def waits(self) -> bool:
        """Whether a second person has still to decide."""
        return self.state == ErasureState.PROPOSED


@dataclass(frozen=True, slots=True)
class DoneErasure:
    """An erasure that is done: what its class is told of who decided, by public ids."""

    id: int
    before: datetime
    proposed_by: str
    decided_by: str


def classes(*, now: datetime) -> tuple[ClassCard, ...]:
    """Every retention class, in the order of the list. Two statements."""
    looks = {look.kind: look for look in KeepingLook.objects.all()}
    open_ = Erasure.objects.filter(state__in=[ErasureState.PROPOSED, ErasureState.APPROVED])
    erasures = dict(open_.values_list("kind", "pk"))
    return tuple(_class(kind, looks.get(kind.value), erasures.get(kind.value), now) for kind in Keeping)


def _class(kind: Keeping, look: KeepingLook | None, erasure: int | None, now: datetime) -> ClassCard:
    terms = all_terms()[kind]
    line = terms.on(lisbon_date(now))
    return ClassCard(
        kind=kind,
        start=terms.start,
        end=terms.end,
        months=line.months,
        source=line.source,
        tables=tuple(table.name for table in kept_tables() if table.kind is kind),
        looked_at=look.looked_at if look else None,
        rows=look.rows if look else None,
        oldest=look.oldest if look else None,
        past=look.past if look else None,
        since=look.first_since if look else None,
        erasure=erasure,
    )


def past_terms(*, now: datetime) -> Iterator[ClassCard]:
    """The classes with something past its term that no proposal is about yet."""
    return (card for card in classes(now=now) if card.past and card.erasable and card.erasure is None)


ANY_PAST_TERM: Final = whether_any(KeepingLook.objects.filter(past__gt=0))
"""Whether `past_terms` may have any: a class with something past its term, with a proposal about it or without."""
ANY_ERASURE: Final = whether_any(Erasure.objects.filter(state=ErasureState.PROPOSED))


def erasures(*, open_: bool, limit: int) -> tuple[ErasureCard, ...]:
    """Those that wait or run, the oldest first, or those that are over, the latest first."""
    rows = Erasure.objects.filter(state__in=_RUNNING) if open_ else Erasure.objects.exclude(state__in=_RUNNING)
    found = rows.order_by("pk" if open_ else "-decided_at")[:limit]
    return tuple(_card(row) for row in _named(found))


def open_erasures() -> tuple[ErasureCard, ...]:
    """Those that wait or run, the oldest first, a hundred at most."""
    return tuple(_card(row) for row in _OPEN())


def _named(rows: QuerySet[Erasure]) -> QuerySet[Erasure]:
    return with_names(rows, proposed_by=("nickname",), decided_by=("nickname",))


_RUNNING: Final = (ErasureState.PROPOSED, ErasureState.APPROVED)
_OPEN: Final = KeptQuery(lambda: _named(Erasure.objects.filter(state__in=_RUNNING).order_by("pk")[:MOST]))


def erasures_done(kind: Keeping) -> tuple[DoneErasure, ...]:
    """The erasures of a class that are done, the oldest first."""
    rows = Erasure.objects.filter(kind=kind, state=ErasureState.DONE).order_by("pk")
    found = rows.values_list("pk", "before", "proposed_by__public_id", "decided_by__public_id")
    return tuple(DoneErasure(pk, before, str(by), str(agreed)) for pk, before, by, agreed in found)


def erasure(erasure_id: int) -> ErasureCard | None:
    """The erasure, or None."""
    row = Erasure.objects.select_related("proposed_by", "decided_by").filter(pk=erasure_id).first()
    return None if row is None else _card(row)


def archived_after(kind: Keeping) -> int:
    """Months after which what a class keeps is delivered to the archive."""
    return all_terms()[kind].after


def latest_day(kind: Keeping, *, now: datetime) -> datetime:
    """The latest midnight up to which an erasure may be proposed."""
    return latest_before(kind, now)


def _card(row: Erasure) -> ErasureCard:
    return ErasureCard(
        id=row.pk,
        kind=Keeping(row.kind),
        before=row.before,
        months=row.months,
        counted=row.counted,
        reason=row.reason,
        state=ErasureState(row.state),
        proposed_by_id=row.proposed_by_id,
        proposed_by=row.proposed_by.nickname,
        proposed_at=row.proposed_at,
        decided_by=row.decided_by.nickname if row.decided_by is not None else "",
        decided_at=row.decided_at,
        rejection=row.rejection,
        erased=row.erased,
        done_at=row.done_at,
    )
