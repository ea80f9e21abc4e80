"""The end of betting at a croupier's table: at its deadline, or three seconds after the croupier's word."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from tables.models import Round, RoundPhase, Table
from tables.operations import squeezing
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    expect_round,
    expect_running,
    expect_shift,
    locked,
    tell_round,
    terms_of_round,
)
from tables.operations.starting import GRACE

LEAST: Final = timedelta(seconds=3)
"""PT-32: a player has this long to decide at least."""
ROBOT_BEGINS: Final = timedelta(seconds=1.5)
"""So long after the close the robot of a demonstration draws its first card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """When the betting ends."""

    round_code: str
    closes_at: datetime
    repeat: bool = False


def close_soon(*, table_id: int, round_code: str, by: int, now: datetime) -> Closing:
    """End the betting in three seconds instead of at its deadline; said to all at once. Asked again, or where it ends
    as soon anyway: the same answer. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        expect_running(standing)
        current = expect_round(standing, round_code)
        if current.phase != RoundPhase.BETTING or current.closes_at is None:
            raise CroupierRejected(CroupierRejection.NOT_BETTING)
        if current.closes_at <= now + LEAST:
            return Closing(round_code=current.code, closes_at=current.closes_at, repeat=True)
        before, current.closes_at = current.closes_at, now + LEAST
        current.save(update_fields=["closes_at"])
        standing.table.due_at = current.closes_at + GRACE
        tell(
            EventName.ROUND_CLOSES_EARLIER,
            by=by,
            now=now,
            key=current.code,
            table_id=table_id,
            round_code=current.code,
            before=before,
            closes_at=current.closes_at,
        )
        tell_round(standing.table, current, now=now)
    return Closing(round_code=current.code, closes_at=current.closes_at)


def close(table: Table, current: Round, *, robot: bool, now: datetime) -> None:
    """“No more bets”: the scanner is live from here on. The caller holds the table's lock, and the deadline has come.

    With a croupier nothing more is due by the clock; the robot goes on by itself.
    """
    current.phase, current.closed_at = RoundPhase.CLOSED, now
    current.save(update_fields=["phase", "closed_at"])
    terms = terms_of_round(current)
    if terms.squeeze_seconds:
        squeezing.offer({current.pk: terms}, now=now)
    table.due_at = now + ROBOT_BEGINS if robot else None
    tell_round(table, current, now=now)
