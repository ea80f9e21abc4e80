"""A round with bets is void only when one person proposed it and another agreed; nothing moves in between."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from kernel.reasons import REASON
from players.roles import Role
from players.staff import operations as staff
from tables import queries
from tables.models import Round, StaffAct, Table, VoidProposal
from tables.operations import individual, rounds, seats, tables, voids
from tables.operations.tables import TableRejected, TableRejection
from tables.operations.voids import VoidRejected, VoidRejection
from tables.table_settings import TableSettings
from tests.factories import MACAU, Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

ALONE = TableSettings(preset="ponto-e-banca", minimum=1_00, max_prize=None, seats=1, show_seconds=5)


@pytest.fixture
def supervisor(floor: Floor) -> Actor:
    return floor.staff(Role.SUPERVISOR)


def betted(floor: Floor, **options: str) -> tuple[int, str, Actor]:
    """A table with one bet of 30.00 on its round."""
    table = floor.table(ALONE if options else MACAU, **options)
    rita = floor.player(cents=100_00)
    floor.sit(rita, table)
    code = floor.open_round(table)
    floor.bet(rita, table, ponto=30_00)
    return table, code, rita


def proposed(floor: Floor, table: int, by: Actor) -> int:
    acted = voids.void_round(table_id=table, by=by.id, reason="carta à vista", now=floor.now)
    assert acted.proposal_id is not None
    assert not acted.is_void
    return acted.proposal_id


def phase(code: str) -> str:
    return Round.objects.get(code=code).phase


@rule("L7", asserts="While a void waits for its second person, no money moves and the table is not resumed.")
def test_a_proposal_moves_no_money_and_holds_the_table(floor: Floor, supervisor: Actor) -> None:
    table, code, rita = betted(floor)
    proposed(floor, table, supervisor)

    assert (phase(code), rita.balance()) == ("betting", 70_00)
    acts = StaffAct.objects.filter(table_id=table, by_id=supervisor.id).order_by("pk")
    assert list(acts.values_list("action", "reason")) == [
        ("propose-void", "carta à vista"),
        ("pause-table", "carta à vista"),
    ]
    floor.wait(minutes=10)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.NOTHING
    with pytest.raises(TableRejected) as caught:
        tables.resume(table_id=table, by=supervisor.id, reason="tudo bem", now=floor.now)
    assert caught.value.reason is TableRejection.VOID_WAITS
    [card] = queries.waiting_voids()
    assert (card.round_code, card.bets, card.staked, card.proposed_by) == (code, 1, 30_00, supervisor.name)
    row = next(row for row in queries.floor(now=floor.now) if row.table_id == table)
    assert (row.status, row.void_waits) == ("paused", True)


@rule(
    "GL-40",
    "R29",
    asserts="A void proposed by a supervisor and agreed by a second person returns 30.00 once, though agreed twice, "
    "and names both.",
)
def test_another_person_agrees_and_all_goes_back(floor: Floor, supervisor: Actor) -> None:
    table, code, rita = betted(floor)
    number = proposed(floor, table, supervisor)
    second = floor.staff(Role.COMPLIANCE)

    acted = voids.approve_void(proposal_id=number, by=second.id, now=floor.now)
    again = voids.approve_void(proposal_id=number, by=second.id, now=floor.now)

    assert (acted.refunded, acted.repeat, again.refunded, again.repeat) == (30_00, False, 30_00, True)
    assert (phase(code), rita.balance()) == ("void", 100_00)
    act = StaffAct.objects.get(action="void-round")
    assert (act.by_id, act.after["proposed_by"], act.after["refunded"]) == (second.id, supervisor.name, 30_00)
    tables.resume(table_id=table, by=supervisor.id, reason="tudo bem", now=floor.now)
    floor.open_round(table)


@rule("G69", asserts="A player leaves at once while the table is paused after a void round that had the player's bet.")
def test_the_bet_of_a_void_round_keeps_no_player_at_the_table(floor: Floor, supervisor: Actor) -> None:
    table, _, rita = betted(floor)
    voids.approve_void(
        proposal_id=proposed(floor, table, supervisor), by=floor.staff(Role.COMPLIANCE).id, now=floor.now
    )

    assert seats.leave(table_id=table, person_id=rita.id, now=floor.now).ended_at == floor.now


@rule("GL-40", asserts="The person who proposed a void does not agree to it: 70.00 and the bet stay as they were.")
def test_a_proposer_does_not_agree_to_the_own_void(floor: Floor, supervisor: Actor) -> None:
    table, code, rita = betted(floor)
    number = proposed(floor, table, supervisor)
    with pytest.raises(VoidRejected) as caught:
        voids.approve_void(proposal_id=number, by=supervisor.id, now=floor.now)
    assert caught.value.reason is VoidRejection.OWN_PROPOSAL
    assert (phase(code), rita.balance()) == ("betting", 70_00)


def test_the_same_again_is_one_proposal_and_anothers_is_refused(floor: Floor, supervisor: Actor) -> None:
    table, _, _ = betted(floor)
    first = voids.void_round(table_id=table, by=supervisor.id, reason="carta à vista", now=floor.now)
    again = voids.void_round(table_id=table, by=supervisor.id, reason="outra vez", now=floor.now)
    assert (first.repeat, again.repeat, again.proposal_id) == (False, True, first.proposal_id)
    with pytest.raises(VoidRejected) as caught:
        voids.void_round(table_id=table, by=floor.staff(Role.SUPERVISOR).id, reason="também eu", now=floor.now)
    assert caught.value.reason is VoidRejection.VOID_WAITS


@pytest.mark.parametrize("own", [True, False], ids=["taken back", "turned down"])
def test_turned_down_the_bets_stand(floor: Floor, supervisor: Actor, own: bool) -> None:
    table, code, rita = betted(floor)
    number = proposed(floor, table, supervisor)
    by = supervisor if own else floor.staff(Role.APPROVER)
    with pytest.raises(VoidRejected) as caught:
        voids.reject_void(proposal_id=number, by=by.id, reason=" ", now=floor.now)
    assert caught.value.reason is VoidRejection.NO_REASON

    acted = voids.reject_void(proposal_id=number, by=by.id, reason="a carta não se via", now=floor.now)

    assert (acted.state, acted.refunded, acted.repeat) == ("rejected", None, False)
    act = StaffAct.objects.get(action="reject-void")
    assert (act.by_id, act.reason, act.after["round"]) == (by.id, "a carta não se via", code)
    for decider in (by, floor.staff(Role.SUPERVISOR)):
        with pytest.raises(VoidRejected) as caught:
            voids.approve_void(proposal_id=number, by=decider.id, now=floor.now)
        assert caught.value.reason is VoidRejection.ALREADY_DECIDED
    with pytest.raises(VoidRejected) as caught:
        voids.reject_void(proposal_id=number, by=by.id, reason="outra vez", now=floor.now)
    assert caught.value.reason is VoidRejection.ALREADY_DECIDED
    assert (phase(code), rita.balance()) == ("betting", 70_00)
    tables.resume(table_id=table, by=supervisor.id, reason="continua", now=floor.now)
    floor.settle(table)
    assert voids_of(code) == ["rejected"]


def voids_of(code: str) -> list[str]:
    return [card.state for card in queries.voids_of_round(code)]


def test_a_round_without_bets_takes_one_person(floor: Floor, supervisor: Actor) -> None:
    table = floor.table(MACAU)
    code = floor.open_round(table)
    acted = voids.void_round(table_id=table, by=supervisor.id, reason="engano", now=floor.now)
    assert (acted.is_void, acted.refunded, phase(code)) == (True, 0, "void")
    assert not VoidProposal.objects.exists()


def test_a_stake_of_a_single_cent_takes_two_persons(floor: Floor, supervisor: Actor) -> None:
    table = floor.table(replace(MACAU, minimum=1))
    rita = floor.player(cents=100_00)
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=1)

    acted = voids.void_round(table_id=table, by=supervisor.id, reason="engano", now=floor.now)

    assert (acted.state, acted.is_void, rita.balance()) == ("proposed", False, 99_99)


def test_a_table_that_is_paused_already_is_not_paused_again(floor: Floor, supervisor: Actor) -> None:
    table, _, _ = betted(floor)
    tables.pause(table_id=table, by=supervisor.id, reason="carta presa", now=floor.now)
    proposed(floor, table, supervisor)
    assert StaffAct.objects.filter(table_id=table, action="pause-table").count() == 1


def test_only_a_round_in_play_is_voided(floor: Floor, supervisor: Actor) -> None:
    table = floor.table(MACAU)

    def rejection(table_id: int) -> VoidRejection:
        with pytest.raises(VoidRejected) as caught:
            voids.void_round(table_id=table_id, by=supervisor.id, reason="engano", now=floor.now)
        return caught.value.reason

    assert rejection(0) is VoidRejection.NO_SUCH_TABLE
    assert rejection(table) is VoidRejection.NO_ROUND_TO_VOID
    floor.open_round(table)
    floor.void(table)
    assert rejection(table) is VoidRejection.NO_ROUND_TO_VOID
    settled = floor.table(MACAU)
    floor.open_round(settled)
    floor.settle(settled)
    assert rejection(settled) is VoidRejection.NO_ROUND_TO_VOID


def test_the_round_that_was_looked_at_may_be_named(floor: Floor, supervisor: Actor) -> None:
    table, code, _ = betted(floor)
    acted = voids.void_round(
        table_id=table, by=supervisor.id, reason="carta à vista", now=floor.now, seen_round_code=code
    )
    assert (acted.round_code, acted.state) == (code, "proposed")


def test_a_proposal_that_was_never_made_is_not_decided(floor: Floor, supervisor: Actor) -> None:
    with pytest.raises(VoidRejected) as approved:
        voids.approve_void(proposal_id=0, by=supervisor.id, now=floor.now)
    with pytest.raises(VoidRejected) as rejected:
        voids.reject_void(proposal_id=0, by=supervisor.id, reason="engano", now=floor.now)
    assert approved.value.reason is rejected.value.reason is VoidRejection.NO_SUCH_PROPOSAL


@pytest.mark.parametrize(("letters", "taken"), [(2, False), (3, True), (REASON[1], True), (REASON[1] + 1, False)])
def test_a_void_has_a_reason_of_three_letters_at_least(
    floor: Floor, supervisor: Actor, letters: int, taken: bool
) -> None:
    table, code, _ = betted(floor)

    def propose() -> voids.VoidActed:
        return voids.void_round(table_id=table, by=supervisor.id, reason="x" * letters, now=floor.now)

    if taken:
        number = propose().proposal_id
        assert VoidProposal.objects.get(pk=number).reason == "x" * letters
        return
    with pytest.raises(VoidRejected) as caught:
        propose()
    assert (caught.value.reason, phase(code)) == (VoidRejection.NO_REASON, "betting")


@pytest.mark.parametrize("gone", [True, False])
def test_a_proposal_for_a_round_voids_no_other(floor: Floor, supervisor: Actor, gone: bool) -> None:
    """No operation moves a table on that waits; even if one did, the round that lies there now is not given back."""
    table, code, rita = betted(floor)
    number = proposed(floor, table, supervisor)
    other, elsewhere, _ = betted(floor)
    with past_triggers():
        Table.objects.filter(pk=other).update(current_round=None)
        Table.objects.filter(pk=table).update(current_round=None if gone else Round.objects.get(code=elsewhere))

    with pytest.raises(VoidRejected) as caught:
        voids.approve_void(proposal_id=number, by=floor.staff(Role.SUPERVISOR).id, now=floor.now)

    assert caught.value.reason is VoidRejection.ROUND_MOVED_ON
    assert (phase(code), phase(elsewhere), rita.balance()) == ("betting", "betting", 70_00)


def test_no_press_and_no_leaving_deals_while_it_waits(floor: Floor, supervisor: Actor) -> None:
    from tables.operations import seats

    table, code, rita = betted(floor, kind="individual")
    number = proposed(floor, table, supervisor)
    with pytest.raises(individual.DealRejected):
        individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now)
    seats.leave(table_id=table, person_id=rita.id, now=floor.now)
    assert phase(code) == "betting"
    voids.approve_void(proposal_id=number, by=floor.staff(Role.SUPERVISOR).id, now=floor.now)
    assert rita.balance() == 100_00


def test_the_database_wants_two(floor: Floor, supervisor: Actor) -> None:
    """Past the house's own operations: a void by hand, a proposal approved by its author, by a player, or twice."""
    table, code, rita = betted(floor)
    played = Round.objects.get(code=code)
    fresh = {"round": played, "reason": "carta", "proposed_by_id": supervisor.id, "proposed_at": floor.now}
    decided = {"state": "approved", "decided_at": floor.now}
    other = floor.staff(Role.SUPERVISOR)

    def void() -> None:
        Round.objects.filter(code=code).update(phase="void", voided_at=floor.now, void_reason="à mão")

    def refused(deed) -> None:
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            deed()

    refused(void)
    refused(lambda: VoidProposal.objects.create(**fresh, **decided, decided_by_id=other.id))
    refused(lambda: VoidProposal.objects.create(**{**fresh, "proposed_by_id": rita.id}))
    number = proposed(floor, table, supervisor)
    mine = VoidProposal.objects.filter(pk=number)
    refused(void)
    refused(lambda: mine.update(**decided, decided_by_id=supervisor.id))
    refused(lambda: mine.update(**decided, decided_by_id=rita.id))
    refused(lambda: mine.update(proposed_by_id=other.id))
    refused(lambda: mine.delete())
    voids.approve_void(proposal_id=number, by=other.id, now=floor.now)
    refused(lambda: mine.update(state="proposed", decided_by=None, decided_at=None))


