"""Corrections by two persons: rejections by the operations, and by the database for any code (D6)."""

import uuid

import pytest
from django.db import IntegrityError, connection, transaction

from kernel.money import MOST
from players.cashier.operations import (
    AdjustmentRejected,
    AdjustmentRejection,
    approve_adjustment,
    propose_adjustment,
    reject_adjustment,
)
from players.models import Adjustment, AdjustmentState
from players.roles import Role
from tests.factories import Actor, Floor
from tests.tampering import as_owner
from wallet import operations as wallet


@pytest.fixture
def pair(floor: Floor) -> tuple[Actor, Actor]:
    return floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)


def propose(floor: Floor, player: Actor, by: Actor, amount: int = 12_50, **others: object) -> int:
    facts = {"reason": "prémio por pagar", "reference": "R-1", "idempotency_key": uuid.uuid4(), **others}
    made = propose_adjustment(person_id=player.id, amount=amount, by=by.id, now=floor.now, **facts)  # type: ignore[arg-type]
    return made.adjustment_id


@pytest.mark.parametrize("amount", [12_50, -12_50])
def test_one_proposes_and_another_agrees(floor: Floor, pair: tuple[Actor, Actor], amount: int) -> None:
    player = floor.player(cents=100_00)
    proposal = propose(floor, player, pair[0], amount)
    assert player.balance() == 100_00
    decided = approve_adjustment(adjustment_id=proposal, by=pair[1].id, now=floor.now)
    assert (decided.state, decided.repeat, decided.transfer is None) == ("approved", False, False)
    assert player.balance() == 100_00 + amount
    assert approve_adjustment(adjustment_id=proposal, by=pair[1].id, now=floor.now).repeat
    assert player.balance() == 100_00 + amount


def refused(reason: AdjustmentRejection, act: object) -> None:
    with pytest.raises(AdjustmentRejected) as caught:
        act()  # type: ignore[operator]
    assert caught.value.reason is reason


def test_a_proposer_does_not_agree_to_the_same_proposal(floor: Floor) -> None:
    one, player = floor.staff(Role.COMPLIANCE), floor.player()
    proposal = propose(floor, player, one)
    for decide in (
        lambda: approve_adjustment(adjustment_id=proposal, by=one.id, now=floor.now),
        lambda: reject_adjustment(adjustment_id=proposal, reason="não", by=one.id, now=floor.now),
    ):
        refused(AdjustmentRejection.OWN_PROPOSAL, decide)


