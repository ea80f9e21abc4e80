"""The labels of payments, means of payment, and the faults that their proof finds."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from players.cashier.causes import Why
from players.cashier.operations.notices import NoticeOutcome
from players.cashier.payments.provider import NoticeKind
from players.models.cashier import AdjustmentState, DepositState, InstrumentKind, WithdrawalState

register({InstrumentKind.BANK_ACCOUNT: _("bank account"), InstrumentKind.MBWAY: _("MB WAY")})
register(
    {
        InstrumentKind.BANK_ACCOUNT: _("Bank account (IBAN)"),
        InstrumentKind.MBWAY: _("MB WAY (mobile phone)"),
    },
    form="in-full",
)
register(
    {
        DepositState.PENDING: _("waiting for the bank"),
        DepositState.CREDITED: _("credited"),
        DepositState.REJECTED: _("rejected"),
        DepositState.EXPIRED: _("it was not paid in time"),
        DepositState.CHARGED_BACK: _("taken back by the bank"),
    }
)
register(
    {
        WithdrawalState.HELD: _("awaiting approval"),
        WithdrawalState.READY: _("on its way to the bank"),
        WithdrawalState.SENT: _("handed to the bank"),
        WithdrawalState.PAID: pgettext_lazy("withdrawal", "paid"),
        WithdrawalState.CANCELLED: pgettext_lazy("withdrawal", "cancelled"),
        WithdrawalState.REFUSED: pgettext_lazy("withdrawal", "refused"),
        WithdrawalState.FAILED: _("returned by the bank"),
    }
)
register(
    {
        AdjustmentState.PROPOSED: pgettext_lazy("adjustment", "waiting for another person"),
        AdjustmentState.APPROVED: pgettext_lazy("adjustment", "approved"),
        AdjustmentState.REJECTED: _("rejected"),
    }
)
register(
    {
        Why.LINE_WITHOUT_ROW: _("a cashier line has no record"),
        Why.ROW_WITHOUT_LINE: _("a cashier record has no line in the ledger"),
        Why.AMOUNT_DIFFERS: _("record and line have different amounts"),
        Why.CURRENCY_DIFFERS: _("record and line are not in the same currency"),
        Why.PERSON_DIFFERS: _("the record belongs to one person and the line to another"),
        Why.DIRECTION_DIFFERS: _("the line moves money the other way than the record says"),
        Why.WITHOUT_NOTICE: _("neither a notice from the bank nor a second person confirms this movement"),
        Why.AWARD_NOT_PAID: _("a complaint’s award was not paid as decided"),
        Why.ACCOUNT_WITHOUT_PLAYER: _("a player’s account belongs to no player"),
    }
)
register(
    {
        NoticeKind.AUTHORISED: _("the payer agreed"),
        NoticeKind.PAID_IN: _("the money arrived"),
        NoticeKind.REJECTED: _("the payment was refused"),
        NoticeKind.PAID_OUT: _("the withdrawal was paid"),
        NoticeKind.PAY_OUT_FAILED: _("the withdrawal was not accepted"),
        NoticeKind.CHARGED_BACK: _("the bank took the money back"),
    }
)
register(
    {
        NoticeOutcome.APPLIED: _("done"),
        NoticeOutcome.REFUSED: _("refused: the money is returned"),
        NoticeOutcome.NOTHING_NEW: _("already known"),
        NoticeOutcome.REPEAT: _("repeated"),
        NoticeOutcome.UNKNOWN: _("of none of our payments"),
        NoticeOutcome.MISMATCH: _("does not match our record"),
    }
)