def test_two_who_decide_at_once_give_back_once(open_floor: Floor) -> None:
    floor = open_floor
    table, code, rita = betted(floor)
    number = proposed(floor, table, floor.staff(Role.SUPERVISOR))
    deciders = [floor.staff(Role.SUPERVISOR).id for _ in range(4)]

    def decide(by: int) -> str:
        try:
            return voids.approve_void(proposal_id=number, by=by, now=floor.now).state
        except VoidRejected as refused:
            return refused.reason.value
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(decide, deciders))

    assert answers == ["already-decided"] * 3 + ["approved"]
    assert rita.balance() == 100_00
    assert phase(code) == "void"
    assert uuid.UUID(rita.key)


def test_a_colleague_changed_lately_agrees_to_no_void(floor: Floor, supervisor: Actor) -> None:
    table, code, rita = betted(floor)
    number, second = proposed(floor, table, supervisor), floor.staff(Role.COMPLIANCE)
    given = staff.propose_roles(
        person_id=second.id,
        roles=[Role.COMPLIANCE, Role.AUDITOR],
        reason="ajuda nas contas",
        idempotency_key=uuid.uuid4(),
        by=floor.staff(Role.ADMINISTRATOR).id,
        now=floor.now,
    )
    other = floor.staff(Role.ADMINISTRATOR)
    staff.approve_proposal(proposal_id=given.proposal_id, by=other.id, now=floor.now)
    with pytest.raises(VoidRejected) as caught:
        voids.approve_void(proposal_id=number, by=second.id, now=floor.now)
    assert (caught.value.reason, caught.value.until) == (VoidRejection.TOO_RECENT, floor.now + timedelta(days=7))
    with pytest.raises(IntegrityError, match="decides nothing yet"), transaction.atomic():
        VoidProposal.objects.filter(pk=number).update(state="approved", decided_by=second.id, decided_at=floor.now)
    assert (phase(code), rita.balance()) == ("betting", 70_00)
