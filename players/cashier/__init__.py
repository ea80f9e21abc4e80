"""Money in and out: deposits, withdrawals, adjustments, the payment provider's notices."""
