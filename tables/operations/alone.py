"""The end of betting at an individual table: its player's word, kept in the row until the dealer deals (R28)."""

from datetime import datetime

from tables import broadcast
from tables.models import Round, Table


def close_alone(table: Table, current: Round, *, now: datetime) -> None:
    """End the betting of an individual table's round: the dealer, which alone has the cards, deals it at once.

    The row says so: should the word to the dealer be lost, its next look finds it. The caller holds the table's lock.
    """
    current.closes_at = table.due_at = now
    current.save(update_fields=["closes_at"])
    table.save(update_fields=["due_at"])
    broadcast.wake_dealers()


def forget_press(table: Table, current: Round) -> None:
    """A round of an individual table had no deadline: the one that its player's press set goes with the round's end."""
    if table.kind == "individual":
        current.closes_at = None
