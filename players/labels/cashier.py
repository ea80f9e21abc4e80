"""The labels of payments and means of payment."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
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
