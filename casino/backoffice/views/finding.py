"""Finds what an address names, or answers 404."""

from collections.abc import Sequence
from datetime import datetime

from django.http import Http404

from tables import queries
from tables.queries import ConfigurationCard, FloorTable, RoundCard


def floor_table(code: str, *, now: datetime) -> FloorTable:
    """The table with this code, as the floor sees it."""
    row = queries.floor_table(code=code, now=now)
    if row is None:
        raise Http404
    return row


def has_one_seat(row: FloorTable, *, now: datetime) -> bool:
    """Whether this is a table for one player alone (R28)."""
    told = queries.table_state(table_id=row.table_id, now=now).sections["table"]
    return bool(told["kind"] == "individual")


def version(cards: Sequence[ConfigurationCard], number: int) -> ConfigurationCard:
    """One version among a table's."""
    card = next((card for card in cards if card.number == number), None)
    if card is None:
        raise Http404
    return card


def round_card(code: str) -> RoundCard:
    """A round with the bets of all players."""
    played = queries.round_of(round_code=code, person_id=None)
    if played is None:
        raise Http404
    return played
