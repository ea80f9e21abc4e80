"""The cashier: deposits, withdrawals, what banks take back, and corrections by two persons.

Amounts are whole cents of euro, instants aware UTC.
"""

from players.operations.cashier.adjustments import (
    AdjustmentDecided,
    AdjustmentProposed,
    AdjustmentRefusal,
    AdjustmentRefused,
    approve_adjustment,
    propose_adjustment,
    reject_adjustment,
)

__all__ = [
    "AdjustmentDecided",
    "AdjustmentProposed",
    "AdjustmentRefusal",
    "AdjustmentRefused",
    "approve_adjustment",
    "propose_adjustment",
    "reject_adjustment",
]