def test_a_proposal_is_decided_once(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player, other = floor.player(), floor.staff(Role.APPROVER)
    proposal = propose(floor, player, pair[0])
    first, again = (
        reject_adjustment(adjustment_id=proposal, reason="sem prova", by=pair[1].id, now=floor.now) for _ in range(2)
    )
    assert (first.state, first.repeat, again.state, again.repeat) == ("rejected", False, "rejected", True)
    refused(
        AdjustmentRejection.ALREADY_DECIDED,
        lambda: approve_adjustment(adjustment_id=proposal, by=pair[1].id, now=floor.now),
    )
    assert player.balance() == 1_000_00
    refused(
        AdjustmentRejection.ALREADY_DECIDED,
        lambda: approve_adjustment(adjustment_id=proposal, by=other.id, now=floor.now),
    )


def test_a_third_person_does_not_approve_what_is_approved(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player, other = floor.player(cents=0), floor.staff(Role.APPROVER)
    proposal = propose(floor, player, pair[0])
    approve_adjustment(adjustment_id=proposal, by=pair[1].id, now=floor.now)
    refused(
        AdjustmentRejection.ALREADY_DECIDED,
        lambda: approve_adjustment(adjustment_id=proposal, by=other.id, now=floor.now),
    )
    assert player.balance() == 12_50


def test_no_correction_takes_a_player_below_zero(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player = floor.player(cents=5_00)
    proposal = propose(floor, player, pair[0], -5_01)
    with pytest.raises(AdjustmentRejected) as caught:
        approve_adjustment(adjustment_id=proposal, by=pair[1].id, now=floor.now)
    assert (caught.value.reason, caught.value.rule, caught.value.most) == (
        AdjustmentRejection.SHORT_OF_FUNDS,
        "PT-05",
        5_00,
    )
    assert Adjustment.objects.get(pk=proposal).state == AdjustmentState.PROPOSED


@pytest.mark.parametrize("amount", [0, MOST + 1, -MOST - 1, 1.5, True, None, "10"])
def test_amounts_that_are_none(floor: Floor, pair: tuple[Actor, Actor], amount: object) -> None:
    player = floor.player()
    refused(
        AdjustmentRejection.AMOUNT_INVALID,
        lambda: propose(floor, player, pair[0], amount),  # type: ignore[arg-type]
    )


def test_texts_and_keys_are_checked(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player, key = floor.player(), uuid.uuid4()
    refused(AdjustmentRejection.REASON_MISSING, lambda: propose(floor, player, pair[0], reason="  "))
    refused(AdjustmentRejection.TEXT_INVALID, lambda: propose(floor, player, pair[0], reason="a\0b"))
    refused(AdjustmentRejection.TEXT_INVALID, lambda: propose(floor, player, pair[0], reason="a" * 501))
    first = propose(floor, player, pair[0], idempotency_key=key)
    assert propose(floor, player, pair[0], idempotency_key=key) == first
    refused(AdjustmentRejection.KEY_REUSED, lambda: propose(floor, player, pair[0], 12_51, idempotency_key=key))
    refused(AdjustmentRejection.NO_SUCH_PERSON, lambda: propose(floor, pair[0], pair[0]))
    refused(AdjustmentRejection.NOT_ALLOWED, lambda: propose(floor, player, floor.staff(Role.SUPERVISOR)))
    refused(AdjustmentRejection.NOT_ALLOWED, lambda: propose(floor, player, player))
    refused(
        AdjustmentRejection.NO_SUCH_ADJUSTMENT,
        lambda: approve_adjustment(adjustment_id=10**12, by=pair[1].id, now=floor.now),
    )
    refused(
        AdjustmentRejection.NOT_ALLOWED, lambda: approve_adjustment(adjustment_id=first, by=pair[0].id, now=floor.now)
    )


def test_the_ledger_takes_no_correction_that_two_did_not_agree_to(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player, other, key = floor.player(), floor.player(), uuid.uuid4()
    with pytest.raises(IntegrityError, match="two persons"):
        wallet.adjust(person_key=player.key, amount=100, idempotency_key=uuid.uuid4(), now=floor.now)
    proposal = propose(floor, player, pair[0], 1_00, idempotency_key=key)
    with pytest.raises(IntegrityError, match="two persons"):
        wallet.adjust(person_key=player.key, amount=1_00, idempotency_key=key, now=floor.now)
    Adjustment.objects.filter(pk=proposal).update(
        state=AdjustmentState.APPROVED, decided_by=pair[1].id, decided_at=floor.now
    )
    for key_of, amount in ((player.key, 1_01), (player.key, -1_00), (other.key, 1_00)):
        with pytest.raises(IntegrityError, match="two persons"):
            wallet.adjust(person_key=key_of, amount=amount, idempotency_key=key, now=floor.now)
    wallet.adjust(person_key=player.key, amount=1_00, idempotency_key=key, now=floor.now)


def test_the_database_keeps_proposals_as_they_were(floor: Floor, pair: tuple[Actor, Actor]) -> None:
    player = floor.player()
    proposal = propose(floor, player, pair[0])
    row = Adjustment.objects.filter(pk=proposal)
    for change in (
        lambda: row.update(amount=1),
        lambda: row.update(state="approved", decided_by=pair[0].id, decided_at=floor.now),
        lambda: row.update(state="approved", decided_by=player.id, decided_at=floor.now),
        lambda: row.update(state="approved"),
        row.delete,
        lambda: sql(
            "INSERT INTO players_adjustment (person_id, key, amount, reason, reference, state, proposed_by_id,"
            " proposed_at, decided_by_id, decided_at, refusal) SELECT person_id, gen_random_uuid(), amount,"
            f" reason, reference, 'approved', {pair[0].id}, now(), {pair[1].id}, now(), ''"
            " FROM players_adjustment"
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()
    reject_adjustment(adjustment_id=proposal, reason="não", by=pair[1].id, now=floor.now)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        row.update(rejection="outra")


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)
