"""Faults with the cards of croupiers' tables: readings that did not count, cards that a person decided on."""

from dataclasses import dataclass
from datetime import datetime

from tables.models import CardEvent, CardEventKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """How often something went wrong with the cards, of one kind, by croupier and table."""

    croupier: str
    table: str
    kind: str
    """A refusal's code, or `taken-back`, `burnt`, `hand`."""
    times: int


def faults(*, since: datetime, until: datetime) -> tuple[Fault, ...]:
    """Readings that did not count, cards taken back, put aside or keyed by hand, by croupier and table (C9)."""
    rows = CardEvent.objects.filter(at__gte=since, at__lt=until).exclude(
        kind=CardEventKind.DRAWN, source__in=["scanner", "robot"]
    )
    counted: dict[tuple[str, str, str], int] = {}
    for event in rows.exclude(kind=CardEventKind.BURNT, decided_by=None).select_related("croupier", "table"):
        what = event.refusal or (event.source if event.kind == CardEventKind.DRAWN else event.kind)
        key = ("" if event.croupier is None else event.croupier.nickname, event.table.name, str(what))
        counted[key] = counted.get(key, 0) + 1
    return tuple(
        Fault(croupier=croupier, table=table, kind=kind, times=times)
        for (croupier, table, kind), times in sorted(counted.items())
    )
