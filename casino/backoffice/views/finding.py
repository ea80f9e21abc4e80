"""Finds what an address names, or answers 404."""

from collections.abc import Sequence
from datetime import datetime

from django.http import Http404

from tables import queries
from tables.queries import ConfigurationCard, FloorTable, RoundCard


def floor_table(code: str, *, now: datetime) -> FloorTable:
    """The table with this code, as the floor sees it."""
    row = next((row for row in queries.floor(now=now) if row.code == code), None)
    if row is None:
        raise Http404
    return row


def version(cards: Sequence[ConfigurationCard], number: int) -> ConfigurationCard:
    """One version among a table's."""
    card = next((card for card in cards if card.number == number), None)
    if card is None:
        raise Http404
    return card


def round_card(code: str) -> RoundCard:
    """A round with everybody's bets."""
    played = queries.round_of(round_code=code, person_id=None)
    if played is None:
        raise Http404
    return played
