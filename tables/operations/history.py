"""Rounds of the past written in bulk, for a demonstration house: finished, with shoes, sessions, slips, bets."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection, transaction

_SHOE: Final = (
    "id",
    "table_id",
    "number",
    "scope",
    "root",
    "sealed",
    "decks",
    "card_count",
    "cut",
    "rounds_after_cut",
    "dealt",
    "round_of_shoe",
    "last_round",
    "created_at",
)
_ROUND: Final = (
    "id",
    "table_id",
    "configuration_id",
    "shoe_id",
    "number",
    "code",
    "round_of_shoe",
    "first_card",
    "phase",
    "stakes_account",
    "sums",
    "opened_at",
    "closes_at",
    "closed_at",
    "settled_at",
    "voided_at",
    "void_reason",
    "cards",
    "winner",
    "proofs",
)
_SESSION: Final = (
    "id",
    "code",
    "person_id",
    "table_id",
    "key",
    "account",
    "seat",
    "started_at",
    "ended_at",
    "end_reason",
    "away",
    "leaving",
    "last_bet_at",
    "expected_loss",
    "rounds_missed",
    "rounds",
    "staked",
    "returned",
    "prizes",
    "commission",
)
_SLIP: Final = ("person_id", "key", "round_id", "session_id", "number", "lines", "received_at", "taken_at")
_BET: Final = (
    "round_id",
    "person_id",
    "session_id",
    "key",
    "chance",
    "stake",
    "outcome",
    "prize",
    "commission",
    "returned",
)
_COLUMNS: Final = {"shoe": _SHOE, "round": _ROUND, "playsession": _SESSION, "slip": _SLIP, "bet": _BET}
KINDS: Final = tuple(_COLUMNS)
"""In the order in which they may be written: what is pointed at comes first."""


def reserve(kind: str, count: int) -> list[int]:
    """Ids for so many rows of a kind, which nobody else will be given."""
    assert kind in _COLUMNS
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [f"tables_{kind}", count]
        )
        return [int(row[0]) for row in cursor.fetchall()]


def write_past_rounds(rows: dict[str, Iterable[Sequence[Any]]]) -> None:
    """Rows by kind, all or nothing; every constraint of the tables holds for them as for any other."""
    with transaction.atomic(), connection.cursor() as cursor:
        for kind in KINDS:
            columns = ", ".join(_COLUMNS[kind])
            with cursor.cursor.copy(f"COPY tables_{kind} ({columns}) FROM STDIN") as copy:
                for row in rows.get(kind, ()):
                    copy.write_row(row)


def begin_past(*, table_id: int, configuration_id: int, at: datetime) -> None:
    """Put a table's approved configuration in force from `at`, as its first round would have done."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_configuration SET status = 'in-force', in_force_from = %s WHERE id = %s",
            [at, configuration_id],
        )
        cursor.execute("UPDATE tables_table SET configuration_id = %s WHERE id = %s", [configuration_id, table_id])


def end_past(*, table_id: int, rounds: int) -> None:
    """Let a table that has only a past count its rounds from here on."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET round_count = %s WHERE id = %s", [rounds, table_id])


def statistics() -> None:
    """Tell the planner what there is now: its plans are made for the tables' real size."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
