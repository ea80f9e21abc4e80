"""The register of the prohibited as staff read it: numbers masked, the latest first (PT-16)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Max

from kernel.masking import masked
from kernel.sorting import Sort, Sortable, with_names
from players.models import Prohibition, Registration
from players.models.registration import ProhibitionReason as ProhibitionReason

ENTRIES: Final = Sortable({"at": "pk"}, Sort("at", descending=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class ProhibitionCard:
    """One entry. `player` and `nickname` are None and empty where no player is registered under the number."""

    id: int
    nif: str
    """Masked."""
    reason: ProhibitionReason
    note: str
    added_by: str
    """Empty when a verifier's system said so."""
    added_at: datetime
    lifted_at: datetime | None
    lifted_by: str
    lift_note: str
    player: UUID | None
    nickname: str


def prohibitions(
    *, nif: str = "", sort: Sort | None = None, before: int | None = None, limit: int = 50
) -> tuple[ProhibitionCard, ...]:
    """Entries, the latest first or as `ENTRIES` may be sorted; those of one whole number where `nif` is given."""
    rows = with_names(Prohibition.objects.all(), added_by=("nickname",), lifted_by=("nickname",))
    if nif:
        rows = rows.filter(nif=nif)
    page = list(ENTRIES.page(rows, sort, before)[:limit])
    latest = Registration.objects.filter(nif__in={row.nif for row in page}).values("nif").annotate(last=Max("pk"))
    registered = {
        row.nif: row.person
        for row in Registration.objects.select_related("person").filter(pk__in=latest.values("last"))
    }
    return tuple(
        ProhibitionCard(
            id=row.pk,
            nif=masked(row.nif, ends=3),
            reason=ProhibitionReason(row.reason),
            note=row.note,
            added_by=row.added_by.nickname if row.added_by else "",
            added_at=row.added_at,
            lifted_at=row.lifted_at,
            lifted_by=row.lifted_by.nickname if row.lifted_by else "",
            lift_note=row.lift_note,
            player=registered[row.nif].public_id if row.nif in registered else None,
            nickname=registered[row.nif].nickname if row.nif in registered else "",
        )
        for row in page
    )
