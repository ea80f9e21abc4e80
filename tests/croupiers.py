"""A croupier's table for tests: a shoe of paper, its cards in an order that the test chooses, and the acts at it."""

import itertools
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from baccarat.card_codes import PaperCard
from baccarat.cards import DECK
from kernel.money import Currency
from players.roles import Role
from tables.models import Round, Shift, ShuffledBy
from tables.models import Table as TableRow
from tables.operations.croupier import calls, confirming, paper_shoes, reading, ruling, shifts
from tables.queries.croupier import open_calls
from tables.queries.paper import drawn
from tables.table_settings import TableSettings
from tests.factories import Actor, Floor

PAPER: Final = TableSettings(
    preset="macau",
    minimum=1_00,
    max_prize=1_000_00,
    shuffle="per-shoe",
    betting_seconds=20,
    show_seconds=5,
)
DECKS: Final = tuple(f"D{number:03d}" for number in range(1, 9))


@dataclass
class PaperTable:
    """A table, its croupier and a supervisor, beside the cards that were not read yet."""

    floor: Floor
    id: int
    croupier: Actor
    supervisor: Actor
    left: list[PaperCard] = field(default_factory=list)

    def begin_shoe(self, decks: Sequence[str] = DECKS) -> paper_shoes.ShoeBegun:
        """A new shoe of these decks."""
        self.left = [PaperCard(deck, card) for deck in decks for card in DECK]
        return paper_shoes.begin_shoe(
            table_id=self.id, decks=decks, shuffled_by=ShuffledBy.HAND, by=self.croupier.id, now=self.floor.now
        )

    def card(self, text: str) -> PaperCard:
        """One of the cards that were not read yet."""
        return next(each for each in self.left if str(each.card) == text)

    def read(self, card: PaperCard | str, *, key: uuid.UUID | None = None, by: Actor | None = None) -> reading.Reading:
        """Slide a card through the scanner."""
        code = self.card(card).code if isinstance(card, str) and len(card) == 2 else getattr(card, "code", card)
        read = reading.read_card(
            table_id=self.id,
            code=str(code),
            by=(by or self.croupier).id,
            device="teste",
            idempotency_key=key or uuid.uuid4(),
            now=self.floor.now,
        )
        self.floor.wait(seconds=1)
        if read.refusal is None:
            self.left = [each for each in self.left if each.code != code]
        return read

    def deal(self, cards: Iterable[str]) -> None:
        """Read these cards one after the other; each is placed."""
        for card in cards:
            assert self.read(card).slot

    def open(self) -> str:
        """Open the next round; its code."""
        return self.floor.open_round(self.id)

    def close(self) -> None:
        """The clock closes the betting."""
        from tables.operations.rounds import Step

        assert self.floor.step(self.id) is Step.CLOSED_BETS

    def confirm(self) -> confirming.Confirmed:
        """The croupier has called the result."""
        return confirming.confirm_result(
            table_id=self.id, round_code=self.round.code, by=self.croupier.id, now=self.floor.now
        )

    def relieve(self, by: Actor | None = None) -> shifts.ShiftActed:
        """A supervisor relieves the croupier."""
        shift = Shift.objects.get(table_id=self.id, ended_at=None)
        return shifts.relieve(table_id=self.id, shift_id=shift.pk, by=(by or self.supervisor).id, now=self.floor.now)

    def take_back(
        self,
        *,
        slot: str = "",
        reason: str = "fora de ordem",
        by: Actor | None = None,
        key: uuid.UUID | None = None,
    ) -> ruling.Ruled:
        """The supervisor takes the last card back; `slot` is the place that the page showed, where it is another."""
        lying = drawn(self.round)
        return ruling.take_back(
            table_id=self.id,
            round_code=self.round.code,
            slot=slot or (lying[-1].slot if lying else "P1"),
            by=(by or self.supervisor).id,
            reason=reason,
            idempotency_key=key or uuid.uuid4(),
            now=self.floor.now,
        )

    def answer(self, words: str) -> None:
        """The supervisor answers the open call."""
        (call,) = open_calls()
        calls.answer_call(call_id=call.id, by=self.supervisor.id, answer=words, now=self.floor.now)

    @property
    def code(self) -> str:
        """The table's code."""
        return str(self.row.code)

    @property
    def row(self) -> TableRow:
        """The table's row."""
        return TableRow.objects.select_related("shoe", "current_round").get(pk=self.id)

    @property
    def round(self) -> Round:
        """The round in play, or the last one."""
        found = self.row.current_round
        assert found is not None
        return found


_numbers = itertools.count(1)


def paper_table(
    floor: Floor,
    terms: TableSettings = PAPER,
    *,
    currency: Currency = Currency.EUR,
    taken: bool = True,
    robot: bool = False,
) -> PaperTable:
    """An open croupier's table; `taken` by its croupier, who has begun a shoe."""
    table_id = floor.table(terms, kind="croupier", currency=currency, code=f"live-{next(_numbers)}", robot=robot)
    table = PaperTable(floor, table_id, floor.staff(Role.CROUPIER), floor.staff(Role.SUPERVISOR))
    if taken:
        take(table)
        table.begin_shoe()
    return table


def take(table: PaperTable, croupier: Actor | None = None) -> shifts.ShiftActed:
    """A croupier takes the table."""
    by = (croupier or table.croupier).id
    return shifts.take_table(table_id=table.id, by=by, idempotency_key=uuid.uuid4(), now=table.floor.now)
