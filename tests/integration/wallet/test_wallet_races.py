"""Real threads on real connections: no account below zero, no key twice, no deadlock."""

import random
import time
import uuid
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Barrier
from typing import TypeVar

import pytest
from django.db import connection, transaction
from ledger_words import Ledger

from kernel.money import Currency
from wallet import operations, queries
from wallet.chart import AccountKind, Code
from wallet.operations import DepositRejected, ShortOfFunds, WithdrawalRejected

pytestmark = pytest.mark.django_db(transaction=True)

Answer = TypeVar("Answer")
AT_ONCE = 32


def race(acts: Iterable[Callable[[], Answer]]) -> list[Answer | Exception]:
    """Let each act run in a thread with its own connection, all begun together; each's answer or what it raised."""
    acts = list(acts)
    start = Barrier(len(acts))

    def run(act: Callable[[], Answer]) -> Answer | Exception:
        start.wait(timeout=30)
        try:
            return act()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def test_of_many_debits_with_funds_for_one_exactly_one_is_made(ledger: Ledger, now: datetime) -> None:
    key = ledger.player(100_00)
    account = ledger.account(key)
    held, code = ledger.round()
    bet = lambda: ledger.post(ledger.line(account, held, 100_00, Code.STAKE, code), players=(account,))  # noqa: E731
    answers = race([bet] * AT_ONCE)
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(error) for error in refused] == [ShortOfFunds] * (AT_ONCE - 1)
    assert queries.balance(key, Currency.EUR) == 0
    assert queries.stakes_left(held) == 100_00
    assert queries.verify_ledger().agrees


def test_of_many_withdrawals_with_funds_for_three_exactly_three_are_made(ledger: Ledger, now: datetime) -> None:
    key = ledger.player(100_00)
    answers = race(
        [lambda: operations.request_withdrawal(person_key=key, amount=33_00, idempotency_key=uuid.uuid4(), now=now)]
        * AT_ONCE,
    )
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [type(error) for error in refused] == [WithdrawalRejected] * (AT_ONCE - 3)
    assert queries.balance(key, Currency.EUR) == 1_00
    assert queries.verify_ledger().agrees


def test_one_wish_sent_many_times_is_done_once(ledger: Ledger, now: datetime) -> None:
    key, wish = ledger.player(), uuid.uuid4()
    answers = race([lambda: operations.deposit(person_key=key, amount=50_00, idempotency_key=wish, now=now)] * AT_ONCE)
    assert all(isinstance(answer, operations.Moved) for answer in answers)
    assert sorted(answer.repeat for answer in answers if isinstance(answer, operations.Moved)) == (
        [False] + [True] * (AT_ONCE - 1)
    )
    assert queries.balance(key, Currency.EUR) == 50_00


def test_one_key_used_by_many_at_once_is_one_persons(ledger: Ledger, now: datetime) -> None:
    keys, wish = [ledger.player() for _ in range(12)], uuid.uuid4()
    answers = race(
        [
            lambda key=key: operations.deposit(person_key=key, amount=50_00, idempotency_key=wish, now=now)
            for key in keys
        ]
    )
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert [(type(error), str(error)) for error in refused] == [(DepositRejected, "key-reused")] * 11
    assert sorted(queries.balances(keys, Currency.EUR).values()) == [0] * 11 + [50_00]
    assert queries.verify_ledger().agrees


def test_players_named_in_any_order_never_wait_for_each_other_in_a_ring(ledger: Ledger, now: datetime) -> None:
    accounts = [ledger.account(ledger.player(1_000_00)) for _ in range(8)]
    held, code = ledger.round()
    chance = random.Random(7)
    orders = [chance.sample(accounts, len(accounts)) for _ in range(16)]

    def bets(order: list[int]) -> None:
        for _ in range(5):
            ledger.post(
                *[ledger.line(account, held, 1_00, Code.STAKE, code) for account in order], players=tuple(order)
            )

    assert race([lambda order=order: bets(order) for order in orders]) == [None] * 16
    assert queries.stakes_left(held) == 16 * 5 * 8 * 1_00
    assert queries.verify_ledger().agrees


def test_an_account_opened_by_many_at_once_is_one(now: datetime) -> None:
    key = str(uuid.uuid4())
    answers = race([lambda: operations.open_player_account(person_key=key, currency=Currency.EUR, now=now)] * 16)
    assert len({answer.account for answer in answers if isinstance(answer, operations.AccountOpened)}) == 1
    assert sorted(answer.repeat for answer in answers if isinstance(answer, operations.AccountOpened)) == (
        [False] + [True] * 15
    )
    houses = race([lambda: operations.house_account(AccountKind.GAMING, Currency.EUR)] * 16)
    assert len(set(houses)) == 1


def test_an_account_of_an_undone_transaction_is_not_remembered(ledger: Ledger, now: datetime) -> None:
    with transaction.atomic():
        lost = ledger.house(AccountKind.GAMING)
        transaction.set_rollback(True)
    assert ledger.house(AccountKind.GAMING) != lost
    account = ledger.account(ledger.player())
    ledger.post(ledger.line(ledger.house(AccountKind.GAMING), account, 5, Code.PRIZE), players=(account,), now=now)


def test_the_proof_agrees_while_money_moves(ledger: Ledger, now: datetime) -> None:
    account = ledger.account(ledger.player(1_000_00))
    held, code = ledger.round()

    def play() -> bool:
        for _ in range(40):
            ledger.post(
                ledger.line(account, held, 1_00, Code.STAKE, code),
                ledger.line(held, account, 1_00, Code.STAKE_RETURNED, code),
                players=(account,),
            )
        return True

    def prove() -> bool:
        return all(queries.verify_ledger().agrees for _ in range(8))

    assert race([play, play, play, prove]) == [True] * 4


def test_a_key_that_another_person_uses_at_the_same_moment_is_refused(ledger: Ledger, now: datetime) -> None:
    """The second looked before the first was there, and waits for it at the ledger's own line."""
    first, second, key = ledger.player(), ledger.player(), uuid.uuid4()

    def deposit() -> operations.Moved:
        try:
            return operations.deposit(person_key=second, amount=5_00, idempotency_key=key, now=now)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as threads:
        with transaction.atomic():
            operations.deposit(person_key=first, amount=5_00, idempotency_key=key, now=now)
            late = threads.submit(deposit)
            with connection.cursor() as cursor:
                for _ in range(3000):
                    cursor.execute("SELECT pg_stat_clear_snapshot(), count(*) FROM pg_locks WHERE NOT granted")
                    if cursor.fetchone()[1]:
                        break
                    time.sleep(0.01)
        with pytest.raises(DepositRejected) as caught:
            late.result(timeout=30)
    assert (caught.value.reason, caught.value.asked) == (operations.MoveRejection.KEY_REUSED, 5_00)
    assert (queries.balance(first, Currency.EUR), queries.balance(second, Currency.EUR)) == (5_00, 0)
    assert queries.verify_ledger().agrees
