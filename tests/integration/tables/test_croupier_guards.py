"""The database's own refusals at a croupier's table: readings are evidence, and decisions stay."""

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from tables.models import CardEvent, KeyedCard, Shift, TableCall
from tables.operations.croupier import calls, ruling
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.tampering import as_owner


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    live = paper_table(floor)
    live.open()
    live.close()
    return live


def again(event: CardEvent, **changed: Any) -> None:
    """Write the event once more, with these columns changed."""
    values = {field.attname: getattr(event, field.attname) for field in CardEvent._meta.concrete_fields}
    del values["id"]
    with transaction.atomic():
        CardEvent.objects.create(**values | {"key": uuid.uuid4()} | changed)


def test_a_place_holds_one_card_at_a_time(live: PaperTable) -> None:
    live.read("4S")
    event = CardEvent.objects.get()
    with pytest.raises(IntegrityError, match="lies in P1 already"):
        again(event, card="5S")
    live.take_back(reason="fora de vez")
    again(event, card="5S")


def test_a_card_is_drawn_while_its_round_is_dealt_and_on_its_own_shoe(live: PaperTable) -> None:
    live.read("4S")
    event = CardEvent.objects.get()
    other = paper_table(live.floor)
    for changed in ({"table_id": other.id}, {"shoe_id": other.row.shoe_id}):
        with pytest.raises(IntegrityError, match="while its round is dealt"):
            again(event, slot="B1", card="5S", **changed)
    live.deal(["KH", "4D", "7C"])
    live.confirm()
    with pytest.raises(IntegrityError, match="while its round is dealt"):
        again(event, slot="P3", card="5S")


def test_a_card_is_taken_back_as_it_was_drawn(live: PaperTable) -> None:
    live.read("4S")
    event = CardEvent.objects.get()
    back = {"kind": "taken-back", "slot": "", "replaces_id": event.pk, "decided_by_id": live.supervisor.id}
    with pytest.raises(IntegrityError, match="as it was drawn"):
        again(event, **back, card="5S")
    again(event, **back)


def test_readings_stay(live: PaperTable) -> None:
    live.read("4S")
    for act in (
        lambda: CardEvent.objects.update(card="5S"),
        lambda: CardEvent.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError, match="only added to"), transaction.atomic(), as_owner():
            act()


def test_a_shift_ends_once(live: PaperTable) -> None:
    live.relieve()
    with pytest.raises(IntegrityError, match="a shift ends once"), transaction.atomic():
        Shift.objects.update(ended_at=live.floor.now)


def test_a_keyed_card_is_decided_once(live: PaperTable) -> None:
    keyed = ruling.key_card(
        table_id=live.id,
        round_code=live.round.code,
        card="4S",
        by=live.croupier.id,
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )
    assert keyed.keyed_id is not None
    ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=live.supervisor.id, confirmed=False, now=live.floor.now)
    with pytest.raises(IntegrityError, match="decided once"), transaction.atomic():
        KeyedCard.objects.update(confirmed=True)


def test_a_call_is_answered_once(live: PaperTable) -> None:
    call = calls.call_supervisor(
        table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=live.floor.now
    )
    calls.answer_call(call_id=call.call_id, by=live.supervisor.id, answer="", now=live.floor.now)
    with pytest.raises(IntegrityError, match="answered once"), transaction.atomic():
        TableCall.objects.update(answer="outra")
