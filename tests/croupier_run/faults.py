"""What goes wrong at a table, and what the table must do about it."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from baccarat.card_codes import PaperCard
from tables.card_terms import Refusal
from tables.models import KeyedCard, Shift, TableCall, VoidProposal
from tables.operations import tables as table_operations
from tables.operations import voids
from tables.operations.croupier.standing import CroupierRejection
from tables.queries.paper import gone
from tests.croupier_run.doors import key

if TYPE_CHECKING:
    from tests.croupier_run.table import RunTable

UNREAD = ("", "#??", "SBD0014S!", "4S", "X" * 60)
"""Texts that a scanner may send for a card that it could not read."""
REASON = "ensaio de falhas"


@dataclass
class Faults:
    """Puts faults into a run, each with its own chance. After each, the table goes on as if it had not been."""

    chance: random.Random
    often: float = 0.35
    """How often something goes wrong at a card."""
    at_cards: "tuple[Callable[[RunTable], None], ...]" = field(default=())

    def __post_init__(self) -> None:
        self.at_cards = (
            unread,
            foreign_deck,
            seen_before,
            ninth_of_a_kind,
            keyed_by_two,
            out_of_turn,
            two_consoles,
            another_croupiers_console,
            relieved,
            paused,
            called,
            exposed,
            slid_twice,
            confirmed_too_soon,
        )

    def between(self, table: "RunTable") -> None:
        """Before a round opens."""
        if self._happens(0.06):
            handed_over(table)
        if self._happens(0.05) and table.code:
            read_outside(table)
        if self._happens(0.01) and table.code:
            shoe_ended(table)

    def while_betting(self, table: "RunTable") -> None:
        """A card before the close, an early close, the cut card."""
        if self._happens(0.1):
            table.refused(table.shoe.left[0], Refusal.BEFORE_CLOSE)
            table.done["before the close"] += 1
        if self._happens(0.3):
            closed_early(table)
        if self._happens(0.02) and table.shoe.last is None:
            table.act("last")
            table.cut_card_out(table.row.shoe.round_of_shoe)
            table.act("last", refused=CroupierRejection.LAST_ALREADY)
            table.done["cut card called"] += 1

    def at_a_card(self, table: "RunTable") -> bool:
        """Lay the next card, with or without a fault; False if the round was made void."""
        if self._happens(0.006):
            void_by_two(table)
            return False
        before = len(table.laid)
        if self._happens(self.often):
            self.chance.choice(self.at_cards)(table)
        if len(table.laid) == before:
            table.place()
        return True

    def at_the_end(self, table: "RunTable") -> None:
        """One card too many, put aside or put back."""
        if self._happens(0.12):
            extra = table.shoe.left[0]
            table.refused(extra, Refusal.NONE_DUE)
            table.done["one too many"] += 1
            if self._happens(0.6):
                put_aside(table, extra)

    def after(self, table: "RunTable") -> None:
        """The result confirmed again; the last card slid through while it is cleared away."""
        if self._happens(0.2):
            table.act("confirm", round_code=table.code)
            table.done["confirmed twice"] += 1
        if self._happens(0.03) and (last := table.laid[-1]) in table.shoe.seen:
            table.refused(last, Refusal.SEEN_BEFORE)
            go_on(table)
            table.done["slid after the payment"] += 1

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share


# At a card ----------------------------------------------------------------------------------------------------------


def unread(table: "RunTable") -> None:
    """The scanner sends something else."""
    table.refused(table.chance.choice(UNREAD), Refusal.UNREADABLE)
    table.done["unreadable"] += 1


def foreign_deck(table: "RunTable") -> None:
    """A card of another deck: the table stops until a supervisor lets it go on."""
    table.refused(replace(table.shoe.left[0], deck="ZZZ9"), Refusal.FOREIGN_DECK)
    if table.chance.random() < 0.5:
        table.refused(table.shoe.left[0], Refusal.PAUSED)
    go_on(table)
    table.done["foreign deck"] += 1


def seen_before(table: "RunTable") -> None:
    """A card that had left the shoe in an earlier round."""
    if table.shoe.seen:
        table.refused(table.chance.choice(table.shoe.seen), Refusal.SEEN_BEFORE)
        go_on(table)
        table.done["seen before"] += 1


def ninth_of_a_kind(table: "RunTable") -> None:
    """A card that was keyed by hand is slid later, when all of its kind are gone."""
    alike = Counter(card for _, card in gone(table.row.shoe))
    found = [card for card in table.shoe.by_hand if alike[str(card.card)] >= table.rules.decks]
    if found:
        table.refused(table.chance.choice(found), Refusal.TOO_MANY_ALIKE)
        go_on(table)
        table.done["ninth of a kind"] += 1


def keyed_by_two(table: "RunTable") -> None:
    """Keyed by the croupier, at times wrongly, and confirmed by a supervisor; each act sent twice."""
    card = table.shoe.left[0]
    if table.chance.random() < 0.3:
        _key(table, str(table.shoe.left[-1].card))
        table.rule("reject", keyed_id=_waiting())
        table.done["keyed and turned down"] += 1
    slot, other = table.due, table.second
    _key(table, str(card.card))
    waiting = _waiting()
    for _ in range(2):
        table.rule("confirm", by=other, keyed_id=waiting)
    table.floor.wait(seconds=1)
    table.record.keyed(card, slot, table.croupier, other)
    table.lie(card, by_hand=True)
    table.done["keyed by hand"] += 1


def _key(table: "RunTable", card: str) -> None:
    once = key()
    for _ in range(2):
        table.act("key", round_code=table.code, rank=card[0], suit=card[1], idempotency_key=once)


def _waiting() -> int:
    return KeyedCard.objects.filter(confirmed=None).latest("pk").pk


def out_of_turn(table: "RunTable") -> None:
    """The card after the next one is slid first; a supervisor takes it back, and the act comes twice."""
    wrong, slot = table.shoe.left[1], table.due
    assert table.scan(wrong).slot == slot
    table.record.drawn(wrong, slot, table.croupier)
    table.out.add((wrong.deck, str(wrong.card)))
    facts = {"round_code": table.code, "slot": slot, "reason": REASON, "idempotency_key": key()}
    for _ in range(2):
        table.rule("back", **facts)
    table.floor.wait(seconds=1)
    table.record.taken_back(wrong, table.croupier, table.supervisor)
    table.done["out of turn"] += 1


def two_consoles(table: "RunTable") -> None:
    """Two consoles of one croupier send the same reading; a second slide on the other one is refused."""
    card, slot, once = table.shoe.left[0], table.due, key()
    first, again = table.scan(card, once=once), table.scan(card, once=once)
    assert first.pk == again.pk
    table.record.drawn(card, slot, table.croupier)
    table.lie(card)
    table.refused(card, Refusal.READ_TWICE)
    table.done["two consoles"] += 1


def another_croupiers_console(table: "RunTable") -> None:
    """A croupier who does not deal here sends a reading and wants the table."""
    other = next(each for each in table.croupiers if each != table.croupier)
    facts = {"code": table.shoe.left[0].code, "device": "wedge", "idempotency_key": key()}
    table.act("read", by=other, refused=CroupierRejection.NOT_ON_SHIFT, **facts)
    table.act("take", by=other, refused=CroupierRejection.TABLE_TAKEN, idempotency_key=key())
    table.done["another croupier's console"] += 1


def relieved(table: "RunTable") -> None:
    """A supervisor relieves the croupier in the middle of the round; another goes on from the last card."""
    shift = Shift.objects.get(table_id=table.at.id, ended_at=None)
    for _ in range(2):
        table.rule("relieve", shift_id=shift.pk)
    _next_croupier(table)
    table.done["relieved"] += 1


def _next_croupier(table: "RunTable") -> None:
    table.croupier = table.chance.choice([each for each in table.croupiers if each != table.croupier])
    once = key()
    for _ in range(2):
        table.act("take", idempotency_key=once)


def paused(table: "RunTable") -> None:
    """The table is paused and resumed; a card and a payment in between come to nothing."""
    by, now = table.supervisor.id, table.floor.now
    table_operations.pause(table_id=table.at.id, by=by, reason=REASON, now=now)
    table.refused(table.shoe.left[0], Refusal.PAUSED)
    table.act("confirm", refused=CroupierRejection.PAUSED, round_code=table.code)
    go_on(table)
    table.done["paused"] += 1


def called(table: "RunTable") -> None:
    """The croupier calls, twice; a supervisor answers, twice."""
    for _ in range(2):
        table.act("call", idempotency_key=key())
    call = TableCall.objects.get(table_id=table.at.id, answered_at=None)
    for _ in range(2):
        table.rule("answer", call_id=call.pk, answer="Vou a caminho")
    table.done["called"] += 1


def exposed(table: "RunTable") -> None:
    """The next card fell on its face: a supervisor has it burned."""
    put_aside(table, table.shoe.left[0])


def put_aside(table: "RunTable", card: PaperCard) -> None:
    """A supervisor has the card burned; the act comes twice."""
    facts = {"round_code": table.code, "code": card.code, "reason": REASON, "idempotency_key": key()}
    for _ in range(2):
        table.rule("aside", **facts)
    table.floor.wait(seconds=1)
    table.record.put_aside(card, table.croupier, table.supervisor)
    table.shoe.left.remove(card)
    table.out.add((card.deck, str(card.card)))
    table.done["put aside"] += 1


def slid_twice(table: "RunTable") -> None:
    """The card is slid twice."""
    table.place()
    table.refused(table.laid[-1], Refusal.READ_TWICE)
    table.done["slid twice"] += 1


def confirmed_too_soon(table: "RunTable") -> None:
    """The croupier confirms while a card is due."""
    table.act("confirm", refused=CroupierRejection.CARD_DUE, round_code=table.code)
    table.done["confirmed too soon"] += 1


def void_by_two(table: "RunTable") -> None:
    """One supervisor proposes that the round is void, another agrees."""
    by, now = table.supervisor.id, table.floor.now
    acted = voids.void_round(table_id=table.at.id, by=by, reason=REASON, now=now)
    if acted.proposal_id is not None:
        assert VoidProposal.objects.get(pk=acted.proposal_id).round.code == table.code
        voids.approve_void(proposal_id=acted.proposal_id, by=table.second.id, now=now)
        go_on(table)
    table.done["void"] += 1


# Elsewhere in the round ---------------------------------------------------------------------------------------------


def go_on(table: "RunTable") -> None:
    """A supervisor lets the table go on."""
    table_operations.resume(table_id=table.at.id, by=table.supervisor.id, reason=REASON, now=table.floor.now)


def handed_over(table: "RunTable") -> None:
    """The croupier leaves, or another takes over, between two rounds."""
    if table.chance.random() < 0.5:
        for _ in range(2):
            table.act("leave")
    _next_croupier(table)
    table.done["handed over"] += 1


def read_outside(table: "RunTable") -> None:
    """A card is slid before a round is open."""
    shoe = table.row.shoe
    if shoe is not None and table.shoe.left and shoe.dealt > 0:
        table.refused(table.shoe.left[0], Refusal.BEFORE_CLOSE)
        table.done["outside a round"] += 1


def shoe_ended(table: "RunTable") -> None:
    """A supervisor takes the shoe out of play."""
    shoe = table.row.shoe
    if shoe is not None and (shoe.last_round is None or shoe.round_of_shoe <= shoe.last_round):
        table.rule("shoe", shoe_number=shoe.number, reason=REASON)
        table.done["shoe out of play"] += 1


def closed_early(table: "RunTable") -> None:
    """The croupier closes early, twice."""
    for _ in range(2):
        table.act("close", round_code=table.code)
    table.done["closed early"] += 1
