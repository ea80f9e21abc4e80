"""Incidents: opened by the house or by staff, looked into, told to the regulator, and closed by two persons."""

from tables.operations.incidents.ending import approve_end, contain, explain, learn, propose_end, reject_end
from tables.operations.incidents.handling import MOST, assign, grade, handlers, measure, note, tell_regulator
from tables.operations.incidents.opening import KEYS, open_incident, report, watch
from tables.operations.incidents.rows import TEXT, WORD, IncidentActed, IncidentRejected, IncidentRejection

__all__ = [
    "KEYS",
    "MOST",
    "TEXT",
    "WORD",
    "IncidentActed",
    "IncidentRejected",
    "IncidentRejection",
    "approve_end",
    "assign",
    "contain",
    "explain",
    "grade",
    "handlers",
    "learn",
    "measure",
    "note",
    "open_incident",
    "propose_end",
    "reject_end",
    "report",
    "tell_regulator",
    "watch",
]
