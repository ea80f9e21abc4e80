"""The labels of the ledger's codes: currencies, accounts, the codes of lines, and the faults that its proof finds."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel.labels import register
from kernel.money import Currency
from wallet.chart import AccountKind, Code
from wallet.proof import Why

register({Currency.EUR: _("Money"), Currency.PLAY: _("Play money")})
register(
    {
        AccountKind.PLAYER: _("Player"),
        AccountKind.STAKES: _("Stakes of the round"),
        AccountKind.GAMING: _("Result of play"),
        AccountKind.COMMISSION: pgettext_lazy("account", "Commission"),
        AccountKind.FUNDING: _("Deposits and withdrawals"),
        AccountKind.PAYOUTS: _("Withdrawals to be paid"),
        AccountKind.CHARGE_BACKS: _("Losses with deposits taken back"),
        AccountKind.PLAY_SOURCE: _("Source of play money chips"),
        AccountKind.ADJUSTMENTS: _("Adjustments"),
    }
)
register(
    {
        Code.DEPOSIT: _("deposit"),
        Code.WITHDRAWAL: _("withdrawal"),
        Code.WITHDRAWAL_REQUESTED: _("withdrawal requested"),
        Code.WITHDRAWAL_PAID: _("withdrawal paid"),
        Code.WITHDRAWAL_GIVEN_BACK: _("withdrawal returned"),
        Code.CHARGE_BACK: _("deposit taken back by the bank"),
        Code.CHARGE_BACK_LOSS: _("loss with a deposit taken back"),
        Code.PLAY_TOP_UP: _("play money chips"),
        Code.STAKE: _("bet"),
        Code.STAKE_TAKEN_BACK: _("bet taken back"),
        Code.STAKES_LOST: _("stake lost"),
        Code.PRIZES: _("prizes of the round"),
        Code.PAYOUT: _("payout"),
        Code.COMMISSION: _("commission"),
        Code.REFUND: _("refund of a void round"),
        Code.STAKE_RETURNED: _("stake returned"),
        Code.PRIZE: _("prize"),
        Code.ADJUSTMENT: _("adjustment"),
    }
)
register(
    {
        Why.ACCOUNT_MISSING: _("a line’s account is missing"),
        Why.CURRENCIES_MIXED: _("a line mixes two kinds of money"),
        Why.KINDS_DO_NOT_FIT: _("a line moves money between accounts that do not allow it"),
        Why.AMOUNT_NOT_POSITIVE: _("a line’s amount is not positive"),
        Why.STEP_WRONG: _("the balances before and after a line do not differ by its amount"),
        Why.CHAIN_BROKEN: _("a line does not start at the balance where the one before it ended"),
        Why.BALANCE_WRONG: _("the stored balance is not the sum of the lines"),
        Why.STAKES_BELOW_ZERO: _("more left the round’s account than was staked"),
        Why.PAYOUTS_BELOW_ZERO: _("more was paid than the players asked for"),
        Why.SUM_NOT_ZERO: _("the sum of all accounts is not zero"),
    }
)
