"""The cashier's terms: the least and most, when two persons agree, how long to wait. From the settings."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings


@dataclass(frozen=True, slots=True)
class CashierTerms:
    """Amounts in cents. The house charges no fee; a bank's own charge is between it and its customer."""

    deposit_least: int = 5_00
    deposit_most: int = 10_000_00
    two_persons_over: int = 2_000_00
    """A withdrawal waits for two members of staff when it takes what the player asked for in 24 hours above this."""
    two_persons_over_week: int = 5_000_00
    """The same for what the player asked for in seven days."""
    ask_after: timedelta = timedelta(minutes=2)
    """How long a payment may be silent before the provider is asked."""
    ask_every: timedelta = timedelta(minutes=2)
    expire_after: timedelta = timedelta(minutes=30)
    failures: int = 5
    failures_within: timedelta = timedelta(minutes=10)
    block_for: timedelta = timedelta(hours=1)


def cashier_terms() -> CashierTerms:
    """The terms in force: these, but for what the setting `CASHIER` says otherwise."""
    return CashierTerms(**settings.CASHIER)
