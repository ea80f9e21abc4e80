"""The findings of the nightly look at old days."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from kernel.questions import NOW, whether_any
from reporting.models import NightCheck, SealedDay
from reporting.models import NightKind as NightKind

SILENT_AFTER: Final = timedelta(days=2)
"""Without a comparison for so long something keeps the house from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightCard:
    """The last look at a day that found something."""

    kind: NightKind
    day: date
    revision: int
    at: datetime
    count: int
    told: tuple[str, ...]


def open_findings() -> tuple[NightCard, ...]:
    """The days whose last look found something, by kind; a look that finds nothing any more takes a day off."""
    return tuple(_card(row) for row in _open().select_related("sealed").order_by("at"))


def _open() -> QuerySet[NightCheck]:
    of_same = NightCheck.objects.filter(sealed=OuterRef("sealed"), kind=OuterRef("kind")).order_by("-at", "-pk")
    return NightCheck.objects.filter(count__gt=0, pk=Subquery(of_same.values("pk")[:1]))


def last_look(kind: NightKind) -> NightCard | None:
    """The last look of a kind, whatever it found."""
    row = NightCheck.objects.filter(kind=kind).select_related("sealed").order_by("-at", "-pk").first()
    return None if row is None else _card(row)


def silent_since(*, now: datetime) -> datetime | None:
    """Since when no sealed day was compared with the rows, if that is too long; None where it goes on."""
    first = SealedDay.objects.order_by("sealed_at").values_list("sealed_at", flat=True).first()
    last = NightCheck.objects.filter(kind=NightKind.ROWS).order_by("-at").values_list("at", flat=True).first()
    since = last or first
    return since if since is not None and now - since > SILENT_AFTER else None


def _card(row: NightCheck) -> NightCard:
    return NightCard(
        kind=NightKind(row.kind),
        day=row.sealed.day,
        revision=row.sealed.revision,
        at=row.at,
        count=row.count,
        told=tuple(row.told),
    )


_LATELY: Final = NightCheck.objects.filter(kind=NightKind.ROWS, at__gte=NOW - SILENT_AFTER)
ANY_FINDING: Final = whether_any(_open(), SealedDay.objects.filter(~Exists(_LATELY)))
"""Whether `open_findings` may have any, or `silent_since` a moment."""
