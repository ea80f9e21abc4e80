"""Records of the reports: made, requested, proposed, sent. Only added to or done once; private to this app."""

from reporting.models.archived import Archived, ArchivedDay, InArchive
from reporting.models.days import (
    DaySalt,
    DayStamp,
    FaultySeal,
    PersonRecord,
    SealedDay,
    SealMark,
)
from reporting.models.extracts import (
    Extract,
    ExtractState,
)
from reporting.models.leases import Lease
from reporting.models.log import (
    Cosignature,
    LeafKind,
    LogCheckpoint,
    LogLeaf,
    LogTile,
    SoftwareCheck,
    WitnessState,
)
from reporting.models.nights import NightCheck, NightKind
from reporting.models.processes import ProcessMinute
from reporting.models.proposals import ProposalState
from reporting.models.regulator_line import LineOpening, LineOutage, LinePart
from reporting.models.reports import (
    ChainLink,
    ChainMark,
    DailyReport,
    ExportLog,
    Job,
    JobKind,
    LedgerProof,
    Piece,
    ProofSlice,
    Reopening,
    ReportRun,
    RunFile,
    RunState,
)
from reporting.models.safe_files import (
    HourMark,
    SafeCorrection,
    SafeFile,
    SafeMark,
    SafePackage,
    SafeParcel,
)
from reporting.models.schedules import (
    Notice,
    Schedule,
    ScheduleState,
    ScheduleTurn,
)

__all__ = [
    "Archived",
    "ArchivedDay",
    "ChainLink",
    "ChainMark",
    "Cosignature",
    "DailyReport",
    "DaySalt",
    "DayStamp",
    "ExportLog",
    "Extract",
    "ExtractState",
    "FaultySeal",
    "HourMark",
    "InArchive",
    "Job",
    "JobKind",
    "LeafKind",
    "Lease",
    "LedgerProof",
    "LineOpening",
    "LineOutage",
    "LinePart",
    "LogCheckpoint",
    "LogLeaf",
    "LogTile",
    "NightCheck",
    "NightKind",
    "Notice",
    "PersonRecord",
    "Piece",
    "ProcessMinute",
    "ProofSlice",
    "ProposalState",
    "Reopening",
    "ReportRun",
    "RunFile",
    "RunState",
    "SafeCorrection",
    "SafeFile",
    "SafeMark",
    "SafePackage",
    "SafeParcel",
    "Schedule",
    "ScheduleState",
    "ScheduleTurn",
    "SealMark",
    "SealedDay",
    "SoftwareCheck",
    "WitnessState",
]
