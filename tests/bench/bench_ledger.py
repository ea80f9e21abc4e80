"""The cost of the ledger beside its limits, in one run on one connection: `python tests/bench/bench_ledger.py`.

Needs DATABASE_URL; works in a database of its own that is dropped at the end. The limits are the same rows written
with nothing around them: one a commit, or all in one statement, into a table without triggers and with no index but
its key. The other side is the plain way, an object at a time, and the ledgers that this machine has (`_ledgers`).
"""

import statistics
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import _figures
import _furnish
import _ledgers
from django.db import connection, transaction
from django.db.models import F

from kernel.money import Currency
from wallet import operations
from wallet.chart import AccountKind, Code
from wallet.models import Account, Transfer
from wallet.operations import Line
from wallet.queries import verify_ledger

PLAYERS = 20_000
STAKES = 256
BETS = 1_000
REPEATS = 15
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def main() -> None:
    with _furnish.database_of_its_own() as url, _ledgers.others(url) as others:
        measure(others)


def measure(others: dict[str, _ledgers.Act]) -> None:
    accounts = prepare()
    place_all = Places(accounts)
    bare = Bare()
    settle_lines = BETS * 45 // 100 + 3
    measures: dict[str, tuple[int, Callable[[], None]]] = {
        "row": (100, lambda: bare.one_by_one(100)),
        "rows": (STAKES, lambda: bare.at_once(STAKES)),
        "stakes": (STAKES, lambda: place_all.stakes(STAKES)),
        "objects": (STAKES, lambda: place_all.by_objects(STAKES)),
        "settle rows": (settle_lines, lambda: bare.at_once(settle_lines)),
        "settled": (settle_lines, place_all.settle),
        "stake": (1, lambda: place_all.stakes(1)),
        **{name: (STAKES, lambda act=act: act(STAKES)) for name, act in others.items()},
        **{name + ", alone": (1, lambda act=act: act(1)) for name, act in others.items()},
    }
    seconds: dict[str, list[float]] = {label: [] for label in measures}
    for _ in range(REPEATS):  # in turn, so that a busy moment of the machine meets all of them
        place_all.next_round()
        for label, (_lines, act) in measures.items():
            begin = time.perf_counter()
            act()
            seconds[label].append(time.perf_counter() - begin)
    middles = {label: statistics.median(each) for label, each in seconds.items()}
    show(middles, {label: lines / middles[label] for label, (lines, _act) in measures.items()}, settle_lines, others)
    begin = time.perf_counter()
    proof = verify_ledger()
    took = time.perf_counter() - begin
    print(f"verify_ledger: {proof.transfers:,} lines in {took:.2f} s ({proof.transfers / took:,.0f} lines/s)")
    assert proof.agrees, proof.differences


def show(middles: dict[str, float], rates: dict[str, float], lines: int, others: dict[str, _ledgers.Act]) -> None:
    """The rate of each way, and what ours is of the others'."""
    labels = {
        "row": "limit: one bare row, one commit",
        "rows": f"limit: {STAKES} bare rows, one statement",
        "stakes": f"post: {STAKES} stakes",
        "objects": f"objects: {STAKES} stakes, one transaction",
        "settle rows": f"limit: {lines} bare rows, one statement",
        "settled": f"post: {lines} lines of {BETS} settled bets",
        "stake": "post: one stake",
    }
    print(f"{'medians of ' + str(REPEATS) + ' turns':48s} {'ms':>9s} {'rows/s':>10s}")
    for label, middle in middles.items():
        print(f"{labels.get(label, label):48s} {middle * 1000:9.2f} {rates[label]:10,.0f}")
    say(f"{STAKES} stakes / one-row limit", rates["stakes"] / rates["row"])
    say(f"{STAKES} stakes / {STAKES}-row limit", rates["stakes"] / rates["rows"])
    say(f"{STAKES} stakes / objects", rates["stakes"] / rates["objects"])
    say("settled lines / one-row limit", rates["settled"] / rates["row"])
    say("settled lines / as many rows' limit", rates["settled"] / rates["settle rows"])
    for name in others:
        peer = name.split(",")[0].split()[0]
        say(f"{STAKES} stakes / {peer}", rates["stakes"] / rates[name])
        say(f"a stake alone / {peer}", rates["stake"] / rates[f"{name}, alone"])


def say(name: str, ratio: float) -> None:
    """A ratio, shown and kept."""
    print(f"{name:40s} {ratio:6.2f} x")
    _figures.keep(f"ledger {name}", ratio)


