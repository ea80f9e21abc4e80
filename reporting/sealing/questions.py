"""What a sealed day may be asked for."""

from enum import StrEnum


class Asked(StrEnum):
    """One thing by its name. No line of either names a person but by a public id."""

    ROUND = "round"
    """A round by its code, with its bets and the paper cards that were read in it."""
    LEDGER = "ledger"
    """A line of the ledger by its number."""
