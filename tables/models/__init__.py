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
from tables.models.play import (
    UNFINISHED,
    Configuration,
    ConfigurationStatus,
    PlaySession,
    Round,
    RoundPhase,
    Shoe,
    Table,
    TableStatus,
)
from tables.models.staff_acts import StaffAct, TableAct
from tables.models.stops import Stop
from tables.models.voids import VoidProposal, VoidState

__all__ = [
    "UNFINISHED",
    "Bet",
    "BetOutcome",
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
    "PlaySession",
    "Round",
    "RoundPhase",
    "Shoe",
    "Slip",
    "StaffAct",
    "Stop",
    "Table",
    "TableAct",
    "TableStatus",
    "VoidOpening",
    "VoidProposal",
    "VoidState",
    "WebProcess",
]
