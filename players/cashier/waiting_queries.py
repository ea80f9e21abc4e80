"""The withdrawals and corrections that wait for staff, as lists of all that waits say them. Writes nothing."""

from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import TextField, Value
from django.db.models.functions import Coalesce

from kernel.kept_queries import MOST, KeptQuery
from players.cashier.queries import PAYMENTS
from players.models import Adjustment, Withdrawal
from players.models.cashier import AdjustmentState, WithdrawalState


class HeldWithdrawal(NamedTuple):
    """A withdrawal that waits, as a list of all that waits says it; `by` is the first of two who agree."""

    key: UUID
    amount: int
    nickname: str
    since: datetime
    by_id: int | None
    by: str


def held_withdrawals() -> tuple[HeldWithdrawal, ...]:
    """The withdrawals that wait for staff, the newest first, a hundred at most."""
    return tuple(HeldWithdrawal(*row) for row in _HELD())


_HELD: Final = KeptQuery(
    lambda: PAYMENTS.page(Withdrawal.objects.filter(state=WithdrawalState.HELD), None, None).values_list(
        "key",
        "amount",
        "person__nickname",
        "requested_at",
        "first_by_id",
        Coalesce("first_by__nickname", Value(""), output_field=TextField()),
    )[:MOST]
)


class ProposedAdjustment(NamedTuple):
    """A correction that waits, as a list of all that waits says it; `by` is who proposed it."""

    id: int
    amount: int
    nickname: str
    since: datetime
    by_id: int | None
    by: str


def proposed_adjustments() -> tuple[ProposedAdjustment, ...]:
    """The corrections that wait for a second person, the newest first, a hundred at most."""
    return tuple(ProposedAdjustment(*row) for row in _PROPOSED())


_PROPOSED: Final = KeptQuery(
    lambda: PAYMENTS.page(Adjustment.objects.filter(state=AdjustmentState.PROPOSED), None, None).values_list(
        "pk", "amount", "person__nickname", "proposed_at", "proposed_by_id", "proposed_by__nickname"
    )[:MOST]
)
