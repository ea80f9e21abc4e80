"""The tables' door for reading."""

from tables.queries.figures import RoundDifference, TableDay, day_figures, verify_rounds
from tables.queries.history import (
    BetCard,
    RoundCard,
    SessionSummary,
    SlipCard,
    open_session_of,
    round_of,
    rounds_of,
    session_summary,
    sessions_of,
    settled_rounds,
)
from tables.queries.live import TableState, table_id, table_state, versions
from tables.queries.lobby import Outcome, RulesCard, Tile, lobby, rules_of
from tables.queries.personal import my_state, my_states
from tables.queries.replay import Finding, Replay, finished_rounds, replay
from tables.queries.staff import (
    Act,
    ConfigurationCard,
    FloorTable,
    acts,
    configuration,
    configurations,
    floor,
    seated_count,
    waiting_configurations,
)

__all__ = [
    "Act",
    "BetCard",
    "ConfigurationCard",
    "Finding",
    "FloorTable",
    "Outcome",
    "Replay",
    "RoundCard",
    "RoundDifference",
    "RulesCard",
    "SessionSummary",
    "SlipCard",
    "TableDay",
    "TableState",
    "Tile",
    "acts",
    "configuration",
    "configurations",
    "day_figures",
    "finished_rounds",
    "floor",
    "lobby",
    "my_state",
    "my_states",
    "open_session_of",
    "replay",
    "round_of",
    "rounds_of",
    "rules_of",
    "seated_count",
    "session_summary",
    "sessions_of",
    "settled_rounds",
    "table_id",
    "table_state",
    "verify_rounds",
    "versions",
    "waiting_configurations",
]
