"""The cards that were dealt against the sealed order, round after round, seconds behind (RN-06).

Done by the dealer, which has the keys: each finished round once. A difference is an incident and stops the table.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from django.db import connection, transaction

from baccarat import proof
from baccarat.cutting import turned
from baccarat.play import NotEnoughCards, play
from tables import headers, sealing
from tables.models import UNFINISHED, Comparison, IncidentKind, Round, RoundPhase, Shoe, Table, TableStatus
from tables.operations import incidents, openings
from tables.operations.locking import lock_table
from tables.operations.tables import stop_by_house
from tables.queries.paper import dealing_of, drawn, is_paper

KEYS: Final = uuid.UUID("2b0a1d53-77a4-4f6e-b3b2-6f2a5f0c9d11")
AT_ONCE: Final = 40
"""Rounds of a table in one transaction: some milliseconds each."""
TABLES_AT_ONCE: Final = 20
"""Tables in one transaction."""
STOPPED: Final = "cards-differ"
_WAITING: Final = """
SELECT r.id, r.table_id
FROM tables_table t LEFT JOIN tables_comparison c ON c.table_id = t.id
CROSS JOIN LATERAL (
  SELECT id, table_id, number FROM tables_round
  WHERE table_id = t.id AND number > coalesce(c.number, 0) AND phase IN ('settled', 'void')
  ORDER BY number LIMIT %(most)s
) r
WHERE %(tables)s::bigint[] IS NULL OR t.id = ANY(%(tables)s::bigint[])
ORDER BY r.table_id, r.number
"""
"""A table at a time, so that the index on its rounds' numbers finds the few that wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The result of one pass over all tables."""

    rounds: int
    differences: int
    more: bool
    """Whether some table has more rounds than one pass takes."""


def compare(*, now: datetime) -> Compared:
    """Compare every table's finished rounds since the last pass. Another dealer's table is left to it.

    Raises `sealing.KeyMissing` where a shoe's key is not there: nothing is passed over.
    """
    for table_id in _shown_late():
        _open_late(table_id, now=now)
    waiting = [table_id for _, table_id in _read_waiting(None, most=1)]
    parts = [
        _compare_tables(waiting[begin : begin + TABLES_AT_ONCE], now=now)
        for begin in range(0, len(waiting), TABLES_AT_ONCE)
    ]
    return Compared(
        rounds=sum(part.rounds for part in parts),
        differences=sum(part.differences for part in parts),
        more=any(part.more for part in parts),
    )


def _shown_late() -> list[int]:
    """Tables with void rounds whose cards were never shown."""
    late = Round.objects.filter(phase=RoundPhase.VOID, voided_at__isnull=False, opening=None)
    return list(late.order_by("table_id").values_list("table_id", flat=True).distinct())


def _read_waiting(tables: Sequence[int] | None, *, most: int) -> list[tuple[int, int]]:
    """The first rounds of each of these tables, or of every one, that wait for their comparison: round and table."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, {"tables": None if tables is None else list(tables), "most": most})
        return list(cursor.fetchall())


def _open_late(table_id: int, *, now: datetime) -> None:
    """Show the cards of void rounds that were never shown: those of before there were openings."""
    late = Round.objects.filter(table_id=table_id, phase=RoundPhase.VOID, opening=None)
    with transaction.atomic():
        table = lock_table(table_id)
        assert table is not None
        current = table.current_round
        if current is not None and current.phase in UNFINISHED:
            late = late.exclude(shoe=current.shoe)  # a card of a shoe in play is shown when no bet hangs on it
        for void in late.select_related("shoe").order_by("number")[:AT_ONCE]:
            openings.open_cards(table, void, now=now)


def _compare_tables(tables: Sequence[int], *, now: datetime) -> Compared:
    """Compare what waits at these tables. A difference is told in the same transaction; its table stops after it."""
    _mark_new(tables)
    different: list[tuple[Round, Mapping[str, Any]]] = []
    rounds, more = 0, False
    with transaction.atomic():
        locked = Comparison.objects.select_for_update(skip_locked=True).filter(table_id__in=tables).order_by("table_id")
        marks = {mark.table_id: mark for mark in locked}
        roots: dict[int, tuple[sealing.Order, str]] = {}
        waiting = _finished(list(marks))
        for table_id, finished in waiting.items():
            done, differing = _compare_table(marks[table_id], finished, roots)
            rounds, more = rounds + done, more or done == AT_ONCE
            different += differing
            marks[table_id].compared_at = now
        moved = [marks[table_id] for table_id in waiting]
        Comparison.objects.bulk_update(moved, ["number", "compared_at", "differences"])
        for played, facts in different:
            _tell(played, facts, now=now)
    for table_id in sorted({played.table_id for played, _ in different}):
        _stop(table_id, now=now)
    return Compared(rounds=rounds, differences=len(different), more=more)


def _mark_new(tables: Sequence[int]) -> None:
    """Give each table that has none its mark; another dealer may do so at the same moment."""
    known = set(Comparison.objects.filter(table_id__in=tables).values_list("table_id", flat=True))
    fresh = [Comparison(table_id=table_id) for table_id in tables if table_id not in known]
    Comparison.objects.bulk_create(fresh, ignore_conflicts=True)


def _finished(tables: Sequence[int]) -> dict[int, list[Round]]:
    """Of each table the finished rounds that wait, oldest first."""
    waiting = _read_waiting(tables, most=AT_ONCE)
    rounds = Round.objects.select_related("table", "shoe", "opening").defer("proofs")
    found = rounds.in_bulk([round_id for round_id, _ in waiting])
    finished: dict[int, list[Round]] = {}
    for round_id, table_id in waiting:
        finished.setdefault(table_id, []).append(found[round_id])
    return finished


def _compare_table(
    mark: Comparison, finished: Sequence[Round], roots: dict[int, tuple[sealing.Order, str]]
) -> tuple[int, list[tuple[Round, Mapping[str, Any]]]]:
    """How many of a table's rounds were compared, and those that differ; its mark moves on, in memory."""
    done, different = 0, []
    for played in finished:
        if played.phase == RoundPhase.VOID and getattr(played, "opening", None) is None:
            break  # shown by the table's next step, and compared then
        facts = _difference(played, roots)
        if facts:
            different.append((played, facts))
        mark.number, done = played.number, done + 1
    mark.differences += len(different)
    return done, different


