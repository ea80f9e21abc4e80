"""The scanners of croupiers' tables, as staff see them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import OuterRef, Subquery

from tables.models import CardEvent, CardSource, Scanner


@dataclass(frozen=True, slots=True, kw_only=True)
class ScannerCard:
    """A scanner whose token serves. `last_at` is when its last card was read at its table."""

    id: int
    table_code: str
    name: str
    issued_by: str
    issued_at: datetime
    reason: str
    last_at: datetime | None


def scanners() -> tuple[ScannerCard, ...]:
    """The scanners that may read, by table and name."""
    rows = Scanner.objects.filter(revoked_at=None).select_related("table", "issued_by").annotate(last_at=_LAST)
    return tuple(
        ScannerCard(
            id=row.pk,
            table_code=row.table.code,
            name=row.name,
            issued_by=row.issued_by.nickname,
            issued_at=row.issued_at,
            reason=row.reason,
            last_at=row.last_at,
        )
        for row in rows.order_by("table__name", "name")
    )


_LAST: Final = Subquery(
    CardEvent.objects.filter(
        table_id=OuterRef("table_id"),
        device=OuterRef("name"),
        source=CardSource.SCANNER,
        at__gte=OuterRef("issued_at"),
    )
    .order_by("-at")
    .values("at")[:1]
)
"""At one's own table alone, and since the token was issued: another device may have had the name before."""
