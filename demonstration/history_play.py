"""Rounds of the past written in bulk, for a demonstration house: finished, with shoes, sessions, slips, bets."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from demonstration.copying import copy_rows
from tables.operations.origin import Origin

_SHOE: Final = (
    "id",
    "table_id",
    "number",
    "scope",
    "root",
    "header",
    "header_path",
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
_OPENING: Final = ("round_id", "opened_at", "cards", "proofs", "unreadable")
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
    "sign_in",
    "address",
    "region",
)
_PROCESS: Final = ("code", "seen_at")
_CONNECTION: Final = (
    "code",
    "process_id",
    "person_id",
    "table_id",
    "opened_at",
    "closed_at",
    "close_code",
    "address",
    "device",
)
_SLIP: Final = {
    "person_id": "int8",
    "key": "uuid",
    "round_id": "int8",
    "session_id": "int8",
    "number": "text",
    "lines": "jsonb",
    "received_at": "timestamptz",
    "taken_at": "timestamptz",
    "refusal": "jsonb",
    "sign_in": "uuid",
    "address": "text",
    "region": "text",
}
_BET: Final = {
    "round_id": "int8",
    "person_id": "int8",
    "session_id": "int8",
    "key": "uuid",
    "chance": "text",
    "stake": "int8",
    "outcome": "text",
    "prize": "int8",
    "commission": "int8",
    "returned": "int8",
}
_WRITTEN: Final = {
    "shoe": _SHOE,
    "round": _ROUND,
    "voidopening": _OPENING,
    "playsession": _SESSION,
    "webprocess": _PROCESS,
    "connection": _CONNECTION,
}
"""Few enough to be written as text; in the order in which they may be written: referenced rows come first."""


@dataclass(slots=True)
class HistoryPlay:
    """The rows of a stretch of play: a row has its columns in the order in which they are written."""

    shoe: list[tuple[Any, ...]] = field(default_factory=list)
    round: list[tuple[Any, ...]] = field(default_factory=list)
    voidopening: list[tuple[Any, ...]] = field(default_factory=list)
    playsession: list[tuple[Any, ...]] = field(default_factory=list)
    webprocess: list[tuple[Any, ...]] = field(default_factory=list)
    connection: list[tuple[Any, ...]] = field(default_factory=list)
    slips: list[tuple[Any, ...]] = field(default_factory=list)
    bets: list[tuple[Any, ...]] = field(default_factory=list)

    def slip(
        self,
        *,
        person_id: int,
        key: UUID,
        round_id: int,
        session_id: int,
        number: str,
        lines: dict[str, int],
        at: datetime,
        origin: Origin,
        rejection: dict[str, Any] | None = None,
    ) -> None:
        """A slip that was decided the moment it came; `number` has eight letters, `rejection` why it was refused."""
        here = (origin.sign_in, origin.address, origin.region)
        self.slips.append((person_id, key, round_id, session_id, number, lines, at, at, rejection, *here))

    def bet(
        self,
        *,
        round_id: int,
        person_id: int,
        session_id: int,
        key: UUID,
        chance: str,
        stake: int,
        outcome: str,
        prize: int,
        commission: int,
        returned: int,
    ) -> None:
        """A bet and what became of it."""
        self.bets.append((round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned))


def reserve(kind: str, count: int) -> list[int]:
    """Ids for so many rows of a kind, which are given once only."""
    assert kind in _WRITTEN
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [f"tables_{kind}", count]
        )
        return [int(row[0]) for row in cursor.fetchall()]


def write_history_rounds(play: HistoryPlay) -> None:
    """All or nothing; every constraint of the tables holds for these rows as for any other."""
    with transaction.atomic():
        for kind, columns in _WRITTEN.items():
            statement = f"COPY tables_{kind} ({', '.join(columns)}) FROM STDIN"
            with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
                for row in getattr(play, kind):
                    copy.write_row(row)
        copy_rows("tables_slip", _SLIP, play.slips)
        copy_rows("tables_bet", _BET, play.bets)


def begin_history(*, table_id: int, configuration_id: int, at: datetime) -> None:
    """Put a table's approved configuration in force from `at`, as its first round would have done."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_configuration SET status = 'in-force', in_force_from = %s WHERE id = %s",
            [at, configuration_id],
        )
        cursor.execute("UPDATE tables_table SET configuration_id = %s WHERE id = %s", [configuration_id, table_id])


def end_history(*, table_id: int, rounds: int) -> None:
    """Let a table that has only a demo history count its rounds from here on."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tables_table SET round_count = %s WHERE id = %s", [rounds, table_id])


def statistics() -> None:
    """Tell the planner what there is now: its plans are made for the tables' real size."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
