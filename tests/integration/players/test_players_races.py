"""A bet and an exclusion never pass each other unseen, on real connections."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.db import connection, transaction
from people import NOW, People

from kernel.money import Currency
from players.gates import Block, may_play
from players.models import AccountClosure, ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from players.staff.operations.accounts import suspend
from tests.funding import lines_of_no_round, pay_in
from wallet import operations, queries
from wallet.chart import Code
from wallet.operations import Line

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rounds_are_words(db: None) -> Iterator[None]:
    with lines_of_no_round():
        yield


@pytest.mark.parametrize("change", ["exclusion", "suspension"])
def test_a_bet_let_through_is_written_before_the_change_and_the_next_meets_it(people: People, change: str) -> None:
    player, compliance = people.player(), people.staff(Role.COMPLIANCE)
    pay_in(player.person_key, 100, now=NOW)
    account = queries.account_id(player.person_key, Currency.EUR)
    assert account is not None
    held = operations.open_stakes_account(round_key="R-1", currency=Currency.EUR, now=NOW)
    let_through, changed = Event(), Event()

    def block() -> Block | None:
        later = NOW + timedelta(minutes=1)
        answer = may_play(person_ids=[player.person_id], currency=Currency.EUR, now=later)
        return answer[player.person_id].block

    def bet(*, wait: bool) -> Block | None:
        with transaction.atomic():
            balances = operations.lock_balances([account])
            answer = block()
            if answer is None:
                let_through.set()
                # The change waits for this bet's account: it cannot be made while the bet is being taken.
                assert not (wait and changed.wait(timeout=0.5))
                line = Line(account, held, 10, Code.STAKE, uuid.uuid4(), "R-1")
                operations.post([line], balances=balances, now=NOW)
        return answer

    def bar() -> None:
        try:
            assert let_through.wait(timeout=30)
            if change == "exclusion":
                exclude(person_id=player.person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
            else:
                suspend(person_id=player.person_id, reason="motivo", by=compliance.person_id, now=NOW)
            changed.set()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        barred = thread.submit(bar)
        assert bet(wait=True) is None
        barred.result(timeout=30)
    assert bet(wait=False) in {Block.EXCLUDED, Block.SUSPENDED}
    assert queries.balance(player.person_key, Currency.EUR) == 90
    closed = AccountClosure.objects.filter(person_id=player.person_id).values_list("balance", flat=True)
    assert list(closed) == ([90] if change == "exclusion" else []), "what the bet took is not owed"
