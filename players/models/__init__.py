"""Persons and what stands against their playing. Private to this app: others use `operations`, `queries` and `gates`.

Edges hold a `Person` as `request.user` and read its `id`, `nickname` and `is_staff`, nothing else.
"""

from players.models.audit import AuditEntry
from players.models.cashier import (
    Adjustment,
    AdjustmentState,
    Deposit,
    DepositState,
    Instrument,
    InstrumentKind,
    PaymentNotice,
    SandboxNotice,
    SandboxPayment,
    Withdrawal,
    WithdrawalState,
)
from players.models.exclusions import Exclusion, ExclusionKind, ExclusionSource
from players.models.letters import Letter
from players.models.persons import Change, Kind, Person, StandingChange

__all__ = [
    "Adjustment",
    "AdjustmentState",
    "AuditEntry",
    "Change",
    "Deposit",
    "DepositState",
    "Exclusion",
    "ExclusionKind",
    "ExclusionSource",
    "Instrument",
    "InstrumentKind",
    "Kind",
    "Letter",
    "PaymentNotice",
    "Person",
    "SandboxNotice",
    "SandboxPayment",
    "StandingChange",
    "Withdrawal",
    "WithdrawalState",
]
