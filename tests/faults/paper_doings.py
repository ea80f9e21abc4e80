"""Acts of the console and of the supervisors' page at a croupier's table: prepared, and not yet done.

Each takes a scene with a fresh table and answers the operation, as `tests.faults.doings` does.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from players.roles import Role
from tables.models import CardEvent, KeyedCard, PaperShoe, Round, Shift, ShuffledBy, TableCall
from tables.operations.croupier import calls, closing, confirming, paper_shoes, ruling, shifts
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection
from tests.croupiers import DECKS, PaperTable, paper_table
from tests.factories import Floor

Operation = Callable[[], Any]


@dataclass
class Doing:
    """An operation, and how the rows must stand once it is done."""

    act: Operation
    done: Callable[[], bool]


def _dealt(floor: Floor, *cards: str, closed: bool = True) -> PaperTable:
    """A table with a player's stake in the round, and so many cards read."""
    live, player = paper_table(floor), floor.player(cents=100_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, banca=10_00)
    if closed:
        live.close()
        live.deal(cards)
    return live


def _shifts(live: PaperTable) -> list[tuple[int, bool]]:
    rows = Shift.objects.filter(table_id=live.id).order_by("pk")
    return [(shift.croupier_id, shift.ended_at is not None) for shift in rows]


def table_taken(floor: Floor) -> Doing:
    """A croupier takes a table that no one deals."""
    live, key = paper_table(floor, taken=False), uuid.uuid4()
    facts = {"table_id": live.id, "by": live.croupier.id, "idempotency_key": key, "now": floor.now}
    return Doing(
        lambda: shifts.take_table(**facts),  # type: ignore[arg-type]
        lambda: _shifts(live) == [(live.croupier.id, False)],
    )


def table_taken_over(floor: Floor) -> Doing:
    """A croupier takes over from another between two rounds."""
    live, other, key = paper_table(floor), floor.staff(Role.CROUPIER), uuid.uuid4()
    return Doing(
        lambda: shifts.take_table(table_id=live.id, by=other.id, idempotency_key=key, now=floor.now),
        lambda: _shifts(live) == [(live.croupier.id, True), (other.id, False)],
    )


def table_left(floor: Floor) -> Doing:
    """The croupier leaves between two rounds."""
    live = paper_table(floor)
    return Doing(
        lambda: shifts.leave_table(table_id=live.id, by=live.croupier.id, now=floor.now),
        lambda: _shifts(live) == [(live.croupier.id, True)],
    )


def croupier_relieved(floor: Floor) -> Doing:
    """A supervisor ends the croupier's shift while cards lie on the table."""
    live = _dealt(floor, "4S", "KH")
    shift = Shift.objects.get(table_id=live.id)
    return Doing(
        lambda: shifts.relieve(table_id=live.id, shift_id=shift.pk, by=live.supervisor.id, now=floor.now),
        lambda: _shifts(live) == [(live.croupier.id, True)] and live.round.phase == "dealing",
    )


def shoe_begun(floor: Floor) -> Doing:
    """The croupier begins a shoe."""
    live = paper_table(floor, taken=False)
    shifts.take_table(table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=floor.now)
    return Doing(
        lambda: paper_shoes.begin_shoe(
            table_id=live.id, decks=DECKS, shuffled_by=ShuffledBy.HAND, by=live.croupier.id, now=floor.now
        ),
        lambda: PaperShoe.objects.filter(shoe__table_id=live.id).count() == 1 and live.row.shoe is not None,
    )


def shoe_ended(floor: Floor) -> Doing:
    """A supervisor takes the shoe out of play."""
    live = paper_table(floor)
    return Doing(
        lambda: paper_shoes.end_shoe(
            table_id=live.id, shoe_number=1, by=live.supervisor.id, reason="falta uma carta", now=floor.now
        ),
        lambda: _shoe(live).last_round == 0,
    )


def _shoe(live: PaperTable) -> Any:
    shoe = live.row.shoe
    assert shoe is not None
    return shoe


def closed_early(floor: Floor) -> Doing:
    """The croupier ends the betting in three seconds."""
    live = _dealt(floor, closed=False)
    code, closes_at = live.round.code, floor.now + closing.LEAST
    return Doing(
        lambda: closing.close_soon(table_id=live.id, round_code=code, by=live.croupier.id, now=floor.now),
        lambda: live.round.closes_at == closes_at and live.row.due_at is not None and live.row.due_at > closes_at,
    )


def last_round_called(floor: Floor) -> Doing:
    """The cut card came out."""
    live = _dealt(floor, "4S")
    return Doing(
        lambda: paper_shoes.call_last_round(table_id=live.id, by=live.croupier.id, now=floor.now),
        lambda: _shoe(live).last_round == 2,
    )


