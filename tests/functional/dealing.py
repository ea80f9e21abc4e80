"""The test as the dealer: rounds with chosen cards, at the wall clock, while browsers look on.

Playwright keeps an event loop in the test's own thread, where Django refuses to ask the database; all work on the house
is done in a thread beside it.
"""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from tables.models import Round, Table
from tables.table_settings import TableSettings
from tests.factories import Floor
from tests.functional.browsers import Person, browser
from tests.running import running_house

Answer = TypeVar("Answer")


class Dealing:
    """A floor whose clock is the wall's, worked from a thread of its own."""

    def __init__(self, floor: Floor, thread: ThreadPoolExecutor) -> None:
        self.floor = floor
        self._thread = thread

    def do(self, deed: Callable[[Floor], Answer]) -> Answer:
        """Do something to the house now, and wait until it is done."""

        def at_once() -> Answer:
            self.floor.now = timezone.now()
            return deed(self.floor)

        return self._thread.submit(at_once).result(timeout=60)

    def open(self, table_id: int, cards: Sequence[str] | None = None) -> str:
        """Open the next round at once, ahead of the table's clock; its code."""
        self._hurry(table_id)
        return self.do(lambda floor: floor.open_round(table_id, cards))

    def settle(self, table_id: int) -> None:
        """Close, deal and settle the round in play at once."""
        self._hurry(table_id)
        self.do(lambda floor: floor.settle(table_id))

    def step(self, table_id: int) -> str:
        """Do the table's next step at once; answers its name."""
        self._hurry(table_id)
        return self.do(lambda floor: floor.step(table_id)).value

    def _hurry(self, table_id: int) -> None:
        def at_once(floor: Floor) -> None:
            Round.objects.filter(table=table_id, phase="betting", closes_at__gt=floor.now).update(closes_at=floor.now)
            Table.objects.filter(pk=table_id).update(due_at=floor.now)

        self.do(at_once)


@contextlib.contextmanager
def dealing(floor: Floor) -> Iterator[Dealing]:
    """A dealing that leaves no connection behind."""
    with ThreadPoolExecutor(1) as thread:
        hands = Dealing(floor, thread)
        try:
            yield hands
        finally:
            thread.submit(lambda: connection.close()).result(timeout=10)


@contextlib.contextmanager
def seated_at(
    floor: Floor, folder: Path, settings: TableSettings, *, code: str, cards: Sequence[str], phone: bool
) -> Iterator[tuple[Person, Dealing, int]]:
    """Rita with 1,000.00 seated at a new table, with the one who deals there, and a round of these cards that takes
    bets. At the end no page may have complained, and the ledger is proven."""
    floor.now = timezone.now()
    table = floor.table(settings, code=code)
    player = floor.player("Rita")
    with running_house(folder, parts=()) as house, browser() as chromium, dealing(floor) as hands:
        rita = Person(chromium, house.url, phone=phone)
        rita.sign_in(player.email, player.password)
        rita.sit(code)
        hands.open(table, cards)
        expect(rita.page.locator("#call")).to_contain_text("Façam as vossas apostas")
        yield rita, hands, table
        assert rita.complaints == []
        hands.do(Floor.prove)
