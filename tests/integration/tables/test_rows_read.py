"""A bet and a round read the rows of their own table and no more, however many lie behind them and whatever the planner
believes: plans are kept, and a house's statistics are of yesterday (ADR 0163)."""

from datetime import timedelta

import pytest
from django.db import connection

from tables import queries
from tables.models import Table
from tables.operations import leases
from tables.queries import playtime
from tests import past
from tests.factories import MACAU, Floor
from tests.tampering import as_owner, past_triggers

TABLES = 12
ROUNDS = 200
"""Of every table."""
SHORT = 100
"""In its youth."""
MOST = 400
"""Rows of one database table that a slip, a settlement or an opening may touch; the past has thousands."""
A_DAY_AGO = 5_000
"""A round of the past before which more than a day has gone by."""
GROWN = (
    "tables_playsession",
    "tables_round",
    "tables_bet",
    "tables_slip",
    "tables_shoe",
    "wallet_transfer",
    "wallet_account",
)


@pytest.fixture
def house(db: None) -> Floor:
    """Not proven at its end: its past is copied."""
    return Floor()


def rows_read() -> dict[str, int]:
    """How many rows this transaction has read of the tables that grow, by any way."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) FROM pg_stat_xact_user_tables"
            " WHERE relname = ANY(%s)",
            [list(GROWN)],
        )
        return dict(cursor.fetchall())


def analyse() -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def lengthen(begin: int, end: int) -> None:
    """A past behind the open rounds; the next round of each table is numbered after it."""
    with past_triggers():
        past.grow(begin, end)
    for table in Table.objects.all():
        table.round_count += end
        table.save(update_fields=["round_count"])


@pytest.mark.parametrize("when", ["in its youth", "after the past", "a round ago"])
def test_a_round_reads_its_own_rows_whatever_the_statistics_say(house: Floor, when: str) -> None:
    table, *others = [house.table(MACAU) for _ in range(TABLES)]
    players = [house.player() for _ in range(6)]
    for seat, player in enumerate(players, 1):
        house.sit(player, table, seat=seat)
    for each in (table, *others):
        house.open_round(each)
    lengthen(1, SHORT)
    if when == "in its youth":
        analyse()
    lengthen(SHORT + 1, ROUNDS)
    if when == "after the past":
        analyse()
    elif when == "a round ago":
        house.settle(table)
        analyse()
        house.open_round(table)

    leases.renew(dealer="a", now=house.now, length=timedelta(minutes=1))
    read: dict[str, dict[str, int]] = {}
    for what, act in {
        "bet": lambda: house.bet(players[5], table, ponto=25_00),
        "due": lambda: leases.due(dealer="a", now=house.now),
        "settled": lambda: house.settle(table),
        "opened": lambda: house.open_round(table),
    }.items():
        with connection.cursor() as cursor:  # each act is a transaction of its own in a house, and decides for itself
            cursor.execute("SET LOCAL enable_seqscan = on")
        before = rows_read()
        act()
        after = rows_read()
        read[what] = {name: after[name] - before.get(name, 0) for name in after}

    assert not {(what, name): rows for what, each in read.items() for name, rows in each.items() if rows > MOST}


def test_how_far_the_comparison_is_behind_reads_a_round_of_each_shoe(house: Floor) -> None:
    for table in [house.table(MACAU) for _ in range(3)]:
        house.open_round(table)
    lengthen(1, ROUNDS)
    analyse()
    before = rows_read()
    behind = queries.comparison_behind(now=house.now + timedelta(hours=1))
    read = {name: count - before.get(name, 0) for name, count in rows_read().items()}
    assert behind is not None
    assert behind.shoes == 3
    assert sum(read.values()) < 60, read


def test_the_time_at_tables_today_reads_no_session_of_days_before(house: Floor) -> None:
    table, player = house.table(MACAU), house.player()
    house.sit(player, table, seat=1)
    house.open_round(table)
    with past_triggers():
        past.grow(A_DAY_AGO, A_DAY_AGO + ROUNDS)
    analyse()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a few rows are read whole
    before = rows_read()
    house.wait(minutes=5)
    assert playtime.minutes_of_days(player.id, now=house.now) == (5, 0)
    assert rows_read()["tables_playsession"] - before.get("tables_playsession", 0) <= 2


@pytest.mark.django_db
def test_the_planner_takes_a_second_process_for_dear() -> None:
    """It takes milliseconds to begin, which a page does not have (ADR 0240; `./sabot bench growth` shows it)."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW parallel_setup_cost")
        assert cursor.fetchone() == ("50000",)
