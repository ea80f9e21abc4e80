"""The squeeze: offered once the betting is closed, and the player's own turn of the cards (C10).

It decides about sight and nothing else: the cards are fixed before, and their time is bounded and the same for all. A
player who does nothing, has gone or has lost the line holds nothing up: the house turns the cards.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel import prepared
from kernel.rejection import Rejected
from tables.models import Round, RoundPhase, Squeeze, Table, TableKind
from tables.operations import intervals, telling
from tables.operations.locking import lock_table
from tables.queries import squeezes, state
from tables.queries.paper import is_paper
from tables.table_settings import TableSettings, terms_of
from tables.timeline import Squeeze as Windows
from tables.timeline import Squeezer, Step, timeline, window

LENIENCY: Final = timedelta(milliseconds=300)
"""A turn may be on its way this long: its page saw the window open while it was sent."""

# Of the players with a stake on a side who stay at the table, the one with the most; of equals the one who had it
# first. The slip that touched the side last is the one that came to that stake.
_OFFER: Final = """
INSERT INTO tables_squeeze (round_id, hand, session_id, seat, stake, offered_at)
SELECT DISTINCT ON (laid.round_id, laid.hand) laid.round_id, laid.hand, laid.session_id, laid.seat, laid.stake, %(now)s
FROM (
  SELECT b.round_id, CASE b.chance WHEN 'ponto' THEN 'ponto' ELSE 'banca' END AS hand, b.session_id, b.person_id,
    s.seat, sum(b.stake) AS stake
  FROM tables_bet b JOIN tables_playsession s ON s.id = b.session_id
  WHERE b.round_id = ANY(%(rounds)s::bigint[]) AND b.stake > 0 AND s.ended_at IS NULL AND NOT s.leaving
    AND b.chance IN ('ponto', 'banca', 'banca-no-commission')
  GROUP BY 1, 2, 3, 4, 5
) laid
CROSS JOIN LATERAL (
  SELECT max(id) AS reached FROM tables_slip WHERE round_id = laid.round_id AND person_id = laid.person_id
    AND refusal IS NULL AND jsonb_exists_any(lines, CASE laid.hand WHEN 'ponto' THEN ARRAY['ponto']
      ELSE ARRAY['banca', 'banca-no-commission'] END)
) slip
ORDER BY laid.round_id, laid.hand, laid.stake DESC, slip.reached
RETURNING round_id, hand, seat
"""


class SqueezeRejection(StrEnum):
    """Why the cards are not turned, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    ROUND_OVER = "round-over"
    NOT_YOURS = "not-yours-to-turn"
    """Another player has the highest stake on that side, or the house turns its cards."""
    NOT_YET = "not-to-be-turned-yet"
    """Those cards do not lie there yet, or are not offered yet."""
    HOUSE_TURNED = "house-turned"
    """The house has turned them."""


class SqueezeRejected(Rejected):
    """`reason` says why; the cards are shown at their time all the same."""

    reason: SqueezeRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """Cards that the player turned; `repeat` where they had been before."""

    round_code: str
    hand: str
    index: int
    at: datetime
    repeat: bool = False


def offer(rounds: Mapping[int, TableSettings], *, now: datetime) -> dict[int, Windows]:
    """Offer the cards of these rounds, each with its settings, to the players with the highest stakes; by round, who
    turns them. One statement; the caller holds the tables' locks, and the betting is closed."""
    found: dict[int, dict[str, Squeezer]] = {}
    with prepared.cursor() as cursor:
        cursor.execute(_OFFER, {"rounds": prepared.array(rounds), "now": now})
        for round_id, hand, seat in cursor.fetchall():
            found.setdefault(round_id, {})[hand] = Squeezer(seat)
    return {round_id: Windows(rounds[round_id].squeeze_seconds * 1000, by) for round_id, by in found.items()}


def turn(*, table_id: int, person_id: int, round_code: str, hand: str, index: int, now: datetime) -> Turned:
    """The player turns the two first cards of a hand (`index` 0), or its third one (2). Raises `SqueezeRejected`.

    Sent again it gets the first answer. What comes after these cards comes sooner by it.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        if table is None:
            raise SqueezeRejected(SqueezeRejection.NO_SUCH_TABLE)
        current = table.current_round
        if current is None or current.code != round_code:
            raise SqueezeRejected(SqueezeRejection.ROUND_OVER)
        mine = Squeeze.objects.filter(round=current, hand=hand, session__person_id=person_id).first()
        if mine is None:
            raise SqueezeRejected(SqueezeRejection.NOT_YOURS)
        column = squeezes.moment_of(index)
        before: datetime | None = getattr(mine, column)
        if before is not None:
            return Turned(round_code=round_code, hand=hand, index=index, at=before, repeat=True)
        terms = terms_of(current.configuration_id, current.configuration.terms)
        _expect_open(current, terms, hand, index, now=now)
        setattr(mine, column, now)
        mine.save(update_fields=[column])
        _go_on(table, current, terms, now=now)
    return Turned(round_code=round_code, hand=hand, index=index, at=now)


def _expect_open(current: Round, terms: TableSettings, hand: str, index: int, *, now: datetime) -> None:
    found = window(_steps(current, terms), hand, index)
    if current.closed_at is None or found is None or now < current.closed_at + timedelta(milliseconds=found[0]):
        raise SqueezeRejected(SqueezeRejection.NOT_YET)
    if now >= current.closed_at + timedelta(milliseconds=found[1]) + LENIENCY:
        raise SqueezeRejected(SqueezeRejection.HOUSE_TURNED)


def _steps(current: Round, terms: TableSettings) -> list[Step]:
    """The round as it is seen; nothing of one that is void."""
    windows = squeezes.windows_of(current, terms)
    if is_paper(current.shoe):
        return squeezes.steps_of_paper(current, windows)
    if current.phase != RoundPhase.SETTLED:
        return []
    return timeline(state.result_of(current), show_ms=terms.show_seconds * 1000, squeeze=windows)


def _go_on(table: Table, current: Round, terms: TableSettings, *, now: datetime) -> None:
    """Let all see the cards, and the next step come as soon as it may."""
    windows = squeezes.windows_of(current, terms)
    if table.kind == TableKind.CROUPIER:
        if table.due_at is not None and current.phase != RoundPhase.SETTLED:  # the robot's next card, or its payment
            table.due_at = max(now, squeezes.last_seen(current, windows) or now)
    elif current.settled_at is not None and table.due_at is not None:
        longer = squeezes.longer_by(state.result_of(current), terms, windows)
        table.due_at = intervals.next_start(current, terms, longer=longer, now=current.settled_at)
    telling.save(table)
    telling.tell(table, {"round": state.round_section(table, current, terms, windows)}, persons=(), now=now)
