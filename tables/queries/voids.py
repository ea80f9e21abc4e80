"""Voids that wait for their second person, and how they were decided."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import BigIntegerField, Count, OuterRef, Subquery, Sum
from django.db.models.functions import Coalesce

from kernel.kept_queries import KeptQuery
from kernel.questions import whether_any
from kernel.sorting import with_names
from tables.models import Bet, VoidProposal, VoidState

_NAME: Final = ("nickname",)


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidCard:
    """One proposal to void a round with bets; `staked` in cents."""

    proposal_id: int
    table_code: str
    table_name: str
    currency: str
    round_code: str
    bets: int
    staked: int
    state: str
    reason: str
    proposed_by: str
    proposed_by_id: int
    proposed_at: datetime
    decided_by: str
    decided_at: datetime | None
    decision_reason: str


def waiting_voids() -> tuple[VoidCard, ...]:
    """The undecided ones, oldest first; their tables stand still."""
    return tuple(_card(row) for row in _WAITING())


def void_of_table(code: str) -> VoidCard | None:
    """The table's proposal that waits, or else its last one; None if there never was one."""
    row = _proposals().filter(round__table__code=code).order_by("-pk").first()
    return _card(row) if row else None


def voids_of_round(round_code: str) -> tuple[VoidCard, ...]:
    """The proposals about a round, oldest first."""
    return tuple(_card(row) for row in _proposals().filter(round__code=round_code).order_by("pk"))


def tables_with_void() -> frozenset[int]:
    """The ids of tables whose round waits for a second person."""
    return frozenset(_STANDING_STILL())


_STANDING_STILL: Final = KeptQuery(
    lambda: VoidProposal.objects.filter(state=VoidState.PROPOSED).values_list("round__table_id", flat=True)
)


ANY_VOID: Final = whether_any(VoidProposal.objects.filter(state=VoidState.PROPOSED))
"""Whether `waiting_voids` has any."""


def _proposals() -> Any:
    """The proposals with the bets of their rounds: how many, and what was staked."""
    bets = Bet.objects.filter(round_id=OuterRef("round_id"), stake__gt=0).order_by().values("round_id")
    rows = with_names(
        VoidProposal.objects.all(),
        round=("code", "table"),
        round__table=("code", "name", "currency"),
        proposed_by=_NAME,
        decided_by=_NAME,
    )
    return rows.annotate(
        bets=Coalesce(Subquery(bets.values(found=Count("pk"))), 0),
        staked=Coalesce(Subquery(bets.values(found=Sum("stake"))), 0, output_field=BigIntegerField()),
    )


_WAITING: Final = KeptQuery(lambda: _proposals().filter(state=VoidState.PROPOSED).order_by("pk"))


def _card(row: Any) -> VoidCard:
    return VoidCard(
        proposal_id=row.pk,
        table_code=row.round.table.code,
        table_name=row.round.table.name,
        currency=row.round.table.currency,
        round_code=row.round.code,
        bets=row.bets,
        staked=row.staked,
        state=row.state,
        reason=row.reason,
        proposed_by=row.proposed_by.nickname,
        proposed_by_id=row.proposed_by_id,
        proposed_at=row.proposed_at,
        decided_by=row.decided_by.nickname if row.decided_by else "",
        decided_at=row.decided_at,
        decision_reason=row.decision_reason,
    )
