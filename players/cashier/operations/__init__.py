"""The cashier: deposits, withdrawals, what banks take back, and corrections by two persons.

Amounts are whole cents of euro, instants aware UTC.
"""

from players.cashier.operations.adjustments import (
    AdjustmentDecided,
    AdjustmentProposed,
    AdjustmentRejected,
    AdjustmentRejection,
    approve_adjustment,
    propose_adjustment,
    reject_adjustment,
)
from players.cashier.operations.deposits import DepositRejected, DepositRejection, DepositStarted, start_deposit
from players.cashier.operations.instruments import (
    InstrumentAdded,
    InstrumentRejected,
    InstrumentRejection,
    add_instrument,
    add_registered_account,
)
from players.cashier.operations.notices import NoticeOutcome, NoticeTaken, take_notice
from players.cashier.operations.sweeping import ask_after_silent, send_money_back, send_withdrawals
from players.cashier.operations.terms import CashierTerms, cashier_terms
from players.cashier.operations.withdrawals import (
    WithdrawalRejected,
    WithdrawalRejection,
    WithdrawalStands,
    approve_withdrawal,
    cancel_withdrawal,
    refuse_withdrawal,
    request_withdrawal,
)

__all__ = [
    "AdjustmentDecided",
    "AdjustmentProposed",
    "AdjustmentRejected",
    "AdjustmentRejection",
    "CashierTerms",
    "DepositRejected",
    "DepositRejection",
    "DepositStarted",
    "InstrumentAdded",
    "InstrumentRejected",
    "InstrumentRejection",
    "NoticeOutcome",
    "NoticeTaken",
    "WithdrawalRejected",
    "WithdrawalRejection",
    "WithdrawalStands",
    "add_instrument",
    "add_registered_account",
    "approve_adjustment",
    "approve_withdrawal",
    "ask_after_silent",
    "cancel_withdrawal",
    "cashier_terms",
    "propose_adjustment",
    "refuse_withdrawal",
    "reject_adjustment",
    "request_withdrawal",
    "send_money_back",
    "send_withdrawals",
    "start_deposit",
    "take_notice",
]
