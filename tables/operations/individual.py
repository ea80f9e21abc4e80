"""Individual tables: the player deals when ready (R28, C2). One press a round, never by itself.

The cards are the dealer's: a press closes the bets, is kept in the round's row, and wakes the dealer.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.rejection import Rejected
from tables.models import Bet, PlaySession, RoundPhase, TableStatus
from tables.operations import alone
from tables.operations.locking import lock_table


class DealRejection(StrEnum):
    """Why no cards are dealt, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NOT_INDIVIDUAL = "not-individual"
    NOT_SEATED = "not-seated"
    PAUSED = "paused"
    WRONG_ROUND = "wrong-round"
    NO_BETS = "no-bets"


class DealRejected(Rejected):
    """`reason` says why."""

    reason: DealRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The bets are closed and the cards are due; `repeat` when they were before, or the round is paid already."""

    round_code: str
    repeat: bool = False


def deal(*, table_id: int, person_id: int, round_code: str, now: datetime) -> Dealt:
    """Close the bets of the player's own round, and let the dealer deal and settle it (R28). Raises `DealRejected`.

    The round's code is the key: asked again for a round that is closed or settled, it answers so and does nothing.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table is None:
            raise DealRejected(DealRejection.NO_SUCH_TABLE)
        if table.kind != "individual":
            raise DealRejected(DealRejection.NOT_INDIVIDUAL)
        if not PlaySession.objects.filter(table=table, person_id=person_id, ended_at=None).exists():
            raise DealRejected(DealRejection.NOT_SEATED)
        current = table.current_round
        if current is None or current.code != round_code:
            raise DealRejected(DealRejection.WRONG_ROUND)
        if current.phase == RoundPhase.SETTLED:
            return Dealt(round_code=current.code, repeat=True)
        if table.status == TableStatus.PAUSED:
            raise DealRejected(DealRejection.PAUSED)
        if current.phase != RoundPhase.BETTING:
            raise DealRejected(DealRejection.WRONG_ROUND)
        if not Bet.objects.filter(round=current, person_id=person_id, stake__gt=0).exists():
            raise DealRejected(DealRejection.NO_BETS)
        if current.closes_at is not None:
            return Dealt(round_code=current.code, repeat=True)
        alone.close_alone(table, current, now=now)
    return Dealt(round_code=current.code)
