"""The cards that were dealt against the sealed order, round after round, seconds behind (RN-06).

Done by the dealer, which has the keys: each finished round once. A difference is an incident and stops the table.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from django.db import transaction
from django.db.models import QuerySet

from baccarat import proof
from baccarat.play import NotEnoughCards, play
from tables import sealing
from tables.models import UNFINISHED, Comparison, IncidentKind, Round, RoundPhase, Shoe, Table, TableStatus
from tables.operations import incidents, openings
from tables.operations.locking import lock_table
from tables.operations.tables import stop_by_house

KEYS: Final = uuid.UUID("2b0a1d53-77a4-4f6e-b3b2-6f2a5f0c9d11")
AT_ONCE: Final = 40
"""Rounds of a table in one transaction: some milliseconds each."""
STOPPED: Final = "cards-differ"


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
    rounds = differences = 0
    more = False
    for table_id in Table.objects.order_by("pk").values_list("pk", flat=True):
        _open_late(table_id, now=now)
        done, different = _compare_table(table_id, now=now)
        rounds, differences, more = rounds + done, differences + different, more or done == AT_ONCE
    return Compared(rounds=rounds, differences=differences, more=more)


def _open_late(table_id: int, *, now: datetime) -> None:
    """Show the cards of void rounds that were never shown: those of before there were openings."""
    late = Round.objects.filter(table_id=table_id, phase=RoundPhase.VOID, opening=None)
    if not late.exists():
        return
    with transaction.atomic():
        table = lock_table(table_id)
        assert table is not None
        current = table.current_round
        if current is not None and current.phase in UNFINISHED:
            late = late.exclude(shoe=current.shoe)  # a card of a shoe in play is shown when no bet hangs on it
        for void in late.select_related("shoe").order_by("number")[:AT_ONCE]:
            openings.open_cards(table, void, now=now)


def _compare_table(table_id: int, *, now: datetime) -> tuple[int, int]:
    """How many rounds were compared, and how many differ. A difference stops the table in the same transaction."""
    if not _has_more(table_id):
        return 0, 0
    Comparison.objects.get_or_create(table_id=table_id)
    different: list[tuple[Round, Mapping[str, Any]]] = []
    with transaction.atomic():
        mark = Comparison.objects.select_for_update(skip_locked=True).filter(table_id=table_id).first()
        if mark is None:
            return 0, 0
        done = 0
        roots: dict[int, tuple[sealing.Order, str]] = {}
        for played in _finished(table_id, after=mark.number)[:AT_ONCE]:
            if played.phase == RoundPhase.VOID and getattr(played, "opening", None) is None:
                break  # shown by the table's next step, and compared then
            facts = _difference(played, roots)
            if facts:
                different.append((played, facts))
            mark.number, done = played.number, done + 1
        mark.compared_at, mark.differences = now, mark.differences + len(different)
        mark.save(update_fields=["number", "compared_at", "differences"])
        for played, facts in different:
            _tell(played, facts, now=now)
    if different:
        _stop(table_id, now=now)
    return done, len(different)


def _has_more(table_id: int) -> bool:
    after = Comparison.objects.filter(table_id=table_id).values_list("number", flat=True).first() or 0
    return _finished(table_id, after=after).exists()


def _finished(table_id: int, *, after: int) -> "QuerySet[Round]":
    rounds = Round.objects.filter(table_id=table_id, number__gt=after, phase__in=[RoundPhase.SETTLED, RoundPhase.VOID])
    return rounds.select_related("table", "shoe", "opening").order_by("number")


def _difference(played: Round, roots: dict[int, tuple[sealing.Order, str]]) -> Mapping[str, Any]:
    """How the round differs from its sealed cards; empty where it does not."""
    try:
        order, root = _order(played.shoe, played.table.code, roots)
        result = play(order.cards[played.first_card :])
    except InvalidTag:
        return {"why": "sealed cards unreadable"}
    except NotEnoughCards:
        return {"why": "no cards left in the shoe", "first_card": played.first_card}
    if root != played.shoe.root:
        return {"why": "another commitment", "stored": played.shoe.root, "again": root}
    opening = getattr(played, "opening", None)
    stored = played.cards if opening is None else opening.cards
    again = [str(card) for card in result.cards]
    if stored != again and not (opening is not None and opening.unreadable):
        return {"why": "other cards", "stored": " ".join(stored), "again": " ".join(again)}
    if opening is None and played.winner != result.winner.value:
        return {"why": "another winner", "stored": played.winner, "again": result.winner.value}
    return {}


def _order(shoe: Shoe, table_code: str, roots: dict[int, tuple[sealing.Order, str]]) -> tuple[sealing.Order, str]:
    """A shoe's order and what it commits to, opened once for all its rounds of a pass."""
    if shoe.pk not in roots:
        order = sealing.unseal(bytes(shoe.sealed), name=f"{table_code}/{shoe.number}")
        roots[shoe.pk] = order, proof.commit(order.cards, order.salts).root
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
