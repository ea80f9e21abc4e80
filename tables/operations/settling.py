"""The end of rounds: bets closed, cards dealt, everybody paid, and told. Several tables' together, under their locks.

A group costs as many statements as a round by itself; whatever fails in it undoes the whole transaction, and the
dealer then does its tables one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

import structlog
from django.db import transaction

from baccarat.play import Result
from kernel import prepared
from kernel.json_text import encode
from tables.models import RoundPhase, Table
from tables.operations import alone, intervals, paying, shoes, squeezing, telling
from tables.operations.paying import Ending
from tables.queries import squeezes, state
from tables.queries.paper import is_paper
from tables.table_settings import terms_of
from tables.timeline import HOUSE_TURNS

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A finished round: amounts in cents, over all players."""

    code: str
    result: Result
    bets: int
    staked: int
    returned: int
    commission: int


def settle_rounds(tables: Sequence[Table], *, now: datetime) -> list[Settled]:
    """Close the bets of these tables' rounds, deal the committed cards, pay (R16–R26): a crash leaves all or nothing.

    The caller holds the tables' locks, and each has a round in play.
    """
    if not tables:
        return []
    endings = [_ending(table) for table in tables]
    paying.reckon(endings)
    paying.write_outcomes(endings, now=now)
    paying.pay(endings, now=now)
    _offer_squeezes(endings, now=now)
    _finish(endings, now=now)
    boards = state.boards(tables, now=now)
    settled = []
    for ending in endings:
        _tell(ending, boards[ending.table.pk], now=now)
        settled.append(_said(ending))
    return settled


def _offer_squeezes(endings: Sequence[Ending], *, now: datetime) -> None:
    """Say who turns the cards, at the tables that have it so; of paper cards it was said before the first was read."""
    squeezed = {
        each.current.pk: each.terms
        for each in endings
        if each.terms.squeeze_seconds and not is_paper(each.current.shoe)
    }
    offered = squeezing.offer(squeezed, now=now) if squeezed else {}
    for ending in endings:
        ending.squeeze = offered.get(ending.current.pk, HOUSE_TURNS)


def _ending(table: Table) -> Ending:
    current = table.current_round
    assert current is not None, "the caller looked"
    terms = terms_of(current.configuration_id, current.configuration.terms)
    return Ending(table, current, terms, shoes.deal(table, current))


# Each row is under its table's lock; the round's own trigger refuses one that is finished already. Ids are named again,
# so that the planner looks the rows up.
_FINISH: Final = """
WITH ends AS MATERIALIZED (
  SELECT * FROM json_to_recordset(%(ends)s::json) AS ends (table_id bigint, due_at timestamptz, round bigint,
    closes_at timestamptz, cards text[], winner text, proofs jsonb, shoe bigint, dealt int, round_of_shoe int,
    last_round int)
), shoe AS (
  UPDATE tables_shoe SET dealt = ends.dealt, round_of_shoe = ends.round_of_shoe, last_round = ends.last_round
  FROM ends WHERE tables_shoe.id = ends.shoe AND tables_shoe.id = ANY(%(shoes)s::bigint[])
), round AS (
  UPDATE tables_round SET phase = 'settled', closed_at = coalesce(tables_round.closed_at, %(now)s),
    settled_at = %(now)s, cards = ends.cards, winner = ends.winner, proofs = ends.proofs, closes_at = ends.closes_at
  FROM ends WHERE tables_round.id = ends.round AND tables_round.id = ANY(%(rounds)s::bigint[])
)
UPDATE tables_table SET version = version + 1, due_at = ends.due_at
FROM ends WHERE tables_table.id = ends.table_id AND tables_table.id = ANY(%(tables)s::bigint[])
"""


def _finish(endings: Sequence[Ending], *, now: datetime) -> None:
    """Write the rounds' ends: their shoes, themselves and their tables, in one statement."""
    for ending in endings:
        table, current, result = ending.table, ending.current, ending.dealt.result
        alone.forget_press(table, current)
        current.phase, current.settled_at = RoundPhase.SETTLED, now
        current.closed_at = current.closed_at or now
        longer = squeezes.longer_by(result, ending.terms, ending.squeeze)
        table.due_at = intervals.next_start(current, ending.terms, longer=longer, now=now)
        current.cards = [str(card) for card in result.cards]
        current.winner, current.proofs = result.winner.value, ending.dealt.proofs
        table.version += 1
    with prepared.cursor() as cursor:
        cursor.execute(
            _FINISH,
            {
                "now": now,
                "ends": encode([_end(ending) for ending in endings]),
                "tables": prepared.array([ending.table.pk for ending in endings]),
                "rounds": prepared.array([ending.current.pk for ending in endings]),
                "shoes": prepared.array([ending.current.shoe_id for ending in endings]),
            },
        )


def _end(ending: Ending) -> dict[str, object]:
    current, shoe = ending.current, ending.current.shoe
    return {
        "table_id": ending.table.pk,
        "due_at": ending.table.due_at,
        "round": current.pk,
        "closes_at": current.closes_at,
        "cards": current.cards,
        "winner": current.winner,
        "proofs": current.proofs,
        "shoe": shoe.pk,
        "dealt": shoe.dealt,
        "round_of_shoe": shoe.round_of_shoe,
        "last_round": shoe.last_round,
    }


def _tell(ending: Ending, results: Sequence[state.BoardResult], *, now: datetime) -> None:
    table, current, terms = ending.table, ending.current, ending.terms
    staying = [
        state.Seated(table.pk, each.seat, each.person_id, each.nickname, each.away) for each in ending.sat if each.stays
    ]
    sections = {
        "round": state.round_section(table, current, terms, None if is_paper(current.shoe) else ending.squeeze),
        **state.bets_sections(terms, current, staying, {each.person_id: each.stakes for each in ending.sat}),
        **state.results_sections(results, terms),
        "latest": state.latest_section(current),
    }
    telling.tell(table, sections, persons=tuple(each.person_id for each in ending.sat), now=now)


def _said(ending: Ending) -> Settled:
    """The round in figures, which the log tells once it is written."""
    sums = ending.sums()
    settled = Settled(
        code=ending.current.code,
        result=ending.dealt.result,
        bets=sums.bets,
        staked=sums.staked,
        returned=sums.returned,
        commission=sums.commission,
    )
    # A table without players deals on: its rounds are told to those who look closer.
    tell = log.info if settled.bets else log.debug
    facts = {"round": settled.code, "bets": settled.bets, "staked": settled.staked, "returned": settled.returned}
    transaction.on_commit(partial(tell, "round_settled", **facts))
    return settled
