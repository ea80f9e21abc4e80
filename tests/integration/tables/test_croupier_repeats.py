"""An act at a croupier's table that is sent twice, or from a page that has grown old, is done once (C9)."""

import uuid
from typing import Any

import pytest

from players.roles import Role
from tables.models import Shift, Shoe
from tables.operations import tables as table_operations
from tables.operations.croupier import paper_shoes, ruling, shifts
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection
from tests.croupiers import PaperTable, paper_table, take
from tests.factories import Floor
from tests.tampering import past_triggers


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def refused(reason: CroupierRejection) -> Any:
    return pytest.raises(CroupierRejected, match=f"^{reason.value}$")


def dealt(live: PaperTable, *cards: str) -> None:
    live.open()
    live.close()
    live.deal(cards)


def test_a_card_is_taken_back_once_however_often_the_act_is_sent(live: PaperTable) -> None:
    dealt(live, "9S", "KH")
    key = uuid.uuid4()
    assert live.take_back(key=key).slot == "B1"
    again = live.take_back(key=key)
    assert (again.slot, again.repeat) == ("B1", True)
    table_operations.pause(table_id=live.id, by=live.supervisor.id, reason="luz apagada", now=live.floor.now)
    assert live.take_back(key=key).repeat
    with refused(CroupierRejection.KEY_REUSED):
        live.take_back(key=key, by=live.floor.staff(Role.SUPERVISOR))
    table_operations.resume(table_id=live.id, by=live.supervisor.id, reason="luz acesa", now=live.floor.now)
    assert live.take_back().slot == "P1"


def test_a_card_that_was_read_since_the_supervisor_looked_stays(live: PaperTable) -> None:
    dealt(live, "9S", "KH", "4D")
    with refused(CroupierRejection.NOT_THE_LAST):
        live.take_back(slot="B1")
    assert live.take_back(slot="P2").slot == "P2"


def test_a_card_is_put_aside_once_also_where_the_table_has_moved_on(live: PaperTable) -> None:
    dealt(live, "9S", "KH")
    act = {
        "table_id": live.id,
        "round_code": live.round.code,
        "code": live.card("9C").code,
        "by": live.supervisor.id,
        "reason": "carta exposta",
        "idempotency_key": uuid.uuid4(),
        "now": live.floor.now,
    }
    assert not ruling.put_aside(**act).repeat
    live.deal(["QD", "7C"])
    live.confirm()
    live.open()
    assert ruling.put_aside(**act).repeat
    with refused(CroupierRejection.KEY_REUSED):
        ruling.put_aside(**act | {"code": live.card("8C").code})


def test_a_relief_that_comes_twice_does_not_end_the_next_croupiers_shift(live: PaperTable) -> None:
    shift = Shift.objects.get(ended_at=None)
    act = {"table_id": live.id, "shift_id": shift.pk, "by": live.supervisor.id, "now": live.floor.now}
    assert not shifts.relieve(**act).repeat
    take(live, other := live.floor.staff(Role.CROUPIER))
    assert shifts.relieve(**act).repeat
    with refused(CroupierRejection.SHIFT_OVER):
        shifts.relieve(**act | {"by": live.floor.staff(Role.SUPERVISOR).id})
    assert Shift.objects.get(ended_at=None).croupier_id == other.id


def test_a_croupier_who_has_left_and_asks_again_gets_the_same_answer(live: PaperTable) -> None:
    act = {"table_id": live.id, "by": live.croupier.id, "now": live.floor.now}
    assert not shifts.leave_table(**act).repeat
    assert shifts.leave_table(**act).repeat
    take(live)
    live.relieve()
    with refused(CroupierRejection.NOT_ON_SHIFT):
        shifts.leave_table(**act)


def test_a_shoe_taken_out_of_play_twice_leaves_the_next_one(live: PaperTable) -> None:
    act = {"table_id": live.id, "by": live.supervisor.id, "reason": "falta uma carta", "now": live.floor.now}
    assert paper_shoes.end_shoe(shoe_number=1, **act) == 1
    live.floor.step(live.id)
    assert live.begin_shoe().number == 2
    with refused(CroupierRejection.SHOE_OVER):
        paper_shoes.end_shoe(shoe_number=1, **act)
    live.open()


def test_the_cut_card_that_comes_out_with_a_card_put_aside_makes_that_round_the_cut(live: PaperTable) -> None:
    """Four cards lie before the cut card and one beside them is put aside: the one that comes after it is the cut."""
    with past_triggers():
        Shoe.objects.filter(pk=live.row.shoe_id).update(dealt=416 - 16 - 4)
    dealt(live, "9S", "KH")
    ruling.put_aside(
        table_id=live.id,
        round_code=live.round.code,
        code=live.card("9C").code,
        by=live.supervisor.id,
        reason="carta exposta",
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )
    live.deal(["QD", "7C"])
    live.confirm()
    shoe = Shoe.objects.get(pk=live.row.shoe_id)
    assert (shoe.dealt, shoe.last_round) == (401, 2)
