"""The scanners of croupiers' tables, as staff see them."""

from dataclasses import dataclass
from datetime import datetime

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
    rows = Scanner.objects.filter(revoked_at=None).select_related("table", "issued_by").order_by("table__name", "name")
    return tuple(
        ScannerCard(
            id=row.pk,
            table_code=row.table.code,
            name=row.name,
            issued_by=row.issued_by.nickname,
            issued_at=row.issued_at,
            reason=row.reason,
            last_at=_last(row),
        )
        for row in rows
    )


def _last(scanner: Scanner) -> datetime | None:
    """At one's own table alone, and since the token was issued: another device may have had the name before."""
    read = CardEvent.objects.filter(
        table_id=scanner.table_id, device=scanner.name, source=CardSource.SCANNER, at__gte=scanner.issued_at
    )
    return read.order_by("-at").values_list("at", flat=True).first()
