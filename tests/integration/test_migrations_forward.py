"""A house of an earlier schema, filled, goes forward: nothing is lost, and what is proven before is proven after.

The rows are those of a house that is played now, as far as the earlier schema has their tables and columns.
"""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests.factories import NOON, Floor
from tests.faults import doings
from tests.integration.reporting.test_reporting_daily import played

ROOT: Final = Path(__file__).resolve().parents[2]
EARLIER: Final = {"wallet": "0002_guards", "players": "0003_duties_done", "tables": "0003_two_persons"} | {
    "reporting": "0003_layout"
}
OWN: Final = {"django_migrations", "players_auditkey"}
"""Tables that each database keeps for itself."""
SINCE: Final = {"hire_proposed", "hire_approved"}
"""Operations that the earlier schema has no tables for."""
BACK: Final = """
import django; django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
earlier = {earlier!r}
executor = MigrationExecutor(connection)
leaves = [leaf for leaf in executor.loader.graph.leaf_nodes() if leaf[0] not in {apps!r}]
wanted = [*earlier.items(), *leaves]
needed = {{key for target in leaves for key in executor.loader.graph.forwards_plan(target)}}
assert not [key for key in needed if key[0] in earlier and key[1] > earlier[key[0]]], needed
executor.migrate(wanted)
"""
_GO_ON: Final = sql.SQL(
    "SELECT setval(pg_get_serial_sequence(%s, %s), max({1}::text::bigint)) FROM {0}"
    " WHERE pg_get_serial_sequence(%s, %s) IS NOT NULL HAVING count(*) > 0"
)
"""New rows are numbered after the last one that was copied."""
_BY_BET: Final = """
WITH spread AS (
  SELECT id * 100 AS id, debit_account, credit_account, amount, code, key, reference, balance_before, balance_after,
    created_at
  FROM copied WHERE code NOT IN ('prizes', 'payout')
  UNION ALL
  SELECT line.id * 100 + row_number() OVER bets, CASE part.code WHEN 'prize' THEN gaming.id ELSE line.debit_account END,
    line.credit_account, part.amount, part.code, bet.key, line.reference,
    line.balance_before + sum(part.amount) OVER bets - part.amount,
    line.balance_before + sum(part.amount) OVER bets, line.created_at
  FROM copied line
  JOIN tables_round round ON round.code = line.reference JOIN tables_bet bet ON bet.round_id = round.id
  JOIN tables_playsession session ON session.id = bet.session_id AND session.account = line.credit_account
  JOIN wallet_account account ON account.id = line.credit_account
  JOIN wallet_account gaming ON gaming.kind = 'gaming' AND gaming.currency = account.currency
  CROSS JOIN LATERAL (
    VALUES ('stake-returned', bet.returned - bet.prize), ('prize', bet.prize)
  ) AS part (code, amount)
  WHERE line.code = 'payout' AND part.amount > 0
  WINDOW bets AS (PARTITION BY line.id ORDER BY bet.id, part.code)
)
INSERT INTO wallet_transfer (id, debit_account, credit_account, amount, code, key, reference, balance_before,
  balance_after, created_at)
OVERRIDING SYSTEM VALUE SELECT * FROM spread ORDER BY id
"""
"""Payouts as the earlier house wrote them: a line for each bet's stake and one for its prize (ADR 0164)."""


