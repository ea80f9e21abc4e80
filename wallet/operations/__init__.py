"""The ledger's writing door: opening accounts, posting lines, paying in and out.

Amounts are whole cents, instants aware UTC. It must not know what a round, a bet or a person is.
"""

from wallet.operations.moves import (
    AdjustmentRejected,
    ChargeBackRejected,
    ChargedBack,
    DepositRejected,
    Moved,
    MoveRejected,
    MoveRejection,
    TopUpRejected,
    WithdrawalRejected,
    adjust,
    charge_back,
    deposit,
    give_back_withdrawal,
    pay_withdrawal,
    request_withdrawal,
    top_up_play,
)
from wallet.operations.posting import (
    AccountOpened,
    Line,
    Posted,
    ShortOfFunds,
    house_account,
    lock_balances,
    open_player_account,
    open_stakes_account,
    post,
)

__all__ = [
    "AccountOpened",
    "AdjustmentRejected",
    "ChargeBackRejected",
    "ChargedBack",
    "DepositRejected",
    "Line",
    "MoveRejected",
    "MoveRejection",
    "Moved",
    "Posted",
    "ShortOfFunds",
    "TopUpRejected",
    "WithdrawalRejected",
    "adjust",
    "charge_back",
    "deposit",
    "give_back_withdrawal",
    "house_account",
    "lock_balances",
    "open_player_account",
    "open_stakes_account",
    "pay_withdrawal",
    "post",
    "request_withdrawal",
    "top_up_play",
]
