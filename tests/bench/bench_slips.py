"""Slips with all their checks, beside the plain way and the limit, in one run: `python tests/bench/bench_slips.py`.

P3. Needs DATABASE_URL; works in a database of its own that is dropped at the end. Slips come from players spread over
all tables, one chance each, and pass every check: the gates, the seat, R13-R15, R40-R43 and the funds. The plain way is
an object at a time with the account locked and none of those checks but the funds. The limit is one bare row a commit
on eight connections, prepared, into a table with no index but its key.
"""

import asyncio
import itertools
import random
import statistics
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any

import _figures
import _furnish
import django
import psycopg
from django.db import transaction
from django.utils import timezone

from tables import broadcast
from tables.live.intake import Intake
from tables.models import Bet, Round
from tables.models import Slip as SlipRow
from tables.operations.bets import Slip, take_slips
from wallet.chart import Code
from wallet.models import Account, Transfer

TABLES = 300
PLAIN_TABLES = 30
"""Tables apart: the plain way keeps no sums, and would leave the house's own wrong."""
TURNS = 5
WARMING = 8
"""Batches before the first turn: the database has seen slips, bets and lines before it plans for them (trap 3)."""
SPAN = 0.5
"""Seconds that each way is measured for, in every turn."""
CONNECTIONS = 8
STAKE = 1_00
DICE = random.Random(7)


class Floor:
    """A furnished house with a round open at every table, and slips to lay there."""

    def __init__(self) -> None:
        self.told = 0
        broadcast.use_publisher(self._publish)
        self.house = _furnish.furnish(TABLES)
        self.now = timezone.now()
        self.codes = _furnish.open_rounds(self.house, now=self.now)
        self.rounds = dict(Round.objects.values_list("table_id", "pk"))
        self.stakes = dict(Round.objects.values_list("table_id", "stakes_account"))
        players = sorted(self.house.players, key=lambda player: player.table_id)
        apart = PLAIN_TABLES * _furnish.SEATS
        self._next = itertools.cycle(DICE.sample(players[apart:], len(players) - apart))
        self._plain_bets = itertools.count()
        self._next_plain = itertools.cycle(DICE.sample(players[:apart], apart))
        for _ in range(WARMING):
            self.take(256)
            self.plain()
        _furnish.statistics_of_a_lived_in_house()

    def _publish(self, group: str, message: dict[str, Any]) -> None:
        """Act as a web process within the transaction's thread: hand the message over and go on."""
        self.told += 1

    def slip(self, chances: int = 1) -> Slip:
        """A slip of the next player: players take turns, so a batch is spread over most tables."""
        player = next(self._next)
        return Slip(
            key=uuid.uuid4(),
            person_id=player.person_id,
            table_id=player.table_id,
            round_code=self.codes[player.table_id],
            lines=dict.fromkeys(_furnish.CHANCES[:chances], STAKE),
            received_at=self.now,
        )

    def take(self, number: int, chances: int = 1) -> int:
        """One batch through the house's own door."""
        answers = take_slips([self.slip(chances) for _ in range(number)], now=self.now)
        refused = [answer.refused for answer in answers if answer.refused]
        assert not refused, refused[0]
        return number

    def plain(self) -> int:
        """One bet an object at a time, as the framework's tutorials would."""
        player = next(self._next_plain)
        key = uuid.uuid4()
        with transaction.atomic():
            account = Account.objects.select_for_update().get(pk=player.account)
            assert account.balance >= STAKE
            before = account.balance
            account.balance -= STAKE
            account.save(update_fields=["balance"])
            slip = SlipRow.objects.create(
                person_id=player.person_id,
                key=key,
                round_id=self.rounds[player.table_id],
                session_id=player.session_id,
                number=key.hex[:8],
                lines={"ponto": STAKE},
                received_at=self.now,
                taken_at=self.now,
            )
            Bet.objects.create(
                round_id=self.rounds[player.table_id],
                person_id=player.person_id,
                session_id=player.session_id,
                chance=f"plain-{next(self._plain_bets)}",  # one row a bet: only the house adds to a row there is
                stake=STAKE,
            )
            Transfer.objects.create(
                debit_account=player.account,
                credit_account=self.stakes[player.table_id],
                amount=STAKE,
                code=Code.STAKE,
                key=key,
                reference=slip.number,
                balance_before=before,
                balance_after=account.balance,
                created_at=self.now,
            )
        return 1