def prepare() -> list[int]:
    """Players with money, in as few statements as the ledger allows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_account (kind, currency, owner, balance, opened_at)"
            " SELECT 'player', 'EUR', 'bench-' || n, 0, now() FROM generate_series(1, %s) n RETURNING id",
            [PLAYERS],
        )
        accounts = [int(row[0]) for row in cursor.fetchall()]
    funding = operations.house_account(AccountKind.FUNDING, Currency.EUR)
    with transaction.atomic():
        balances = operations.lock_balances(accounts)
        lines = [Line(funding, account, 10**9, Code.DEPOSIT, uuid.uuid4(), "bench") for account in accounts]
        # Money without an owner, which no cashier has rows for.
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE wallet_transfer DISABLE TRIGGER players_transfer_caused")
        operations.post(lines, balances=balances, now=NOW)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE wallet_transfer ENABLE TRIGGER players_transfer_caused")
        cursor.execute("ANALYZE wallet_account, wallet_transfer")
    return accounts


class Places:
    """Bets of players spread over all accounts, by the ledger's door and by plain objects."""

    def __init__(self, accounts: list[int]) -> None:
        self.accounts, self.numbers = accounts, count()
        self.gaming = operations.house_account(AccountKind.GAMING, Currency.EUR)
        self.commission = operations.house_account(AccountKind.COMMISSION, Currency.EUR)
        self.round = ""
        self.held = 0
        self.pot: list[int] = []

    def next_round(self) -> None:
        """A fresh stakes account that holds the bets which `settle` will settle."""
        self.round = f"round-{next(self.numbers)}"
        self.held = operations.open_stakes_account(round_key=self.round, currency=Currency.EUR, now=NOW)
        self.pot = self.some(BETS)
        self._stake(self.pot)

    def some(self, number: int) -> list[int]:
        start = next(self.numbers) * 7919
        return [self.accounts[(start + step * 13) % PLAYERS] for step in range(number)]

    def stakes(self, number: int) -> None:
        self._stake(self.some(number))

    def _stake(self, accounts: list[int]) -> None:
        with transaction.atomic():
            balances = operations.lock_balances(accounts)
            lines = [Line(player, self.held, 250, Code.STAKE, uuid.uuid4(), self.round) for player in accounts]
            operations.post(lines, balances=balances, now=NOW)

    def settle(self) -> None:
        """1,000 bets of which 450 win: a payout each, and a line for the lost, the prizes and the commission."""
        winners = self.pot[: BETS * 45 // 100]
        lines: list[Line] = []
        for player in winners:
            lines.append(Line(self.held, player, 487, Code.PAYOUT, uuid.uuid4(), self.round))
        lost = (BETS - len(winners)) * 250
        lines.append(Line(self.held, self.gaming, lost, Code.STAKES_LOST, uuid.uuid4(), self.round))
        prizes = len(winners) * 237
        lines.append(Line(self.gaming, self.held, prizes, Code.PRIZES, uuid.uuid4(), self.round))
        lines.append(Line(self.gaming, self.commission, 5850, Code.COMMISSION, uuid.uuid4(), self.round))
        with transaction.atomic():
            balances = operations.lock_balances(winners)
            operations.post(lines, balances=balances, now=NOW)

    def by_objects(self, number: int) -> None:
        """The plain way: lock, read, save and create, an object at a time."""
        with transaction.atomic():
            for player in sorted(self.some(number)):
                account = Account.objects.select_for_update().get(pk=player)
                before = int(account.balance or 0)
                Account.objects.filter(pk=player).update(balance=F("balance") - 250)
                Transfer.objects.create(
                    debit_account=player,
                    credit_account=self.held,
                    amount=250,
                    code=Code.STAKE,
                    key=uuid.uuid4(),
                    reference=self.round,
                    balance_before=before,
                    balance_after=before - 250,
                    created_at=NOW,
                )


class Bare:
    """The same rows in a table that checks nothing."""

    COLUMNS = "debit_account, credit_account, amount, code, key, reference, balance_before, balance_after, created_at"

    def __init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE bare (LIKE wallet_transfer INCLUDING IDENTITY)")
            cursor.execute("ALTER TABLE bare ADD PRIMARY KEY (id)")

    def one_by_one(self, number: int) -> None:
        with connection.cursor() as cursor:
            for _ in range(number):
                cursor.execute(
                    f"INSERT INTO bare ({self.COLUMNS}) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
                    [1, 2, 250, "stake", uuid.uuid4(), "round", 1000, 750, NOW],
                )

    def at_once(self, number: int) -> None:
        keys = [uuid.uuid4().hex for _ in range(number)]
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO bare ({self.COLUMNS})"
                " SELECT d, c, a, o, k, r, b, e, %s FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::text[],"
                " %s::uuid[], %s::text[], %s::bigint[], %s::bigint[]) AS row (d, c, a, o, k, r, b, e) RETURNING id",
                [
                    NOW,
                    list(range(number)),
                    [2] * number,
                    [250] * number,
                    ["stake"] * number,
                    keys,
                    ["round"] * number,
                    [1000] * number,
                    [750] * number,
                ],
            )
            cursor.fetchall()


if __name__ == "__main__":
    main()
