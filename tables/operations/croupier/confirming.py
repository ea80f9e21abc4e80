"""The croupier has called the result that the rules give: the round is settled, in one transaction as any other."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from tables.models import RoundPhase
from tables.operations import settling
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    expect_round,
    expect_running,
    expect_shift,
    locked,
    terms_of_round,
)
from tables.queries import squeezes
from tables.queries.paper import DEALT, dealing_of, drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """A round that is paid."""

    round_code: str
    winner: str
    repeat: bool = False


def confirm_result(*, table_id: int, round_code: str, by: int, now: datetime) -> Confirmed:
    """Pay the round by the cards that were read. No result is stated: it follows from them. Asked again for a round
    that is paid: the same answer. While players turn cards the round waits. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        current = expect_round(standing, round_code)
        if current.phase == RoundPhase.SETTLED:
            return Confirmed(round_code=current.code, winner=current.winner, repeat=True)
        expect_shift(standing, by)
        expect_running(standing)
        if current.phase not in DEALT:
            raise CroupierRejected(CroupierRejection.NOT_DEALING)
        if dealing_of(drawn(current)).due is not None:
            raise CroupierRejected(CroupierRejection.CARD_DUE)
        seen_by = squeezes.seen_by(current, terms_of_round(current))
        if seen_by is not None and now < seen_by:
            raise CroupierRejected(CroupierRejection.CARDS_TURNED, wait=seen_by - now)
        settling.settle_rounds([standing.table], now=now)
    return Confirmed(round_code=current.code, winner=current.winner)
