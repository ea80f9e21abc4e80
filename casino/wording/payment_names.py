"""The reasons why payments ended, and the tones of their states, for players and staff alike."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from kernel.labels import label_of
from players.cashier.operations import NoticeOutcome
from players.cashier.payments.provider import NoticeKind
from players.cashier.queries import AdjustmentState, DepositState, WithdrawalState

_Names = Mapping[str, "str | Promise"]

TONES: Final[Mapping[str, str]] = {
    "pending": "info",
    "credited": "good",
    "rejected": "bad",
    "expired": "warn",
    "charged-back": "bad",
    "held": "warn",
    "ready": "info",
    "sent": "info",
    "paid": "good",
    "refused": "bad",
    "failed": "bad",
    "proposed": "warn",
    "approved": "good",
}
REASONS: Final[_Names] = {
    "barred": gettext_lazy("the account could not receive deposits at that moment"),
    "over-limit": gettext_lazy("it would have passed a deposit limit"),
    "no-registration": gettext_lazy("details of the registration are missing"),
    "instrument-suspended": gettext_lazy("the payment method is suspended after repeated failures"),
    "instrument-blocked": gettext_lazy("the payment method was blocked after repeated failures"),
    "payer-rejected": gettext_lazy("the payment was refused at the bank"),
    "amount-differs": gettext_lazy("the bank sent an amount other than the one asked for"),
    "currency-differs": gettext_lazy("the bank sent another currency"),
    "holder-differs": gettext_lazy("the bank account is not in your name"),
    "charge-back": gettext_lazy("a deposit was taken back by the bank"),
}


def notice(code: str) -> str:
    """The kinds of notice from a provider."""
    return label_of(code, NoticeKind)


def outcome(code: str) -> str:
    """The outcomes of a provider's notice."""
    return label_of(code, NoticeOutcome)


def state(code: str) -> str:
    """The states of a deposit, withdrawal or adjustment."""
    return label_of(code, DepositState, WithdrawalState, AdjustmentState)


def why(reason: str) -> str:
    """The reason for a payment's outcome; the staff's own words stand as they are."""
    return str(REASONS.get(reason, reason))
