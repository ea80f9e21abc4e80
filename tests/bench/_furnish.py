"""Shared parts of the benchmarks of the floor: a database of their own, a house furnished by sets, calm lines of
figures.

Import this first: it sets the environment and Django up. The first table, its terms and the opening of rounds go
through the house's own operations; only what would take minutes by the thousand is copied in SQL.
"""

import base64
import contextlib
import os
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
os.environ.setdefault("VALKEY_URL", "redis://127.0.0.1:1/0")
os.environ.setdefault("SABOT_SECRET_KEY", "bench")
os.environ.setdefault("SABOT_SHOE_KEY", base64.b64encode(bytes(32)).decode())
os.environ.setdefault("SABOT_LOG", "warning")

import django  # noqa: E402

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from kernel.money import Currency  # noqa: E402
from tables.operations import rounds  # noqa: E402
from tables.table_settings import TableSettings  # noqa: E402
from tests.factories import Floor  # noqa: E402
from wallet import operations as wallet  # noqa: E402
from wallet.chart import AccountKind, Code  # noqa: E402

TERMS = TableSettings(preset="macau", minimum=1_00, max_prize=10_000_000_00, betting_seconds=20, show_seconds=5)
CHANCES = ("ponto", "empate", "par-ponto")
SEATS = 9
RICH = 10**9
"""Cents: no player runs out of money while we measure."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player with money at a seat."""

    person_id: int
    account: int
    table_id: int
    session_id: int


@dataclass(frozen=True, slots=True)
class House:
    """Tables by id with their codes, and the players seated there."""

    tables: dict[int, str]
    players: list[Player]


@contextlib.contextmanager
def database_of_its_own() -> Iterator[str]:
    """A migrated, empty database that is dropped at the end; its URL, for processes of our own."""
    settings = connection.settings_dict
    name = settings["NAME"]
    settings["TEST"]["NAME"] = f"sabot_bench_{os.getpid()}"
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        yield "postgresql://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**settings)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def furnish(tables: int, *, terms: TableSettings = TERMS) -> House:
    """So many open shared tables of nine players each, all with money; no round is open yet."""
    now = timezone.now()
    floor = Floor(now=now)
    first, model = floor.table(terms, code="mesa-1"), floor.player("jogador-1", cents=0)
    floor.sit(model, first, seat=1)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TABLES, {"first": first, "tables": tables})
        cursor.execute("SET LOCAL session_replication_role = replica")  # approved copies, which no guard would let in
        cursor.execute(_CONFIGURATIONS, {"first": first})
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute(_PERSONS, {"count": tables * SEATS, "model": model.id})
        cursor.execute(_ACCOUNTS, {"now": now})
        cursor.execute("SELECT id FROM wallet_account WHERE kind = 'player' AND currency = 'EUR' ORDER BY id")
        accounts = [int(row[0]) for row in cursor.fetchall()]
        _pay_in(accounts, now)
        cursor.execute(_SESSIONS, {"seats": SEATS})
        cursor.execute("SELECT person_id, account, table_id, id FROM tables_playsession ORDER BY person_id")
        players = [Player(*row) for row in cursor.fetchall()]
        cursor.execute("SELECT id, code FROM tables_table ORDER BY id")
        found = dict(cursor.fetchall())
    statistics_of_a_lived_in_house()
    return House(tables=found, players=players)


def statistics_of_a_lived_in_house(*, vacuum: bool = False) -> None:
    """Do what autovacuum would soon do by itself: plans made for empty tables are not those of a house (trap 3).

    It leaves a table alone that nothing was written to. Once analysed as empty, the table counts as empty however much
    comes, and a kept plan reads all of it. `vacuum` notes what ranges of blocks hold, too.
    """
    what = "VACUUM ANALYZE" if vacuum else "ANALYZE"
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT EXISTS (SELECT FROM "{name}")')
            if cursor.fetchone()[0]:
                cursor.execute(f'{what} "{name}"')


def _pay_in(accounts: list[int], now: datetime) -> None:
    funding = wallet.house_account(AccountKind.FUNDING, Currency.EUR, now=now)
    balances = wallet.lock_balances(accounts)
    lines = [wallet.Line(funding, account, RICH, Code.DEPOSIT, uuid.uuid4(), "bench") for account in accounts]
    # Benches begin with money that no bank sent.
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_transfer DISABLE TRIGGER players_transfer_caused")
        wallet.post(lines, balances=balances, now=now)
        cursor.execute("ALTER TABLE wallet_transfer ENABLE TRIGGER players_transfer_caused")


def open_rounds(house: House, *, now: datetime) -> dict[int, str]:
    """Open the betting at every table, by the dealer's own step; each round's code by table."""
    from tables.models import Table

    Table.objects.update(due_at=now)
    for table_id in house.tables:
        assert rounds.do_due_step(table_id=table_id, fence=None, now=now) is rounds.Step.OPENED
    return {
        table_id: str(code) for table_id, code in Table.objects.values_list("pk", "current_round__code").order_by("pk")
    }


# Copies of rows that the house's own operations made, with all their present columns; only unique values differ.
_TABLES = """
INSERT INTO tables_table
SELECT copy.* FROM tables_table model, generate_series(2, %(tables)s) n, LATERAL jsonb_populate_record(model,
  jsonb_build_object('id', nextval(pg_get_serial_sequence('tables_table', 'id')), 'code', 'mesa-' || n,
    'name', 'Mesa ' || n, 'status', 'closed', 'configuration_id', NULL, 'due_at', NULL)) copy
WHERE model.id = %(first)s
"""
_CONFIGURATIONS = """
WITH made AS (
  INSERT INTO tables_configuration
  SELECT copy.* FROM tables_configuration model, tables_table t, LATERAL jsonb_populate_record(model,
    jsonb_build_object('id', nextval(pg_get_serial_sequence('tables_configuration', 'id')), 'table_id', t.id,
      'key', gen_random_uuid())) copy
  WHERE t.id <> %(first)s AND model.table_id = %(first)s
  RETURNING id, table_id
)
UPDATE tables_table t SET configuration_id = made.id, status = 'open' FROM made WHERE t.id = made.table_id
"""
_PERSONS = """
INSERT INTO players_person
SELECT copy.* FROM players_person model, generate_series(2, %(count)s) n, LATERAL jsonb_populate_record(model,
  jsonb_build_object('id', nextval(pg_get_serial_sequence('players_person', 'id')), 'public_id', gen_random_uuid(),
    'email', 'p' || n || '@sabot.example', 'nickname', 'jogador-' || n)) copy
WHERE model.id = %(model)s
"""
_ACCOUNTS = """
INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)
SELECT 'player', 'EUR', public_id, 0, %(now)s FROM players_person WHERE kind = 'player' ORDER BY id
ON CONFLICT (kind, currency, owner) DO NOTHING
"""
_SESSIONS = """
INSERT INTO tables_playsession
SELECT copy.* FROM tables_playsession model
JOIN (SELECT id, public_id, row_number() OVER (ORDER BY id) AS place FROM players_person WHERE kind = 'player') p
  ON p.place > 1
JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM tables_table) t
  ON t.place = (p.place - 1) / %(seats)s + 1
JOIN wallet_account a ON a.kind = 'player' AND a.currency = 'EUR' AND a.owner = p.public_id::text
CROSS JOIN LATERAL jsonb_populate_record(model, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('tables_playsession', 'id')), 'code', gen_random_uuid(), 'person_id', p.id,
  'table_id', t.id, 'key', gen_random_uuid(), 'account', a.id, 'seat', (p.place - 1) %% %(seats)s + 1)) copy
"""
