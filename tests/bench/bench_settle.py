"""Settling rounds, beside an application's objects, a row loop and the limit: `python tests/bench/bench_settle.py`.

P4 and P4b. Needs DATABASE_URL; works in a database of its own that is dropped at the end. Ours is the dealer's own
step: the cards unsealed, dealt and proven, every bet paid, sessions counted, the ledger's lines behind its triggers,
the event made, one commit. Objects are what the framework's tutorials show: each bet, account and line by itself, in
one transaction, by the house's own models. The row loop is raw SQL in one transaction, the limit one prepared statement
that writes one line a paid bet; both work on bare tables without triggers and pay by a comparison in SQL, which favours
them. P4b: `DUE` tables due at one moment with `EACH` bets each, in groups as the dealer does them, beside one such
statement a table.
"""

import itertools
import random
import statistics
import time
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta

import _figures
import _furnish
import django
import psycopg
from django.db import transaction
from django.utils import timezone

from kernel.money import Currency
from tables import broadcast
from tables.live.dealer import GROUP_MAX
from tables.models import Bet, Round, Table
from tables.operations import rounds
from wallet import operations as wallet
from wallet.chart import Code
from wallet.models import Account, Transfer

SIZES = (0, 7, 100, 1000)
"""0: the cost of a round by itself. A table of nine seldom has more than some fifty; 1,000 shows the slope."""
TURNS = 11
CHANCES = ("ponto", "banca", "empate")
DUE, EACH = 40, 25
TABLES = DUE
STAKE = 10_00
DICE = random.Random(11)


