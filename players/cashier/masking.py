"""Numbers of means of payment as they are kept and shown: the first and the last digits."""

from players.models import InstrumentKind


def masked(kind: InstrumentKind, plain: str) -> str:
    """«PT50 •••• 9999», «MB WAY 91 •••• 5678».

    >>> masked(InstrumentKind.BANK_ACCOUNT, "PT50000201231234567890154")
    'PT50 •••• 0154'
    """
    start = plain[:4] if kind is InstrumentKind.BANK_ACCOUNT else f"MB WAY {plain[:2]}"
    return f"{start} •••• {plain[-4:]}"
