"""The faults that a proof of the books finds beside those of the ledger, the rounds and the cashier."""

from enum import StrEnum


class ChainFault(StrEnum):
    """The kind of a difference between a chain and its rows."""

    ROW_CHANGED = "row-changed"
    ROW_MISSING = "row-missing"
    ROW_ADDED = "row-added"
    LINK_BROKEN = "link-broken"
    CHAIN_CUT = "chain-cut"
    """The chain is shorter, or another, than an earlier proof saw it."""


class HouseFault(StrEnum):
    """The kind of a difference in the house's own accounts."""

    GROSS_REVENUE = "gross-revenue"
    """It is not what the rounds have won."""
