"""The balance of a closed account leaves it: at once, again if it comes back, and to the heirs by people (PT-07,
PT-28)."""

import uuid

import pytest
import time_machine
from django.test import Client

from casino.adapters import payouts
from players.accounts import terms
from players.accounts.operations.obligations import ObligationRejected, ObligationRejection, note_done
from players.cashier import operations as cashier
from players.models import Obligation, Withdrawal
from players.privacy import operations
from players.protection.operations.exclusion import ExclusionKind
from players.roles import Role
from players.staff.operations import accounts
from tables.operations.breaks import take_break
from tests.factories import Actor, Floor
from tests.integration.players.tills import Till
from tests.rules import rule


@rule(
    "PT-28",
    asserts="The 80.00 of an account closed by its holder or by an exclusion without end are paid out once, to the "
    "account that they came from.",
)
@pytest.mark.parametrize("by_exclusion", [False, True])
def test_a_closed_accounts_balance_arrives_at_the_bank_that_funded_it(floor: Floor, by_exclusion: bool) -> None:
    player, till = floor.player(cents=0), Till(floor)
    means = till.instrument(player)
    till.paid(player, 80_00, instrument=means)
    if by_exclusion:
        take_break(person_id=player.id, kind=ExclusionKind.INDEFINITE, idempotency_key=uuid.uuid4(), now=floor.now)
    else:
        operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    assert payouts.pay_what_is_owed(now=floor.now) == 0, "asked once"
    asked = Withdrawal.objects.get(person_id=player.id)
    assert (asked.amount, asked.instrument_id, asked.state, player.balance()) == (80_00, means, "ready", 0)
    till.sweep()
    floor.wait(seconds=5)
    assert till.deliver() == ["applied"]
    assert till.withdrawal(asked.key).state == "paid"
    obligation = Obligation.objects.get(person_id=player.id, kind="pay-out")
    assert (obligation.note, obligation.done_at is not None) == (str(asked.key), True)


def test_a_player_back_before_the_payment_keeps_the_balance(floor: Floor, client: Client) -> None:
    player = floor.player()
    take_break(person_id=player.id, kind=ExclusionKind.INDEFINITE, idempotency_key=uuid.uuid4(), now=floor.now)
    client.login(username=player.email, password=player.password)
    with time_machine.travel(floor.now, tick=False):
        assert payouts.pay_what_is_owed(now=floor.now) == 0, "no means was ever proven"
        assert "sem fim marcado" in client.get("/conta/reabrir/").content.decode()
        client.post("/pausas/aviso/")
    floor.wait(days=95)
    with time_machine.travel(floor.now, tick=False):
        client.login(username=player.email, password=player.password)
        assert "Ver como reabrir" in client.get("/conta/").content.decode()
        sent = {"version": str(terms.in_force(floor.now).number)}
        assert client.post("/conta/reabrir/", sent).status_code == 400
        assert client.post("/conta/reabrir/", {"version": "0", "agreed": "1"}).status_code == 409
        assert client.post("/conta/reabrir/", {**sent, "agreed": "1"}).status_code == 302
        assert "Esta conta está aberta" in client.get("/conta/reabrir/").content.decode()
        assert payouts.pay_what_is_owed(now=floor.now) == 1
    obligation = Obligation.objects.get(person_id=player.id, kind="pay-out")
    assert (obligation.note, player.balance()) == ("reopened", 1_000_00)


def test_an_empty_account_owes_nothing(floor: Floor) -> None:
    player = floor.player(cents=0)
    operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    assert payouts.pay_what_is_owed(now=floor.now) == 0


