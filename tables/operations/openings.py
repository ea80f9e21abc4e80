"""The cards of a void round are opened before the table goes on, so that a void hides nothing (R29, A8)."""

import uuid
from datetime import datetime
from typing import Final

from cryptography.exceptions import InvalidTag

from tables.models import IncidentKind, Round, RoundPhase, Shoe, Table, VoidOpening
from tables.operations import incidents, shoes
from tables.queries import paper

KEYS: Final = uuid.UUID("5f5a8b3e-52a1-4a53-8f0e-9d6a3f0f6c21")


def is_due(table: Table) -> bool:
    """Whether the table's last round is void and its cards are still to be shown. The caller holds the table's lock."""
    current = table.current_round
    if current is None or current.phase != RoundPhase.VOID:
        return False
    return not VoidOpening.objects.filter(round=current).exists()


def open_cards(table: Table, void: Round, *, now: datetime) -> VoidOpening:
    """Show the cards that the void round would have been dealt, with their proofs, and burn them.

    The caller holds the table's lock. A shoe that cannot be read shows nothing, is dealt from no more, and is an
    incident. Raises `sealing.KeyMissing` where the key of the shoe is not there: that can be mended.
    """
    shoe = void.shoe
    try:
        dealt = shoes.open_void(table, void)
    except InvalidTag:
        return _unreadable(table, void, now=now)
    _save(shoe)
    return VoidOpening.objects.create(
        round=void, opened_at=now, cards=[str(card) for card in dealt.result.cards], proofs=dealt.proofs
    )


def show_read(void: Round, *, now: datetime) -> VoidOpening:
    """The cards of a void round at a croupier's table: those that were read, none to six. They have left the shoe."""
    shoes.pass_over(void)
    _save(void.shoe)
    cards = [event.card for event in paper.drawn(void)]
    return VoidOpening.objects.create(round=void, opened_at=now, cards=cards, paper=True)


def _unreadable(table: Table, void: Round, *, now: datetime) -> VoidOpening:
    give_up(table, void.shoe, subject=void.code, now=now)
    return VoidOpening.objects.create(round=void, opened_at=now, cards=[], unreadable=True)


def give_up(table: Table, shoe: Shoe, *, subject: str, now: datetime) -> None:
    """A shoe whose sealed cards cannot be read is dealt from no more, and is an incident, once."""
    shoes.give_up(shoe)
    _save(shoe)
    incidents.open_incident(
        kind=IncidentKind.SHOE_UNFIT,
        idempotency_key=uuid.uuid5(KEYS, f"unreadable:{shoe.pk}"),
        facts={"why": "sealed cards unreadable", "shoe": shoe.number},
        now=now,
        table_id=table.pk,
        subject=subject,
    )


def _save(shoe: Shoe) -> None:
    shoe.save(update_fields=["dealt", "round_of_shoe", "last_round"])
