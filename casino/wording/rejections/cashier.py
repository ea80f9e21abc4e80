"""What staff and players read when a payment, an adjustment or a payment method is rejected."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.wording import words
from casino.wording.rejections import play
from casino.wording.rejections.table import NOT_YET, Sentence, Sentences
from kernel.rejection import Rejected
from players.cashier.operations import (
    AdjustmentRejection,
    DepositRejected,
    DepositRejection,
    InstrumentRejection,
    WithdrawalRejection,
)

_DECISIONS: Final[Mapping[str, Sentence]] = {
    **NOT_YET,
    "not-allowed": _("Your role does not allow this decision."),
    "reason-missing": _("Write the reason, in 3 to 300 characters."),
    "text-invalid": _("The text has characters that are not accepted, or is too long."),
    "same-person": _("You have already approved this withdrawal: the second approval must come from another person."),
    "too-late": _("This withdrawal is no longer awaiting approval."),
    "own-proposal": _("The adjustment is yours: another person decides on it."),
    "already-decided": _("This adjustment has already been decided."),
    "short-of-funds": _("The player’s balance is not enough: an adjustment does not go below zero (PT-05)."),
    "key-reused": _("This request had already been handled with other details. Open the page again."),
    "amount-invalid": _("Write an amount above zero."),
}


def _barred(rejected: DepositRejected) -> str:
    said = play.BLOCKS[rejected.block.value] if rejected.block is not None else ""
    return f"{said} {_until(rejected)}".strip()


def _over_limit(rejected: Rejected) -> str:
    left = gettext("Your deposit limits now allow %(most)s at most.") % {"most": _euros(rejected.most)}
    return f"{left} {_until(rejected)}".strip()


def _blocked(rejected: Rejected) -> str:
    said = gettext("This payment method failed five times in ten minutes and is blocked. %(until)s")
    return said % {"until": _until(rejected)}


def _too_small(rejected: Rejected) -> str:
    return gettext("The least you can deposit is %(least)s.") % {"least": _euros(rejected.least)}


def _no_deposit(rejected: Rejected) -> str:
    bounds = {"least": _euros(rejected.least), "most": _euros(rejected.most)}
    return gettext("A deposit is between %(least)s and %(most)s.") % bounds


def _too_large(rejected: Rejected) -> str:
    return gettext("The most you can deposit at once is %(most)s.") % {"most": _euros(rejected.most)}


def _short_of_funds(rejected: Rejected) -> str:
    return gettext("You can withdraw %(most)s at most.") % {"most": _euros(rejected.most)}


def _euros(cents: int | None) -> str:
    return words.money(cents or 0, "EUR")


def _until(rejected: Rejected) -> str:
    if rejected.until is None:
        return ""
    return gettext("Until %(until)s.") % {"until": words.moment(rejected.until)}


SENTENCES: Final[Sentences] = {AdjustmentRejection: _DECISIONS, WithdrawalRejection: _DECISIONS}

TO_PLAYERS: Final[Sentences] = {
    InstrumentRejection: {
        "kind-unknown": _("Choose one of the payment methods in the list."),
        "number-invalid": _("The number is not right. Check it digit by digit."),
        "no-registration": _("Complete your registration first: only a payment method in your name is accepted."),
        "key-reused": _("This request had already been handled. Open the page again."),
        "too-many": _("You already have the most payment methods allowed. Contact player support to remove one."),
        "taken": _("This payment method cannot be used on this account. Contact player support."),
    },
    DepositRejection: {
        "amount-invalid": _no_deposit,
        "too-small": _too_small,
        "too-large": _too_large,
        "barred": _barred,
        "over-limit": _over_limit,
        "instrument-blocked": _blocked,
        "no-such-instrument": _("Choose one of your payment methods."),
        "key-reused": _("This request had already been handled with other details. Open the page again."),
        "no-registration": _("Complete your registration first: money is accepted only from an account in your name."),
        "instrument-suspended": _(
            "This payment method failed too many times and is suspended. Use another, or contact player support."
        ),
        "provider-away": _("The bank is not answering at the moment. Nothing was charged; try again in a few minutes."),
    },
    WithdrawalRejection: {
        "short-of-funds": _short_of_funds,
        "amount-invalid": _("Write an amount above zero."),
        "key-reused": _("This request had already been handled with other details. Open the page again."),
        "no-such-instrument": _("Choose one of your payment methods."),
        "not-verified": _("Your identity is not confirmed yet: you can withdraw only after that."),
        "not-funding": _("Payments are made only to a method you have already deposited with."),
        "too-late": _("This withdrawal can no longer be changed."),
    },
}