@rule(
    "PT-07",
    asserts="Once the holder has died 80.00 are owed because of the death and stay on the account: no payment goes out "
    "to the holder.",
)
def test_the_balance_of_a_closed_account_waits_for_the_heirs_once_its_holder_died(floor: Floor) -> None:
    player, till = floor.player(cents=0), Till(floor)
    till.paid(player, 80_00, instrument=till.instrument(player))
    take_break(person_id=player.id, kind=ExclusionKind.INDEFINITE, idempotency_key=uuid.uuid4(), now=floor.now)
    compliance = floor.staff(Role.COMPLIANCE)
    operations.close_for_death(
        person_id=player.id, reason="certidão 12/2026", by=compliance.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    first, last = Obligation.objects.filter(person_id=player.id, kind="pay-out").order_by("pk")
    assert (first.note, last.done_at, last.facts["balance"]) == ("death", None, 80_00)
    assert (player.balance(), Withdrawal.objects.exists()) == (80_00, False)
    assert not Client().login(username=player.email, password=player.password)


def test_an_empty_account_owes_nothing_after_its_holders_death(floor: Floor) -> None:
    player, compliance = floor.player(cents=0), floor.staff(Role.COMPLIANCE)
    operations.close_for_death(
        person_id=player.id, reason="certidão", by=compliance.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    assert Obligation.objects.get(person_id=player.id, kind="pay-out").note == "0"


def closed_with(floor: Floor, cents: int) -> tuple[Actor, Till, uuid.UUID]:
    """An account that its holder closed, whose balance was asked for."""
    player, till = floor.player(cents=0), Till(floor)
    till.paid(player, cents, instrument=till.instrument(player))
    operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    return player, till, Withdrawal.objects.get(person_id=player.id).key


def still_owed(player: Actor) -> list[tuple[int, str]]:
    """The debt to the person still: the balance, and how the last payment out ended."""
    obligations = Obligation.objects.filter(person_id=player.id, kind="pay-out", done_at=None)
    return [(obligation.facts["balance"], obligation.facts.get("came_back", "")) for obligation in obligations]


def test_a_payment_that_comes_back_is_owed_again_until_staff_see_to_it(floor: Floor) -> None:
    player, till, _ = closed_with(floor, 80_99)
    till.sweep()
    floor.wait(seconds=5)
    assert till.deliver() == ["applied"]
    assert still_owed(player) == [(80_99, "failed")]
    assert payouts.pay_what_is_owed(now=floor.now) == 0, "the bank is not asked for the same again and again"
    obligation, compliance = Obligation.objects.get(person_id=player.id, done_at=None), floor.staff(Role.COMPLIANCE)
    with pytest.raises(ObligationRejected) as refused:
        note_done(obligation_id=obligation.pk, note="pago por cheque", by=compliance.id, now=floor.now)
    assert (refused.value.reason, refused.value.most) == (ObligationRejection.BALANCE_REMAINS, 80_99)
    till.ask_out(player, 80_99, Withdrawal.objects.get(person_id=player.id).instrument_id)
    assert payouts.pay_what_is_owed(now=floor.now) == 1, "its holder asked for it"
    assert still_owed(player) == []


def test_a_payment_that_its_holder_cancels_leaves_again(floor: Floor) -> None:
    player, _, key = closed_with(floor, 80_00)
    cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now)
    assert still_owed(player) == [(80_00, "cancelled")]
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    assert (player.balance(), Withdrawal.objects.filter(person_id=player.id, state="ready").count()) == (0, 1)


def test_a_payment_that_staff_refuse_waits_for_staff(floor: Floor) -> None:
    player, compliance = floor.player(cents=0), floor.staff(Role.COMPLIANCE)
    till = Till(floor)
    till.paid(player, 80_00, instrument=till.instrument(player))
    accounts.suspend(person_id=player.id, reason="teste", by=compliance.id, now=floor.now)
    operations.close_account(person_id=player.id, idempotency_key=uuid.uuid4(), now=floor.now)
    assert payouts.pay_what_is_owed(now=floor.now) == 1
    key = Withdrawal.objects.get(person_id=player.id).key
    cashier.refuse_withdrawal(key=key, reason="a conta não é sua", by=compliance.id, now=floor.now)
    assert (still_owed(player), payouts.pay_what_is_owed(now=floor.now)) == ([(80_00, "refused")], 0)


@pytest.mark.parametrize("amount", [1, 5_00])
def test_money_that_two_persons_give_a_closed_account_is_owed(floor: Floor, amount: int) -> None:
    player, till, _ = closed_with(floor, 80_00)
    first, second = floor.staff(Role.COMPLIANCE), floor.staff(Role.COMPLIANCE)
    made = cashier.propose_adjustment(
        person_id=player.id,
        amount=amount,
        reason="reclamação aceite",
        idempotency_key=uuid.uuid4(),
        by=first.id,
        now=floor.now,
    )
    cashier.approve_adjustment(adjustment_id=made.adjustment_id, by=second.id, now=floor.now)
    assert (still_owed(player), payouts.pay_what_is_owed(now=floor.now), player.balance()) == ([(amount, "")], 1, 0)
    assert till.withdrawal(Withdrawal.objects.latest("pk").key).amount == amount
