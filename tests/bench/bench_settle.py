"""Settling a round, beside a row loop and the limit, in one run: `python tests/bench/bench_settle.py`.

P4. Needs DATABASE_URL; works in a database of its own that is dropped at the end. Ours is the dealer's own step: the
cards unsealed, dealt and proven, every bet paid, sessions counted, the ledger's lines behind its triggers, the event
made, one commit. The row loop is raw SQL in one transaction, the limit one prepared statement that writes one line
a paid bet; both work on bare tables without triggers and pay by a comparison in SQL, which favours them.
"""

import itertools
import random
import statistics
import time
import uuid
from datetime import timedelta

import _figures
import _furnish
import psycopg
from django.db import transaction
from django.utils import timezone

from tables import broadcast
from tables.models import Bet, Round, Table
from tables.operations import rounds
from wallet import operations as wallet
from wallet.chart import Code

SIZES = (0, 7, 100, 1000)
"""0: the cost of a round by itself. A table of nine seldom has more than some fifty; 1,000 shows the slope."""
TURNS = 11
TABLES = 40
CHANCES = ("ponto", "banca", "empate")
STAKE = 10_00
DICE = random.Random(11)


class Ours:
    """Rounds at one table of the house. Players of other tables lend their sessions to make up large rounds."""

    def __init__(self) -> None:
        broadcast.use_publisher(lambda group, message: None)
        self.house = _furnish.furnish(TABLES)
        self.table_id = next(iter(self.house.tables))
        self.now = timezone.now()
        Table.objects.filter(pk=self.table_id).update(due_at=self.now)

    def prepare(self, bets: int) -> None:
        """Open a round and lay so many bets on it, in sets."""
        self._step(rounds.Step.OPENED)
        current = Round.objects.get(table_id=self.table_id, phase="betting")
        players = DICE.sample(self.house.players, -(-bets // len(CHANCES)))
        laid = list(itertools.islice(((player, chance) for player in players for chance in CHANCES), bets))
        lines = [
            wallet.Line(player.account, current.stakes_account, STAKE, Code.STAKE, uuid.uuid4(), current.code)
            for player, _ in laid
        ]
        with transaction.atomic():
            wallet.post(lines, balances=wallet.lock_balances(player.account for player, _ in laid), now=self.now)
            Bet.objects.bulk_create(
                Bet(
                    round=current,
                    person_id=player.person_id,
                    session_id=player.session_id,
                    chance=chance,
                    stake=STAKE,
                )
                for player, chance in laid
            )

    def settle(self) -> None:
        """The dealer's step, as the dealer does it."""
        self._step(rounds.Step.SETTLED)

    def _step(self, expected: rounds.Step) -> None:
        self.now += timedelta(seconds=30)
        assert rounds.do_due_step(table_id=self.table_id, fence=None, now=self.now) is expected


class Bare:
    """The same sums on bare tables, over one connection of the driver's own."""

    def __init__(self, url: str) -> None:
        self.connection = psycopg.connect(url, autocommit=True)
        self.connection.execute(_SCHEMA)
        self._numbers = itertools.count(1)
        self.round = 0

    def prepare(self, bets: int) -> None:
        """A round with so many bets of as many players as ours."""
        self.round = next(self._numbers)
        accounts = DICE.sample(range(1, TABLES * _furnish.SEATS + 1), -(-bets // len(CHANCES)))
        laid = [(self.round, account, side, STAKE) for account in accounts for side in (1, 2, 3)][:bets]
        with self.connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO bench_bet (round_id, account_id, side, stake) VALUES (%s, %s, %s, %s)", laid
            )

    def loop(self) -> None:
        """A row at a time, all in one transaction."""
        won = DICE.choice((1, 2))
        execute = self.connection.execute
        with self.connection.transaction():
            rows = execute(
                "SELECT id, account_id, side, stake FROM bench_bet WHERE round_id = %s AND payout IS NULL"
                " ORDER BY account_id FOR UPDATE",
                (self.round,),
            ).fetchall()
            for bet, account, side, stake in rows:
                payout = stake * 2 if side == won else 0
                execute("UPDATE bench_bet SET payout = %s WHERE id = %s", (payout, bet))
                if payout:
                    execute("UPDATE bench_account SET balance = balance + %s WHERE id = %s", (payout, account))
                    execute(
                        "INSERT INTO bench_transfer (debit, credit, amount, bet) VALUES (%s, %s, %s, %s)",
                        (1, account, payout, bet),
                    )

    def limit(self) -> None:
        """All of it in one statement: bets, locked balances, one line a paid bet."""
        self.connection.execute(_LIMIT, {"won": DICE.choice((1, 2)), "round": self.round}, prepare=True)


_SCHEMA = f"""
CREATE TABLE bench_account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
CREATE TABLE bench_bet (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, round_id bigint NOT NULL,
  account_id bigint NOT NULL, side smallint NOT NULL, stake bigint NOT NULL, payout bigint);
CREATE INDEX ON bench_bet (round_id);
CREATE TABLE bench_transfer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit bigint NOT NULL,
  credit bigint NOT NULL, amount bigint NOT NULL, bet bigint NOT NULL);
INSERT INTO bench_account SELECT n, 1000000 FROM generate_series(1, {TABLES * _furnish.SEATS}) n;
ANALYZE bench_account;
"""
# The locking part carries the amounts, and the lines are made from the bets without joining back (traps 1 and 2).
_LIMIT = """
WITH paid AS (
  UPDATE bench_bet SET payout = CASE WHEN side = %(won)s THEN stake * 2 ELSE 0 END
  WHERE round_id = %(round)s AND payout IS NULL RETURNING id, account_id, payout
), held AS (
  SELECT account.id, owed.amount
  FROM (SELECT account_id, sum(payout) AS amount FROM paid WHERE payout > 0 GROUP BY account_id) owed
  JOIN bench_account account ON account.id = owed.account_id ORDER BY account.id FOR UPDATE OF account
), moved AS (
  UPDATE bench_account account SET balance = balance + held.amount FROM held WHERE account.id = held.id RETURNING 1
)
INSERT INTO bench_transfer (debit, credit, amount, bet) SELECT 1, account_id, payout, id FROM paid WHERE payout > 0
"""


def main() -> None:
    with _furnish.database_of_its_own() as url:
        ours, bare = Ours(), Bare(url)
        try:
            print(f"P4  settling a round, medians of {TURNS} rounds, ms")
            print(f"    {'bets':>5s} {'ours':>8s} {'row loop':>9s} {'limit':>8s}")
            for bets in SIZES:
                measure(bets, ours, bare)
        finally:
            bare.connection.close()


def measure(bets: int, ours: Ours, bare: Bare) -> None:
    ways = {"ours": (ours, ours.settle), "loop": (bare, bare.loop), "limit": (bare, bare.limit)}
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(1 + TURNS):  # in turn, so that a busy moment of the machine meets all of them
        for name, (place, act) in ways.items():
            place.prepare(bets)
            begin = time.perf_counter()
            act()
            taken[name].append(time.perf_counter() - begin)
    middle = {name: statistics.median(each[1:]) for name, each in taken.items()}  # the first one plans and caches
    show(bets, middle)


def show(bets: int, taken: dict[str, float]) -> None:
    times, limits = taken["loop"] / taken["ours"], taken["ours"] / taken["limit"]
    if bets == max(SIZES):
        note = f"loop / ours {_figures.verdict(f'P4 row loop / ours, {bets:,d} bets', times, 8)}; ours / limit "
        note += _figures.verdict(f"P4 ours / one statement, {bets:,d} bets", limits, 1.8, at_most=True)
    else:
        note = f"loop / ours x {times:.2f}; ours / limit x {limits:.1f}" if bets else "a round without bets"
    figures = f"{taken['ours'] * 1e3:8.2f} {taken['loop'] * 1e3:9.2f} {taken['limit'] * 1e3:8.2f}"
    print(f"    {bets:5,d} {figures}   {note}", flush=True)


if __name__ == "__main__":
    main()
