"""A croupier's table of the run: its people, its shoe, and rounds in which things go wrong."""

import itertools
import random
import uuid
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from baccarat.card_codes import PaperCard
from baccarat.dealing import Dealing, dealing
from players.roles import Role
from tables.card_terms import Refusal
from tables.models import CardEvent, Round, RoundPhase, Table, VoidOpening
from tables.operations import rounds
from tables.operations.croupier.standing import CroupierRejection
from tables.table_settings import TableSettings
from tests.croupier_run.bettors import Bettors
from tests.croupier_run.cards import PaperOrder
from tests.croupier_run.doors import At, Door, key
from tests.croupier_run.readings import Record
from tests.croupiers import paper_table
from tests.factories import Actor, Floor

if TYPE_CHECKING:
    from tests.croupier_run.faults import Faults


@dataclass
class RunTable:
    """One table. Its acts go through the door; what must come of them is kept beside."""

    floor: Floor
    door: Door
    terms: TableSettings
    chance: random.Random
    done: Counter[str] = field(default_factory=Counter)
    """How often each fault was made, of those that leave no reading too."""

    def __post_init__(self) -> None:
        live = paper_table(self.floor, self.terms, taken=False)
        self.at = At(live.id, live.code)
        self.name = live.row.name
        self.croupiers = [live.croupier, self.floor.staff(Role.CROUPIER), self.floor.staff(Role.CROUPIER)]
        self.supervisor, self.second = live.supervisor, self.floor.staff(Role.SUPERVISOR)
        self.croupier = live.croupier
        self.rules = self.terms.ruleset
        self.bettors = Bettors(self.floor, live.id, self.rules, self.chance)
        self.bettors.come(3)
        self.record = Record(live.id)
        self.shoe = PaperOrder((), [])
        self.shoes = itertools.count(1)
        self.laid: list[PaperCard] = []
        self.out: set[tuple[str, str]] = set()
        self.keyed = 0
        self.code = ""
        self.act("take", idempotency_key=key())

    # Acts ----------------------------------------------------------------------------------------------------------

    def act(self, act: str, *, by: Actor | None = None, refused: CroupierRejection | None = None, **facts: Any) -> None:
        """An act of the console."""
        self.door.console(act, self.at, by or self.croupier, refused=refused, **facts)

    def rule(self, act: str, *, by: Actor | None = None, **facts: Any) -> None:
        """An act of the supervisors' page."""
        self.door.office(act, self.at, by or self.supervisor, **facts)

    def scan(self, card: PaperCard | str, *, once: uuid.UUID | None = None) -> CardEvent:
        """Slide a card; the row that it left."""
        once = once or key()
        code = card if isinstance(card, str) else card.code
        self.act("read", code=code, device="wedge", idempotency_key=once)
        self.floor.wait(seconds=1)
        return CardEvent.objects.get(key=once)

    def refused(self, card: PaperCard | str, why: Refusal) -> None:
        """Slide a card that must be refused so."""
        event = self.scan(card)
        assert event.refusal == why.value, (event.refusal, why)
        self.record.refused(None if isinstance(card, str) else card, why.value, self.croupier)

    def place(self) -> None:
        """Slide the next card of the shoe: it lies in the place that the engine names."""
        card = self.shoe.left[0]
        slot = self.due
        event = self.scan(card)
        assert event.slot == slot, (event.slot, slot)
        self.record.drawn(card, slot, self.croupier)
        self.lie(card)

    def lie(self, card: PaperCard, *, by_hand: bool = False) -> None:
        """The card lies in its place."""
        self.shoe.left.remove(card)
        self.laid.append(card)
        if by_hand:
            self.keyed += 1
            self.shoe.by_hand.append(card)
        else:
            self.out.add((card.deck, str(card.card)))

    @property
    def standing(self) -> Dealing:
        """The round by the pure engine."""
        return dealing([each.card for each in self.laid])

    @property
    def due(self) -> str:
        """The place of the next card."""
        found = self.standing.due
        assert found is not None
        return found.value

    @property
    def row(self) -> Table:
        """The table's row."""
        return Table.objects.select_related("shoe", "current_round").get(pk=self.at.id)

    # A round -------------------------------------------------------------------------------------------------------

    def round(self, faults: "Faults") -> None:
        """One round from its opening to its end, with what the faults put in its way."""
        faults.between(self)
        self.code = self._open()
        self.laid, self.out, self.keyed = [], set(), 0
        self.bettors.bet(self.code)
        faults.while_betting(self)
        assert rounds.do_due_step(table_id=self.at.id, fence=None, now=self._at_close()) is rounds.Step.CLOSED_BETS
        while self.standing.due is not None:
            if not faults.at_a_card(self):
                self._void_proven()
                return
        faults.at_the_end(self)
        self.act("confirm", round_code=self.code)
        self._paid_proven()
        faults.after(self)
        self.record.compare()

    def _at_close(self) -> Any:
        due = self.row.due_at
        assert due is not None
        self.floor.now = max(self.floor.now, due)
        return self.floor.now

    def _open(self) -> str:
        for _ in range(4):
            if self.floor.step(self.at.id) is rounds.Step.OPENED:
                current = self.row.current_round
                assert current is not None
                return current.code
            assert self.row.status_reason == "no-shoe", self.row.status_reason
            self._prepare_shoe()
        raise AssertionError("no round opens")

    def _prepare_shoe(self) -> None:
        number = next(self.shoes)
        decks = tuple(
            f"{number % 100:02d}{'ABCDEFGH'[each]}{self.chance.randint(0, 9)}" for each in range(self.rules.decks)
        )
        self.shoe = PaperOrder.shuffled(decks, self.chance)
        for _ in range(2):
            self.act("shoe", decks=decks, shuffled_by="hand")
        if self.rules.burn:
            first = self.shoe.burn()
            assert self.scan(first).kind == "burnt"
            self.record.burned(first, self.croupier)

    def _paid_proven(self) -> None:
        current = self._ended(RoundPhase.SETTLED)
        cards = [str(each.card) for each in self.laid]
        assert (current.cards, current.winner) == (cards, self.standing.result.winner.value)
        self.bettors.paid(current.pk, cards)

    def _void_proven(self) -> None:
        self._ended(RoundPhase.VOID)
        shown = VoidOpening.objects.get(round__code=self.code).cards
        assert shown == [str(each.card) for each in self.laid]
        self.bettors.balances()
        self.record.compare()

    def cut_card_out(self, round_of_shoe: int) -> None:
        """The cut card came out in this round of the shoe."""
        self.shoe.last = round_of_shoe + self.rules.rounds_after_cut

    def _ended(self, phase: RoundPhase) -> Round:
        current = Round.objects.select_related("shoe").get(code=self.code)
        assert current.phase == phase
        self.shoe.gone += len(self.out) + self.keyed
        assert current.shoe.dealt == self.shoe.gone
        if self.shoe.last is None and self.shoe.gone > current.shoe.cut:
            self.cut_card_out(current.round_of_shoe)
        assert current.shoe.last_round == self.shoe.last
        # One that was scanned out of turn, taken back and keyed in its turn is known by its keying, which has no deck.
        scanned = [each for each in self.laid if (each.deck, str(each.card)) in self.out]
        self.shoe.seen += [each for each in scanned if each not in self.shoe.by_hand]
        return current