def rate(work: Callable[[], int]) -> float:
    """How many a second, for a short while."""
    done, begin = 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SPAN:
        done += work()
    return done / spent


def waiting_rate(floor: Floor, bettors: int) -> float:
    """Slips a second through the intake of a web process, with so many players each waiting for an answer."""

    async def run() -> float:
        intake = Intake()
        await asyncio.gather(*(intake.submit(floor.slip()) for _ in range(bettors)))
        done, begin = 0, time.perf_counter()

        async def bettor() -> None:
            nonlocal done
            while time.perf_counter() - begin < SPAN:
                answer = await intake.submit(floor.slip())
                assert answer.refused is None, answer.refused
                done += 1

        await asyncio.gather(*(bettor() for _ in range(bettors)))
        spent = time.perf_counter() - begin
        intake._task.cancel()
        return done / spent

    return asyncio.run(run())


class Limit:
    """Bare rows, one a commit, on several connections at once."""

    def __init__(self, url: str) -> None:
        self._connections = [psycopg.connect(url, autocommit=True) for _ in range(CONNECTIONS)]
        self._connections[0].execute(
            "CREATE TABLE bench_row (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, debit bigint, credit bigint,"
            " amount bigint)"
        )

    def rate(self, connections: int) -> float:
        """Rows a second, over so many connections."""
        counts = [0] * connections
        stop = time.perf_counter() + SPAN

        def insert(place: int) -> None:
            execute = self._connections[place].execute
            while time.perf_counter() < stop:
                execute(
                    "INSERT INTO bench_row (debit, credit, amount) VALUES (%s, %s, %s)", (place, 1, 100), prepare=True
                )
                counts[place] += 1

        begin = time.perf_counter()
        threads = [threading.Thread(target=insert, args=(place,)) for place in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(counts) / (time.perf_counter() - begin)

    def close(self) -> None:
        """Let the database be dropped."""
        for each in self._connections:
            each.close()


def main() -> None:
    with _furnish.database_of_its_own() as url:
        floor, limit = Floor(), Limit(url)
        try:
            measure(floor, limit)
        finally:
            limit.close()


def measure(floor: Floor, limit: Limit) -> None:
    ways: dict[str, Callable[[], float]] = {
        "plain": lambda: rate(floor.plain),
        "row1": lambda: limit.rate(1),
        "row8": lambda: limit.rate(CONNECTIONS),
        "one": lambda: rate(lambda: floor.take(1)),
        "64": lambda: rate(lambda: floor.take(64)),
        "256": lambda: rate(lambda: floor.take(256)),
        "256x3": lambda: rate(lambda: floor.take(256, chances=3)),
        "intake": lambda: waiting_rate(floor, 256),
    }
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(TURNS):  # in turn, so that a busy moment of the machine meets all of them
        for name, way in ways.items():
            rates[name].append(way())
    show({name: statistics.median(each) for name, each in rates.items()})


def show(rate_of: dict[str, float]) -> None:
    plain, row = rate_of["plain"], rate_of["row8"]
    alone = _figures.verdict("P3 a slip alone / a plain one", rate_of["one"] / plain, 2, digits=2)
    waiting = _figures.verdict("P3 256 waiting / plain ones", rate_of["256"] / plain, 25)
    beside_rows = _figures.verdict("P3 256 waiting / bare rows", rate_of["256"] / row, 0.5, digits=2)
    print(f"P3  slips a second, {TABLES} tables of nine, medians of {TURNS} turns; Django {django.__version__}")
    lines = {
        "a plain object at a time, funds alone": ("plain", ""),
        "bare rows, one a commit, 1 connection": ("row1", ""),
        f"bare rows, one a commit, {CONNECTIONS} connections": ("row8", ""),
        "a slip alone, all checks": ("one", alone + " plain"),
        "64 waiting": ("64", f"x {rate_of['64'] / plain:.1f} plain"),
        "256 waiting": ("256", waiting + " plain"),
        "256 waiting / limit": ("256", beside_rows + " rows"),
        "256 waiting, three chances each": ("256x3", f"x {rate_of['256x3'] / plain:.1f} plain"),
        "256 players through the intake": ("intake", f"x {rate_of['intake'] / plain:.1f} plain"),
    }
    for label, (name, note) in lines.items():
        print(f"    {label:40s} {rate_of[name]:10,.0f}   {note}".rstrip())


if __name__ == "__main__":
    main()
