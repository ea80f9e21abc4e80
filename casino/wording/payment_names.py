"""The reasons why payments ended, and the tones of their states, for players and staff alike."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino.wording import words
from kernel.labels import label_of
from players.cashier.operations import DepositRejection, NoticeOutcome
from players.cashier.payments.provider import NoticeKind
from players.cashier.queries import AdjustmentState, DepositCard, DepositState, WithdrawalState
from players.gates import Block

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
BLOCKS: Final[_Names] = {
    Block.INACTIVE: gettext_lazy("account inactive"),
    Block.EXCLUDED: gettext_lazy("excluded"),
    Block.CLOSED: gettext_lazy("account closed"),
    Block.SUSPENDED: gettext_lazy("suspended"),
    Block.PROHIBITED: gettext_lazy("barred from playing"),
    Block.EMAIL_UNCONFIRMED: gettext_lazy("email not confirmed"),
    Block.NOT_VERIFIED: gettext_lazy("to be verified"),
    Block.TERMS_NOT_ACCEPTED: gettext_lazy("terms not accepted"),
}
"""How a player stood who could not receive a deposit."""


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


def why_of(deposit: DepositCard) -> str:
    """For staff: why a deposit was not credited, with what the bank or the account had instead."""
    said = why(deposit.reason)
    if not deposit.reason or not deposit.detail:
        return said
    if deposit.reason == DepositRejection.AMOUNT_DIFFERS:
        return f"{said} · {words.money(int(deposit.detail), 'EUR')}"
    return f"{said} · {BLOCKS.get(deposit.detail, deposit.detail)}"
