"""Deposits, withdrawals and play money: the first answer again, or a clear rejection."""

import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from ledger_words import Ledger

from kernel.money import MOST, Currency
from wallet import queries
from wallet.chart import AccountKind
from wallet.models import Transfer
from wallet.operations import (
    AdjustmentRejected,
    ChargeBackRejected,
    ChargedBack,
    DepositRejected,
    Moved,
    MoveRejected,
    MoveRejection,
    TopUpRejected,
    WithdrawalRejected,
    adjust,
    charge_back,
    deposit,
    give_back_withdrawal,
    house_account,
    open_player_account,
    pay_withdrawal,
    request_withdrawal,
    top_up_play,
)

pytestmark = pytest.mark.django_db

MOVES: list[tuple[Callable[..., Moved], type[MoveRejected], Currency, int]] = [
    (deposit, DepositRejected, Currency.EUR, 1),
    (request_withdrawal, WithdrawalRejected, Currency.EUR, -1),
    (top_up_play, TopUpRejected, Currency.PLAY, 1),
]
every_move = pytest.mark.parametrize(("move", "refused", "currency", "sign"), MOVES)


@every_move
def test_money_moves_and_the_answer_says_how(
    ledger: Ledger, now: datetime, move: Any, refused: Any, currency: Currency, sign: int
) -> None:
    key = ledger.player(100_00, currency)
    moved = move(person_key=key, amount=40_00, idempotency_key=uuid.uuid4(), now=now)
    assert (moved.amount, moved.balance_before, moved.balance_after) == (40_00, 100_00, 100_00 + sign * 40_00)
    assert (moved.at, moved.repeat) == (now, False)
    assert queries.balance(key, currency) == moved.balance_after
    assert queries.statement(key, currency)[0].amount == sign * 40_00


@every_move
def test_the_same_key_and_facts_are_the_first_answer(
    ledger: Ledger, now: datetime, move: Any, refused: Any, currency: Currency, sign: int
) -> None:
    key, wish = ledger.player(100_00, currency), uuid.uuid4()
    first = move(person_key=key, amount=60_00, idempotency_key=wish, now=now)
    # Also when the same act would no longer be possible: it was done once, and that is the answer.
    again = move(person_key=key, amount=60_00, idempotency_key=wish, now=now + timedelta(hours=1))
    assert again == Moved(
        first.transfer, first.account, 60_00, first.balance_before, first.balance_after, now, repeat=True
    )
    assert queries.balance(key, currency) == first.balance_after


@every_move
def test_the_same_key_with_other_facts_is_refused(
    ledger: Ledger, now: datetime, move: Any, refused: Any, currency: Currency, sign: int
) -> None:
    key, other, wish = ledger.player(100_00, currency), ledger.player(100_00, currency), uuid.uuid4()
    move(person_key=key, amount=60_00, idempotency_key=wish, now=now)
    lines = Transfer.objects.count()
    for person, amount in ((key, 60_01), (other, 60_00)):
        with pytest.raises(refused) as rejection:
            move(person_key=person, amount=amount, idempotency_key=wish, now=now)
        assert rejection.value.reason is MoveRejection.KEY_REUSED
    assert Transfer.objects.count() == lines


def test_what_was_on_its_way_out_comes_back_or_is_paid(ledger: Ledger, now: datetime) -> None:
    """Given back, it lies with the player again; paid, it has left the house from where it waited."""
    player = ledger.player(100_00)
    request_withdrawal(person_key=player, amount=70_00, idempotency_key=uuid.uuid4(), now=now)
    back = give_back_withdrawal(person_key=player, amount=30_00, idempotency_key=uuid.uuid4(), now=now)
    paid = Transfer.objects.get(pk=pay_withdrawal(amount=40_00, idempotency_key=uuid.uuid4(), now=now))
    assert (back.balance_before, back.balance_after) == (30_00, 60_00)
    waited, left = (house_account(kind, Currency.EUR, now=now) for kind in (AccountKind.PAYOUTS, AccountKind.FUNDING))
    assert (paid.debit_account, paid.credit_account, paid.amount) == (waited, left, 40_00)
    assert queries.balance(player, Currency.EUR) == 60_00
    assert queries.verify_ledger().agrees


