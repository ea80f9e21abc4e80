"""The house that the tests of this folder read: a money table, a play table, two players, a day that is over and
reported."""

from datetime import UTC, date, datetime

from kernel.money import Currency
from reporting import operations
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, Floor

DAY = date(2026, 3, 10)
NEXT = datetime(2026, 3, 11, 6, 0, tzinfo=UTC)


class House:
    """Ana bet on two rounds at `macau-1`, Rui on the first; `demo-1` is open and idle."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.table = floor.table(MACAU, code="macau-1")
        floor.table(MACAU, code="demo-1", currency=Currency.PLAY)
        self.ana, self.rui = floor.player("ana"), floor.player("rui")
        self.session = floor.sit(self.ana, self.table).session_code
        floor.sit(self.rui, self.table)
        self.first = floor.open_round(self.table, PONTO_WINS)
        floor.bet(self.ana, self.table, ponto=100_00)
        floor.bet(self.rui, self.table, banca=50_00)
        floor.settle(self.table)
        self.second = floor.open_round(self.table, BANCA_WINS_WITH_5)
        floor.bet(self.ana, self.table, empate=10_00)
        floor.settle(self.table)
        self.present = floor.open_round(self.table, PONTO_WINS)

    def report(self) -> None:
        """Make the day's report."""
        operations.make_daily_report(day=DAY, now=NEXT)

    def more_rounds(self, count: int) -> None:
        """Settle the round in play and `count` more, with a bet on each."""
        self.floor.settle(self.table)
        for _ in range(count):
            self.floor.open_round(self.table, PONTO_WINS)
            self.floor.bet(self.ana, self.table, ponto=10_00)
            self.floor.settle(self.table)