def _difference(played: Round, roots: dict[int, tuple[sealing.Order, str]]) -> Mapping[str, Any]:
    """How the round differs from its sealed cards, or from those that were read; empty where it does not."""
    if is_paper(played.shoe):
        return _difference_from_read(played)
    try:
        order, root = _order(played.shoe, played.table.code, roots)
        result = play(turned(order.cards, played.shoe.start)[played.first_card :])
    except InvalidTag:
        return {"why": "sealed cards unreadable"}
    except NotEnoughCards:
        return {"why": "no cards left in the shoe", "first_card": played.first_card}
    if root != played.shoe.root:
        return {"why": "another commitment", "stored": played.shoe.root, "again": root}
    if not headers.agrees(played.shoe, played.table.code):
        return {"why": "another header", "stored": str(played.shoe.header)}
    opening = getattr(played, "opening", None)
    stored = played.cards if opening is None else opening.cards
    again = [str(card) for card in result.cards]
    if stored != again and not (opening is not None and opening.unreadable):
        return {"why": "other cards", "stored": " ".join(stored), "again": " ".join(again)}
    if opening is None and played.winner != result.winner.value:
        return {"why": "another winner", "stored": played.winner, "again": result.winner.value}
    return {}


def _difference_from_read(played: Round) -> Mapping[str, Any]:
    """How the cards and the winner of a round differ from the cards that were read at a croupier's table."""
    events = drawn(played)
    again = [event.card for event in events]
    opening = getattr(played, "opening", None)
    stored = played.cards if opening is None else opening.cards
    if stored != again:
        return {"why": "other cards", "stored": " ".join(stored), "again": " ".join(again)}
    winner = "" if opening is not None else dealing_of(events).result.winner.value
    if winner != played.winner:
        return {"why": "another winner", "stored": played.winner, "again": winner}
    return {}


def _order(shoe: Shoe, table_code: str, roots: dict[int, tuple[sealing.Order, str]]) -> tuple[sealing.Order, str]:
    """A shoe's order and what it commits to, opened once for all its rounds of a pass."""
    if shoe.pk not in roots:
        order = sealing.unseal(bytes(shoe.sealed), name=f"{table_code}/{shoe.number}")
        roots[shoe.pk] = order, proof.commit(order.cards, order.salts, headers.header_of(shoe)).root
    return roots[shoe.pk]


def _tell(played: Round, facts: Mapping[str, Any], *, now: datetime) -> None:
    incidents.open_incident(
        kind=IncidentKind.CARDS_DIFFER,
        idempotency_key=uuid.uuid5(KEYS, played.code),
        facts=facts,
        now=now,
        table_id=played.table_id,
        subject=played.code,
    )


def _stop(table_id: int, *, now: datetime) -> None:
    """Let the table stand where it is, unless it is closed or stands already."""
    running = {TableStatus.OPEN, TableStatus.CLOSING}
    if Table.objects.filter(pk=table_id, status__in=running).exists():
        stop_by_house(table_id=table_id, reason=STOPPED, now=now)