class Ours:
    """Rounds at one table of the house. Players of other tables lend their sessions to make up large rounds."""

    def __init__(self) -> None:
        broadcast.use_publisher(lambda group, message: None)
        self.house = _furnish.furnish(TABLES)
        self.tables = list(self.house.tables)
        self.table_id = self.tables[0]
        self.now = timezone.now()
        Table.objects.update(due_at=self.now)

    def prepare(self, bets: int) -> None:
        """Open a round and lay so many bets on it, in sets."""
        self._step(self.table_id, rounds.Step.OPENED)
        current = Round.objects.get(table_id=self.table_id, phase="betting")
        lay(current, DICE.sample(self.house.players, -(-bets // len(CHANCES))), bets, now=self.now)

    def prepare_all(self) -> None:
        """A round with some bets of its own players at every table."""
        for table_id in self.tables:
            self._step(table_id, rounds.Step.OPENED)
            current = Round.objects.get(table_id=table_id, phase="betting")
            lay(current, [each for each in self.house.players if each.table_id == table_id], EACH, now=self.now)

    def settle(self) -> None:
        """The dealer's step, as the dealer does it."""
        self._step(self.table_id, rounds.Step.SETTLED)

    def settle_all(self) -> None:
        """The dealer's steps, in groups as the dealer does them."""
        self.now += timedelta(seconds=30)
        for at in range(0, len(self.tables), GROUP_MAX):
            done = rounds.do_due_steps(fences=dict.fromkeys(self.tables[at : at + GROUP_MAX]), now=self.now)
            assert set(done.values()) == {rounds.Step.SETTLED}

    def _step(self, table_id: int, expected: rounds.Step) -> None:
        self.now += timedelta(seconds=30)
        assert rounds.do_due_step(table_id=table_id, fence=None, now=self.now) is expected


def lay(current: Round, players: list[_furnish.Player], bets: int, *, now: datetime) -> None:
    """Lay so many bets of these players, in sets."""
    laid = list(itertools.islice(((player, chance) for player in players for chance in CHANCES), bets))
    lines = [
        wallet.Line(player.account, current.stakes_account, STAKE, Code.STAKE, uuid.uuid4(), current.code)
        for player, _ in laid
    ]
    with transaction.atomic():
        wallet.post(lines, balances=wallet.lock_balances(player.account for player, _ in laid), now=now)
        Bet.objects.bulk_create(
            Bet(round=current, person_id=player.person_id, session_id=player.session_id, chance=chance, stake=STAKE)
            for player, chance in laid
        )


class Objects:
    """An application's way with the house's models, at a table of its own: bet by bet, ponto wins as much again."""

    def __init__(self, ours: Ours) -> None:
        self.ours, self.numbers = ours, itertools.count(10_000_000)
        self.table = Table.objects.get(pk=ours.tables[-1])
        self.now = ours.now

    def prepare(self, bets: int) -> None:
        """A round beside those that the house plays there."""
        number = next(self.numbers)
        code = f"objects-{number}"
        self.round = Round.objects.create(
            table=self.table,
            configuration_id=self.table.configuration_id,
            shoe_id=Round.objects.values_list("shoe_id", flat=True)[0],
            number=number,
            code=code,
            round_of_shoe=1,
            first_card=0,
            stakes_account=wallet.open_stakes_account(round_key=code, currency=Currency.EUR, now=self.now),
            opened_at=self.now,
        )
        lay(self.round, DICE.sample(self.ours.house.players, -(-bets // len(CHANCES))), bets, now=self.now)

    def settle(self) -> None:
        """Each bet, its player's account and its line by themselves; then the round."""
        with transaction.atomic():
            current = Round.objects.select_for_update().get(pk=self.round.pk)
            for bet in Bet.objects.filter(round=current).select_related("session").order_by("session__account"):
                bet.returned = 2 * bet.stake if bet.chance == "ponto" else 0
                bet.outcome, bet.prize = ("win", bet.stake) if bet.returned else ("lose", 0)
                bet.save(update_fields=["outcome", "prize", "returned"])
                if bet.returned:
                    self._pay(current, bet)
            current.phase, current.closed_at, current.settled_at = "settled", self.now, self.now
            current.cards, current.winner = ["4S", "KH", "4D", "7C"], "ponto"
            current.save()

    def _pay(self, current: Round, bet: Bet) -> None:
        account = Account.objects.select_for_update().get(pk=bet.session.account)
        before = account.balance
        account.balance += bet.returned
        account.save(update_fields=["balance"])
        Transfer.objects.create(
            debit_account=current.stakes_account,
            credit_account=account.pk,
            amount=bet.returned,
            code=Code.PAYOUT,
            key=bet.key,
            reference=current.code,
            balance_before=before,
            balance_after=account.balance,
            created_at=self.now,
        )


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

    def prepare_all(self) -> None:
        """A round with some bets of nine players at every table."""
        self.rounds = [next(self._numbers) for _ in range(DUE)]
        laid = [
            (number, place * _furnish.SEATS + seat, side, STAKE)
            for place, number in enumerate(self.rounds)
            for seat, side in itertools.islice(itertools.product(range(1, _furnish.SEATS + 1), (1, 2, 3)), EACH)
        ]
        with self.connection.cursor() as cursor:
            cursor.executemany(
                "INSERT INTO bench_bet (round_id, account_id, side, stake) VALUES (%s, %s, %s, %s)", laid
            )

    def limit_all(self) -> None:
        """One statement a table."""
        for number in self.rounds:
            self.round = number
            self.limit()

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
        objects = Objects(ours)
        try:
            print(f"P4  settling a round, medians of {TURNS} rounds, ms; Django {django.__version__}")
            print(f"    {'bets':>5s} {'ours':>8s} {'objects':>9s} {'row loop':>9s} {'limit':>8s}")
            for bets in SIZES:
                measure(bets, ours, objects, bare)
            measure_due(ours, bare)
        finally:
            bare.connection.close()


def measure(bets: int, ours: Ours, objects: Objects, bare: Bare) -> None:
    ways: dict[str, tuple[Ours | Objects | Bare, Callable[[], None]]] = {
        "ours": (ours, ours.settle),
        "objects": (objects, objects.settle),
        "loop": (bare, bare.loop),
        "limit": (bare, bare.limit),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(1 + TURNS):  # in turn, so that a busy moment of the machine meets all of them
        for name, (place, act) in ways.items():
            place.prepare(bets)
            taken[name].append(timed(act))
    middle = {name: statistics.median(each[1:]) for name, each in taken.items()}  # the first one plans and caches
    show(bets, middle)


def measure_due(ours: Ours, bare: Bare) -> None:
    taken: dict[str, list[float]] = {"ours": [], "limit": []}
    for _ in range(1 + TURNS):
        ours.prepare_all()
        taken["ours"].append(timed(ours.settle_all))
        bare.prepare_all()
        taken["limit"].append(timed(bare.limit_all))
    middle, limit = (statistics.median(taken[name][1:]) for name in ("ours", "limit"))
    said = _figures.verdict("P4b ours / a statement a table", middle / limit, 1.8, at_most=True)
    print(f"P4b {DUE} tables of {EACH} bets due at once, ms: ours {middle * 1e3:.1f}, limit {limit * 1e3:.1f}; {said}")


def timed(act: Callable[[], None]) -> float:
    """The seconds that it took."""
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def show(bets: int, taken: dict[str, float]) -> None:
    times, limits = taken["loop"] / taken["ours"], taken["ours"] / taken["limit"]
    objects = taken["objects"] / taken["ours"]
    if bets == max(SIZES):
        note = f"loop / ours {_figures.verdict(f'P4 row loop / ours, {bets:,d} bets', times, 8)}; ours / limit "
        note += _figures.verdict(f"P4 ours / one statement, {bets:,d} bets", limits, 1.8, at_most=True)
        note += f"; objects / ours x {objects:.1f}"
        _figures.keep(f"P4 objects / ours, {bets:,d} bets", objects)
    elif bets:
        note = f"objects / ours x {objects:.1f}; loop / ours x {times:.2f}; ours / limit x {limits:.1f}"
    else:
        note = "a round without bets"
    figures = f"{taken['ours'] * 1e3:8.2f} {taken['objects'] * 1e3:9.2f} {taken['loop'] * 1e3:9.2f}"
    print(f"    {bets:5,d} {figures} {taken['limit'] * 1e3:8.2f}   {note}", flush=True)


if __name__ == "__main__":
    main()
