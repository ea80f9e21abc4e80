"""Persons and what stands against their playing. Private to this app: others use `operations`, `queries` and `gates`.

Edges hold a `Person` as `request.user` and read its `id`, `nickname`, `is_staff` and `is_guest`, nothing else.
"""

from players.models.adapters import Adapter, AdapterState
from players.models.asks import Ask
from players.models.audit import AuditEntry
from players.models.cashier import (
    Adjustment,
    AdjustmentState,
    CauseMark,
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
from players.models.complaints import (
    REMINDERS,
    TURNS_MOST,
    Category,
    Channel,
    Complaint,
    ComplaintDecision,
    ComplaintEvent,
    ComplaintFile,
    ComplaintMessage,
    ComplaintOutcome,
    ComplaintState,
    FileCheck,
    Side,
    SubjectKind,
    What,
)
from players.models.duties import CalendarFeed, DutyTurn
from players.models.emails import Email
from players.models.events import Event
from players.models.exclusions import Exclusion, ExclusionKind, ExclusionSource
from players.models.guests import Guest, GuestEnd
from players.models.inbox import Assignment, Attention, InboxLook
from players.models.keeping import Erasure, ErasureState, KeepingLook
from players.models.limits import CheckInterval, DailyTotal, Limit, LimitKind, LimitSource, LimitState
from players.models.national import NationalEntry, NationalPush
from players.models.notes import NotePin, PlayerNote
from players.models.obligations import Obligation, ObligationKind
from players.models.outsiders import Outsider, Relation
from players.models.persons import Change, Kind, Person, StandingChange
from players.models.privacy import (
    AccountClosure,
    ClosureCause,
    Correctable,
    DataExport,
    DataExportPart,
    ExportState,
    RectificationRequest,
    RectificationState,
)
from players.models.registration import (
    DataChange,
    DocumentKind,
    IdentityCheck,
    Outcome,
    Prohibition,
    ProhibitionReason,
    Registration,
)
from players.models.replies import ReplyTemplate, ReplyUse, ReplyVersion
from players.models.saved_views import SavedView
from players.models.sign_ins import AttemptOutcome, Device, Factor, SignInAttempt, SignInLock, StandingCheck
from players.models.signals import Signal, SignalAct, SignalKind, SignalStep
from players.models.staff import ProposalState, StaffAct, StaffIdentity, StaffProposal, StaffSeal
from players.models.standing_hints import StandingHint
from players.models.terms import Acceptance
from players.models.viewings import Viewing

__all__ = [
    "REMINDERS",
    "TURNS_MOST",
    "Acceptance",
    "AccountClosure",
    "Adapter",
    "AdapterState",
    "Adjustment",
    "AdjustmentState",
    "Ask",
    "Assignment",
    "AttemptOutcome",
    "Attention",
    "AuditEntry",
    "CalendarFeed",
    "Category",
    "CauseMark",
    "Change",
    "Channel",
    "CheckInterval",
    "ClosureCause",
    "Complaint",
    "ComplaintDecision",
    "ComplaintEvent",
    "ComplaintFile",
    "ComplaintMessage",
    "ComplaintOutcome",
    "ComplaintState",
    "Correctable",
    "DailyTotal",
    "DataChange",
    "DataExport",
    "DataExportPart",
    "Deposit",
    "DepositState",
    "Device",
    "DocumentKind",
    "DutyTurn",
    "Email",
    "Erasure",
    "ErasureState",
    "Event",
    "Exclusion",
    "ExclusionKind",
    "ExclusionSource",
    "ExportState",
    "Factor",
    "FileCheck",
    "Guest",
    "GuestEnd",
    "IdentityCheck",
    "InboxLook",
    "Instrument",
    "InstrumentKind",
    "KeepingLook",
    "Kind",
    "Limit",
    "LimitKind",
    "LimitSource",
    "LimitState",
    "NationalEntry",
    "NationalPush",
    "NotePin",
    "Obligation",
    "ObligationKind",
    "Outcome",
    "Outsider",
    "PaymentNotice",
    "Person",
    "PlayerNote",
    "Prohibition",
    "ProhibitionReason",
    "ProposalState",
    "RectificationRequest",
    "RectificationState",
    "Registration",
    "Relation",
    "ReplyTemplate",
    "ReplyUse",
    "ReplyVersion",
    "SandboxNotice",
    "SandboxPayment",
    "SavedView",
    "Side",
    "SignInAttempt",
    "SignInLock",
    "Signal",
    "SignalAct",
    "SignalKind",
    "SignalStep",
    "StaffAct",
    "StaffIdentity",
    "StaffProposal",
    "StaffSeal",
    "StandingChange",
    "StandingCheck",
    "StandingHint",
    "SubjectKind",
    "Viewing",
    "What",
    "Withdrawal",
    "WithdrawalState",
]
