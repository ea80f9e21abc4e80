"""How a card is read at a croupier's table, and why a reading does not count. Pure."""

from enum import StrEnum
from typing import Final

CONSOLE_DEVICES: Final = ("wedge", "serial", "hid")
"""What the console calls the scanners that it reads: one that types, one at a serial port, a USB one. No token has such
a name."""
STOPPED: Final = "card-impossible"
"""The reason that a table gives while it stands over such a card."""


class Refusal(StrEnum):
    """Why a reading does not count, in the order of checking."""

    PAUSED = "paused"
    UNREADABLE = "unreadable"
    NO_SHOE = "no-shoe"
    FOREIGN_DECK = "foreign-deck"
    """A card of a deck that is not in this shoe: the table stops."""
    READ_TWICE = "read-twice"
    """The very card that lies in this round already: slid twice."""
    SEEN_BEFORE = "seen-before"
    """The very card left this shoe in an earlier round, or was burned: the table stops."""
    TOO_MANY_ALIKE = "too-many-alike"
    """More of this rank and suit than there are decks: the table stops."""
    BEFORE_CLOSE = "before-close"
    """Bets are still taken, or no round is open."""
    NONE_DUE = "none-due"
    """The round is over: one card too many."""


IMPOSSIBLE: Final = frozenset({Refusal.FOREIGN_DECK, Refusal.SEEN_BEFORE, Refusal.TOO_MANY_ALIKE})
"""Cards that cannot lie in the shoe."""