def _key(live: PaperTable, key: uuid.UUID) -> ruling.Ruled:
    return ruling.key_card(
        table_id=live.id,
        round_code=live.round.code,
        card="4D",
        by=live.croupier.id,
        idempotency_key=key,
        now=live.floor.now,
    )


def card_keyed(floor: Floor) -> Doing:
    """The croupier keys a card that the scanner cannot read."""
    live, key = _dealt(floor, "4S", "KH"), uuid.uuid4()
    return Doing(lambda: _key(live, key), lambda: KeyedCard.objects.filter(round=live.round, slot="P2").count() == 1)


def _keyed(floor: Floor) -> tuple[PaperTable, int]:
    live = _dealt(floor, "4S", "KH")
    keyed = _key(live, uuid.uuid4()).keyed_id
    assert keyed is not None
    return live, keyed


def keyed_card_confirmed(floor: Floor) -> Doing:
    """A second person confirms it: it lies in its place."""
    live, keyed = _keyed(floor)
    return Doing(
        lambda: ruling.confirm_keyed(keyed_id=keyed, by=live.supervisor.id, confirmed=True, now=floor.now),
        lambda: (
            KeyedCard.objects.get(pk=keyed).confirmed is True
            and CardEvent.objects.filter(round=live.round, slot="P2", source="hand").count() == 1
        ),
    )


def keyed_card_turned_down(floor: Floor) -> Doing:
    """A second person says that it is another card."""
    live, keyed = _keyed(floor)
    return Doing(
        lambda: ruling.confirm_keyed(keyed_id=keyed, by=live.supervisor.id, confirmed=False, now=floor.now),
        lambda: (
            KeyedCard.objects.get(pk=keyed).confirmed is False
            and not CardEvent.objects.filter(round=live.round, slot="P2").exists()
        ),
    )


def card_taken_back(floor: Floor) -> Doing:
    """A supervisor takes the last card back: one, and never two."""
    live, key = _dealt(floor, "4S", "KH", "4D"), uuid.uuid4()
    return Doing(
        lambda: live.take_back(slot="P2", key=key),
        lambda: CardEvent.objects.filter(round=live.round, kind="taken-back").count() == 1,
    )


def card_put_aside(floor: Floor) -> Doing:
    """A supervisor has an exposed card burned."""
    live, key = _dealt(floor, "4S", "KH"), uuid.uuid4()
    code, card = live.round.code, live.card("9C")
    return Doing(
        lambda: ruling.put_aside(
            table_id=live.id,
            round_code=code,
            code=card.code,
            by=live.supervisor.id,
            reason="carta exposta",
            idempotency_key=key,
            now=floor.now,
        ),
        lambda: CardEvent.objects.filter(round=live.round, kind="burnt").count() == 1,
    )


def supervisor_called(floor: Floor) -> Doing:
    """The croupier calls."""
    live, key = _dealt(floor, "4S"), uuid.uuid4()
    return Doing(
        lambda: calls.call_supervisor(table_id=live.id, by=live.croupier.id, idempotency_key=key, now=floor.now),
        lambda: TableCall.objects.filter(table_id=live.id, answered_at=None).count() == 1,
    )


def call_answered(floor: Floor) -> Doing:
    """A supervisor answers."""
    live = _dealt(floor, "4S")
    made = calls.call_supervisor(table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=floor.now)
    return Doing(
        lambda: calls.answer_call(call_id=made.call_id, by=live.supervisor.id, answer="Vou a caminho", now=floor.now),
        lambda: TableCall.objects.get(pk=made.call_id).answer == "Vou a caminho",
    )


def result_confirmed(floor: Floor) -> Doing:
    """The croupier has called the result: the round is paid."""
    live = _dealt(floor, "4S", "KH", "4D", "7C")
    code = live.round.code
    return Doing(
        lambda: confirming.confirm_result(table_id=live.id, round_code=code, by=live.croupier.id, now=floor.now),
        lambda: Round.objects.get(code=code).phase == "settled",
    )


DOINGS: Final[dict[str, Callable[[Floor], Doing]]] = {
    each.__name__: each
    for each in (
        table_taken,
        table_taken_over,
        table_left,
        croupier_relieved,
        shoe_begun,
        shoe_ended,
        closed_early,
        last_round_called,
        card_keyed,
        keyed_card_confirmed,
        keyed_card_turned_down,
        card_taken_back,
        card_put_aside,
        supervisor_called,
        call_answered,
        result_confirmed,
    )
}


AGAIN: Final = {
    "shoe_ended": CroupierRejection.SHOE_OVER,
    "last_round_called": CroupierRejection.LAST_ALREADY,
}
"""Acts that are refused when they come again; every other one gets its first answer."""


def once_more(name: str, operation: Operation) -> None:
    """Ask again for what is done."""
    if name in AGAIN:
        with pytest.raises(CroupierRejected, match=f"^{AGAIN[name].value}$"):
            operation()
        return
    operation()