def test_a_key_that_was_used_since_it_was_looked_for_is_refused(
    ledger: Ledger, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, wish = ledger.player(), ledger.player(), uuid.uuid4()
    deposit(person_key=first, amount=5_00, idempotency_key=wish, now=now)
    monkeypatch.setattr("wallet.operations.moves._earlier", lambda code, key: None)
    with pytest.raises(DepositRejected) as rejected:
        deposit(person_key=second, amount=5_00, idempotency_key=wish, now=now)
    assert (rejected.value.reason, rejected.value.asked) == (MoveRejection.KEY_REUSED, 5_00)
    assert queries.balance(second, Currency.EUR) == 0


def test_what_the_database_refuses_for_another_cause_is_no_used_key(
    ledger: Ledger, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: object, **named: object) -> None:
        raise IntegrityError("another constraint")

    monkeypatch.setattr("wallet.operations.moves.post", refuse)
    with pytest.raises(IntegrityError, match="another"):
        deposit(person_key=ledger.player(), amount=5_00, idempotency_key=uuid.uuid4(), now=now)


def test_another_instrument_is_another_fact(ledger: Ledger, now: datetime) -> None:
    key, wish = ledger.player(), uuid.uuid4()
    deposit(person_key=key, amount=100, idempotency_key=wish, now=now, instrument="MB Way")
    with pytest.raises(DepositRejected, match="key-reused"):
        deposit(person_key=key, amount=100, idempotency_key=wish, now=now, instrument="cartão")
    assert queries.statement(key, Currency.EUR)[0].reference == "MB Way"


@every_move
@pytest.mark.parametrize("amount", [0, -1, MOST + 1, 10**30, True, 1.0, "1"])
def test_invalid_amounts(
    ledger: Ledger, now: datetime, move: Any, refused: Any, currency: Currency, sign: int, amount: Any
) -> None:
    key = ledger.player(100, currency)
    with pytest.raises(refused) as rejection:
        move(person_key=key, amount=amount, idempotency_key=uuid.uuid4(), now=now)
    assert (rejection.value.reason, rejection.value.most) == (MoveRejection.AMOUNT_INVALID, MOST)
    assert rejection.value.asked == (amount if type(amount) is int else None)
    assert queries.balance(key, currency) == 100


@every_move
def test_a_person_without_an_account_is_refused(
    now: datetime, move: Any, refused: Any, currency: Currency, sign: int
) -> None:
    with pytest.raises(refused) as rejection:
        move(person_key="unknown", amount=1, idempotency_key=uuid.uuid4(), now=now)
    assert (rejection.value.reason, rejection.value.rule) == (MoveRejection.NO_ACCOUNT, "PT-04")


def test_no_more_is_paid_out_than_is_there(ledger: Ledger, now: datetime) -> None:
    key = ledger.player(50_00)
    with pytest.raises(WithdrawalRejected) as rejection:
        request_withdrawal(person_key=key, amount=50_01, idempotency_key=uuid.uuid4(), now=now)
    told = rejection.value
    assert (told.reason, told.rule, told.asked, told.most) == (MoveRejection.SHORT_OF_FUNDS, "PT-05", 50_01, 50_00)
    request_withdrawal(person_key=key, amount=50_00, idempotency_key=uuid.uuid4(), now=now)
    assert queries.balance(key, Currency.EUR) == 0
    assert queries.verify_ledger().agrees


def test_a_refused_key_may_be_used_again(ledger: Ledger, now: datetime) -> None:
    key, wish = ledger.player(), uuid.uuid4()
    with pytest.raises(WithdrawalRejected):
        request_withdrawal(person_key=key, amount=1, idempotency_key=wish, now=now)
    deposit(person_key=key, amount=1, idempotency_key=wish, now=now)
    assert request_withdrawal(person_key=key, amount=1, idempotency_key=wish, now=now).balance_after == 0


def test_money_and_play_money_do_not_meet(ledger: Ledger, now: datetime) -> None:
    key = str(uuid.uuid4())
    open_player_account(person_key=key, currency=Currency.EUR, now=now)
    with pytest.raises(TopUpRejected, match="no-account"):
        top_up_play(person_key=key, amount=1, idempotency_key=uuid.uuid4(), now=now)
    open_player_account(person_key=key, currency=Currency.PLAY, now=now)
    top_up_play(person_key=key, amount=1, idempotency_key=uuid.uuid4(), now=now)
    with pytest.raises(WithdrawalRejected, match="short-of-funds"):
        request_withdrawal(person_key=key, amount=1, idempotency_key=uuid.uuid4(), now=now)


def test_opening_twice_is_the_same_account(now: datetime) -> None:
    first = open_player_account(person_key="p", currency=Currency.EUR, now=now)
    again = open_player_account(person_key="p", currency=Currency.EUR, now=now)
    assert (first.account, first.repeat, again.repeat) == (again.account, False, True)
    assert open_player_account(person_key="p", currency=Currency.PLAY, now=now).account != first.account


def test_a_bank_takes_back_what_is_there_and_the_rest_is_lost_once(ledger: Ledger, now: datetime) -> None:
    player, key = ledger.player(30_00), uuid.uuid4()

    def take(amount: int) -> ChargedBack:
        return charge_back(person_key=player, amount=amount, idempotency_key=key, now=now)

    assert take(50_00) == ChargedBack(taken=30_00, lost=20_00, repeat=False)
    assert take(50_00) == ChargedBack(taken=30_00, lost=20_00, repeat=True)
    for other in (30_00, 20_00, 50_01):
        with pytest.raises(ChargeBackRejected) as caught:
            take(other)
        assert (caught.value.reason, caught.value.asked) == (MoveRejection.KEY_REUSED, other)
    assert queries.balance(player, Currency.EUR) == 0
    assert queries.verify_ledger().agrees


@pytest.mark.parametrize(("funds", "taken"), [(0, 0), (1, 1), (50_00, 50_00), (50_01, 50_00)])
def test_a_bank_that_asks_again_for_what_was_all_there_or_none_of_it_takes_it_once(
    ledger: Ledger, now: datetime, funds: int, taken: int
) -> None:
    player, key = ledger.player(funds), uuid.uuid4()
    answers = [charge_back(person_key=player, amount=50_00, idempotency_key=key, now=now) for _ in range(2)]
    assert answers == [ChargedBack(taken, 50_00 - taken, repeat=False), ChargedBack(taken, 50_00 - taken, repeat=True)]
    assert queries.balance(player, Currency.EUR) == funds - taken


@pytest.mark.parametrize(("amount", "asked"), [(0, 0), (-1, -1), (MOST + 1, MOST + 1), (1.5, None), (True, None)])
def test_a_bank_takes_back_whole_cents(ledger: Ledger, now: datetime, amount: Any, asked: int | None) -> None:
    with pytest.raises(ChargeBackRejected) as caught:
        charge_back(person_key=ledger.player(1_00), amount=amount, idempotency_key=uuid.uuid4(), now=now)
    refused = caught.value
    assert (refused.reason, refused.asked, refused.most) == (MoveRejection.AMOUNT_INVALID, asked, MOST)


def test_a_bank_takes_back_from_players_only(now: datetime) -> None:
    with pytest.raises(ChargeBackRejected) as caught:
        charge_back(person_key=str(uuid.uuid4()), amount=1, idempotency_key=uuid.uuid4(), now=now)
    assert (caught.value.reason, caught.value.rule) == (MoveRejection.NO_ACCOUNT, "PT-04")


@pytest.mark.parametrize("kind", [AccountKind.PLAYER, AccountKind.STAKES])
def test_the_house_has_no_account_of_a_kind_with_owners(now: datetime, kind: AccountKind) -> None:
    with pytest.raises(ValueError, match="have an owner"):
        house_account(kind, Currency.EUR, now=now)


@pytest.mark.parametrize("amount", [0, 1.5, True, None, "10"])
def test_a_correction_of_no_amount_moves_nothing(ledger: Ledger, now: datetime, amount: Any) -> None:
    player = ledger.player(1_00)
    with pytest.raises(AdjustmentRejected) as caught:
        adjust(person_key=player, amount=amount, idempotency_key=uuid.uuid4(), now=now)
    assert caught.value.reason is MoveRejection.AMOUNT_INVALID
    assert queries.balance(player, Currency.EUR) == 1_00
