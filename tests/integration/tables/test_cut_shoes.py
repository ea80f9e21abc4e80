"""Players cut a new shoe: numbers held to before they are shown, a start for all to work out, and its attacks."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from baccarat import cutting as cut
from baccarat import proof
from tables import queries
from tables.models import Cut, CutNumber, Incident, Round, Shoe
from tables.models import Table as TableRow
from tables.operations import comparing, cutting, rounds
from tables.operations.cutting import CutRejected, CutRejection
from tables.operations.rounds import Step
from tables.queries import state
from tables.table_settings import TableSettings, TableSettingsInvalid
from tests.factories import Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

CUT = TableSettings(
    preset="macau",
    minimum=1_00,
    max_prize=1_000_00,
    shuffle="per-shoe",
    betting_seconds=20,
    show_seconds=5,
    cut=True,
)
ONE, OTHER = bytes(range(16)), bytes(range(16, 32))


@pytest.fixture
def table(floor: Floor) -> int:
    return floor.table(CUT)


def sat(floor: Floor, table: int, *seats: int) -> list[Actor]:
    players = [floor.player(cents=100_00) for _ in seats]
    for player, seat in zip(players, seats, strict=True):
        floor.sit(player, table, seat)
    return players


def shoe_of(table: int) -> Shoe:
    found = TableRow.objects.select_related("shoe", "shoe__table").get(pk=table).shoe
    assert found is not None
    return found


def name_of(table: int) -> str:
    shoe = shoe_of(table)
    return f"{shoe.table.code}/{shoe.number}"


def commit(floor: Floor, table: int, who: Actor, seat: int, number: bytes) -> cutting.CutTaken:
    committed = cut.commitment(shoe_of(table).root, seat, number)
    return cutting.commit_number(
        table_id=table, person_id=who.id, shoe=name_of(table), committed=committed, now=floor.now
    )


def show(floor: Floor, table: int, who: Actor, number: bytes) -> cutting.CutTaken:
    return cutting.show_number(table_id=table, person_id=who.id, shoe=name_of(table), number=number, now=floor.now)


def refused(reason: CutRejection) -> Any:
    return pytest.raises(CutRejected, match=reason.value)


def told(floor: Floor, table: int) -> dict[str, Any]:
    section: dict[str, Any] = state.snapshot(TableRow.objects.get(pk=table), now=floor.now)["cut"]
    return section


@rule(
    "RN-06", asserts="A shoe that two seats cut is dealt from the place that root and numbers come to, and proven so."
)
def test_two_seats_cut_a_shoe(floor: Floor, table: int) -> None:
    ana, rui = sat(floor, table, 6, 2)
    assert floor.step(table) is Step.CUTTING
    assert (told(floor, table)["phase"], told(floor, table)["start"]) == ("cutting", None)
    assert Round.objects.count() == 0
    commit(floor, table, ana, 6, ONE)
    commit(floor, table, rui, 2, OTHER)
    assert [each["number"] for each in told(floor, table)["seats"]] == [None, None]
    assert floor.step(table) is Step.CUTTING
    assert told(floor, table)["phase"] == "showing"
    show(floor, table, ana, ONE)
    show(floor, table, rui, OTHER)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.OPENED, "all are there: no waiting"

    shoe = shoe_of(table)
    start = cut.start_of(shoe.root, {2: OTHER, 6: ONE}, 416)
    assert (shoe.start, told(floor, table)["start"], told(floor, table)["phase"]) == (start, start, "cut")
    code = floor.round_code(table)
    floor.bet(ana, table, banca=5_00)
    floor.settle(table)
    card, again = queries.round_of(round_code=code, person_id=0), queries.replay(code)
    assert card is not None
    assert again is not None
    indexes = [each["index"] for each in card.proof["cards"]]
    assert indexes == [(start + at) % 416 for at in range(len(indexes))]
    assert card.proof["start"]["numbers"] == [{"seat": 2, "number": OTHER.hex()}, {"seat": 6, "number": ONE.hex()}]
    assert card.judgement.verdict is again.proofs is proof.Verdict.PROVEN
    assert again.agrees
    assert comparing.compare(now=floor.now) == comparing.Compared(rounds=1, differences=0, more=False)


def test_a_shoe_that_cannot_be_read_is_given_up_and_another_is_cut(floor: Floor) -> None:
    """Where the rules burn, the cards are read at the cut already: the table goes on with another shoe."""
    burns = replace(CUT, preset="live-baccarat", commission="5-percent")
    table = floor.table(burns)
    sat(floor, table, 1)
    assert floor.step(table) is Step.CUTTING
    unread = shoe_of(table)
    touched = bytearray(unread.sealed)
    touched[40] ^= 1
    with past_triggers():
        Shoe.objects.filter(pk=unread.pk).update(sealed=bytes(touched))
    assert floor.step(table) is Step.CUTTING
    assert floor.step(table) is Step.CUTTING
    assert shoe_of(table).number == unread.number + 1
    incident = Incident.objects.get(kind="shoe-unfit")
    assert incident.facts == {"why": "sealed cards unreadable", "shoe": unread.number}
    assert Cut.objects.get(shoe=unread).decided_at is not None
    assert floor.step(table) is Step.OPENED
    floor.settle(table)


def test_a_shoe_is_dealt_round_its_end(floor: Floor, table: int) -> None:
    [ana] = sat(floor, table, 1)
    floor.step(table)
    root = shoe_of(table).root
    number = next(n for n in (at.to_bytes(16, "big") for at in range(10_000)) if cut.start_of(root, {1: n}, 416) > 413)
    commit(floor, table, ana, 1, number)
    floor.step(table)
    show(floor, table, ana, number)
    rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    code = floor.round_code(table)
    floor.settle(table)
    card, again = queries.round_of(round_code=code, person_id=0), queries.replay(code)
    assert card is not None
    assert again is not None
    assert {0, 415} <= {each["index"] for each in card.proof["cards"]}
    assert again.agrees


def test_nobody_sits_and_nothing_is_cut(floor: Floor, table: int) -> None:
    assert floor.step(table) is Step.OPENED
    assert (told(floor, table), shoe_of(table).start, Cut.objects.count()) == (None, 0, 0)
    code = floor.round_code(table)
    floor.settle(table)
    card = queries.round_of(round_code=code, person_id=0)
    assert card is not None
    assert "start" not in card.proof


def test_seats_that_do_not_cut(floor: Floor, table: int) -> None:
    sat(floor, table, 3)
    floor.step(table)
    assert floor.step(table) is Step.OPENED
    assert (told(floor, table)["phase"], told(floor, table)["start"], told(floor, table)["seats"]) == ("cut", 0, [])


def test_one_who_withholds_is_left_out_and_named(floor: Floor, table: int) -> None:
    ana, rui = sat(floor, table, 1, 9)
    floor.step(table)
    commit(floor, table, ana, 1, ONE)
    commit(floor, table, rui, 9, OTHER)
    floor.step(table)
    show(floor, table, ana, ONE)
    assert floor.step(table) is Step.OPENED
    shoe = shoe_of(table)
    assert shoe.start == cut.start_of(shoe.root, {1: ONE}, 416)
    with refused(CutRejection.NOTHING_TO_CUT):
        show(floor, table, rui, OTHER)
    code = floor.round_code(table)
    floor.settle(table)
    card = queries.round_of(round_code=code, person_id=0)
    assert card is not None
    assert card.proof["start"]["left_out"] == [{"seat": 9, "commitment": cut.commitment(shoe.root, 9, OTHER)}]


def test_two_browsers_of_one_player_and_the_same_frame_twice(floor: Floor, table: int) -> None:
    [ana] = sat(floor, table, 4)
    floor.step(table)
    assert not commit(floor, table, ana, 4, ONE).repeat
    assert commit(floor, table, ana, 4, ONE).repeat
    with refused(CutRejection.ALREADY_CUT):
        commit(floor, table, ana, 4, OTHER)
    floor.step(table)
    assert not show(floor, table, ana, ONE).repeat
    assert show(floor, table, ana, ONE).repeat
    assert CutNumber.objects.count() == 1


def test_a_number_of_another_seat_or_shoe_cannot_be_used_again(floor: Floor, table: int) -> None:
    """A copied commitment can be sent, and never shown: it is bound to its seat and to its shoe."""
    ana, rui = sat(floor, table, 1, 2)
    floor.step(table)
    commit(floor, table, ana, 1, ONE)
    copied = cut.commitment(shoe_of(table).root, 1, ONE)
    cutting.commit_number(table_id=table, person_id=rui.id, shoe=name_of(table), committed=copied, now=floor.now)
    floor.step(table)
    show(floor, table, ana, ONE)
    with refused(CutRejection.OTHER_NUMBER):
        show(floor, table, rui, ONE)
    floor.step(table)
    shoe = shoe_of(table)
    assert shoe.start == cut.start_of(shoe.root, {1: ONE}, 416)


def test_what_is_refused(floor: Floor, table: int) -> None:
    with refused(CutRejection.NO_SUCH_TABLE):
        cutting.commit_number(table_id=0, person_id=0, shoe="x", committed="", now=floor.now)
    [ana] = sat(floor, table, 1)
    with refused(CutRejection.NOTHING_TO_CUT):
        cutting.commit_number(table_id=table, person_id=ana.id, shoe="x/1", committed="", now=floor.now)
    floor.step(table)
    with refused(CutRejection.NOTHING_TO_CUT):
        cutting.commit_number(table_id=table, person_id=ana.id, shoe="x/1", committed="", now=floor.now)
    with refused(CutRejection.NOT_SEATED):
        commit(floor, table, floor.player(), 2, ONE)
    with refused(CutRejection.NOT_CUT):
        show(floor, table, ana, ONE)
    commit(floor, table, ana, 1, ONE)
    with refused(CutRejection.TOO_EARLY):
        show(floor, table, ana, ONE)
    [late] = sat(floor, table, 2)
    floor.wait(seconds=cutting.CUT_SECONDS)
    with refused(CutRejection.CUT_CLOSED):
        commit(floor, table, late, 2, OTHER)
    floor.step(table)
    with refused(CutRejection.CUT_CLOSED):
        commit(floor, table, late, 2, OTHER)
    floor.wait(seconds=cutting.SHOW_SECONDS)
    with refused(CutRejection.CUT_CLOSED):
        show(floor, table, ana, ONE)


@rule("RN-06", asserts="A dealer that dies between the cut and the first card leaves a start that the next one keeps.")
def test_a_crash_between_cut_and_first_card(floor: Floor, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    [ana] = sat(floor, table, 5)
    floor.step(table)
    commit(floor, table, ana, 5, ONE)
    floor.step(table)
    show(floor, table, ana, ONE)

    def killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as broken:
        broken.setattr(rounds.starting, "open_rounds", killed)
        with pytest.raises(RuntimeError, match="killed"):
            rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    assert Round.objects.count() == 0
    floor.wait(seconds=90)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.OPENED
    shoe = shoe_of(table)
    assert shoe.start == cut.start_of(shoe.root, {5: ONE}, 416)
    with pytest.raises(IntegrityError, match="begun already"), transaction.atomic(), as_owner():
        Shoe.objects.update(start=(shoe.start + 1) % 416)


def test_a_paused_table_waits_with_its_cut(floor: Floor, table: int) -> None:
    [ana] = sat(floor, table, 5)
    floor.step(table)
    commit(floor, table, ana, 5, ONE)
    TableRow.objects.filter(pk=table).update(status="paused")
    floor.wait(seconds=60)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.NOTHING
    TableRow.objects.filter(pk=table).update(status="open")
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.CUTTING
    show(floor, table, ana, ONE)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.OPENED


def test_the_database_keeps_a_cut(floor: Floor, table: int) -> None:
    [ana] = sat(floor, table, 5)
    floor.step(table)
    commit(floor, table, ana, 5, ONE)
    for change in (
        lambda: CutNumber.objects.update(number=ONE.hex(), shown_at=floor.now),
        lambda: CutNumber.objects.all().delete(),
        lambda: Cut.objects.update(closes_at=floor.now + timedelta(hours=1)),
        lambda: Cut.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()
    floor.step(table)
    for change in (
        lambda: CutNumber.objects.update(commitment="0" * 64, number=ONE.hex(), shown_at=floor.now),
        lambda: Cut.objects.update(shown_until=floor.now + timedelta(hours=1)),
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()
    show(floor, table, ana, ONE)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        CutNumber.objects.update(number=OTHER.hex())


def test_the_replay_finds_a_start_that_was_changed(db: None) -> None:
    floor = Floor()
    table = floor.table(CUT)
    [ana] = sat(floor, table, 5)
    floor.step(table)
    commit(floor, table, ana, 5, ONE)
    floor.step(table)
    show(floor, table, ana, ONE)
    rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    code = floor.round_code(table)
    floor.settle(table)
    with past_triggers():
        Shoe.objects.update(start=(shoe_of(table).start + 7) % 416)
    found = queries.replay(code)
    assert found is not None
    assert "start of the shoe" in {each.what for each in found.findings}
    assert comparing.compare(now=floor.now).differences == 1


def test_only_a_whole_shoe_can_be_cut() -> None:
    with pytest.raises(TableSettingsInvalid) as fault:
        TableSettings(preset="macau", minimum=1_00, cut=True)
    assert (fault.value.field, fault.value.why) == ("cut", "needs-a-whole-shoe")
    assert TableSettings.from_document(CUT.document()) == CUT
