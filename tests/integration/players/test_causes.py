"""Lines of the cashier and their causes: the database refuses one without the other, and the proof names it."""

import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, connection, transaction
from tills import Till

from players.cashier import operations as cashier
from players.cashier.causes import Why, verify_causes
from players.models import CauseMark, Deposit, Withdrawal
from players.roles import Role
from tests.factories import Actor, Floor
from tests.funding import deposit_row, pay_in, pay_out, withdrawal_row
from tests.tampering import as_owner, past_triggers
from wallet import operations as wallet


def sql(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@contextmanager
def refused(why: Why) -> Iterator[None]:
    """The transaction does not come to its end, and nothing of it stays."""
    with pytest.raises(IntegrityError, match=why.value):  # noqa: PT012, SIM117  (its end is what refuses)
        with transaction.atomic():
            yield
            sql("SET CONSTRAINTS ALL IMMEDIATE")
    sql("SET CONSTRAINTS ALL DEFERRED")


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("rita", cents=100_00)


def test_a_deposit_without_its_row_is_refused(floor: Floor, rita: Actor) -> None:
    with refused(Why.LINE_WITHOUT_ROW):
        wallet.deposit(person_key=rita.key, amount=1_000_00, idempotency_key=uuid.uuid4(), now=floor.now)
    assert rita.balance() == 100_00


def test_a_deposit_of_another_amount_or_person_is_refused(floor: Floor, rita: Actor) -> None:
    nuno, key = floor.player("nuno", cents=0), uuid.uuid4()
    with refused(Why.AMOUNT_DIFFERS):
        deposit_row(rita.key, 10_00, key=key, now=floor.now)
        wallet.deposit(person_key=rita.key, amount=10_01, idempotency_key=key, now=floor.now)
    with refused(Why.PERSON_DIFFERS):
        deposit_row(rita.key, 10_00, key=key, now=floor.now)
        wallet.deposit(person_key=nuno.key, amount=10_00, idempotency_key=key, now=floor.now)


def test_a_deposit_that_no_bank_told_of_is_refused(floor: Floor, rita: Actor) -> None:
    till, key = Till(floor), uuid.uuid4()
    till.start(rita, 50_00, key=key)
    with refused(Why.WITHOUT_NOTICE):
        Deposit.objects.filter(key=key).update(state="credited", finished_at=floor.now)
        wallet.deposit(person_key=rita.key, amount=50_00, idempotency_key=key, now=floor.now)


def test_a_deposit_marked_as_credited_without_its_line_is_refused(floor: Floor, rita: Actor) -> None:
    with refused(Why.ROW_WITHOUT_LINE):
        deposit_row(rita.key, 10_00, key=uuid.uuid4(), now=floor.now)


def test_money_leaves_by_a_withdrawal_only(floor: Floor, rita: Actor) -> None:
    key = uuid.uuid4()
    with refused(Why.LINE_WITHOUT_ROW):
        wallet.request_withdrawal(person_key=rita.key, amount=5_00, idempotency_key=key, now=floor.now)
    with refused(Why.ROW_WITHOUT_LINE):
        withdrawal_row(rita.key, 5_00, key=key, now=floor.now, paid=False)
    with refused(Why.LINE_WITHOUT_ROW):
        wallet.request_withdrawal(person_key=rita.key, amount=5_00, idempotency_key=key, now=floor.now)
        withdrawal_row(rita.key, 5_00, key=key, now=floor.now, paid=False)
        wallet.pay_withdrawal(amount=5_00, idempotency_key=key, now=floor.now)
    with refused(Why.LINE_WITHOUT_ROW):
        wallet.request_withdrawal(person_key=rita.key, amount=5_00, idempotency_key=key, now=floor.now)
        withdrawal_row(rita.key, 5_00, key=key, now=floor.now, paid=False)
        wallet.give_back_withdrawal(person_key=rita.key, amount=5_00, idempotency_key=key, now=floor.now)


def test_a_charge_back_without_its_deposit_is_refused(floor: Floor, rita: Actor) -> None:
    for amount in (10_00, 500_00):
        with refused(Why.LINE_WITHOUT_ROW):
            wallet.charge_back(person_key=rita.key, amount=amount, idempotency_key=uuid.uuid4(), now=floor.now)
    key = Deposit.objects.get(person_id=rita.id).key
    with refused(Why.LINE_WITHOUT_ROW):
        wallet.charge_back(person_key=rita.key, amount=100_00, idempotency_key=key, now=floor.now)
    with refused(Why.ROW_WITHOUT_LINE):
        Deposit.objects.filter(key=key).update(state="charged-back")


def test_an_approved_correction_has_its_line(floor: Floor, rita: Actor) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    proposed = cashier.propose_adjustment(
        person_id=rita.id, amount=7_00, reason="engano", idempotency_key=uuid.uuid4(), by=one.id, now=floor.now
    )
    with refused(Why.ROW_WITHOUT_LINE):
        sql(
            "UPDATE players_adjustment SET state = 'approved', decided_by_id = %s, decided_at = now() WHERE id = %s",
            other.id,
            proposed.adjustment_id,
        )
    cashier.approve_adjustment(adjustment_id=proposed.adjustment_id, by=other.id, now=floor.now)
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert verify_causes() == ()


def test_all_that_the_cashier_does_has_its_causes(floor: Floor) -> None:
    till, ana = Till(floor), floor.player("ana", cents=0)
    instrument = till.instrument(ana, proven=True)
    deposit = till.paid(ana, 100_00, instrument=instrument)
    sent, gone = till.ask_out(ana, 30_00, instrument), till.ask_out(ana, 20_00, instrument)
    cashier.cancel_withdrawal(person_id=ana.id, key=gone, now=floor.now)
    till.sweep()
    from players.cashier.payments.provider import NoticeKind

    assert till.tell(sent, NoticeKind.PAID_OUT) == "applied"
    assert till.tell(deposit, NoticeKind.CHARGED_BACK) == "applied"
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert verify_causes() == ()


FORGERIES: dict[str, tuple[str, Why]] = {
    "line": (
        "UPDATE wallet_transfer SET key = gen_random_uuid() WHERE code = 'deposit'",
        Why.LINE_WITHOUT_ROW,
    ),
    "row": ("DELETE FROM wallet_transfer WHERE code = 'withdrawal-paid'", Why.ROW_WITHOUT_LINE),
    "amount": ("UPDATE players_deposit SET amount = amount + 1", Why.AMOUNT_DIFFERS),
    "person": (
        "UPDATE players_withdrawal SET person_id = (SELECT max(id) FROM players_person)",
        Why.PERSON_DIFFERS,
    ),
    "currency": (
        "ALTER TABLE wallet_account DROP CONSTRAINT wallet_account_currency_of_kind;"
        " UPDATE wallet_account SET currency = 'PLAY' WHERE kind = 'funding'",
        Why.CURRENCY_DIFFERS,
    ),
    "direction": (
        "UPDATE wallet_transfer SET debit_account = credit_account, credit_account = debit_account"
        " WHERE code = 'deposit'",
        Why.DIRECTION_DIFFERS,
    ),
    "notice": ("DELETE FROM players_paymentnotice WHERE kind = 'paid-in'", Why.WITHOUT_NOTICE),
    "owner": ("DELETE FROM players_person WHERE nickname = 'rita'", Why.ACCOUNT_WITHOUT_PLAYER),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forgery_past_the_triggers_is_named_with_its_account(db: None, what: str) -> None:
    floor = Floor()
    rita = floor.player("rita", cents=100_00)
    floor.player("nuno", cents=0)
    pay_out(rita.key, 40_00, now=floor.now)
    assert verify_causes() == ()
    statement, why = FORGERIES[what]
    with past_triggers(), transaction.atomic():
        sql(statement)
        found = [each for each in verify_causes() if each.why is why]
        assert found
        assert any(rita.key in each.subject for each in found) or what == "row"
        transaction.set_rollback(True)


def test_lines_from_before_causes_were_asked_for_are_left_alone(db: None) -> None:
    floor = Floor()
    rita = floor.player("rita", cents=100_00)
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    with past_triggers():
        sql("DELETE FROM players_deposit")
        assert [each.why for each in verify_causes()] == [Why.LINE_WITHOUT_ROW]
        sql("INSERT INTO players_causemark (transfer, at) SELECT max(id), now() FROM wallet_transfer")
    sql("SET CONSTRAINTS ALL DEFERRED")
    assert verify_causes() == ()
    pay_in(rita.key, 5_00, now=floor.now)
    assert verify_causes() == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda: CauseMark.objects.create(transfer=10**9, at="2026-01-01T00:00:00Z"),
        lambda: sql("UPDATE players_causemark SET transfer = 1"),
        lambda: sql("DELETE FROM players_causemark"),
    ],
)
def test_the_beginning_of_the_causes_cannot_be_moved(floor: Floor, change: Callable[[], object]) -> None:
    with as_owner(), pytest.raises(IntegrityError, match="refused"), transaction.atomic():
        change()


def test_the_withdrawals_of_the_tests_are_real(floor: Floor, rita: Actor) -> None:
    key = pay_out(rita.key, 40_00, now=floor.now)
    assert Withdrawal.objects.get(key=key).state == "paid"
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert rita.balance() == 60_00
