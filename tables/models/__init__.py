"""Rows of the tables floor. Private to the app: others use `tables.operations` and `tables.queries`."""

from tables.models.bets import Bet, BetOutcome, Slip
from tables.models.clocks import ClockChange
from tables.models.comparisons import Comparison
from tables.models.connections import ClosedConnection, Connection, WebProcess
from tables.models.court import CourtDay, CourtMark, CourtState, DriftAlarm
from tables.models.cuts import Cut, CutNumber
from tables.models.finished import FinishedRound
from tables.models.incidents import Incident, IncidentKind, IncidentNote
from tables.models.openings import VoidOpening
from tables.models.paper import (
    CardEvent,
    CardEventKind,
    CardSource,
    KeyedCard,
    PaperShoe,
    Shift,
    ShuffledBy,
    TableCall,
)
from tables.models.play import (
    UNFINISHED,
    Configuration,
    ConfigurationStatus,
    PlaySession,
    Round,
    RoundPhase,
    Shoe,
    Table,
    TableKind,
    TableStatus,
)
from tables.models.scanners import Opinion, Scanner, SecondReading
from tables.models.squeezes import Squeeze
from tables.models.staff_acts import StaffAct, TableAct
from tables.models.stops import Stop
from tables.models.voids import VoidProposal, VoidState

__all__ = [
    "UNFINISHED",
    "Bet",
    "BetOutcome",
    "CardEvent",
    "CardEventKind",
    "CardSource",
    "ClockChange",
    "ClosedConnection",
    "Comparison",
    "Configuration",
    "ConfigurationStatus",
    "Connection",
    "CourtDay",
    "CourtMark",
    "CourtState",
    "Cut",
    "CutNumber",
    "DriftAlarm",
    "FinishedRound",
    "Incident",
    "IncidentKind",
    "IncidentNote",
    "KeyedCard",
    "Opinion",
    "PaperShoe",
    "PlaySession",
    "Round",
    "RoundPhase",
    "Scanner",
    "SecondReading",
    "Shift",
    "Shoe",
    "ShuffledBy",
    "Slip",
    "Squeeze",
    "StaffAct",
    "Stop",
    "Table",
    "TableAct",
    "TableCall",
    "TableKind",
    "TableStatus",
    "VoidOpening",
    "VoidProposal",
    "VoidState",
    "WebProcess",
]