class Earlier:
    """A database of the earlier schema beside the tests' own, in the same cluster."""

    def __init__(self, name: str) -> None:
        self.now = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
        self.url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()

    def run(self, *arguments: str) -> str:
        """A command of the house on it, in a process of its own."""
        environment = os.environ | {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "casino.settings"}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    def columns(self, url: str) -> dict[str, list[str]]:
        """The columns of every table that are written and not computed."""
        with psycopg.connect(url) as there:
            rows = there.execute(
                "SELECT c.table_name, array_agg(c.column_name::text ORDER BY c.column_name)"
                " FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)"
                " WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'"
                " GROUP BY c.table_name"
            )
            return {table: columns for table, columns in rows if table not in OWN}

    def shared(self) -> dict[str, list[str]]:
        """The columns that both schemas have."""
        then, now = self.columns(self.url), self.columns(self.now)
        both = {table: [name for name in columns if name in now.get(table, ())] for table, columns in then.items()}
        return {table: columns for table, columns in both.items() if columns}

    def fill(self) -> None:
        """Copy every row over."""
        with psycopg.connect(self.now) as source, psycopg.connect(self.url) as target:
            target.execute("SET session_replication_role = replica")
            target.execute("CREATE TEMP TABLE copied (LIKE wallet_transfer)")
            for table, columns in self.shared().items():
                names = sql.SQL(", ").join(map(sql.Identifier, columns))
                target.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
                place, into = sql.Identifier(table), "copied" if table == "wallet_transfer" else table
                out = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT").format(names, place)
                put = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(into), names)
                with source.cursor().copy(out) as rows, target.cursor().copy(put) as taken:
                    for block in rows:
                        taken.write(block)
            target.execute(_BY_BET)
            target.execute("UPDATE players_tally SET upto = upto * 100")
            for table, columns in self.shared().items():
                for column in columns:
                    going = _GO_ON.format(sql.Identifier(table), sql.Identifier(column))
                    target.execute(going, [table, column, table, column])

    def rows(self, shared: dict[str, list[str]]) -> dict[str, list[str]]:
        """Every row of these columns, as text."""
        found = {}
        with psycopg.connect(self.url) as there:
            for table, columns in shared.items():
                names = sql.SQL(", ").join(map(sql.Identifier, columns))
                text = sql.SQL("SELECT ROW({})::text FROM {} ORDER BY 1").format(names, sql.Identifier(table))
                found[table] = [row for (row,) in there.execute(text)]
        return found

    def say(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """Do a statement as the owner of the database, past its triggers."""
        with psycopg.connect(self.url) as there:
            there.execute("SET session_replication_role = replica")
            cursor = there.execute(statement.encode(), values)
            return list(cursor.fetchall()) if cursor.description else []


@pytest.fixture
def earlier(open_floor: Floor) -> Iterator[Earlier]:
    """The earlier schema, with a day's play and what an office does in it."""
    played(open_floor)
    office = doings.office(open_floor)
    for name in doings.DOINGS.keys() - SINCE:
        doings.DOINGS[name](office)()
    name = f"earlier_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as cluster:
        cluster.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield Earlier(name)
        finally:
            cluster.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def test_a_filled_house_goes_forward(earlier: Earlier) -> None:
    earlier.run("-c", BACK.format(earlier=EARLIER, apps=set(EARLIER)))
    shared = earlier.shared()
    assert "players_staffproposal" not in shared
    assert "tables_finishedround" not in shared
    earlier.fill()
    earlier.say("DELETE FROM players_auditentry WHERE to_regclass(subject) IS NULL")
    earlier.say(
        "INSERT INTO players_nationalentry (reference, tax_number, document, starts_at, received_at)"
        " VALUES ('SRIJ-9', '', 'AB123456', %s, %s)",
        NOON,
        NOON,
    )
    earlier.say("INSERT INTO tables_webprocess (code, seen_at) VALUES (gen_random_uuid(), %s)", NOON)
    for ends in ("NULL, NULL", "opened, 1006"):
        earlier.say(
            "INSERT INTO tables_connection (code, process_id, person_id, table_id, opened_at, closed_at, close_code,"
            f" address, device) SELECT gen_random_uuid(), p.code, 1, 1, opened, {ends}, '', '' FROM"
            " tables_webprocess p, (SELECT %s::timestamptz AS opened) at LIMIT 1",
            NOON,
        )
    before = earlier.rows(shared)
    for table in ("wallet_transfer", "tables_round", "tables_bet", "players_deposit", "players_withdrawal"):
        assert len(before[table]) > 1, table
    (by_bet,) = earlier.say("SELECT count(*) FROM wallet_transfer WHERE code IN ('stake-returned', 'prize')")
    assert by_bet > (1,)

    earlier.run("manage.py", "migrate", "--no-input", "-v", "0")

    # Roles, permissions and what each step notes of itself are added; of the house's own evidence no row changes.
    ((removed,),) = earlier.say("SELECT removed_at IS NOT NULL FROM players_nationalentry WHERE reference = 'SRIJ-9'")
    assert removed, "a number without kind and country names no person"
    after = earlier.rows(shared)
    changed = {table for table, rows in before.items() if not set(rows) <= set(after[table])}
    assert changed <= {"players_nationalentry"}
    finished = "SELECT count(*) FROM tables_round WHERE phase IN ('settled', 'void')"
    assert earlier.say("SELECT count(*) FROM tables_finishedround") == earlier.say(finished)
    closed = "SELECT id FROM tables_connection WHERE closed_at IS NOT NULL ORDER BY closed_at, id"
    numbered = earlier.say("SELECT connection_id FROM tables_closedconnection ORDER BY id")
    assert numbered
    assert numbered == earlier.say(closed)
    assert earlier.say("SELECT transfer FROM players_causemark") == earlier.say("SELECT max(id) FROM wallet_transfer")
    earlier.run("manage.py", "verify_ledger")
    earlier.run("manage.py", "migrate", "--check")
